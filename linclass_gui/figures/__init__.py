"""Figures: their settings, recipes and formats, and figures made without a window."""
