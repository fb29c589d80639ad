"""The pages of this room: thin; each gets its objects at ``access.py`` and calls one service."""
