"""Marks to pixels: the painter, the graphics item, the figure."""

from .faults import guard_overrides

guard_overrides()  # before any class of ours is made from one of Qt's
