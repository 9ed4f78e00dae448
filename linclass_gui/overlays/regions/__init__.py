"""Layers that cover a part of the plane: half-planes, fields, hulls, covariances.

Each file is one layer: a scene in, marks out.
"""
