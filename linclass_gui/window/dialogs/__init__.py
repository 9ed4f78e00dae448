"""Questions in a window of their own: tables, exports, populations, unsaved work, and the small
ones.

A dialog returns a value; a command carries it out.
"""
