"""The course in the window: the book that holds the open lesson, the panel beside the canvas, the
browser.
"""
