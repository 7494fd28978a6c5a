"""Games that an operator has written, as the floor's log keeps them."""
