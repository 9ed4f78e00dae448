"""The live page: a figure in one file that computes while points are dragged (docs/pages.md)."""
