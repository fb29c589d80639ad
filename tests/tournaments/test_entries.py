"""Who takes part: announcing, ticking, walking in, coming late, leaving; two desks at once."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from jassclub.audit.models import AuditEvent
from jassclub.audit.services import SYSTEM
from jassclub.clubs.models import Player
from tests import factories
from tournaments.errors import TournamentError
from tournaments.models import (
    Entry,
    EntryPlayer,
    EntryStatus,
    RoundCredit,
    RoundStatus,
    StandingsState,
    TournamentStatus,
)
from tournaments.services import entries as services
from tournaments.services.entry_rows import WhichOne
from tournaments.services.rounds import round_start, rounds_draw, rounds_redraw

pytestmark = pytest.mark.django_db


def walk_in(evening, name, **more):
    return services.entry_walk_in(tournament_id=evening.pk, actor=SYSTEM, name=name, **more)


def tick(evening, entry, present=True):
    return services.entry_check_in(
        tournament_id=evening.pk, actor=SYSTEM, entry_id=entry.pk, present=present
    )


def leave(evening, entry, from_round):
    return services.entry_withdraw(
        tournament_id=evening.pk, actor=SYSTEM, entry_id=entry.pk, from_round=from_round
    )


def credits_of(entry):
    """Round number and kind of each credit."""
    found = RoundCredit.objects.filter(entry=entry).order_by("round__number")
    return list(found.values_list("round__number", "kind"))


# -- before the evening ------------------------------------------------------------------------


def test_a_player_is_announced_once_however_often():
    evening = factories.tournament(players=0)
    player = factories.players(evening.club, 1)[0]
    first, again = (
        services.entry_add(tournament_id=evening.pk, actor=SYSTEM, player_id=player.pk)
        for _n in range(2)
    )
    assert first == again
    assert (first.status, first.number) == (EntryStatus.ANNOUNCED, 1)
    assert AuditEvent.objects.filter(action="entry.add").count() == 1


def test_many_are_announced_at_once_with_numbers_in_order_and_nobody_twice():
    evening = factories.tournament(players=3)
    new = factories.players(evening.club, 5)
    everyone = list(Player.objects.filter(club=evening.club).values_list("pk", flat=True))
    stranger = factories.players(factories.club(), 1)[0]
    former = new[4]
    former.active = False
    former.save()
    added = services.entries_announce(
        tournament_id=evening.pk, actor=SYSTEM, player_ids=[*everyone, *everyone, stranger.pk]
    )
    assert added == 4
    entries = Entry.objects.filter(tournament=evening).order_by("number")
    assert [entry.number for entry in entries] == [1, 2, 3, 4, 5, 6, 7]
    assert EntryPlayer.objects.filter(tournament=evening).count() == 7


def test_announcing_a_player_of_another_club_is_refused():
    evening = factories.tournament(players=0)
    stranger = factories.players(factories.club(), 1)[0]
    with pytest.raises(TournamentError) as refused:
        services.entry_add(tournament_id=evening.pk, actor=SYSTEM, player_id=stranger.pk)
    assert (refused.value.code, refused.value.status) == ("player-gone", 404)


def test_who_never_had_a_seat_can_be_taken_off_the_list():
    evening = factories.tournament(players=2)
    first, second = evening.entries.all()
    services.entry_remove(tournament_id=evening.pk, actor=SYSTEM, entry_id=first.pk)
    assert list(evening.entries.all()) == [second]
    assert second.number == 2
    assert evening.club.players.count() == 2


def test_who_has_a_seat_stays_on_the_list():
    evening = factories.tournament(players=5)
    factories.drawn_round(evening)
    seated, waiting = evening.entries.get(number=1), evening.entries.get(number=5)
    for entry in (seated, waiting):
        with pytest.raises(TournamentError) as refused:
            services.entry_remove(tournament_id=evening.pk, actor=SYSTEM, entry_id=entry.pk)
        assert (refused.value.code, refused.value.status) == ("is-drawn", 409)


def test_those_who_did_not_come_are_taken_off_together():
    evening = factories.tournament(players=2)
    factories.entries(evening, 3, status=EntryStatus.ANNOUNCED)
    assert services.entries_drop_absent(tournament_id=evening.pk, actor=SYSTEM) == 3
    assert evening.entries.count() == 2
    assert services.entries_drop_absent(tournament_id=evening.pk, actor=SYSTEM) == 0


# -- ticking -----------------------------------------------------------------------------------


def test_a_tick_says_that_somebody_is_here_and_can_be_taken_back():
    evening = factories.tournament(players=0)
    entry = factories.entries(evening, 1, status=EntryStatus.ANNOUNCED, checked_in_at=None)[0]
    entry = tick(evening, entry)
    assert entry.status == EntryStatus.PRESENT
    assert entry.checked_in_at is not None
    entry = tick(evening, entry, present=False)
    entry.refresh_from_db()
    assert (entry.status, entry.checked_in_at) == (EntryStatus.ANNOUNCED, None)


def test_ticking_twice_changes_nothing_and_is_one_event():
    evening = factories.tournament(players=0)
    entry = factories.entries(evening, 1, status=EntryStatus.ANNOUNCED)[0]
    tick(evening, entry)
    tick(evening, entry)
    assert AuditEvent.objects.filter(action="entry.check-in").count() == 1


def test_a_player_nobody_announced_is_ticked_from_the_clubs_list():
    evening = factories.tournament(players=0)
    player = factories.players(evening.club, 1)[0]
    for present, status in ((True, EntryStatus.PRESENT), (False, EntryStatus.ANNOUNCED)):
        services.player_check_in(
            tournament_id=evening.pk, actor=SYSTEM, player_id=player.pk, present=present
        )
        assert evening.entries.get().status == status


def test_who_sits_or_waits_in_a_drawn_round_cannot_be_unticked():
    evening = factories.tournament(players=5)
    factories.drawn_round(evening)
    for number in (1, 5):
        with pytest.raises(TournamentError) as refused:
            tick(evening, evening.entries.get(number=number), present=False)
        assert (refused.value.code, refused.value.status) == ("is-drawn", 409)


def test_an_entry_of_another_tournament_is_not_found():
    evening, other = factories.tournament(players=0), factories.tournament(players=1)
    with pytest.raises(TournamentError) as refused:
        tick(evening, other.entries.get())
    assert refused.value.status == 404


def test_after_the_end_the_list_stays_as_it_is():
    evening = factories.tournament(players=2, status=TournamentStatus.CLOSED)
    entry = evening.entries.first()
    for change in (
        lambda: walk_in(evening, "Neu"),
        lambda: tick(evening, entry, present=False),
        lambda: leave(evening, entry, 1),
        lambda: services.entries_drop_absent(tournament_id=evening.pk, actor=SYSTEM),
    ):
        with pytest.raises(TournamentError) as refused:
            change()
        assert refused.value.status == 409


# -- walking in --------------------------------------------------------------------------------


def test_a_name_alone_makes_a_player_and_an_entry_that_is_here():
    evening = factories.tournament(players=2)
    arrival = walk_in(evening, "  Ruth   Aebi ")
    assert arrival.outcome == "new"
    assert (arrival.entry.number, arrival.entry.name) == (3, "Ruth Aebi")
    assert arrival.entry.status == EntryStatus.PRESENT
    assert evening.club.players.get(name_key="ruth aebi").name == "Ruth Aebi"


def test_the_audit_knows_walk_ins_by_number_and_not_by_name():
    evening = factories.tournament(players=0)
    walk_in(evening, "Ruth Aebi")
    event = AuditEvent.objects.get(action="entry.check-in")
    assert event.after["number"] == 1
    assert "Ruth" not in f"{event.before}{event.after}"


@pytest.mark.parametrize("spelling", ["Ruth Aebi", "ruth  AEBI"])
def test_a_known_name_ticks_the_one_the_club_knows(spelling):
    evening = factories.tournament(players=0)
    player = Player.objects.create(club=evening.club, name="Ruth Aebi")
    arrival = walk_in(evening, spelling)
    assert arrival.outcome == "known"
    assert arrival.entry.entry_players.get().player == player
    assert evening.club.players.count() == 1


def test_an_announced_person_who_walks_in_by_name_is_ticked():
    evening = factories.tournament(players=0)
    entry = factories.entries(evening, 1, status=EntryStatus.ANNOUNCED)[0]
    arrival = walk_in(evening, entry.name)
    assert (arrival.outcome, arrival.entry.pk) == ("announced", entry.pk)
    assert evening.entries.get().status == EntryStatus.PRESENT


def test_a_walk_in_who_is_here_already_stays_one_entry():
    evening = factories.tournament(players=1)
    arrival = walk_in(evening, evening.entries.get().name)
    assert arrival.outcome == "already"
    assert evening.entries.count() == 1


def test_a_name_that_could_mean_several_people_is_asked_back():
    evening = factories.tournament(players=0)
    known = [
        Player.objects.create(club=evening.club, name="Ruth Aebi", hint=hint)
        for hint in ("", "Sursee")
    ]
    with pytest.raises(WhichOne) as asked:
        walk_in(evening, "ruth aebi")
    assert asked.value.players == known
    assert asked.value.status == 409
    assert not evening.entries.exists()


def test_one_namesake_with_a_hint_is_asked_back_too():
    evening = factories.tournament(players=0)
    Player.objects.create(club=evening.club, name="Ruth Aebi", hint="Sursee")
    with pytest.raises(WhichOne):
        walk_in(evening, "Ruth Aebi")


def test_two_different_people_of_one_name_are_told_apart_by_the_hint():
    evening = factories.tournament(players=0)
    walk_in(evening, "Ruth Aebi")
    other = walk_in(evening, "Ruth Aebi", hint="Luzern")
    assert other.outcome == "new"
    assert [entry.name for entry in evening.entries.all()] == ["Ruth Aebi", "Ruth Aebi (Luzern)"]
    assert walk_in(evening, "RUTH AEBI", hint="luzern").outcome == "already"


def test_a_former_player_who_walks_in_is_on_the_clubs_list_again():
    evening = factories.tournament(players=0)
    player = Player.objects.create(club=evening.club, name="Ruth Aebi", active=False)
    walk_in(evening, "Ruth Aebi")
    player.refresh_from_db()
    assert player.active
    assert evening.entries.get().entry_players.get().player == player


@pytest.mark.parametrize(
    ("name", "hint", "code"),
    [
        ("  ", "", "name-missing"),
        ("x" * 121, "", "too-long"),
        ("ß" * 61, "", "too-long"),  # twice as long as a key
        ("Ruth", "x" * 61, "too-long"),
    ],
)
def test_a_name_that_cannot_be_stored_is_refused(name, hint, code):
    evening = factories.tournament(players=0)
    with pytest.raises(TournamentError) as refused:
        walk_in(evening, name, hint=hint)
    assert refused.value.code == code


def test_a_substitute_stands_outside_the_ranking():
    evening = factories.tournament(players=3)
    arrival = walk_in(evening, "Ruth Aebi", outside_ranking=True)
    assert arrival.entry.outside_ranking
    assert arrival.entry.status == EntryStatus.PRESENT


def test_somebody_of_the_ranking_is_not_made_the_substitute_by_a_slip():
    evening = factories.tournament(players=1)
    with pytest.raises(TournamentError) as refused:
        walk_in(evening, evening.entries.get().name, outside_ranking=True)
    assert refused.value.code == "in-ranking"
    assert not evening.entries.get().outside_ranking


def test_an_announced_person_can_come_as_the_substitute():
    evening = factories.tournament(players=0)
    entry = factories.entries(evening, 1, status=EntryStatus.ANNOUNCED)[0]
    walk_in(evening, entry.name, outside_ranking=True)
    assert evening.entries.get().outside_ranking


# -- late, and leaving -------------------------------------------------------------------------


def test_entry_17_joins_after_round_1_with_the_credit_and_the_next_draw_works():
    evening = factories.tournament(players=16, rounds=3)
    evening.stages.update(draw_mode="each")
    factories.close_round(factories.playing_round(evening))
    wanted = StandingsState.objects.get(tournament=evening).wanted
    entry = walk_in(evening, "Ruth Aebi").entry
    assert (entry.number, entry.joined_round) == (17, 2)
    assert credits_of(entry) == [(1, "late")]
    assert StandingsState.objects.get(tournament=evening).wanted > wanted
    round_ = rounds_draw(tournament_id=evening.pk, actor=SYSTEM, expected=1)[0]
    seated = set(round_.seats.values_list("entry_id", flat=True))
    waiting = set(round_.credits.filter(kind="wait").values_list("entry_id", flat=True))
    assert len(seated) == 16
    assert len(waiting) == 1
    assert entry.pk in seated | waiting
    assert credits_of(entry)[0] == (1, "late")


def test_who_comes_when_rounds_are_drawn_and_not_begun_can_play_in_them_after_a_new_draw():
    evening = factories.tournament(players=16, rounds=3)
    factories.close_round(factories.playing_round(evening))
    factories.drawn_round(evening)
    entry = walk_in(evening, "Ruth Aebi").entry
    assert entry.joined_round == 2
    assert credits_of(entry) == [(1, "late"), (2, "late")]


def test_all_rounds_drawn_at_once_take_a_late_person_in_by_drawing_what_has_not_begun_again():
    evening = factories.tournament(players=16, rounds=3)
    rounds = rounds_draw(tournament_id=evening.pk, actor=SYSTEM, expected=0)
    round_start(round_id=rounds[0].pk, actor=SYSTEM)
    entry = walk_in(evening, "Ruth Aebi").entry
    again = rounds_redraw(tournament_id=evening.pk, actor=SYSTEM, newest=rounds[-1].pk)
    assert [round_.number for round_ in again] == [2, 3]
    for round_ in again:
        seated = set(round_.seats.values_list("entry_id", flat=True))
        waiting = set(round_.credits.filter(kind="wait").values_list("entry_id", flat=True))
        assert entry.pk in seated | waiting
    late = RoundCredit.objects.filter(entry=entry, kind="late")
    assert list(late.values_list("round_id", flat=True)) == [rounds[0].pk]


def test_who_leaves_gets_no_seat_when_drawn_rounds_are_drawn_again():
    evening = factories.tournament(players=17, rounds=3)
    rounds = rounds_draw(tournament_id=evening.pk, actor=SYSTEM, expected=0)
    round_start(round_id=rounds[0].pk, actor=SYSTEM)
    entry = evening.entries.get(number=3)
    leave(evening, entry, 2)
    again = rounds_redraw(tournament_id=evening.pk, actor=SYSTEM, newest=rounds[-1].pk)
    assert not entry.seats.filter(round__in=again).exists()
    assert not entry.credits.filter(round__in=again).exists()


def test_a_late_substitute_gets_no_credit():
    evening = factories.tournament(players=16)
    factories.close_round(factories.playing_round(evening))
    assert credits_of(walk_in(evening, "Ruth Aebi", outside_ranking=True).entry) == []


def test_a_late_tick_that_is_taken_back_takes_the_credit_along():
    evening = factories.tournament(players=16)
    factories.close_round(factories.playing_round(evening))
    entry = tick(evening, walk_in(evening, "Ruth Aebi").entry, present=False)
    assert credits_of(entry) == []


def test_before_the_first_round_nobody_is_late():
    evening = factories.tournament(players=4)
    factories.drawn_round(evening, status=RoundStatus.VOID)
    entry = walk_in(evening, "Ruth Aebi").entry
    assert entry.joined_round == 1
    assert credits_of(entry) == []


def test_who_leaves_after_round_2_keeps_results_and_gets_no_further_seat():
    evening = factories.tournament(players=16, rounds=4)
    evening.stages.update(draw_mode="each")
    for _n in range(2):
        factories.close_round(factories.playing_round(evening))
    entry = evening.entries.get(number=3)
    seats = entry.seats.count()
    leave(evening, entry, 3)
    entry.refresh_from_db()
    assert (entry.status, entry.withdrawn_from) == (EntryStatus.WITHDRAWN, 3)
    assert entry.seats.count() == seats == 2
    round_ = rounds_draw(tournament_id=evening.pk, actor=SYSTEM, expected=2)[0]
    assert not round_.seats.filter(entry=entry).exists()
    assert not round_.credits.filter(entry=entry).exists()
    event = AuditEvent.objects.get(action="entry.withdraw")
    assert event.after == {"withdrawn_from": 3}


@pytest.mark.parametrize("from_round", [0, 1, 2, 5])
def test_nobody_leaves_from_a_round_they_sit_in_or_that_is_not_planned(from_round):
    evening = factories.tournament(players=16, rounds=4)
    factories.close_round(factories.playing_round(evening))
    factories.playing_round(evening)
    with pytest.raises(TournamentError) as refused:
        leave(evening, evening.entries.get(number=3), from_round)
    assert refused.value.code == "round-impossible"


def test_who_comes_back_plays_on_and_the_rounds_between_stay_missed():
    evening = factories.tournament(players=17, rounds=4)
    factories.close_round(factories.playing_round(evening))
    entry = evening.entries.get(number=3)
    leave(evening, entry, 2)
    factories.close_round(factories.playing_round(evening))
    arrival = walk_in(evening, entry.name)
    assert arrival.outcome == "back"
    entry.refresh_from_db()
    assert (entry.status, entry.withdrawn_from) == (EntryStatus.PRESENT, None)
    assert entry.joined_round == 1
    assert credits_of(entry) == [(2, "missed")]


# -- two desks at once -------------------------------------------------------------------------


def at_once(*calls):
    """Run the calls in threads of their own, all of them, and hand back what each gave."""

    def run(call):
        try:
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


@pytest.mark.django_db(transaction=True)
def test_two_desks_that_add_one_person_at_once_make_one_entry():
    evening = factories.tournament(players=0)
    arrivals = at_once(*[lambda: walk_in(evening, "Ruth Aebi")] * 6)
    assert len({arrival.entry.pk for arrival in arrivals}) == 1
    outcomes = sorted(arrival.outcome for arrival in arrivals)
    assert outcomes == ["already"] * 5 + ["new"]
    assert evening.entries.count() == 1
    assert evening.club.players.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_desks_that_add_different_people_at_once_give_different_numbers():
    evening = factories.tournament(players=0)
    at_once(*[lambda name=name: walk_in(evening, name) for name in "ABCDEFGH"])
    numbers = evening.entries.values_list("number", flat=True).order_by("number")
    assert list(numbers) == [1, 2, 3, 4, 5, 6, 7, 8]


@pytest.mark.django_db(transaction=True)
def test_two_clubs_evenings_that_add_one_new_person_at_once_share_the_player():
    evening = factories.tournament(players=0)
    other = factories.tournament(of=evening.club, players=0)
    at_once(
        *[lambda: walk_in(evening, "Ruth Aebi")] * 3, *[lambda: walk_in(other, "Ruth Aebi")] * 3
    )
    assert evening.club.players.count() == 1
    assert evening.entries.count() == other.entries.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_desks_that_tick_one_announced_person_at_once_are_one_event():
    evening = factories.tournament(players=0)
    player = factories.players(evening.club, 1)[0]

    def press():
        services.player_check_in(
            tournament_id=evening.pk, actor=SYSTEM, player_id=player.pk, present=True
        )

    at_once(*[press] * 6)
    assert evening.entries.count() == 1
    assert AuditEvent.objects.filter(action="entry.check-in").count() == 1
