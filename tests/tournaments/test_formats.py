"""Ways to draw besides the drawn partners: offered where they fit, and a whole evening by each."""

import re
from collections import Counter
from itertools import combinations, cycle

import pytest
from django.urls import reverse

from jassclub.audit.services import Actor
from jassclub.clubs.models import Role
from scoring.models import ScoreSheet
from scoring.rules import VARIANTS, get_variant
from tests import factories
from tournaments import presets
from tournaments.draw_texts import METHOD_SENTENCES, METHODS
from tournaments.errors import TablesOpen
from tournaments.formats import ways_for
from tournaments.forms.setup import SetupForm
from tournaments.models import DrawMode, Entry, RoundCredit, Seat, Standing, Tournament
from tournaments.selectors.cross_table import cross_table
from tournaments.selectors.stages import NEEDS_RESULTS
from tournaments.services.planning import draw_inputs
from tournaments.services.rounds import round_close, round_start, rounds_draw
from tournaments.services.standings import standings_rebuild
from tournaments.services.table import sheet_changed

pytestmark = pytest.mark.django_db

ACTOR = Actor("user", 1)
DUEL = {"taker": 0, "trump": "rosen", "points": [72, 58]}


def swiss_schieber(**fields):
    evening = factories.tournament(**{"players": 18, "rounds": 3, "format": "swiss"} | fields)
    evening.stages.update(draw_mode=DrawMode.EACH)
    return evening


def cinq_cents(**fields):
    kind = {"variant": "cinq-cents", "options": {}, "format": "round-robin"}
    return factories.tournament(**kind | {"players": 5, "rounds": 5} | fields)


def draw(evening):
    drawn = evening.rounds.count()
    return rounds_draw(tournament_id=evening.pk, actor=ACTOR, expected=drawn)


def play(round_, *deals):
    """Start it, write a deal on every sheet (in turn), confirm them all, close it."""
    round_start(round_id=round_.pk, actor=ACTOR)
    sheets = ScoreSheet.objects.filter(table_game__table__round=round_)
    in_order = sheets.order_by("table_game__table__place__number")
    for sheet, deal in zip(in_order, cycle(deals), strict=False):
        factories.confirmed(factories.deals(sheet, [deal]))
        sheet_changed(sheet)
    round_close(round_id=round_.pk, actor=ACTOR)


def together(evening, *, partners):
    """How often each two entries sat at a table, or on one side of it."""
    groups: dict[tuple[int, int], list[int]] = {}
    for seat in Seat.objects.filter(round__tournament=evening):
        key = (seat.table_id, seat.side if partners else 0)
        groups.setdefault(key, []).append(seat.entry_id)
    return Counter(
        frozenset(pair) for group in groups.values() for pair in combinations(sorted(group), 2)
    )


def waits(evening):
    """How often each entry waited."""
    found = RoundCredit.objects.filter(tournament=evening, kind=RoundCredit.Kind.WAIT)
    waited = Counter(found.values_list("entry_id", flat=True))
    return [waited[entry.pk] for entry in evening.entries.all()]


# -- what is offered -----------------------------------------------------------------------------


def test_a_game_is_offered_what_its_tables_can_play():
    for variant in VARIANTS:
        seats, sides = variant.seats(variant.options()), variant.sides(variant.options())
        partners, duel = seats > sides, seats == sides == 2
        ways = ways_for(variant, variant.options())
        offered = {way.key for way in ways}
        assert len(offered) == len(ways)
        for key in ("drawn-partners", "fixed-teams", "swiss-teams", "knock-out-teams"):
            assert (key in offered) == partners
        for key in ("round-robin", "knock-out"):
            assert (key in offered) == duel
        assert ("swiss" in offered) == (partners or duel)
        assert ("individuals" in offered) == (not partners and not duel)
        assert offered <= METHOD_SENTENCES.keys()
        assert offered <= METHODS.keys()
        assert {way.team_size for way in ways} == ({1, 2} if partners else {1})


def test_there_is_a_ready_made_tournament_for_every_game():
    ready = presets.ready_made()
    assert {one.variant for one in ready} == {variant.name for variant in VARIANTS}
    for one in ready:
        assert one.data.draw_mode == DrawMode.EACH or one.data.format not in NEEDS_RESULTS


# -- evenings ------------------------------------------------------------------------------------


def test_a_swiss_evening_of_eighteen_has_no_partner_twice_and_nobody_waits_twice():
    evening = swiss_schieber()
    for number in range(1, 4):
        (round_,) = draw(evening)
        assert round_.number == number
        assert (round_.tables.count(), round_.credits.count()) == (4, 2)
        play(round_, *map(factories.deal, (90, 97, 104, 111)))
    assert set(together(evening, partners=True).values()) == {1}
    assert max(waits(evening)) == 1
    standings_rebuild(tournament_id=evening.pk)
    assert Standing.objects.filter(tournament=evening, after_round=3).count() == 18


def test_the_first_and_fourth_of_the_ranking_play_against_the_second_and_third():
    evening = swiss_schieber(players=8, rounds=2)
    (first,) = draw(evening)
    play(first, factories.deal(150), factories.deal(120))
    (second,) = draw(evening)
    points = dict(draw_inputs_of(evening).own["points"])
    tables: dict[int, dict[int, list[int]]] = {}
    for seat in second.seats.all():
        sides = tables.setdefault(seat.table_id, {0: [], 1: []})
        sides[seat.side].append(points[seat.entry_id])
    # After 150 : 7 and 120 : 37 the upper four are the winners; partners of round 1 are parted.
    assert sorted(tuple(sorted(map(sorted, sides.values()))) for sides in tables.values()) == [
        ([7, 37], [7, 37]),
        ([120, 150], [120, 150]),
    ]


def test_the_next_draw_by_standings_waits_for_the_results():
    evening = swiss_schieber(players=8)
    (round_,) = draw(evening)
    round_start(round_id=round_.pk, actor=ACTOR)
    with pytest.raises(TablesOpen):
        draw(evening)


def draw_inputs_of(evening):
    return draw_inputs(evening, evening.stages.get(), allow_repeats=False)


def test_a_draw_by_standings_counts_what_a_wait_is_credited():
    evening = swiss_schieber(players=9, credit_rule="fixed", credit_points=500)
    assert draw_inputs_of(evening).own["points"] == {}
    (round_,) = draw(evening)
    play(round_, factories.deal(92))
    points = draw_inputs_of(evening).own["points"]
    waited = round_.credits.get().entry_id
    assert points[waited] == 500
    assert sorted(points.values()) == [65] * 4 + [92] * 4 + [500]


def test_a_substitute_outside_the_ranking_has_no_points_in_a_draw_by_standings():
    evening = swiss_schieber(players=7)
    (substitute,) = factories.entries(evening, 1, outside_ranking=True)
    (round_,) = draw(evening)
    play(round_, factories.deal(92))
    assert round_.seats.filter(entry=substitute).exists()
    assert draw_inputs_of(evening).own["points"].keys() == set(
        Entry.objects.filter(tournament=evening, outside_ranking=False).values_list("pk", flat=True)
    )
    assert len(draw(evening)) == 1


def test_five_people_all_meet_once_in_a_round_robin_and_each_waits_once():
    evening = cinq_cents()
    made = draw(evening)
    assert [round_.number for round_ in made] == [1, 2, 3, 4, 5]
    for round_ in made:
        play(round_, DUEL)
    assert sorted(together(evening, partners=False).values()) == [1] * 10
    assert waits(evening) == [1] * 5
    standings_rebuild(tournament_id=evening.pk)
    rows = Standing.objects.filter(tournament=evening, after_round=5)
    assert rows.count() == 5
    assert all(row.total > 0 for row in rows)


def test_a_round_robin_drawn_round_by_round_meets_nobody_twice_either():
    evening = cinq_cents()
    evening.stages.update(draw_mode=DrawMode.EACH)
    for _number in range(5):
        (round_,) = draw(evening)
        play(round_, DUEL)
    assert sorted(together(evening, partners=False).values()) == [1] * 10
    assert waits(evening) == [1] * 5


def test_swiss_duels_meet_nobody_twice():
    evening = cinq_cents(players=7, rounds=4, format="swiss")
    evening.stages.update(draw_mode=DrawMode.EACH)
    for _number in range(4):
        (round_,) = draw(evening)
        play(round_, DUEL)
    assert set(together(evening, partners=False).values()) == {1}
    assert max(waits(evening)) == 1


# -- pages ---------------------------------------------------------------------------------------


def typed(setup):
    """What a browser sends of the form as it is shown."""
    form = SetupForm(setup=setup, zone="Europe/Zurich")
    values = {name: part[name].value() for part in (form, form.options) for name in part.fields}
    data = {
        name: "on" if value is True else str(value)
        for name, value in values.items()
        if value is not None and value is not False and value != []
    }
    return data | {"name": "Herbstturnier", "date": "2026-10-25", "time": "09:00"}


@pytest.fixture
def organiser_of(client):
    def log_in(club):
        client.force_login(factories.member(club, Role.ORGANISER))
        return client

    return log_in


@pytest.mark.parametrize("name", ["schieber", "cinq-cents"])
def test_the_set_up_offers_the_methods_with_a_sentence_each(organiser_of, name):
    club = factories.club()
    variant = get_variant(name)
    address = reverse("tournaments:new-from", args=[club.slug, f"game-{name}"])
    page = organiser_of(club).get(address).content.decode()
    select = re.search(r'<select name="format".*?</select>', page, re.DOTALL).group()
    offered = [way.key for way in ways_for(variant, variant.options())]
    assert re.findall(r'value="([^"]+)"', select) == offered
    for key in offered:
        assert f"<dd>{METHOD_SENTENCES[key]}</dd>" in page


def test_the_set_up_refuses_swiss_with_all_rounds_at_once_and_takes_it_round_by_round(organiser_of):
    club = factories.club()
    client = organiser_of(club)
    address = reverse("tournaments:new-from", args=[club.slug, "game-schieber"])
    data = typed(presets.READY[0].data) | {"format": "swiss"}
    refused = client.post(address, data | {"draw_mode": "all"})
    assert refused.status_code == 422
    assert 'id="id_draw_mode_error"' in refused.content.decode()
    assert not Tournament.objects.exists()
    assert client.post(address, data | {"draw_mode": "each"}).status_code == 302
    stage = Tournament.objects.get().stages.get()
    assert (stage.format, stage.table_size, stage.draw_mode) == ("swiss", 4, "each")


def test_a_round_robin_with_more_rounds_than_opponents_is_refused(organiser_of):
    club = factories.club()
    client = organiser_of(club)
    address = reverse("tournaments:new-from", args=[club.slug, "ready-cinq-cents-5"])
    ready = next(one for one in presets.READY if one.key == "cinq-cents-5")
    data = typed(ready.data)
    refused = client.post(address, data | {"expected_players": "4"})
    assert refused.status_code == 422
    assert 'id="id_planned_rounds_error"' in refused.content.decode()
    assert client.post(address, data | {"expected_players": "5"}).status_code == 302
    assert Tournament.objects.get().stages.get().table_size == 2


PAGES = ("office", "checkin", "draw", "lists", "cards", "ranking", "public", "setup", "seat")


@pytest.mark.parametrize("format_", ["round-robin", "swiss"])
def test_every_page_of_an_evening_works_with_two_at_a_table(organiser_of, format_):
    evening = cinq_cents(format=format_, visibility="public")
    if format_ in NEEDS_RESULTS:
        evening.stages.update(draw_mode=DrawMode.EACH)
    client = organiser_of(evening.club)

    def opens(name, *args):
        address = reverse(f"tournaments:{name}", args=[evening.club.slug, evening.slug, *args])
        answer = client.get(address)
        assert answer.status_code == 200, (name, answer.status_code)
        return answer.content.decode()

    for page in PAGES:
        opens(page)
    first = draw(evening)[0]
    for page in PAGES:
        opens(page)
    assert 'data-partners="no"' in opens("round-lists", 1)
    play(first, DUEL)
    if format_ in NEEDS_RESULTS:
        draw(evening)
    second = evening.rounds.get(number=2)
    round_start(round_id=second.pk, actor=ACTOR)
    standings_rebuild(tournament_id=evening.pk)
    for page in PAGES:
        opens(page)
    opens("round-protocol", 1)
    opens("round-results", 1)
    opens("desk-table", second.tables.first().pk)
    for place in evening.places.all():
        assert client.get(reverse("tournaments:table", args=[place.code])).status_code == 200


def test_the_lists_explain_letters_as_partners_only_where_there_are_partners(organiser_of):
    evening = swiss_schieber(players=8)
    draw(evening)
    address = reverse("tournaments:lists", args=[evening.club.slug, evening.slug])
    assert 'data-partners="yes"' in organiser_of(evening.club).get(address).content.decode()


def test_the_cross_table_shows_who_played_whom_from_both_sides(organiser_of):
    evening = cinq_cents(players=4, rounds=3, visibility="public")
    evening.stages.update(draw_mode=DrawMode.EACH)
    client = organiser_of(evening.club)

    def page(name):
        address = reverse(f"tournaments:{name}", args=[evening.club.slug, evening.slug])
        return client.get(address).content.decode()

    assert 'data-state="none"' in page("cross-table")
    (round_,) = draw(evening)
    play(round_, DUEL)
    shown = cross_table(evening)
    cells = {
        (a.number, b.number): a.cells[i] for a in shown.lines for i, b in enumerate(shown.lines)
    }
    for table in round_.tables.all():
        one, other = (seat.entry.number for seat in table.seats.order_by("seat"))
        assert (cells[one, other].own, cells[one, other].theirs) == (72, 58)
        assert (cells[other, one].own, cells[other, one].theirs) == (58, 72)
    states = Counter(cell.state for cell in cells.values())
    assert states == {"self": 4, "open": 8, "won": 2, "lost": 2}
    standings_rebuild(tournament_id=evening.pk)
    for name in ("cross-table", "office-cross-table"):
        assert page(name).count('data-state="open"') == 8
    assert "/cross-table/" in page("public")
    assert "data-corrected" not in page("cross-table")
    ScoreSheet.objects.filter(table_game__table=round_.tables.first()).update(corrections=1)
    marked = [cell for line in cross_table(evening).lines for cell in line.cells]
    assert sum(cell.is_corrected for cell in marked) == 2
