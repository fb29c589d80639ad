"""The demo club: there once, whole, and with a login only the one who runs it can read."""

import io
import json
import stat

import pytest
from django.core.management import CommandError, call_command

from jassclub.clubs.models import Club, Player, User
from scoring.models import Deal, SheetStatus
from tests import factories
from tournaments.models import RoundStatus, Standing, TableGame, Tournament, TournamentStatus
from tournaments.selectors.bracket import bracket


@pytest.fixture
def var(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    return tmp_path


def demo(*arguments):
    out = io.StringIO()
    call_command("demo", "--json", *arguments, stdout=out)
    return json.loads(out.getvalue())


@pytest.mark.django_db
def test_the_demo_shows_an_evening_in_its_second_round_and_is_made_once(client, var):
    said = demo("--if-empty")
    assert Player.objects.count() == 64
    evenings = {one.status: one for one in Tournament.objects.filter(variant="schieber")}
    assert set(evenings) == set(TournamentStatus.values)
    cup = Tournament.objects.get(variant="cinq-cents")
    shown = bracket(cup)
    assert [len(round_.matches) for round_ in shown.rounds] == [8, 4, 2, 1]
    assert [round_.status for round_ in shown.rounds[:2]] == ["closed", "playing"]
    assert TableGame.objects.filter(table__round__tournament=cup, number=2).exists()
    running = evenings[TournamentStatus.RUNNING]
    assert list(running.rounds.order_by("number").values_list("status", flat=True)) == [
        RoundStatus.CLOSED,
        RoundStatus.PLAYING,
        RoundStatus.DRAWN,
        RoundStatus.DRAWN,
    ]
    sheets = {table.games.get().sheet.status for table in running.rounds.get(number=2).tables.all()}
    assert sheets == {SheetStatus.CONFIRMED, SheetStatus.OPEN, SheetStatus.DISPUTED}
    assert Deal.objects.filter(state=Deal.State.CONTESTED).exists()
    assert Standing.objects.filter(tournament=running).exists()
    for name in ("ranking", "table"):
        assert client.get(said[name]).status_code == 200
    client.force_login(User.objects.get(email=said["email"]))
    assert client.get(said["office"]).status_code == 200

    file = var / "demo-login.txt"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert said["password"] == file.read_text().split()[-1]
    assert User.objects.get().check_password(said["password"])

    assert demo("--if-empty") == said
    assert (Club.objects.count(), Tournament.objects.count()) == (1, 4)
    user = User.objects.get()
    user.set_password("etwas ganz anderes")
    user.save()
    assert "resetpassword" in demo("--if-empty")["password"]
    with pytest.raises(CommandError):
        demo()


@pytest.mark.django_db
def test_the_demo_leaves_a_database_with_a_club_alone(var):
    factories.club()
    assert demo("--if-empty") == {}
    assert not Tournament.objects.exists()
    assert not (var / "demo-login.txt").exists()
