"""The panels around the canvas: tool bar, methods, parameters, layers, playback, status line.

Each panel follows the scene and passes changes to the session.
"""
