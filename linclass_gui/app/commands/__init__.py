"""What the menus do: the table of all actions, and files, editing, methods, viewing, exporting behind it.

Every change of the document is one undo entry.
"""
