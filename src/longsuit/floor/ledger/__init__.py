"""The ledger of the floor: buy-ins and cash-outs beside what the core posts, play money apart."""
