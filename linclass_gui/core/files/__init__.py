"""What is read and written: scenes, tables, lessons, snapshots, and the guards of reading and
saving.

A file is checked as a whole before anything of it is used, and replaced whole or not at all.
"""
