"""Reading and writing: scenes, tables, shipped lessons, unsaved work, and the guards of reading
and saving.
"""
