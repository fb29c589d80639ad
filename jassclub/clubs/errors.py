"""What a service of this room refuses, with a sentence that says what would be right."""

from django.utils.translation import gettext as _

from jassclub.clubs.models import Player


class ClubError(Exception):
    """A refusal: ``code`` for tests and programs, ``message`` for people, ``status`` for HTTP."""

    def __init__(self, code: str, message: str, status: int = 409) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status


class AlreadyListed(ClubError):
    """The club's list has this name (and hint) already; ``player`` is who has it."""

    def __init__(self, player: Player) -> None:
        super().__init__(
            "already-listed",
            _(
                "%(player)s is on the list already. If this is somebody else, write something"
                " that tells the two apart, such as a place or a year."
            )
            % {"player": player},
        )
        self.player = player


class HasResults(ClubError):
    """A player who stands in tournaments or on sheets cannot be deleted; ``count`` says in how many rows."""

    def __init__(self, player: Player, count: int) -> None:
        super().__init__(
            "has-results",
            _(
                "%(player)s cannot be deleted: tournaments and sheets name this player"
                " %(count)s times. You can make the player anonymous instead."
            )
            % {"player": player, "count": count},
        )
        self.count = count
