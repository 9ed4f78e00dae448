"""linclass: a window in which linear classification can be seen, dragged and exported."""

__version__ = "0.1.0"
