"""The floor in the browser: pages for players, dealers, the pit, the wall and the lab.

Nothing is decided here. What changes is asked for over the API with a key of its own; what is shown
is the view that the API gives whoever is signed in.
"""
