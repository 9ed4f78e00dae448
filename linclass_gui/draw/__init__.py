"""Marks to pixels: the painter, the graphics item, the figure."""
