"""Mathematics as text: the mark-up, its tree, LaTeX, ticks, and how numbers and scores are written.

Nothing here knows how large a character is; that is the drawing's.
"""
