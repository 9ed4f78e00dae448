"""The document, the scene, the marks and the gestures: everything the program knows that is not
Qt.
"""
