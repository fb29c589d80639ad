"""The pages a tournament is made and changed on, and who may open which."""

import re
from datetime import UTC, datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from jassclub.audit.services import SYSTEM
from jassclub.clubs.models import Role
from tests import factories
from tests.reading import figures
from tournaments.forms.setup import SetupForm
from tournaments.models import Preset, Tournament
from tournaments.presets import READY
from tournaments.services.tournaments import SetupData, preset_save

pytestmark = pytest.mark.django_db

USUAL = "ready-schieber-4x12"


@pytest.fixture
def club():
    return factories.club()


@pytest.fixture
def organiser(client, club):
    client.force_login(factories.member(club, Role.ORGANISER))
    return client


def sent(**changes):
    """What a browser sends of the usual preset, filled in."""
    form = SetupForm(setup=READY[0].data, zone="Europe/Zurich")
    data = {}
    for part in (form, form.options):
        for name in part.fields:
            value = part[name].value()
            if isinstance(value, list):
                data[name] = value
            elif value is not None and value is not False:
                data[name] = "on" if value is True else str(value)
    return data | {"name": "Herbstturnier", "date": "2026-10-25", "time": "09:00"} | changes


def address(name, tournament, *args):
    return reverse(f"tournaments:{name}", args=[tournament.club.slug, tournament.slug, *args])


def new_from(club, source=USUAL):
    return reverse("tournaments:new-from", args=[club.slug, source])


def field_error(page, field):
    """The sentence beside a field."""
    found = re.search(rf'id="id_{re.escape(field)}_error"[^>]*>\s*<li>(.*?)</li>', page, re.DOTALL)
    return found.group(1) if found else None


# -- a new one ---------------------------------------------------------------------------------


def test_a_club_without_tournaments_is_told_what_to_do_first(organiser, club):
    page = organiser.get(reverse("tournaments:list", args=[club.slug])).content.decode()
    assert reverse("tournaments:new", args=[club.slug]) in page


def test_the_list_tells_planned_running_and_closed_ones_apart(organiser, club):
    factories.tournament(of=club, slug="one")
    factories.drawn_round(factories.tournament(of=club, slug="two"))
    factories.tournament(of=club, slug="three", status="closed")
    factories.tournament(slug="elsewhere")
    page = organiser.get(reverse("tournaments:list", args=[club.slug])).content.decode()
    found = re.findall(r'data-(?:status|tournament)="([^"]+)"', page)
    assert found == ["running", "two", "planned", "one", "closed", "three"]


def test_the_start_is_shown_in_the_clubs_zone_on_any_server(organiser, club):
    factories.tournament(of=club, starts_at=datetime(2026, 10, 25, 8, 0, tzinfo=UTC))
    for zone in ("Asia/Tokyo", "America/Lima"):
        with timezone.override(zone):
            page = organiser.get(reverse("tournaments:list", args=[club.slug])).content.decode()
        assert "25. Oktober 2026 09:00" in page


def test_a_new_tournament_begins_with_a_preset_an_earlier_one_or_a_game(organiser, club):
    evening = factories.tournament(of=club, players=0)
    own = preset_save(
        club=club,
        actor=SYSTEM,
        name="Unser Abend",
        data=SetupData.of(evening, evening.stages.get()),
    )
    page = organiser.get(reverse("tournaments:new", args=[club.slug])).content.decode()
    for source in (USUAL, f"own-{own.pk}", "game-schieber"):
        assert new_from(club, source) in page
    assert address("copy", evening) in page


def test_a_tournament_is_made_from_the_usual_preset_with_a_name_and_a_day(organiser, club):
    page = organiser.get(new_from(club))
    assert page.status_code == 200
    answer = organiser.post(new_from(club), sent())
    made = Tournament.objects.get(club=club)
    assert answer.status_code == 302
    assert answer.url == address("checkin", made)
    assert made.starts_at == datetime(2026, 10, 25, 8, 0, tzinfo=UTC)
    assert made.options == READY[0].data.options


def test_settings_that_cannot_work_are_refused_beside_their_field_and_stay_as_typed(
    organiser, club
):
    answer = organiser.post(new_from(club), sent(planned_rounds="8", expected_players="8"))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "7" in figures(field_error(page, "planned_rounds"))
    assert 'value="Herbstturnier"' in page
    assert not Tournament.objects.exists()


def test_a_problem_of_the_rules_stands_beside_its_option_in_an_open_part(organiser, club):
    answer = organiser.post(new_from(club), sent(**{"option-multipliers.schellen": "21"}))
    page = answer.content.decode()
    assert field_error(page, "option-multipliers.schellen")
    assert re.search(r'data-part="rules" open', page)


def test_a_form_without_anything_is_asked_back_not_an_error(organiser, club):
    assert organiser.post(new_from(club), {"x": "y"}).status_code == 422


@pytest.mark.parametrize("source", ["ready-unknown", "own-1", "game-poker", "nonsense"])
def test_a_beginning_that_does_not_exist_is_not_found(organiser, club, source):
    assert organiser.get(new_from(club, source)).status_code == 404


def test_last_years_is_copied_with_one_press(organiser, club):
    source = factories.tournament(of=club, players=8)
    answer = organiser.post(address("copy", source), {"with_players": "on"})
    made = Tournament.objects.get(copied_from=source)
    assert answer.url == address("setup", made)
    assert made.entries.count() == 8
    organiser.post(address("copy", source))
    assert Tournament.objects.filter(copied_from=source).order_by("-pk")[0].entries.count() == 0


def test_settings_that_no_longer_work_are_not_copied_but_said(organiser, club):
    source = factories.tournament(of=club, players=0, chain=("sum",))
    answer = organiser.post(address("copy", source), follow=True)
    assert [message.level_tag for message in answer.context["messages"]] == ["error"]
    assert Tournament.objects.count() == 1


# -- its settings ------------------------------------------------------------------------------


def test_settings_are_changed_before_the_draw(organiser, club):
    evening = factories.tournament(of=club, players=0)
    assert organiser.get(address("setup", evening)).status_code == 200
    answer = organiser.post(address("setup", evening), sent(planned_rounds="5"))
    assert answer.status_code == 302
    assert evening.stages.get().planned_rounds == 5


def test_after_the_draw_the_page_shows_only_what_can_still_be_changed(organiser, club):
    evening = factories.tournament(of=club)
    factories.drawn_round(evening)
    page = organiser.get(address("setup", evening)).content.decode()
    assert 'name="name"' in page
    assert 'name="planned_rounds"' not in page
    assert 'name="typed_name"' not in page


def test_a_page_opened_before_the_draw_and_sent_after_it_is_refused_with_the_reason(
    organiser, club
):
    evening = factories.tournament(of=club)
    factories.drawn_round(evening)
    answer = organiser.post(address("setup", evening), sent(planned_rounds="5"))
    assert answer.status_code == 422
    assert field_error(answer.content.decode(), "planned_rounds")
    assert evening.stages.get().planned_rounds == 4


def test_a_new_ranking_after_the_draw_is_asked_for_a_reason(organiser, club):
    evening = factories.tournament(of=club)
    factories.drawn_round(evening)
    short = sent(short="1", visibility="link", chain_1="best", best_n="3")
    answer = organiser.post(address("setup", evening), short)
    assert answer.status_code == 422
    assert field_error(answer.content.decode(), "reason")
    answer = organiser.post(address("setup", evening), short | {"reason": "Ausschreibung"})
    assert answer.status_code == 302
    assert evening.stages.get().chain[0] == "best:3"


def test_a_club_keeps_its_settings_as_a_preset_and_deletes_it_again(organiser, club):
    evening = factories.tournament(of=club, players=0)
    organiser.post(address("preset-save", evening), {"preset_name": "Unser Abend"})
    preset = Preset.objects.get(club=club, name="Unser Abend")
    assert organiser.get(new_from(club, f"own-{preset.pk}")).status_code == 200
    organiser.post(reverse("tournaments:preset-delete", args=[club.slug, preset.pk]))
    assert not Preset.objects.exists()


def test_a_preset_without_a_name_is_asked_back(organiser, club):
    evening = factories.tournament(of=club, players=0)
    answer = organiser.post(address("preset-save", evening), {"preset_name": " "}, follow=True)
    assert [message.level_tag for message in answer.context["messages"]] == ["error"]


def test_deleting_needs_the_name_typed_and_keeps_what_was_typed(organiser, club):
    evening = factories.tournament(of=club, players=0)
    answer = organiser.post(address("delete", evening), {"typed_name": "Herb"})
    assert answer.status_code == 422
    assert 'value="Herb"' in answer.content.decode()
    answer = organiser.post(address("delete", evening), {"typed_name": evening.name})
    assert answer.status_code == 302
    assert not Tournament.objects.exists()


def test_a_tournament_with_rounds_is_not_deleted(organiser, club):
    evening = factories.tournament(of=club)
    factories.drawn_round(evening)
    answer = organiser.post(address("delete", evening), {"typed_name": evening.name})
    assert answer.status_code == 409
    assert Tournament.objects.exists()


@pytest.mark.parametrize("name", ["list", "new"])
def test_the_number_of_queries_does_not_grow_with_the_tournaments(
    organiser, club, name, django_assert_max_num_queries
):
    for _n in range(3):
        factories.close_round(factories.playing_round(factories.tournament(of=club, players=4)))
    with django_assert_max_num_queries(10):
        assert organiser.get(reverse(f"tournaments:{name}", args=[club.slug])).status_code == 200


# -- who may what ------------------------------------------------------------------------------

OF_THE_CLUB = [("get", "new"), ("get", "new-from"), ("post", "new-from"), ("post", "preset-delete")]
OF_ONE = [
    ("get", "setup"),
    ("post", "setup"),
    ("post", "copy"),
    ("post", "preset-save"),
    ("post", "delete"),
    ("post", "checkin-surplus"),
]
FOR_SCORERS = [
    ("get", "checkin"),
    ("get", "checkin-figures"),
    ("post", "checkin-tick"),
    ("post", "checkin-walk-in"),
    ("post", "checkin-absent"),
    ("get", "checkin-announce"),
    ("post", "checkin-announce"),
    ("get", "checkin-entry"),
    ("get", "checkin-leave"),
    ("post", "checkin-remove"),
]
EXTRA = {
    "new-from": [USUAL],
    "preset-delete": [1],
    "checkin-entry": [1],
    "checkin-leave": [1],
    "checkin-remove": [1],
}


def visit(client, method, name, evening):
    of_the_club = name in {known for _method, known in OF_THE_CLUB}
    args = [evening.club.slug, *([] if of_the_club else [evening.slug]), *EXTRA.get(name, [])]
    return getattr(client, method)(reverse(f"tournaments:{name}", args=args))


def sentence(answer):
    """The sentence of an error page."""
    return len(re.sub(r"<[^>]+>", " ", answer.content.decode()).split()) > 5


@pytest.mark.parametrize(("method", "name"), OF_THE_CLUB + OF_ONE)
def test_what_organisers_do_is_forbidden_to_scorers_with_a_sentence(client, method, name):
    evening = factories.tournament(players=4)
    client.force_login(factories.member(evening.club, Role.SCORER))
    answer = visit(client, method, name, evening)
    assert answer.status_code == 403
    assert sentence(answer)
    assert Tournament.objects.filter(club=evening.club).count() == 1


@pytest.mark.parametrize(("method", "name"), [*OF_THE_CLUB, *OF_ONE, *FOR_SCORERS, ("get", "list")])
def test_members_of_other_clubs_find_nothing(client, method, name):
    evening = factories.tournament(players=4)
    client.force_login(factories.member(factories.club(), Role.OWNER))
    if name == "list":
        answer = client.get(reverse("tournaments:list", args=[evening.club.slug]))
    else:
        answer = visit(client, method, name, evening)
    assert answer.status_code == 404
    assert sentence(answer)
    assert evening.entries.filter(status="present").count() == 4


@pytest.mark.parametrize(("method", "name"), OF_THE_CLUB + OF_ONE + FOR_SCORERS)
def test_whoever_is_not_signed_in_is_asked_to(client, method, name):
    answer = visit(client, method, name, factories.tournament(players=4))
    assert answer.status_code == 302
    assert answer.url.startswith(reverse("account_login"))


@pytest.mark.parametrize(("method", "name"), [pair for pair in FOR_SCORERS if pair[0] == "get"])
def test_a_tournament_of_ones_own_club_does_not_open_anothers(client, method, name):
    evening, other = factories.tournament(players=4), factories.tournament(players=4)
    client.force_login(factories.member(other.club, Role.OWNER))
    args = [other.club.slug, evening.slug, *EXTRA.get(name, [])]
    assert client.get(reverse(f"tournaments:{name}", args=args)).status_code == 404


@pytest.mark.parametrize(
    ("method", "name"),
    [
        (method, name)
        for method, name in OF_THE_CLUB + OF_ONE + FOR_SCORERS
        if method == "post" and ("get", name) not in OF_THE_CLUB + OF_ONE + FOR_SCORERS
    ],
)
def test_what_changes_something_cannot_be_opened_with_get(client, method, name):
    evening = factories.tournament(players=4)
    client.force_login(factories.member(evening.club, Role.OWNER))
    assert visit(client, "get", name, evening).status_code == 405
