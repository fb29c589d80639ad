"""What a service of this room raises when it refuses: a code for programs, a sentence for people."""


class TournamentError(Exception):
    """Refused. ``message`` says what is wrong and what would be right; ``status`` is the HTTP status.

    ``is_done``: it is as wanted already, so that nothing is wrong.
    """

    is_done = False

    def __init__(self, code: str, message: str, *, status: int = 422) -> None:
        super().__init__(message)
        self.code, self.message, self.status = code, message, status


class Conflict(TournamentError):
    """Somebody else was faster; nothing was changed."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code, message, status=409)


class AlreadyDone(Conflict):
    """What was asked for is so already: by a second press, or by somebody else. No reason for alarm."""

    is_done = True


class TablesOpen(Conflict):
    """Some tables are not done; ``tables`` are their numbers."""

    def __init__(self, code: str, message: str, *, tables: list[int]) -> None:
        super().__init__(code, message)
        self.tables = tables
