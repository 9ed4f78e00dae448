"""What is asked of a data set rather than of one fit: Fisher's curve, separability, the paths over a penalty.

Each is one public function with a result that can be drawn.
"""
