"""The commands of the menus: files, editing, methods, viewing, exporting.

Every change of the document is one undo entry.
"""
