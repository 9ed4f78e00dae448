"""Formats that hold no picture: the numbers of a scene, and a script that draws it."""
