"""Studies of data rather than of one fit: Fisher's curve, separability, paths over a penalty,
populations, cross-validation.

Each is one public function or value with a result that can be drawn.
"""
