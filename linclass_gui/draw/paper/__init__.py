"""Figures on paper: one panel or a grid of them, laid out to the point and drawn on any surface.

Everything is laid out in drawing units, of which a page has ``scale`` points each: text, lines, points, rings and gaps grow
together.
"""
