"""A knock-out whose results are put right after the next round is drawn: what stands, and what can still move."""

import pytest
from django.urls import reverse

from scoring.models import Source
from tests.tournaments import life
from tests.tournaments.cup import (
    ACTOR,
    WON,
    cinq_cents,
    close,
    draw,
    organiser,
    pair,
    play,
    ranks,
    start,
    win,
)
from tournaments.bracket_texts import overtaken_text
from tournaments.errors import TournamentError
from tournaments.models import RoundStatus, TableGame, TableResult
from tournaments.selectors.bracket import bracket
from tournaments.selectors.knock_out import winners_of
from tournaments.selectors.overtaken import Overtaken, overtaken_in
from tournaments.services.desk import desk_reopen
from tournaments.services.foreseeing import foresee
from tournaments.services.leaving import entry_leave_now
from tournaments.services.rounds import rounds_redraw
from tournaments.services.standings import standings_rebuild
from tournaments.services.table import sheet_changed
from tournaments.services.undoing import round_reopen, round_void

pytestmark = pytest.mark.django_db


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


def test_a_final_that_nobody_has_begun_is_drawn_again_with_the_winner_of_the_correction(client):
    evening, table, final = semi_finals_played()
    loser, winner = pair(table)
    names = [evening.club.slug, evening.slug]
    other_wins(table)
    client = organiser(client, evening)
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


@pytest.fixture
def won():
    """A match of three games, won in two by a correction: the third that had begun is taken back."""
    table = start(draw(cinq_cents(4, best_of=3))).tables.order_by("place__number")[0]
    win(table)
    second = win(table, 1)
    deal = second.deals.get()
    deal.payload, deal.written = WON[0], [72, 58]
    deal.save()
    second.totals, second.corrections = [72, 58], 1
    second.save()
    sheet_changed(second)
    assert [game.sheet.status for game in table.games.all()] == ["confirmed", "confirmed", "void"]
    return table


def leave(table):
    entry_leave_now(entry_id=pair(table)[0], actor=ACTOR, way="void", reason="Grippe")


def test_whoever_goes_home_after_a_match_won_by_a_correction_gives_nothing_up(won):
    with pytest.raises(TournamentError) as caught:
        leave(won)
    assert caught.value.code == "not-playing"
    assert won.games.get(number=3).sheet.revision == 0
    assert winners_of([won.round])[won.round_id][won.pk] == pair(won)[0]


def test_the_game_a_match_stopped_at_is_the_last_that_was_played_not_one_taken_back(won):
    second = won.games.get(number=2).sheet
    back = {"sheet_id": second.pk, "context": life.context_of(won), "reason": "spielt weiter"}
    desk_reopen(**back)
    leave(won)
    second.refresh_from_db()
    assert second.status == "void"
    assert winners_of([won.round])[won.round_id][won.pk] == pair(won)[1]
    desk_reopen(**back)
    assert not won.round.tables.filter(given_up_by__isnull=False).exists()


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


def test_saving_a_correction_at_the_desk_says_that_the_final_stands_as_drawn(client):
    evening, table, _final = semi_finals_played()
    seated, winner = pair(table)
    names = [evening.club.slug, evening.slug, table.pk]
    figures = {"taker": "1", "trump": "rosen", "points.0": "58", "points.1": "72"}
    post: dict[str, object] = {f"1:deal.{name}": text for name, text in figures.items()}
    post |= {"row": ["1"], "1:version": "1", "1:nonce": "a-correction", "reason": "Verschrieben"}
    client = organiser(client, evening)
    saved = client.post(reverse("tournaments:desk-deals", args=names), post, follow=True)
    said = [str(message) for message in saved.context["messages"]]
    one = Overtaken(1, 1, table.pk, winner, seated, 2, RoundStatus.DRAWN, is_untouched=True)
    assert overtaken_text(one, dict(evening.entries.values_list("pk", "name"))) in said


def test_a_corrected_table_is_marked_in_the_bracket(client):
    evening, table, _final = semi_finals_played()
    page = reverse("tournaments:office-bracket", args=[evening.club.slug, evening.slug])
    client = organiser(client, evening)
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
