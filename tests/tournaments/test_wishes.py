"""Wishes for the draw: kept by the next draw, refused where they contradict each other."""

from itertools import combinations

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from jassclub.audit.models import AuditEvent
from jassclub.audit.services import Actor
from jassclub.clubs.models import Role
from tests import factories
from tournaments.errors import Conflict, TournamentError
from tournaments.models import Wish
from tournaments.selectors.stages import round_history
from tournaments.services.rounds import rounds_draw
from tournaments.services.wishes import WishProblem, wish_add, wish_drop

pytestmark = pytest.mark.django_db

ACTOR = Actor("user", 1)


def wish(evening, kind, first, second=None, **more) -> Wish:
    return wish_add(
        tournament_id=evening.pk, actor=ACTOR, kind=kind, first=first, second=second, **more
    )


def drawn(evening):
    rounds = rounds_draw(tournament_id=evening.pk, actor=ACTOR, expected=0)
    return round_history(rounds)


def partners(table):
    return {frozenset((table[0], table[2])), frozenset((table[1], table[3]))}


def test_two_who_must_not_meet_sit_at_no_table_together_in_any_round():
    evening = factories.tournament(players=16)
    one, other, third = evening.entries.all()[:3]
    wish(evening, "apart", other, one)
    wish(evening, "apart", one, third)
    met = {
        pair
        for round_ in drawn(evening)
        for table in round_.tables
        for pair in combinations(sorted(table), 2)
    }
    assert met.isdisjoint({(one.pk, other.pk), (one.pk, third.pk)})
    assert met


def test_partners_who_stay_together_are_partners_in_every_round():
    evening = factories.tournament(players=16)
    one, other = evening.entries.all()[:2]
    wish(evening, "together", one, other)
    for round_ in drawn(evening):
        assert frozenset((one.pk, other.pk)) in set().union(*map(partners, round_.tables))


def test_somebody_who_cannot_move_sits_at_the_same_table_in_every_round():
    evening = factories.tournament(players=16)
    stays = evening.entries.all()[5]
    wish(evening, "place", stays, place=3)
    assert [
        [number for number, table in enumerate(round_.tables, start=1) if stays.pk in table]
        for round_ in drawn(evening)
    ] == [[3]] * evening.stages.get().planned_rounds


def test_a_soft_wish_gives_way_where_a_hard_one_would_refuse_the_draw():
    evening = factories.tournament(players=4)
    evening.stages.update(planned_rounds=1)
    one, other = evening.entries.all()[:2]
    wish(evening, "apart", one, other, hard=False)
    assert len(drawn(evening)) == 1


@pytest.mark.parametrize(
    ("first_kind", "then_kind"), [("together", "apart"), ("apart", "together")]
)
def test_a_wish_that_contradicts_another_is_refused_with_both_names(first_kind, then_kind):
    evening = factories.tournament(players=16)
    one, other = evening.entries.all()[:2]
    wish(evening, first_kind, one, other)
    with pytest.raises(WishProblem) as refused:
        wish(evening, then_kind, one, other)
    assert refused.value.code == "wish-contradiction"
    assert one.name in refused.value.message
    assert other.name in refused.value.message
    assert evening.wishes.count() == 1


def test_two_strangers_cannot_both_stay_at_one_table():
    evening = factories.tournament(players=16)
    one, other = evening.entries.all()[:2]
    wish(evening, "place", one, place=2)
    with pytest.raises(WishProblem) as refused:
        wish(evening, "place", other, place=2)
    assert other.name in refused.value.message


@pytest.mark.parametrize(
    ("kind", "names", "place", "field"),
    [
        ("apart", 0, None, "first"),
        ("apart", 1, None, "second"),
        ("place", 1, None, "place"),
        ("place", 1, 0, "place"),
        ("place", 1, 501, "place"),
        ("nonsense", 2, None, "kind"),
    ],
)
def test_what_a_wish_lacks_is_said_beside_its_field(kind, names, place, field):
    evening = factories.tournament(players=8)
    people = [*evening.entries.all()[:names], None, None][:2]
    with pytest.raises(WishProblem) as refused:
        wish(evening, kind, *people, place=place)
    assert refused.value.field == field


def test_nobody_is_kept_apart_from_themselves():
    evening = factories.tournament(players=8)
    one = evening.entries.first()
    with pytest.raises(WishProblem) as refused:
        wish(evening, "apart", one, one)
    assert refused.value.field == "second"


def test_the_same_wish_twice_is_noted_once_whoever_is_named_first():
    evening = factories.tournament(players=8)
    one, other = evening.entries.all()[:2]
    wish(evening, "apart", one, other)
    with pytest.raises(Conflict):
        wish(evening, "apart", other, one)
    assert evening.wishes.count() == 1


def test_partners_can_only_be_kept_together_where_partners_are_drawn():
    evening = factories.tournament(players=8)
    evening.stages.update(format="swiss")
    one, other = evening.entries.all()[:2]
    with pytest.raises(WishProblem) as refused:
        wish(evening, "together", one, other)
    assert refused.value.field == "kind"


def test_a_closed_tournament_takes_no_wishes():
    evening = factories.tournament(players=8, status="closed")
    one, other = evening.entries.all()[:2]
    with pytest.raises(TournamentError) as refused:
        wish(evening, "apart", one, other)
    assert refused.value.code == "tournament-closed"


def test_the_database_refuses_a_wish_without_the_other_one():
    evening = factories.tournament(players=8)
    with pytest.raises(IntegrityError), transaction.atomic():
        Wish.objects.create(tournament=evening, kind="apart", first=evening.entries.first())


def test_a_forgotten_wish_is_gone_and_both_steps_stand_in_the_log():
    evening = factories.tournament(players=8)
    one, other = evening.entries.all()[:2]
    noted = wish(evening, "apart", one, other)
    for _twice in range(2):
        wish_drop(tournament_id=evening.pk, actor=ACTOR, wish_id=noted.pk)
    assert evening.wishes.count() == 0
    assert list(AuditEvent.objects.order_by("pk").values_list("action", flat=True)) == [
        "wish.apart",
        "wish.drop",
    ]


# -- the page ----------------------------------------------------------------------------------


@pytest.fixture
def organiser(client):
    evening = factories.tournament(players=8)
    client.force_login(factories.member(evening.club, Role.ORGANISER))
    client.evening = evening
    client.page = reverse("tournaments:wishes", args=[evening.club.slug, evening.slug])
    return client


def test_a_wish_is_noted_shown_and_forgotten_on_its_page(organiser):
    one, other = organiser.evening.entries.all()[:2]
    posted = {"kind": "apart", "first": one.pk, "second": other.pk}
    shown = organiser.post(organiser.page, posted, follow=True).content.decode()
    assert shown.count('data-wish="apart"') == 1
    noted = organiser.evening.wishes.get()
    address = reverse(
        "tournaments:wish-forget",
        args=[organiser.evening.club.slug, organiser.evening.slug, noted.pk],
    )
    assert "data-wish" not in organiser.post(address, follow=True).content.decode()


def test_a_refused_wish_keeps_what_was_chosen(organiser):
    one = organiser.evening.entries.first()
    answer = organiser.post(organiser.page, {"kind": "apart", "first": one.pk, "soft": "on"})
    assert answer.status_code == 422
    form = answer.context["form"]
    assert "second" in form.errors
    assert f'<option value="{one.pk}" selected>' in answer.content.decode()


@pytest.mark.parametrize(
    "wrong", [{}, {"kind": "x", "first": "a", "second": "9" * 30, "place": "-"}]
)
def test_nonsense_is_answered_beside_the_fields(organiser, wrong):
    assert organiser.post(organiser.page, wrong).status_code == 422
    assert organiser.evening.wishes.count() == 0


def test_the_draw_page_says_which_wishes_contradict_each_other_before_anything_is_drawn(organiser):
    evening = organiser.evening
    one, *others = evening.entries.all()
    for other in others[:6]:
        low, high = sorted((one, other), key=lambda entry: entry.pk)
        Wish.objects.create(tournament=evening, kind="apart", first=low, second=high)
    address = reverse("tournaments:draw", args=[evening.club.slug, evening.slug])
    page = organiser.get(address)
    assert page.context["page"].contradictions
    assert one.name in page.context["page"].contradictions[0]
