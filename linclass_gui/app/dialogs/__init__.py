"""Questions in a window of their own: tables, exports, populations, unsaved work, and the small ones.

A dialog returns a value; what happens with it is a command.
"""
