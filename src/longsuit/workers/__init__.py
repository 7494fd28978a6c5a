"""Long computations in processes of their own: the process that runs tables asks, and goes on."""
