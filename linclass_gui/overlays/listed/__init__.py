"""The lists of layers, from the bottom of the picture to its top: a layer is a line in one of
them.
"""
