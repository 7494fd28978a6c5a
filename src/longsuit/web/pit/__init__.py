"""The pit desk: tables, approvals, meters, staff, reports and the audit; one module a tab."""
