"""Scenes with any number of classes: how classes look, how two-class methods are put together,
which parts of the plane they get.

Two classes need none of this: they are drawn and fitted directly.
"""
