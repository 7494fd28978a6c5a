"""The benches of the lab, a module each."""
