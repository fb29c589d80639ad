"""What happens on an evening: each deed on a page of its own that says first what it will do.

With GET nothing is done: the page asks for the choice and then shows its consequences. POST does
it; refused, the page says why, with everything typed and the consequences as they are now.
What is so already is said and no refusal.
"""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from jassclub.clubs.access import user_actor
from jassclub.clubs.models import Role
from scoring.errors import SheetError
from scoring.forms import posted_number
from tournaments import access
from tournaments.desk_context import desk_table
from tournaments.errors import AlreadyDone, TournamentError
from tournaments.foreseen import Foreseen
from tournaments.forms.deeds import DeedForm
from tournaments.forms.entry_deeds import BackForm, LeaveForm, LeaveNowForm, MergeForm
from tournaments.forms.evening_deeds import EndForm, ReopenForm, RulesForm
from tournaments.forms.round_deeds import RedrawForm, RoundReopenForm, VoidForm
from tournaments.forms.seat_deeds import PeopleForm, ReplaceForm, SwapForm
from tournaments.forms.sheet_deeds import SettleForm, SheetBackForm
from tournaments.models import Table, Tournament
from tournaments.selectors.life import changes_at, parties_numbered, table_now
from tournaments.services.foreseeing import foresee
from tournaments.setup_data import SetupError

Refusal = TournamentError | SheetError
GET_OR_POST = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
def seats(request: HttpRequest, club: str, slug: str, table_id: int) -> HttpResponse:
    """Who sits at a table, what was changed there, and what can be done about it."""
    tournament = access.tournament_for(request, club, slug)
    table = access.table_of(tournament, table_id)
    values = {
        "tournament": tournament,
        "table": table,
        "now": table_now(table),
        "changes": changes_at(tournament, table),
    }
    return render(request, "tournaments/seats.html", values)


@GET_OR_POST
def swap(request: HttpRequest, club: str, slug: str, table_id: int) -> HttpResponse:
    tournament, table = _table(request, club, slug, table_id)
    form = SwapForm(_sent(request), tournament, table=table)
    return _deed(request, form, "tournaments:life-seats", club, slug, table_id)


@GET_OR_POST
def people(request: HttpRequest, club: str, slug: str, table_id: int) -> HttpResponse:
    """``from`` is the number of the table whose people sat here."""
    tournament, table = _table(request, club, slug, table_id)
    guests = parties_numbered(table.round, request.GET.get("from", ""))
    form = PeopleForm(_sent(request), tournament, table=table, guests=guests)
    return _deed(request, form, "tournaments:life-seats", club, slug, table_id)


@GET_OR_POST
def replace(request: HttpRequest, club: str, slug: str, table_id: int) -> HttpResponse:
    tournament, table = _table(request, club, slug, table_id)
    form = ReplaceForm(_sent(request), tournament, table=table)
    return _deed(request, form, "tournaments:life-seats", club, slug, table_id)


@GET_OR_POST
def settle(request: HttpRequest, club: str, slug: str, table_id: int) -> HttpResponse:
    tournament = access.tournament_for(request, club, slug)
    desk = desk_table(request, club, slug, table_id)
    if desk.sheet is None or desk.context is None:
        return redirect("tournaments:desk-table", club, slug, table_id)
    form = SettleForm(_sent(request), tournament, sheet=desk.sheet, context=desk.context)
    form.game = desk.game
    return _deed(request, form, "tournaments:desk-table", club, slug, table_id)


@GET_OR_POST
def sheet_back(request: HttpRequest, club: str, slug: str, table_id: int) -> HttpResponse:
    tournament = access.tournament_for(request, club, slug)
    desk = desk_table(request, club, slug, table_id)
    if desk.sheet is None or desk.context is None:
        return redirect("tournaments:desk-table", club, slug, table_id)
    form = SheetBackForm(_sent(request), tournament, sheet=desk.sheet, context=desk.context)
    return _deed(request, form, "tournaments:desk-table", club, slug, table_id)


@login_required
@GET_OR_POST
def leave(request: HttpRequest, club: str, slug: str, entry_id: int) -> HttpResponse:
    tournament = access.tournament_for(request, club, slug, least=Role.SCORER)
    form = LeaveForm(_sent(request), tournament, entry=access.entry_of(tournament, entry_id))
    return _deed(request, form, "tournaments:checkin-entry", club, slug, entry_id)


@login_required
@GET_OR_POST
def back(request: HttpRequest, club: str, slug: str, entry_id: int) -> HttpResponse:
    tournament = access.tournament_for(request, club, slug, least=Role.SCORER)
    form = BackForm(_sent(request), tournament, entry=access.entry_of(tournament, entry_id))
    return _deed(request, form, "tournaments:checkin-entry", club, slug, entry_id)


@GET_OR_POST
def leave_now(request: HttpRequest, club: str, slug: str, entry_id: int) -> HttpResponse:
    tournament = access.tournament_for(request, club, slug)
    form = LeaveNowForm(_sent(request), tournament, entry=access.entry_of(tournament, entry_id))
    return _deed(request, form, "tournaments:checkin-entry", club, slug, entry_id)


@GET_OR_POST
def merge(request: HttpRequest, club: str, slug: str, entry_id: int) -> HttpResponse:
    tournament = access.tournament_for(request, club, slug)
    form = MergeForm(_sent(request), tournament, entry=access.entry_of(tournament, entry_id))
    return _deed(request, form, "tournaments:checkin-entry", club, slug, entry_id)


@GET_OR_POST
def void(request: HttpRequest, club: str, slug: str, number: int) -> HttpResponse:
    tournament = access.tournament_for(request, club, slug)
    seen = posted_number(request.POST, "round")
    round_ = access.round_or_void(tournament, number, seen=seen)
    form = VoidForm(_sent(request), tournament, round_=round_)
    return _deed(request, form, "tournaments:draw", club, slug)


@GET_OR_POST
def redraw(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    tournament = access.tournament_for(request, club, slug)
    form = RedrawForm(_sent(request), tournament, is_sent=request.method == "POST")
    return _deed(request, form, "tournaments:draw", club, slug)


@GET_OR_POST
def round_reopen(request: HttpRequest, club: str, slug: str, number: int) -> HttpResponse:
    tournament = access.tournament_for(request, club, slug)
    form = RoundReopenForm(_sent(request), tournament, round_=access.round_of(tournament, number))
    return _deed(request, form, "tournaments:draw", club, slug, then="tournaments:office")


@GET_OR_POST
def end(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    tournament = access.tournament_for(request, club, slug)
    form = EndForm(_sent(request), tournament)
    return _deed(request, form, "tournaments:draw", club, slug, then="tournaments:ranking")


@GET_OR_POST
def reopen(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    tournament = access.tournament_for(request, club, slug)
    return _deed(request, ReopenForm(_sent(request), tournament), "tournaments:draw", club, slug)


@GET_OR_POST
def rules(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    tournament = access.tournament_for(request, club, slug)
    return _deed(request, RulesForm(_sent(request), tournament), "tournaments:setup", club, slug)


def _table(request: HttpRequest, club: str, slug: str, table_id: int) -> tuple[Tournament, Table]:
    tournament = access.tournament_for(request, club, slug)
    return tournament, access.table_of(tournament, table_id)


def _sent(request: HttpRequest) -> QueryDict:
    return request.POST if request.method == "POST" else request.GET


def _deed(
    request: HttpRequest, form: DeedForm, back: str, *where: object, then: str = ""
) -> HttpResponse:
    """Ask, show what would happen, do it; ``then`` on, or back to where the deed was begun."""
    error: Refusal | None = None
    if request.method == "POST" and form.is_valid():
        try:
            said = form.act(user_actor(request))
        except SetupError as refused:
            _add_problems(form, refused)
        except AlreadyDone as done:
            messages.info(request, done.message)
            return redirect(then or back, *where)
        except (TournamentError, SheetError) as refused:
            error = refused
        else:
            messages.success(request, said)
            return redirect(then or back, *where)
    foreseen, refusal = _foreseen(request, form)
    error = error or refusal
    values = {
        "tournament": form.tournament,
        "form": form,
        "foreseen": foreseen,
        "error": error,
        "back_url": reverse(back, args=where),
    }
    return render(request, "tournaments/life.html", values, status=_status(request, error))


def _status(request: HttpRequest, error: Refusal | None) -> int:
    """A question that was shown is 200, even where the answer is that it cannot be done."""
    if request.method != "POST":
        return 200
    return error.status if error else 422


def _foreseen(request: HttpRequest, form: DeedForm) -> tuple[Foreseen | None, Refusal | None]:
    """What the choice would change; nothing as long as none is made, or why it cannot be done."""
    if not (form.is_bound and form.is_valid()):
        return None, None
    form.trial = True
    try:
        form.prepare()
        actor = user_actor(request)
        return foresee(tournament_id=form.tournament.pk, deed=lambda: form.act(actor)), None
    except SetupError as refused:
        _add_problems(form, refused)
    except (TournamentError, SheetError) as refused:
        return None, refused
    return None, None


def _add_problems(form: DeedForm, refused: SetupError) -> None:
    for problem in refused.problems:
        head, _dot, path = problem["field"].partition(".")
        if head == "options" and isinstance(form, RulesForm):
            form.options.add_problem(path, problem["message"])
        else:
            form.add_error(None, problem["message"])
