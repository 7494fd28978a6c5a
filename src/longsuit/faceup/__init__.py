"""What seeing the other hands is worth: the face-up question."""

from longsuit.faceup.study import Practical, Study, study

__all__ = ["Practical", "Study", "study"]
