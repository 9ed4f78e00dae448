"""Lessons: scenes with a text, steps to reveal and a goal, tested in words; and the course that
they make up.

A lesson file is data from end to end: its tests are sentences of a small vocabulary
(``vocabulary``), parsed and checked when the file is read, and evaluated on the document and its
fits.
"""
