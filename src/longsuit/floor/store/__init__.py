"""Everything durable. SQL is spoken here and nowhere else."""
