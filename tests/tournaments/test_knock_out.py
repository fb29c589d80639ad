"""A knock-out on its pages: drawn from confirmed winners, best of n at a table, ranked by who stays in."""

import pytest
from django.urls import reverse

from jassclub.clubs.models import Role
from scoring.models import ScoreSheet, SheetStatus, Source
from scoring.rules import get_variant
from tests import factories
from tests.tournaments import life
from tests.tournaments.cup import (
    ACTOR,
    CHAIN,
    WON,
    cinq_cents,
    close,
    draw,
    pair,
    play,
    ranks,
    start,
    win,
)
from tournaments.bracket_texts import overtaken_text
from tournaments.errors import TournamentError
from tournaments.models import (
    DrawMode,
    Entry,
    EntryStatus,
    RoundStatus,
    Standing,
    TableGame,
    TableResult,
)
from tournaments.reason_texts import KNOCK_OUT, reason_text
from tournaments.selectors.bracket import bracket
from tournaments.selectors.entries import check_in
from tournaments.selectors.knock_out import still_in, winners_of
from tournaments.selectors.office import wall_tables
from tournaments.selectors.overtaken import Overtaken, overtaken_in
from tournaments.selectors.public import whereabouts
from tournaments.selectors.series import series_of
from tournaments.selectors.table import current_game
from tournaments.services.entries import entry_walk_in, entry_withdraw
from tournaments.services.foreseeing import foresee
from tournaments.services.leaving import entry_leave_now
from tournaments.services.rounds import rounds_draw, rounds_redraw
from tournaments.services.seats import seats_swap
from tournaments.services.standings import standings_rebuild
from tournaments.services.table import sheet_changed
from tournaments.services.undoing import round_reopen, round_void

pytestmark = pytest.mark.django_db


def refused(code, call, **arguments):
    with pytest.raises(TournamentError) as caught:
        call(**arguments)
    assert caught.value.code == code


# -- drawn ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "rounds", "byes"), [(2, 1, 0), (5, 3, 3), (8, 3, 0), (13, 4, 3)]
)
def test_the_field_says_how_many_rounds_there_are_and_byes_go_on(players, rounds, byes):
    evening = cinq_cents(players)
    first = draw(evening)
    assert evening.stages.get().planned_rounds == rounds
    assert first.credits.filter(kind="wait").count() == byes
    waited = set(first.credits.values_list("entry_id", flat=True))
    round_ = first
    for _number in range(1, rounds):
        play(round_)
        round_ = draw(evening)
        if _number == 1:
            assert waited <= set(round_.seats.values_list("entry_id", flat=True))
    play(round_)
    evening.refresh_from_db()
    assert evening.status == "closed"


def test_only_winners_play_on_and_neighbours_in_the_bracket_meet():
    evening = cinq_cents(8)
    first = draw(evening)
    pairs = [pair(table) for table in first.tables.order_by("place__number")]
    play(first, sides=[0, 1, 1, 0])
    second = draw(evening)
    assert [pair(table) for table in second.tables.order_by("place__number")] == [
        [pairs[0][0], pairs[1][1]],
        [pairs[2][1], pairs[3][0]],
    ]


def test_seeds_are_kept_apart_and_the_best_one_waits():
    evening = cinq_cents(7)
    best, second = evening.entries.order_by("number")[:2]
    Entry.objects.filter(pk=best.pk).update(seed=1)
    Entry.objects.filter(pk=second.pk).update(seed=2)
    first = draw(evening)
    assert [credit.entry_id for credit in first.credits.all()] == [best.pk]
    slots = first.protocol["bracket"]
    assert (slots.index(best.pk) < 4) != (slots.index(second.pk) < 4)


def test_the_next_round_waits_until_every_table_has_a_winner():
    evening = cinq_cents(4)
    first = start(draw(evening))
    win(first.tables.first())
    refused("results-missing", lambda: draw(evening))


def test_whoever_leaves_before_the_next_round_makes_room_for_the_neighbour():
    evening = cinq_cents(8)
    first = draw(evening)
    pairs = [pair(table) for table in first.tables.order_by("place__number")]
    play(first)
    entry_withdraw(tournament_id=evening.pk, actor=ACTOR, entry_id=pairs[0][0], from_round=2)
    second = draw(evening)
    assert [credit.entry_id for credit in second.credits.all()] == [pairs[1][0]]
    play(second)
    final = draw(evening)
    assert pairs[1][0] in pair(final.tables.get())


def test_a_late_entry_is_drawn_in_before_the_first_game_and_refused_after_it():
    evening = cinq_cents(4)
    first = draw(evening)
    entry_walk_in(tournament_id=evening.pk, actor=ACTOR, name="Urs Meier")
    (again,) = rounds_redraw(tournament_id=evening.pk, actor=ACTOR, newest=first.pk)
    assert evening.stages.get().planned_rounds == 3
    assert len([one for one in again.protocol["bracket"] if one]) == 5
    start(again)
    refused(
        "knock-out-begun",
        entry_walk_in,
        tournament_id=evening.pk,
        actor=ACTOR,
        name="Vreni Odermatt",
    )
    assert not evening.entries.filter(name="Vreni Odermatt").exists()


def test_the_check_in_says_until_when_somebody_can_still_join():
    evening = cinq_cents(5)
    assert check_in(evening).late.state == "early"
    assert check_in(evening).figures.over == 0
    first = draw(evening)
    assert check_in(evening).late.state == "redraw"
    play(first)
    assert check_in(evening).late.state == "bracket"
    draw(evening)
    assert check_in(evening).late.state == "bracket"


# -- ranked --------------------------------------------------------------------------------------


def test_the_ranking_says_in_which_round_everybody_lost():
    evening = cinq_cents(8, place_three=True)
    play(draw(evening))
    semi = play(draw(evening))
    losers = [pair(table)[1] for table in semi.tables.order_by("place__number")]
    final = draw(evening)
    assert final.tables.count() == 2
    games = [pair(table) for table in final.tables.order_by("place__number")]
    assert sorted(games[1]) == sorted(losers)
    play(final, sides=[1, 0])
    rows = ranks(evening)
    assert rows[games[0][1]].rank == 1
    assert rows[games[0][0]].rank == 2
    assert rows[games[1][0]].rank == 3
    assert rows[games[1][1]].rank == 4
    assert sorted(row.rank for row in rows.values()) == [1, 2, 3, 4, 5, 5, 5, 5]
    said = {row.rank: reason_text(row.reason, list(CHAIN)) for row in rows.values()}
    assert [said[rank] for rank in (1, 2, 3, 4, 5)] == [
        str(KNOCK_OUT[place]) for place in (1, 2, 3, 4, 8)
    ]


def test_losers_of_one_round_share_the_rank_and_who_is_still_in_shares_the_first():
    evening = cinq_cents(8)
    play(draw(evening))
    rows = ranks(evening)
    assert sorted(row.rank for row in rows.values()) == [1, 1, 1, 1, 5, 5, 5, 5]
    assert {row.reason["own"] for row in rows.values()} == {1, 8}


def test_who_leaves_while_still_in_stands_behind_who_lost_later():
    evening = cinq_cents(4)
    first = draw(evening)
    play(first)
    one, other = (pair(table)[0] for table in first.tables.order_by("place__number"))
    entry_withdraw(tournament_id=evening.pk, actor=ACTOR, entry_id=one, from_round=2)
    refused("knock-out-over", lambda: draw(evening))
    rows = ranks(evening)
    assert rows[other].rank == 1


def other_wins(table):
    """What a correction leaves: the first game of a table was won by side 1."""
    sheet = table.games.get().sheet
    deal = sheet.deals.get()
    deal.payload, deal.written = WON[1], [58, 72]
    deal.save()
    sheet.totals, sheet.corrections = [58, 72], 1
    sheet.save()
    sheet_changed(sheet)


def semi_finals_played():
    """A knock-out of four with the final drawn: the first semi-final's table, and the final."""
    evening = cinq_cents(4)
    first = draw(evening)
    play(first)
    return evening, first.tables.order_by("place__number").first(), draw(evening)


def test_the_preview_of_a_late_correction_says_that_the_final_stands_as_drawn():
    evening, table, _final = semi_finals_played()
    seated, winner = pair(table)
    names = dict(evening.entries.values_list("pk", "name"))
    foreseen = foresee(tournament_id=evening.pk, deed=lambda: other_wins(table))
    (said,) = foreseen.draws
    assert said == overtaken_text(
        Overtaken(1, 1, table.pk, winner, seated, 2, "drawn", is_untouched=True), names
    )
    assert overtaken_in(evening.pk) == []


def test_a_final_that_nobody_has_begun_is_drawn_again_with_the_winner_of_the_correction(organiser):
    evening, table, final = semi_finals_played()
    loser, winner = pair(table)
    names = [evening.club.slug, evening.slug]
    other_wins(table)
    client = organiser(evening)
    assert "data-overtaken" in client.get(reverse("tournaments:draw", args=names)).text
    redraw = reverse("tournaments:redraw", args=names)
    assert client.post(redraw, {"newest": final.pk}).status_code == 302
    seated = pair(evening.rounds.get(number=2, status="drawn").tables.get())
    assert winner in seated
    assert loser not in seated
    assert "data-overtaken" not in client.get(reverse("tournaments:draw", args=names)).text


@pytest.mark.parametrize("is_played", [False, True])
def test_a_final_that_has_begun_says_whether_something_is_written_in_it(is_played):
    evening, table, final = semi_finals_played()
    start(final)
    if is_played:
        win(final.tables.get())
    other_wins(table)
    (one,) = overtaken_in(evening.pk)
    assert (one.next_status, one.is_untouched) == ("playing", not is_played)


def test_a_final_declared_void_is_drawn_with_the_winner_of_the_correction():
    evening, table, final = semi_finals_played()
    loser, winner = pair(table)
    start(final)
    other_wins(table)
    round_void(round_id=final.pk, actor=ACTOR, reason="Halbfinal berichtigt")
    seated = pair(draw(evening).tables.get())
    assert winner in seated
    assert loser not in seated


def nobody_wins(table):
    """What a correction leaves: the only game of a table ends with equal points and no winner."""
    sheet = table.games.get().sheet
    sheet.deals.all().delete()
    sheet.source, sheet.totals, sheet.corrections = Source.TOTALS, [65, 65], 1
    sheet.save()
    sheet_changed(sheet)


def test_a_table_that_a_correction_left_tied_plays_one_more_game_once_its_round_is_reopened():
    evening, table, final = semi_finals_played()
    seated, other = pair(table)
    nobody_wins(table)
    (one,) = overtaken_in(evening.pk)
    assert (one.winner, one.seated, one.is_reopened) == (None, seated, False)
    round_reopen(round_id=table.round_id, actor=ACTOR, reason="Halbfinal unentschieden")
    assert list(table.games.values_list("number", flat=True)) == [1, 2]
    assert all(t.games.count() == 1 for t in table.round.tables.exclude(pk=table.pk))
    assert overtaken_in(evening.pk)[0].is_reopened
    win(table, 1)
    close(table.round)
    (drawn,) = rounds_redraw(tournament_id=evening.pk, actor=ACTOR, newest=final.pk)
    assert other in pair(drawn.tables.get())
    assert overtaken_in(evening.pk) == []


def test_every_state_of_a_tied_table_has_its_own_sentence_with_all_names_filled_in():
    states = [
        (RoundStatus.DRAWN, True, False),
        (RoundStatus.PLAYING, True, False),
        (RoundStatus.PLAYING, False, False),
        (RoundStatus.DRAWN, True, True),
        (RoundStatus.CLOSED, False, False),
    ]
    texts = {
        winner: {
            overtaken_text(Overtaken(1, 7, 70, winner, 11, 2, *state), {11: "Anna", 12: "Beat"})
            for state in states
        }
        for winner in (None, 12)
    }
    assert len(texts[None]) == len(states)
    assert not texts[None] & texts[12]
    assert all("Anna" in text and "%(" not in text for text in texts[None])


def test_saving_a_correction_at_the_desk_says_that_the_final_stands_as_drawn(organiser):
    evening, table, _final = semi_finals_played()
    seated, winner = pair(table)
    names = [evening.club.slug, evening.slug, table.pk]
    figures = {"taker": "1", "trump": "rosen", "points.0": "58", "points.1": "72"}
    post: dict[str, object] = {f"1:deal.{name}": text for name, text in figures.items()}
    post |= {"row": ["1"], "1:version": "1", "1:nonce": "a-correction", "reason": "Verschrieben"}
    client = organiser(evening)
    saved = client.post(reverse("tournaments:desk-deals", args=names), post, follow=True)
    said = [str(message) for message in saved.context["messages"]]
    one = Overtaken(1, 1, table.pk, winner, seated, 2, RoundStatus.DRAWN, is_untouched=True)
    assert overtaken_text(one, dict(evening.entries.values_list("pk", "name"))) in said


def test_a_corrected_table_is_marked_in_the_bracket(organiser):
    evening, table, _final = semi_finals_played()
    page = reverse("tournaments:office-bracket", args=[evening.club.slug, evening.slug])
    client = organiser(evening)
    assert "data-corrected" not in client.get(page).text
    other_wins(table)
    standings_rebuild(tournament_id=evening.pk)
    assert client.get(page).text.count("data-corrected") == 1


def test_a_late_correction_changes_the_places_but_no_drawn_round():
    evening = cinq_cents(4)
    first = draw(evening)
    play(first)
    second = draw(evening)
    before = [pair(table) for table in second.tables.all()]
    table = first.tables.order_by("place__number").first()
    other_wins(table)
    assert [pair(table) for table in second.tables.all()] == before
    assert TableGame.objects.filter(table=table).count() == 1
    assert TableResult.objects.get(table=table, entry=pair(table)[1]).games_won == 1


# -- best of n -----------------------------------------------------------------------------------


def test_the_next_game_opens_until_one_side_has_the_majority():
    evening = cinq_cents(2, best_of=3)
    table = start(draw(evening)).tables.get()
    assert (series_of(table).number, series_of(table).won) == (1, (0, 0))
    win(table, 0)
    assert not TableResult.objects.exists()
    assert (series_of(table).number, series_of(table).won) == (2, (1, 0))
    win(table, 1)
    assert series_of(table).won == (1, 1)
    win(table, 1)
    assert table.games.count() == 3
    won = dict(TableResult.objects.values_list("entry_id", "games_won"))
    assert won == dict(zip(pair(table), (1, 2), strict=True))
    assert not ScoreSheet.objects.filter(status=SheetStatus.OPEN).exists()


def test_two_games_are_enough_for_two_wins():
    evening = cinq_cents(2, best_of=3)
    round_ = start(draw(evening))
    table = round_.tables.get()
    win(table, 1)
    win(table, 1)
    assert table.games.count() == 2
    (line,) = wall_tables(round_)
    assert line.won == [0, 2]
    close(round_)


def test_a_game_that_a_correction_makes_needless_is_taken_back_while_untouched():
    evening = cinq_cents(2, best_of=3)
    table = start(draw(evening)).tables.get()
    first = win(table, 0)
    win(table, 1)
    assert table.games.count() == 3
    deal = first.deals.get()
    deal.payload, deal.written = WON[1], [58, 72]
    deal.save()
    first.totals = [58, 72]
    first.save()
    sheet_changed(first)
    assert table.games.get(number=3).sheet.status == SheetStatus.VOID
    assert TableResult.objects.get(entry=pair(table)[1]).games_won == 2


def test_a_tied_game_of_a_knock_out_is_followed_by_a_deciding_one():
    evening = factories.tournament(
        players=0,
        rounds=1,
        format="knock-out",
        chain=CHAIN,
        team_size=2,
        options={**factories.SCHIEBER_12, "deals": 2},
    )
    evening.stages.update(draw_mode=DrawMode.EACH)
    people = factories.players(evening.club, 4)
    for number in (1, 2):
        entry = Entry.objects.create(
            tournament=evening, number=number, name=f"Team {number}", status=EntryStatus.PRESENT
        )
        for position in (0, 1):
            entry.entry_players.create(
                tournament=evening, player=people[2 * number - 2 + position], position=position
            )
    table = start(draw(evening)).tables.get()

    def played(points):
        sheet = factories.deals(
            current_game(table.place).sheet, [factories.deal(p) for p in points]
        )
        factories.confirmed(sheet)
        sheet_changed(sheet)

    played([100, 57])
    assert table.games.count() == 2
    assert not TableResult.objects.exists()
    played([100, 92])
    assert table.games.count() == 2
    result = TableResult.objects.get(entry=evening.entries.get(number=1))
    assert (result.games_won, result.points) in {(1, 349), (0, 279)}


def test_best_of_three_in_a_round_robin_ends_after_three_games_even_if_one_was_tied():
    evening = cinq_cents(
        3, best_of=3, format="round-robin", chain=("wins", "sum", "shared"), rounds=3
    )
    evening.stages.update(draw_mode=DrawMode.ALL)
    made = rounds_draw(tournament_id=evening.pk, actor=ACTOR, expected=0)
    for round_ in made:
        table = start(round_).tables.get()
        for side in (0, 1, 0):
            win(table, side)
        close(round_)
    rows = ranks(evening)
    assert sum(result.games_won for result in TableResult.objects.all()) == 9
    assert len(rows) == 3


# -- the bracket ---------------------------------------------------------------------------------


@pytest.fixture
def organiser(client):
    def of(evening):
        client.force_login(factories.member(evening.club, Role.ORGANISER))
        return client

    return of


def test_the_bracket_shows_games_byes_winners_and_what_is_still_open():
    evening = cinq_cents(5)
    assert bracket(evening) is None
    first = draw(evening)
    shown = bracket(evening)
    assert [len(round_.matches) for round_ in shown.rounds] == [4, 2, 1]
    assert sum(match.is_bye for match in shown.rounds[0].matches) == 3
    play(first)
    shown = bracket(evening)
    (played,) = [match for match in shown.rounds[0].matches if not match.is_bye]
    assert [slot.state for slot in played.slots] == ["won", "lost"]
    assert sum(slot.name != "" for match in shown.rounds[1].matches for slot in match.slots) == 4
    play(draw(evening))
    play(draw(evening))
    shown = bracket(evening)
    assert shown.winner == shown.rounds[-1].matches[0].slots[0].name


@pytest.mark.parametrize("name", ["bracket", "office-bracket"])
def test_the_bracket_page_is_there_from_the_first_draw_and_unchanged_costs_nothing(organiser, name):
    evening = cinq_cents(5, visibility="public")
    client = organiser(evening)
    address = reverse(f"tournaments:{name}", args=[evening.club.slug, evening.slug])
    assert 'data-state="none"' in client.get(address).content.decode()
    round_ = draw(evening)
    standings_rebuild(tournament_id=evening.pk)
    answer = client.get(address)
    page = answer.content.decode()
    assert page.count("data-match=") == 7
    assert page.count('data-bye="1"') == 3
    again = client.get(address, headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304
    play(round_)
    standings_rebuild(tournament_id=evening.pk)
    page = client.get(address, headers={"If-None-Match": answer["ETag"]}).content.decode()
    assert 'data-state="won"' in page
    part = client.get(address, headers={"HX-Request": "true"}).content.decode()
    assert 'data-state="won"' in part
    assert "<html" not in part


def test_what_is_not_published_yet_shows_no_winner_to_the_public(client):
    evening = cinq_cents(4, visibility="public", publishing="hand")
    play(draw(evening))
    draw(evening)
    standings_rebuild(tournament_id=evening.pk)
    address = reverse("tournaments:bracket", args=[evening.club.slug, evening.slug])
    page = client.get(address).content.decode()
    assert 'data-state="won"' not in page


def test_every_page_works_in_a_knock_out(organiser):
    evening = cinq_cents(5, visibility="public", best_of=3, place_three=True)
    client = organiser(evening)

    def opens(name, *arguments):
        where = [evening.club.slug, evening.slug, *arguments]
        answer = client.get(reverse(f"tournaments:{name}", args=where))
        assert answer.status_code == 200, name
        return answer.content.decode()

    for name in ("setup", "checkin", "draw", "ranking", "public"):
        opens(name)
    round_ = start(draw(evening))
    table = round_.tables.get()
    win(table)
    standings_rebuild(tournament_id=evening.pk)
    for name in ("setup", "checkin", "draw", "office", "lists", "cards", "ranking", "public"):
        opens(name)
    assert "data-won" in opens("office")
    assert "data-won" in opens("round-results", 1)
    opens("round-protocol", 1)
    opens("desk-table", table.pk)
    assert get_variant("cinq-cents").sides({}) == 2


# -- seeding -------------------------------------------------------------------------------------


def test_the_seeding_is_typed_beside_the_names_and_a_place_is_given_once(organiser):
    evening = cinq_cents(5)
    client = organiser(evening)
    address = reverse("tournaments:seeds", args=[evening.club.slug, evening.slug])
    one, other, third = evening.entries.order_by("number")[:3]
    assert client.get(address).status_code == 200
    twice = client.post(address, {f"seed-{one.pk}": "1", f"seed-{other.pk}": "1"})
    assert twice.status_code == 422
    assert 'data-code="seed-twice"' in twice.content.decode()
    for wrong in ("0", "6", "eins", "1.5"):
        assert client.post(address, {f"seed-{one.pk}": wrong}).status_code == 422
    assert not evening.entries.exclude(seed=None).exists()
    typed = {f"seed-{one.pk}": "2", f"seed-{other.pk}": "1", f"seed-{third.pk}": ""}
    assert client.post(address, typed).status_code == 302
    assert client.post(address, typed).status_code == 302
    seeds = dict(evening.entries.exclude(seed=None).values_list("pk", "seed"))
    assert seeds == {one.pk: 2, other.pk: 1}
    start(draw(evening))
    assert client.post(address, typed).status_code == 409


def test_whoever_has_no_opponent_is_told_that_the_next_round_is_theirs():
    evening = cinq_cents(3)
    first = draw(evening)
    alone = first.credits.get().entry
    (found,) = whereabouts(evening, alone.name)
    assert (found.places[0].table, found.places[0].knock_out) == (None, True)
    (found,) = whereabouts(evening, first.seats.first().entry.name)
    assert found.places[0].against


# -- at the table --------------------------------------------------------------------------------


def test_the_card_opens_the_next_game_and_says_how_it_stands(client):
    evening = cinq_cents(2, best_of=3)
    table = start(draw(evening)).tables.get()
    token = table.place.token
    client.post(reverse("tournaments:table-here", args=[token]), {"seat": "0"})

    def sheet_page():
        return client.get(reverse("tournaments:sheet-page", args=[token])).content.decode()

    first = current_game(table.place).sheet_id
    assert f'data-sheet="{first}"' in sheet_page()
    win(table)
    second = current_game(table.place).sheet_id
    assert second != first
    assert f'data-sheet="{second}"' in sheet_page()
    assert series_of(table).text in sheet_page()
    board = reverse("tournaments:sheet-board", args=[token])
    assert client.get(board, {"sheet": first}).status_code == 409


def test_the_desk_reaches_the_games_before_the_present_one(organiser):
    evening = cinq_cents(2, best_of=3)
    table = start(draw(evening)).tables.get()
    win(table, 0)
    win(table, 1)
    client = organiser(evening)
    address = reverse("tournaments:desk-table", args=[evening.club.slug, evening.slug, table.pk])
    assert 'data-games="3"' in client.get(address).content.decode()
    page = client.get(address, {"game": "1"}).content.decode()
    assert 'data-status="confirmed"' in page
    assert f'/tables/{table.pk}/reopen/?game=1"' in page


# -- without a game ------------------------------------------------------------------------------


def void(table):
    sheet = table.games.get().sheet
    sheet.status, sheet.status_reason = SheetStatus.VOID, "nicht erschienen"
    sheet.save()
    sheet_changed(sheet)


def test_whoever_does_not_turn_up_and_leaves_lets_the_other_go_on():
    evening = cinq_cents(4)
    first = start(draw(evening))
    empty, played = first.tables.order_by("place__number")
    absent, here = pair(empty)
    void(empty)
    win(played)
    close(first)
    entry_withdraw(tournament_id=evening.pk, actor=ACTOR, entry_id=absent, from_round=2)
    final = draw(evening)
    assert pair(final.tables.get()) == [here, pair(played)[0]]
    assert [slot.state for slot in bracket(evening).rounds[0].matches[0].slots] == ["lost", "won"]
    play(final)
    rows = ranks(evening)
    assert [rows[entry].rank for entry in (here, pair(played)[0], absent)] == [1, 2, 3]


def test_a_void_table_where_both_are_still_there_has_to_be_decided_first():
    evening = cinq_cents(4)
    first = start(draw(evening))
    empty, played = first.tables.order_by("place__number")
    void(empty)
    win(played)
    close(first)
    with pytest.raises(TournamentError) as caught:
        draw(evening)
    assert caught.value.code == "winner-unclear"
    names = [Entry.objects.get(pk=entry).name for entry in pair(empty)]
    assert all(name in caught.value.message for name in names)


def test_a_game_counted_unfinished_is_decided_by_its_points():
    evening = cinq_cents(2, best_of=3)
    table = start(draw(evening)).tables.get()
    win(table, 0)
    sheet = factories.deals(current_game(table.place).sheet, [WON[1]])
    sheet.finished, sheet.settled = False, "as-is"
    sheet.totals = [10, 62]
    sheet.save()
    factories.confirmed(sheet)
    sheet_changed(sheet)
    assert table.games.count() == 2
    assert TableResult.objects.filter(table=table).count() == 2


def test_nobody_at_the_door_yet_needs_no_table_of_a_bracket(organiser):
    evening = cinq_cents(0)
    figures = check_in(evening).figures
    assert (figures.people, figures.tables, figures.over) == (0, 0, 0)


def test_who_goes_on_without_a_game_does_not_wait_on_any_page(organiser):
    evening = cinq_cents(5)
    first = draw(evening)
    client = organiser(evening)
    names = [evening.club.slug, evening.slug]
    lists = reverse("tournaments:round-lists", args=[*names, first.number])
    screen = reverse("tournaments:screen", args=names)
    for page in (reverse("tournaments:draw", args=names), lists, screen):
        text = client.get(page).text
        assert "ohne Spiel weiter" in text or "kommt weiter" in text
        assert "wartet" not in text
        assert "warten" not in text


@pytest.mark.parametrize("begun", [False, True])
def test_the_draw_page_offers_no_next_round_before_this_one_is_closed(organiser, begun):
    evening = cinq_cents(4)
    first = draw(evening)
    if begun:
        start(first)
        for table in first.tables.all():
            win(table)
    client = organiser(evening)
    page = reverse("tournaments:draw", args=[evening.club.slug, evening.slug])
    early = client.get(page).text
    assert "data-round-open" in early
    assert "data-next-tables" not in early
    if begun:
        close(first)
        late = client.get(page).text
        assert "data-round-open" not in late
        assert "data-next-tables" in late


def test_whoever_goes_home_in_the_middle_of_a_series_has_given_up_even_if_ahead():
    evening = cinq_cents(4, best_of=3)
    first = start(draw(evening))
    table, other_table = first.tables.order_by("place__number")
    win(table)
    ahead, behind = pair(table)
    entry = evening.entries.get(pk=ahead)
    entry_leave_now(entry_id=entry.pk, actor=ACTOR, way="as-is", reason="Grippe")
    win(other_table)
    win(other_table)
    winner = pair(other_table)[0]
    close(first)
    assert {*pair(draw(evening).tables.get())} == {behind, winner}
    assert overtaken_in(evening.pk) == []


def test_whoever_leaves_after_winning_a_series_does_not_bring_the_loser_back():
    evening = cinq_cents(4, best_of=3)
    first = start(draw(evening))
    for table in first.tables.all():
        win(table)
        win(table)
    close(first)
    table = first.tables.first()
    winner, loser = pair(table)
    entry_withdraw(tournament_id=evening.pk, actor=ACTOR, entry_id=winner, from_round=2)
    assert winners_of([first])[first.pk][table.pk] == winner
    assert loser not in still_in([first])


def test_the_check_in_counts_who_is_still_in_once_a_bracket_has_begun(organiser):
    evening = cinq_cents(4)
    first = draw(evening)
    assert not check_in(evening).figures.begun_bracket
    start(first)
    win(first.tables.first())
    figures = check_in(evening).figures
    assert (figures.people, figures.begun_bracket) == (3, True)
    page = reverse("tournaments:checkin", args=[evening.club.slug, evening.slug])
    assert "noch dabei" in organiser(evening).get(page).text


def test_one_who_goes_on_without_a_game_is_one_on_the_seat_list(organiser):
    evening = cinq_cents(3)
    first = draw(evening)
    page = reverse("tournaments:round-lists", args=[evening.club.slug, evening.slug, first.number])
    assert "kommt ohne Spiel weiter" in organiser(evening).get(page).text


@pytest.mark.parametrize("sides", [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_two_who_swap_tables_stand_in_the_bracket_where_they_sit(sides):
    evening = cinq_cents(8)
    play(draw(evening))
    second = start(draw(evening))
    tables = list(second.tables.order_by("place__number"))
    one, two = (pair(table)[0] for table in tables)
    seats_swap(
        round_id=second.pk,
        actor=ACTOR,
        first=life.spot(second, evening.entries.get(pk=one)),
        second=life.spot(second, evening.entries.get(pk=two)),
    )
    pairs = [pair(table) for table in tables]
    assert {one, two} == {pairs[0][0], pairs[1][0]}
    names = dict(evening.entries.values_list("pk", "name"))
    shown = bracket(evening).rounds[1].matches
    assert [[slot.name for slot in match.slots] for match in shown] == [
        [names[entry] for entry in each] for each in pairs
    ]
    for table, side in zip(tables, sides, strict=True):
        win(table, side)
    close(second)
    final = pair(draw(evening).tables.get())
    assert {*final} == {pairs[0][sides[0]], pairs[1][sides[1]]}


def test_one_who_waits_and_one_who_plays_swap_and_the_bracket_follows():
    evening = cinq_cents(7)
    play(draw(evening))
    gone = pair(evening.rounds.get().tables.first())[0]
    entry_withdraw(tournament_id=evening.pk, actor=ACTOR, entry_id=gone, from_round=2)
    second = draw(evening)
    waits = second.credits.get().entry
    plays = evening.entries.get(pk=pair(second.tables.get())[0])
    seats_swap(
        round_id=second.pk,
        actor=ACTOR,
        first=life.spot(second, plays),
        second=life.spot(second, waits),
    )
    start(second)
    win(second.tables.get())
    close(second)
    assert {*pair(draw(evening).tables.get())} == {plays.pk, waits.pk}


@pytest.mark.parametrize("public", [False, True])
def test_the_bracket_says_who_goes_on_to_a_drawn_final_even_if_corrected_since(public):
    evening, table, _final = semi_finals_played()
    seated, _winner = pair(table)
    other_wins(table)
    standings_rebuild(tournament_id=evening.pk)
    shown = bracket(evening, public=public)
    names = dict(evening.entries.values_list("pk", "name"))
    went_on = [slot.name for slot in shown.rounds[0].matches[0].slots if slot.state == "won"]
    assert went_on == [names[seated]]
    assert names[seated] in {slot.name for slot in shown.rounds[1].matches[0].slots}


def test_a_final_that_was_played_stands_although_the_semi_final_was_corrected_since():
    evening = cinq_cents(4, place_three=True)
    first = draw(evening)
    play(first)
    final = draw(evening)
    table = first.tables.order_by("place__number").first()
    in_final, in_third = pair(table)
    other_wins(table)
    play(final, (0, 0))
    games = [pair(table) for table in final.tables.order_by("place__number")]
    assert in_final in games[0]
    assert in_third in games[1]
    found = {entry: row.rank for entry, row in ranks(evening).items()}
    expected = {games[0][0]: 1, games[0][1]: 2, games[1][0]: 3, games[1][1]: 4}
    assert found == expected


def test_while_the_final_is_played_nobody_from_the_game_for_place_three_stands_before_it():
    evening = cinq_cents(4, place_three=True)
    play(draw(evening))
    final = start(draw(evening))
    one, other = final.tables.order_by("place__number")
    win(other)
    standings_rebuild(tournament_id=evening.pk)
    rows = Standing.objects.filter(tournament=evening, list_key="main")
    newest = max(row.after_round for row in rows)
    found = {row.entry_id: row.rank for row in rows if row.after_round == newest}
    assert {found[entry] for entry in pair(one)} == {1}
    assert [found[entry] for entry in pair(other)] == [3, 4]
