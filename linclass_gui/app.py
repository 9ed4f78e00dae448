"""``create_window`` where programs of earlier versions import it."""

from .window import create_window

__all__ = ["create_window"]
