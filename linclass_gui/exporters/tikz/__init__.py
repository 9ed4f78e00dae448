"""TikZ and pgfplots: the marks as plots that LaTeX sets, with the fonts of the document."""

from .picture import encode_input, encode_tex

__all__ = ["encode_input", "encode_tex"]
