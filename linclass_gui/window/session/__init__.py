"""The session, the one object that changes, and the work in threads: worker, recovery, settings.

Documents go in, scenes come out by one signal.
"""
