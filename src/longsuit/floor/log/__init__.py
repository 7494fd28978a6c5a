"""The log: records chained by hashes, and what they hold as bytes."""
