"""The distance of two convex hulls and its proof: in the plane, in a feature space, in doubles and
in whole numbers.

Separability, the hard margin and the common point all read from here.
"""
