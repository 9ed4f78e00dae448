"""Layers that are lines: boundaries, margins, projection, the closest pair, and their names.

Each file is one layer: a scene in, marks out.
"""
