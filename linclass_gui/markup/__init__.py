"""Mathematics as text: the mark-up, its tree, LaTeX, ticks, and how numbers and scores are written.

Nothing here depends on the size of a character; ``draw`` adds it.
"""
