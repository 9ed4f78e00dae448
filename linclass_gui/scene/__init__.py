"""The values behind every picture, none of them of Qt: document, scene, view, marks, theme,
classes and gestures.
"""
