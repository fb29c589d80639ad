"""Who goes home in a knock-out in the middle of a match, in the final too; and back."""

import pytest
from django.urls import reverse

from jassclub.clubs.models import Role
from tests import factories
from tests.tournaments import life
from tests.tournaments.cup import (
    ACTOR,
    WON,
    back,
    cinq_cents,
    close,
    draw,
    give_back,
    leaves,
    leaves_now,
    one_game_ahead,
    pair,
    play,
    rank_while_playing,
    ranks,
    start,
    win,
)
from tournaments.bracket_texts import back_text, given_up_text, given_up_texts, stopped_text
from tournaments.models import EntryStatus, SubstituteRule, Table, TableResult
from tournaments.selectors.bracket import bracket
from tournaments.selectors.knock_out import winners_of
from tournaments.selectors.overtaken import overtaken_in
from tournaments.selectors.stages import tables_missing
from tournaments.services.foreseeing import foresee
from tournaments.services.merging import entries_merge
from tournaments.services.publishing import ranking_publish
from tournaments.services.standings import standings_rebuild
from tournaments.services.substituting import Newcomer, seat_replace
from tournaments.services.table import sheet_changed
from tournaments.services.undoing import round_reopen, round_void

pytestmark = pytest.mark.django_db


def gave_up(evening):
    """(who, in which round) of every match that was given up."""
    valid = Table.objects.filter(round__tournament=evening).exclude(round__status="void")
    given_up = valid.filter(given_up_by__isnull=False)
    return set(given_up.values_list("given_up_by", "round__number"))


@pytest.fixture
def evening():
    """Four at a cup, best of three; the semi-finals are played."""
    return cinq_cents(4, best_of=3)


@pytest.fixture
def semi(evening):
    return start(draw(evening))


@pytest.fixture
def table(semi):
    """The first semi-final: side 0 has won one game and needs another."""
    return one_game_ahead(semi)


# -- in the middle of a match --------------------------------------------------------------------


def test_whoever_is_ahead_and_gives_up_stands_behind_at_once_not_only_when_the_next_round_is_played(
    evening, semi, table
):
    leader, other = pair(table)
    leaves_now(leader)
    found = rank_while_playing(evening)
    assert found[other] < found[leader]
    win(semi.tables.exclude(pk=table.pk).get())
    win(semi.tables.exclude(pk=table.pk).get())
    close(semi)
    found = {entry: row.rank for entry, row in ranks(evening).items()}
    assert (found[other], found[leader]) == (1, 3)


@pytest.mark.parametrize("way", ["as-is", "void"])
def test_a_match_that_was_given_up_needs_no_further_game_however_it_stands(
    evening, semi, table, way
):
    leader, other = pair(table)
    leaves_now(leader, way)
    assert table.place.number not in tables_missing(semi)
    assert winners_of([semi])[semi.pk][table.pk] == other


@pytest.mark.parametrize("way", ["as-is", "void"])
def test_a_match_that_is_given_up_before_anything_is_written_is_decided(evening, semi, way):
    table = semi.tables.order_by("place__number").first()
    absent, other = pair(table)
    leaves_now(absent, way)
    assert table.place.number not in tables_missing(semi)
    assert winners_of([semi])[semi.pk][table.pk] == other
    assert rank_while_playing(evening)[absent] == 4


@pytest.mark.parametrize("way", ["as-is", "void"])
def test_whoever_gives_up_the_final_has_lost_it_although_ahead(way):
    evening = cinq_cents(2, best_of=3)
    final = start(draw(evening))
    table = final.tables.get()
    win(table)
    leader, other = pair(table)
    leaves_now(leader, way)
    assert rank_while_playing(evening) == {other: 1, leader: 2}
    close(final)
    assert {entry: row.rank for entry, row in ranks(evening).items()} == {other: 1, leader: 2}
    assert bracket(evening).winner == evening.entries.get(pk=other).name


def test_whoever_gives_up_the_game_for_place_three_is_fourth():
    evening = cinq_cents(4, place_three=True, best_of=3)
    semi = start(draw(evening))
    for table in semi.tables.all():
        win(table)
        win(table)
    close(semi)
    final = start(draw(evening))
    first, third = final.tables.order_by("pk")
    win(first)
    win(first)
    win(third)
    leader, other = pair(third)
    leaves_now(leader)
    close(final)
    found = {entry: row.rank for entry, row in ranks(evening).items()}
    assert (found[other], found[leader]) == (3, 4)


def gives_up_twice():
    """Whoever is ahead gives up the semi-final, is back for the game for place three, and gives that
    up too while ahead: the two rounds, and the two tables it gave up.
    """
    evening = cinq_cents(4, place_three=True, best_of=3)
    semi = start(draw(evening))
    given_up, second = semi.tables.order_by("pk")
    win(given_up)
    leader, _other = pair(given_up)
    leaves_now(leader)
    win(second)
    win(second)
    close(semi)
    back(evening, leader)
    final = start(draw(evening))
    first, third = final.tables.order_by("pk")
    win(first)
    win(first)
    win(third, pair(third).index(leader))
    leaves_now(leader)
    return leader, (semi, given_up), (final, third)


def test_whoever_gives_up_two_matches_has_lost_both_everywhere():
    leader, (semi, one), (final, two) = gives_up_twice()
    evening = semi.tournament
    assert gave_up(evening) == {(leader, 1), (leader, 2)}
    for round_, table in ((semi, one), (final, two)):
        (other,) = set(pair(table)) - {leader}
        assert winners_of([round_])[round_.pk][table.pk] == other
    assert overtaken_in(evening.pk) == []
    close(final)
    assert ranks(evening)[leader].rank == 4
    first, last = bracket(evening).rounds
    marked = [
        slot for match in (*first.matches, last.third) for slot in match.slots if slot.gave_up
    ]
    assert [slot.state for slot in marked] == ["lost", "lost"]


def test_of_two_matches_given_up_the_sheet_that_goes_back_is_the_one_that_is_played_on():
    leader, (semi, one), (final, two) = gives_up_twice()
    give_back(two)
    assert gave_up(semi.tournament) == {(leader, 1)}
    assert winners_of([final])[final.pk][two.pk] is None
    assert winners_of([semi])[semi.pk][one.pk] != leader


def test_figures_put_right_do_not_bring_back_who_gave_up(evening, semi, table):
    leader, other = pair(table)
    leaves_now(leader)
    sheet = factories.deals(table.games.get(number=2).sheet, [WON[0]])
    sheet.finished, sheet.corrections = True, 1
    sheet.save()
    sheet_changed(sheet)
    assert TableResult.objects.get(table=table, entry=leader).games_won == 2
    assert winners_of([semi])[semi.pk][table.pk] == other
    assert rank_while_playing(evening)[leader] == 4


def test_the_second_of_a_table_who_goes_home_has_not_given_up_and_the_table_has_its_winner(
    evening, semi, table
):
    leader, other = pair(table)
    leaves_now(leader)
    leaves_now(other)
    assert gave_up(evening) == {(leader, 1)}
    assert evening.entries.get(pk=other).status == EntryStatus.WITHDRAWN
    assert winners_of([semi])[semi.pk][table.pk] == other


def test_giving_up_pressed_twice_is_one_event(evening, table):
    for _press in range(2):
        leaves_now(pair(table)[0])
    assert life.said("entry.give-up").after == {"gave_up_in": 1}


# -- and back ------------------------------------------------------------------------------------


def test_a_sheet_given_back_to_its_table_takes_the_giving_up_back(evening, semi, table):
    leader, _other = pair(table)
    leaves_now(leader)
    give_back(table)
    back(evening, leader)
    assert gave_up(evening) == set()
    win(table)
    assert winners_of([semi])[semi.pk][table.pk] == leader


def test_a_tick_alone_brings_nobody_back_into_the_bracket(evening, semi, table):
    leader, other = pair(table)
    leaves_now(leader)
    back(evening, leader)
    assert evening.entries.get(pk=leader).status == EntryStatus.PRESENT
    assert winners_of([semi])[semi.pk][table.pk] == other
    for one in semi.tables.exclude(pk=table.pk):
        win(one)
        win(one)
    close(semi)
    final = draw(evening)
    assert other in pair(final.tables.get())
    assert leader not in pair(final.tables.get())


def test_a_final_that_was_given_up_is_played_on_when_its_sheet_goes_back():
    evening = cinq_cents(2, best_of=3)
    final = start(draw(evening))
    table = final.tables.get()
    win(table)
    leader, _other = pair(table)
    leaves_now(leader)
    close(final)
    round_reopen(round_id=final.pk, actor=ACTOR, reason="spielt doch weiter")
    assert gave_up(evening) == {(leader, 1)}
    assert table.games.count() == 2
    give_back(table)
    win(table)
    close(final)
    assert ranks(evening)[leader].rank == 1


def test_whoever_gave_up_in_a_round_that_is_declared_void_is_not_drawn_in_it_again(
    evening, semi, table
):
    leader, _other = pair(table)
    leaves_now(leader)
    round_void(round_id=semi.pk, actor=ACTOR, reason="falsch", typed_name=evening.name)
    entry = evening.entries.get(pk=leader)
    assert (entry.status, entry.withdrawn_from) == ("withdrawn", 1)
    assert gave_up(evening) == set()
    seated = {one for each in draw(evening).tables.all() for one in pair(each)}
    assert leader not in seated


def test_a_round_declared_void_is_not_announced_as_a_match_that_is_played_on(evening, semi, table):
    leader, _other = pair(table)
    leaves_now(leader)
    found = foresee(
        tournament_id=evening.pk,
        deed=lambda: round_void(
            round_id=semi.pk, actor=ACTOR, reason="falsch", typed_name=evening.name
        ),
    )
    (said,) = given_up_texts({1: evening.entries.get(pk=leader).name}, {1: (1, 1)}, {})
    assert said not in found.draws


def test_two_entries_of_one_person_keep_that_one_of_them_gave_up(evening, semi, table):
    leader, other = pair(table)
    leaves_now(leader)
    (twin,) = factories.entries(evening, 1)
    entries_merge(keep_id=twin.pk, drop_id=leader, actor=ACTOR)
    assert gave_up(evening) == {(twin.pk, 1)}
    assert winners_of([semi])[semi.pk][table.pk] == other


def test_two_entries_of_one_person_keep_what_each_of_them_gave_up():
    leader, (semi, _one), (_final, _two) = gives_up_twice()
    evening = semi.tournament
    (twin,) = factories.entries(evening, 1)
    entries_merge(keep_id=twin.pk, drop_id=leader, actor=ACTOR)
    assert gave_up(evening) == {(twin.pk, 1), (twin.pk, 2)}


# -- shown ---------------------------------------------------------------------------------------


def test_the_bracket_says_who_gave_up_and_who_left_after_winning(evening, semi, table):
    leader, _other = pair(table)
    leaves_now(leader)
    (second,) = semi.tables.exclude(pk=table.pk)
    win(second)
    win(second)
    close(semi)
    leaves(evening, pair(second)[0], 2)
    one, two = bracket(evening).rounds[0].matches
    assert [(slot.state, slot.gave_up, slot.score) for slot in one.slots] == [
        ("lost", True, 1),
        ("won", False, 0),
    ]
    assert [(slot.state, slot.gave_up, slot.has_left) for slot in two.slots] == [
        ("won", False, True),
        ("lost", False, False),
    ]


@pytest.mark.parametrize(
    ("page", "is_kept_back"), [("bracket", True), ("office-bracket", False), ("screen", True)]
)
def test_every_bracket_marks_who_gave_up_once_the_match_is_known_there(
    client, evening, semi, table, page, is_kept_back
):
    evening.visibility, evening.publishing = "public", "hand"
    evening.save()
    client.force_login(factories.member(evening.club, Role.ORGANISER))
    leaves_now(pair(table)[0])
    address = reverse(f"tournaments:{page}", args=[evening.club.slug, evening.slug])
    assert client.get(address).text.count("data-gave-up") == (0 if is_kept_back else 1)
    (second,) = semi.tables.exclude(pk=table.pk)
    win(second)
    win(second)
    close(semi)
    standings_rebuild(tournament_id=evening.pk)
    ranking_publish(tournament_id=evening.pk, actor=ACTOR, number=1)
    assert client.get(address).text.count("data-gave-up") == 1


@pytest.mark.parametrize("way", ["as-is", "void"])
def test_the_phone_of_the_table_says_who_gave_up_and_whose_the_match_is(
    client, evening, semi, table, way
):
    leader, other = (evening.entries.get(pk=entry) for entry in pair(table))
    page = reverse("tournaments:sheet-page", args=[table.place.token])
    client.post(reverse("tournaments:table-here", args=[table.place.token]), {"seat": "0"})
    said = given_up_text(leader.name, other.name)
    assert said not in client.get(page).text
    leaves_now(leader.pk, way)
    assert said in client.get(page).text
    give_back(table)
    assert said not in client.get(page).text


def test_the_phone_of_a_table_that_stopped_outside_a_knock_out_says_who_has_left(client):
    evening = life.evening(players=8, rounds=1)
    table = life.playing(evening).tables.first()
    gone = life.at(table, 0)
    client.post(reverse("tournaments:table-here", args=[table.place.token]), {"seat": "1"})
    leaves_now(gone.pk, "void")
    page = client.get(reverse("tournaments:sheet-page", args=[table.place.token])).text
    assert stopped_text(gone.name) in page


def test_the_page_of_giving_up_says_first_whose_the_match_is(evening, semi, table):
    leader, _other = pair(table)
    name = evening.entries.get(pk=leader).name
    found = foresee(tournament_id=evening.pk, deed=lambda: leaves_now(leader))
    said = given_up_texts({1: name}, {}, {1: (1, 1)})
    assert len(said) == 1
    assert said[0] in found.draws
    assert gave_up(evening) == set()
    leaves_now(leader)
    found = foresee(tournament_id=evening.pk, deed=lambda: give_back(table))
    said = given_up_texts({1: name}, {1: (1, 1)}, {})
    assert len(said) == 1
    assert said[0] in found.draws


def test_the_page_of_coming_back_says_who_is_out_of_the_bracket(evening, semi, table):
    leader, _other = pair(table)
    leaves_now(leader)
    found = foresee(tournament_id=evening.pk, deed=lambda: back(evening, leader))
    assert back_text(evening.entries.get(pk=leader).name, is_in=False) in found.draws
    give_back(table)
    found = foresee(tournament_id=evening.pk, deed=lambda: back(evening, leader))
    assert back_text(evening.entries.get(pk=leader).name, is_in=True) in found.draws


# -- somebody else plays -------------------------------------------------------------------------


def plays_instead(evening, table, *, leaves=False):
    """Somebody outside the ranking takes the seat of side 0 before anything is written."""
    gone = table.seats.order_by("seat")[0]
    seat_replace(
        table_id=table.pk,
        actor=ACTOR,
        seat=gone.seat,
        sitting=gone.player_id,
        newcomer=Newcomer(name="Ruth Aebi"),
        leaves=leaves,
        reason="nicht da",
    )
    return gone.entry_id


@pytest.mark.parametrize("leaves", [False, True])
@pytest.mark.parametrize("number", [1, 2])
def test_a_substitute_whose_points_nobody_gets_wins_no_place_in_the_bracket(number, leaves):
    evening = cinq_cents(8, substitute_rule=SubstituteRule.NOBODY)
    round_ = draw(evening)
    if number == 2:
        play(round_)
        round_ = draw(evening)
    start(round_)
    table, *others = round_.tables.order_by("place__number")
    other = pair(table)[1]
    missing = plays_instead(evening, table, leaves=leaves)
    win(table)
    for one in others:
        win(one)
    close(round_)
    assert winners_of([round_])[round_.pk][table.pk] == other
    shown = [slot for match in bracket(evening).rounds[number - 1].matches for slot in match.slots]
    assert [slot.state for slot in shown if slot.is_substitute] == ["lost"] * (number == 1)
    following = draw(evening)
    assert other in [entry for each in following.tables.all() for entry in pair(each)]
    found = ranks(evening)
    assert found[other].rank == 1
    assert found[missing].rank == {1: 5, 2: 3}[number]


def test_a_substitute_whose_points_go_to_whoever_had_the_seat_wins_for_them():
    evening = cinq_cents(4)
    round_ = start(draw(evening))
    table, second = round_.tables.order_by("place__number")
    missing = plays_instead(evening, table)
    win(table)
    win(second)
    close(round_)
    assert winners_of([round_])[round_.pk][table.pk] == missing
    assert missing in pair(draw(evening).tables.get())
