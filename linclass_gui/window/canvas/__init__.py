"""The views of a scene: the canvas, the linked plots, the comparison, the line of help.

Each view is one picture in one graphics item.
"""
