"""The one thing that changes, and what works beside the window: session, worker, recovery, settings.

Documents go in, scenes come out by one signal.
"""
