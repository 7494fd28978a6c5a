"""What leaves the server: views, feeds, and what the log says of what is over."""
