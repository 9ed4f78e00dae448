"""Controls that paint themselves from the palette: boxes, sliders, number fields, plain labels, and
the stylesheet.

None of them uses the session.
"""
