"""The API's endpoints: one module a resource, named by it."""
