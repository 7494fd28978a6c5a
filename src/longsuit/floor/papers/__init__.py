"""Papers of a floor, each as PDF or HTML: controls, posted sheets, submissions, reviews."""
