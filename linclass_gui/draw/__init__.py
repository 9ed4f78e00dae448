"""Marks to pixels: the painter, the graphics item, the figure."""

from .unread import leave_sources_unread

leave_sources_unread()
