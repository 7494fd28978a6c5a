"""Signed checkpoints over the whole log: the tree, the notes, the keys, and who witnesses them."""
