"""The version of the program, on which every room may look."""

__version__ = "0.2.0"
