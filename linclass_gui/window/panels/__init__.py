"""The panels around the canvas: tool bar, methods, parameters, layers, playback, status line.

Each panel follows the scene and asks the session for changes.
"""
