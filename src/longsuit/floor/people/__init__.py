"""The people of the house: their sign-ins, their permissions, and what happens to them."""
