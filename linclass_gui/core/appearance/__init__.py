"""What a picture looks like before it is painted: themes, styles of lines and classes, contrast,
colour vision and sizes.
"""
