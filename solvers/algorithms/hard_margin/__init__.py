"""The hard margin by the distance of the hulls, by its dual, by an interior point, and one-point
drags.

The hulls themselves are next door, in ``hulls``.
"""
