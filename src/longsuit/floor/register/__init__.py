"""What is on file: approvals, equipment and limits of the law, and which tables they cover."""
