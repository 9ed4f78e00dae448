"""Presenting: the window as it is shown to a room, with a title above the picture and one key for
every layer below it.
"""
