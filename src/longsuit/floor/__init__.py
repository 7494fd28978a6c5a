"""The running casino: store, table service, fairness, people, audit and reports."""
