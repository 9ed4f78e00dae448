"""Geometry of the plane that pictures and proofs need: lines cut by a box, exact convex hulls,
arithmetic in whole numbers.

Nothing here knows a method or a fit.
"""
