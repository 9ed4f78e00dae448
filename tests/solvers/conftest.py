"""Puts this folder on the path of its rooms: they share the problems, the references and the
families of ties.
"""
