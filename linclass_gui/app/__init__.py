"""The window: session, worker, canvas, panels, actions."""
