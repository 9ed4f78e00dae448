"""The course in the window: the coursework with the open lesson, the panel beside the canvas, and
the browser.
"""
