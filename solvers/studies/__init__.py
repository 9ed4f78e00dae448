"""What is asked of data rather than of one fit: Fisher's curve, separability, paths over a penalty,
and where points come from.

Each is one public function or value with a result that can be drawn.
"""
