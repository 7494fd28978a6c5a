"""What seeing the other hands is worth: the face-up question."""

from longsuit.analysis.faceup.study import Practical, Study, study

__all__ = ["Practical", "Study", "study"]
