"""Shared parts of layers: places of points, sides of a boundary, segments of the slack,
ellipses.
"""
