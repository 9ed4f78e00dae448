"""The views of a scene: the canvas, the linked plots, the comparison, the help card.

Each view is one picture in one graphics item.
"""
