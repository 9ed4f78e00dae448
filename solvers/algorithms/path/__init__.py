"""Every soft margin of a data set at once: the walk from breakpoint to breakpoint in C, and its
certificate.

``breakpoints`` is the way in.
"""
