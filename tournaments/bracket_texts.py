"""What is said of a bracket: who gave up, who comes back to it or not, and where it stands as it was
drawn although a result was put right since.
"""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from tournaments.models import RoundStatus
from tournaments.selectors.overtaken import Overtaken


def given_up_texts(
    names: Mapping[int, str],
    before: Mapping[int, tuple[int, int]],
    after: Mapping[int, tuple[int, int]],
) -> list[str]:
    """Whose match is over, or is played on after all: (round, entry) by table, before and after a deed."""
    found = []
    for table in {**before, **after}:
        if before.get(table) == after.get(table):
            continue
        text = _("The match of %(name)s in round %(round)s is played on: nobody has given up.")
        if table in after:
            text = _(
                "%(name)s gives up the match of round %(round)s: it goes to the other side, however it stands."
            )
        number, entry = after.get(table) or before[table]
        found.append(text % {"name": names[entry], "round": number})
    return found


def given_up_text(name: str, winner: str = "") -> str:
    """What the table hears of its match that somebody has given up; ``winner`` "" where it is nobody's."""
    text = _("%(name)s has given up: the match goes to %(winner)s.")
    if not winner:
        text = _("%(name)s has given up the match.")
    return text % {"name": name, "winner": winner}


def stopped_text(name: str) -> str:
    """The same of a table that is no match of a bracket."""
    return _("%(name)s has left; the table has stopped.") % {"name": name}


def instead_text(name: str, number: int, *, other: str = "", table: int = 0) -> str:
    """Somebody leaves who would be in the next round: the ``other`` beside them goes on without a game,
    or whoever wins at the ``table`` that is still open.
    """
    about = {"name": name, "round": number, "other": other, "table": table}
    text = _(
        "Whoever wins at table %(table)s goes on without a game in round %(round)s: the place of "
        "%(name)s stays empty."
    )
    if other:
        text = _(
            "%(other)s goes on without a game in round %(round)s: the place of %(name)s stays empty."
        )
    return text % about


def back_text(name: str, *, is_in: bool) -> str:
    """Somebody who had left is here again: drawn, or out of the bracket or the final meanwhile."""
    if is_in:
        return _("%(name)s is drawn again.") % {"name": name}
    return _("%(name)s is out of the knock-out or of the final and is not drawn any more.") % {
        "name": name
    }


def overtaken_text(one: Overtaken, names: Mapping[int, str]) -> str:
    """Who plays though somebody else has won, and what the organiser can do about it."""
    about = {
        "table": one.table,
        "round": one.round,
        "next": one.next,
        "seated": names[one.seated],
        "winner": names[one.winner] if one.winner else "",
    }
    return f"{_what(one) % about} {_remedy(one) % about}"


def _what(one: Overtaken) -> str:
    if one.winner is None:
        return _(
            "Table %(table)s of round %(round)s has no winner any more. The bracket stands as it "
            "was drawn: %(seated)s is in round %(next)s."
        )
    return _(
        "Table %(table)s of round %(round)s is won by %(winner)s now. The bracket stands as it "
        "was drawn: %(seated)s is in round %(next)s."
    )


def _remedy(one: Overtaken) -> str:
    if one.next_status == RoundStatus.CLOSED:
        return _("Round %(next)s has been played; that is not changed any more.")
    if one.is_reopened:
        return _(
            "Round %(round)s is being played on: once it is closed, draw round %(next)s again if "
            "somebody else has won."
        )
    if one.winner is None:
        return _decide(one)
    if one.next_status == RoundStatus.DRAWN:
        return _("Nobody has begun round %(next)s: it can be drawn again on the page “Draw”.")
    if one.is_untouched:
        return _(
            "Nobody has written anything in round %(next)s: on the page “Draw” declare it void, "
            "then draw it anew."
        )
    return _(
        "Something is written in round %(next)s: let it be played, or declare it void on the page "
        "“Draw” and draw it anew; what is written there does not count then."
    )


def _decide(one: Overtaken) -> str:
    """How a table that a correction has left without a winner gets one."""
    if one.next_status == RoundStatus.DRAWN:
        return _(
            "To decide it: on the page “Draw” go on playing round %(round)s; table %(table)s then "
            "plays one more game. Afterwards draw round %(next)s again."
        )
    if one.is_untouched:
        return _(
            "To decide it: on the page “Draw” declare round %(next)s void and go on playing round "
            "%(round)s; table %(table)s then plays one more game. Afterwards draw round %(next)s anew."
        )
    return _(
        "Something is written in round %(next)s: let it be played. Or, on the page “Draw”, declare "
        "it void and go on playing round %(round)s; table %(table)s then plays one more game. What "
        "is written in round %(next)s does not count then."
    )
