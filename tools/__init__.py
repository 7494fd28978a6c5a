"""What makers of Longsuit run, and its users do not."""
