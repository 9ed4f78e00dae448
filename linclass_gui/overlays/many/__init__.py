"""What is drawn of more than two classes at once: their parts of the plane, the lines between them, each class's own shape.

What belongs to one line (margins, support vectors, slack ...) is drawn by the two-class layers, of the member that is looked at.
"""
