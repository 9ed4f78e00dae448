"""Characters: the program's fonts, text laid out, and mathematics typeset.

Every surface draws these pieces.
"""
