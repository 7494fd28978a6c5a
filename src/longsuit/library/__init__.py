"""What `import longsuit` offers: the exact figures, as somebody at a prompt would ask for them."""
