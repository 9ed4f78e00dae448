"""Small pictures for panels, buttons and menus: icons, and the swatches of layers, classes and
support vectors.

They are drawn with the painter of the canvas, so that they look like what they name.
"""
