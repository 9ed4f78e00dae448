"""Layers at the points: the data, support vectors, slack, errors, selection.

Each file is one layer: a scene in, marks out.
"""
