"""What counts, means and scatters decide: Fisher's direction, least squares, the best threshold,
and one-point drags.

Nothing here walks through the samples twice.
"""
