"""What seeing the other hands is worth: the face-up question."""
