"""Answers from counts, means and scatters: Fisher's direction, least squares, the best threshold,
and one-point drags.

Nothing here walks through the samples twice.
"""
