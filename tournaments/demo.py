"""A club to look at: 64 players, an evening in its second round, a knock-out in its
quarter-finals, an evening last year, one to come.

Everything is made by the services that pages call, so the demo shows what a real
evening leaves behind, its audit included. The figures are random but the same each
time; who meets whom is drawn. Nothing here prints or touches a club that exists.
"""

import random
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from jassclub.audit.services import Actor
from jassclub.clubs.models import Club, User
from jassclub.clubs.services import NewPlayer, club_create, players_add
from scoring.context import SheetContext
from scoring.models import ScoreSheet
from scoring.rules import get_variant
from scoring.services import DealChange, deal_record, deals_change, sheet_dispute
from tournaments.models import Place, Round, Tournament
from tournaments.presets import READY
from tournaments.selectors.table import current_game
from tournaments.services.entries import entries_announce, entry_check_in
from tournaments.services.rounds import round_close, round_start, rounds_draw
from tournaments.services.standings import standings_rebuild
from tournaments.services.table import table_confirm
from tournaments.services.tournaments import tournament_create
from tournaments.table_context import card_context

EMAIL = "demo@jassclub.example"
CLUB = "Jassclub Sonnenberg"
NAMES = """
Anna Gerber; Beat Imhof; Claude Rey; Dora Zgraggen; Erwin Camenzind; Fränzi Bürki; Göpf Zürcher
Heidi Arnold; Ueli Aeschlimann; Vreni Odermatt; Werner Müller; Yvonne Brunner; Alois Betschart
Berta Inderbitzin; Köbi Käslin; Rosmarie von Ah; Hansruedi Wüthrich; Margrit Schüpbach
Sepp Gisler; Trudi Lüönd; Toni Nideröst; Ruth Baumgartner; Peter Schnyder; Käthi Rüegg
Franz Würsch; Elsbeth Ambühl; Bruno Marty; Silvia Kälin; Walter Zumstein; Monika Estermann
Ernst Bächtold; Esther Kuster; Fritz Nussbaumer; Lisbeth Schön; Kurt Wyss; Doris Fässler
Jakob Tschudi; Erika Hösli; Paul Zweifel; Agnes Rickenbacher; Röbi Steiner; Verena Muheim
Otto Ziegler; Nelly Infanger; Marcel Rochat; Chantal Favre; Luca Bernasconi; Giulia Pedrazzini
Reto Caduff; Ladina Cavelti; Urs Hürlimann; Theres Iten; Markus Bossard; Pia Hegglin
Daniel Röthlisberger; Christine Zbinden; Martin Gfeller; Barbara Stucki; Adrian Lüthi
Nicole Hofstetter; Thomas Renggli; Karin Bucher; Stefan Portmann
Maximiliane-Alexandra von Freudenberg-Schwarzenbach
"""
SEED = 1291
LAST_YEARS_PLAYERS = 32
TRUMPS = ("eicheln", "rosen", "schellen", "schilten", "obenabe", "undenufe")
DEAL_POINTS = 157
CINQ_CENTS_POINTS = 130
FRIDAY = 4


@transaction.atomic
def demo_create(*, password: str) -> tuple[Club, Tournament]:
    """The demo club with its owner's account, and the evening that is being played."""
    owner = User.objects.create_user(EMAIL, password, name="Demo")
    club = club_create(user=owner, name=CLUB)
    return club, _Story(club, Actor("user", owner.pk)).tell()


class _Story:
    """Four evenings of one club, in the order in which they happened."""

    def __init__(self, club: Club, organiser: Actor) -> None:
        self.club = club
        self.organiser = organiser
        self.random = random.Random(SEED)
        people = [NewPlayer(" ".join(name.split())) for name in _names()]
        added = players_add(club_id=club.pk, actor=organiser, people=people).added
        self.player_ids = [player.pk for player in added]

    def tell(self) -> Tournament:
        now = timezone.now().astimezone(ZoneInfo(self.club.zone))
        last_year = self._evening(
            f"Herbstturnier {now.year - 1}", _evening_of(now - timedelta(weeks=52))
        )
        self._check_in(last_year, self.player_ids[:LAST_YEARS_PLAYERS])
        for round_ in self._draw(last_year):
            self._play_and_close(round_)
        self._cup(f"Cinq-Cents-Cup {now.year}", _half_hour(now - timedelta(hours=2)))
        tonight = self._evening(f"Herbstturnier {now.year}", _half_hour(now - timedelta(hours=1)))
        self._check_in(tonight, self.player_ids)
        first, second = self._draw(tonight)[:2]
        self._play_and_close(first)
        self._play_half(second)
        planned = self._evening("Neujahrsjass", _evening_of(now + timedelta(weeks=5)))
        entries_announce(
            tournament_id=planned.pk, actor=self.organiser, player_ids=self.player_ids[:20]
        )
        for tournament in (last_year, tonight):
            standings_rebuild(tournament_id=tournament.pk)
        return tonight

    def _evening(self, name: str, starts_at: datetime) -> Tournament:
        data = READY[0].data.with_(
            name=name,
            starts_at=starts_at.replace(second=0, microsecond=0),
            venue="Restaurant Sonnenberg",
        )
        return tournament_create(club=self.club, actor=self.organiser, data=data)

    def _cup(self, name: str, starts_at: datetime) -> None:
        """A knock-out of thirteen, best of three, in its quarter-finals."""
        ready = next(ready for ready in READY if ready.key == "cinq-cents-cup")
        data = ready.data.with_(name=name, starts_at=starts_at, venue="Restaurant Sonnenberg")
        cup = tournament_create(club=self.club, actor=self.organiser, data=data)
        self._check_in(cup, self.player_ids[20:33])
        (first,) = self._draw(cup)
        round_start(round_id=first.pk, actor=self.organiser)
        while games := [each for each in self._tables(first) if not each[0].finished]:
            for sheet, context in games:
                self._duel(sheet, context)
        round_close(round_id=first.pk, actor=self.organiser)
        (second,) = self._draw(cup)
        round_start(round_id=second.pk, actor=self.organiser)
        for sheet, context in list(self._tables(second))[:3]:
            self._duel(sheet, context)
        standings_rebuild(tournament_id=cup.pk)

    def _duel(self, sheet: ScoreSheet, context: SheetContext) -> None:
        """A whole game to the target, confirmed by both."""
        rules = get_variant(sheet.variant)
        payloads: list[dict[str, Any]] = []
        while not rules.replay(payloads, sheet.options).finished:
            points = 10 * self.random.randrange(3, 11)
            deal = {
                "taker": self.random.randrange(2),
                "trump": self.random.choice(TRUMPS[:4]),
                "points": [points, CINQ_CENTS_POINTS - points],
            }
            if rules.replay([*payloads, deal], sheet.options).is_clean:
                payloads.append(deal)
        changes = [
            DealChange(number, None, payload, self._nonce())
            for number, payload in enumerate(payloads, start=1)
        ]
        self._confirm(deals_change(sheet_id=sheet.pk, context=context, changes=changes), context)

    def _check_in(self, tournament: Tournament, player_ids: list[int]) -> None:
        entries_announce(tournament_id=tournament.pk, actor=self.organiser, player_ids=player_ids)
        for entry in tournament.entries.all():
            entry_check_in(
                tournament_id=tournament.pk, actor=self.organiser, entry_id=entry.pk, present=True
            )

    def _draw(self, tournament: Tournament) -> list[Round]:
        drawn = tournament.rounds.count()
        return rounds_draw(tournament_id=tournament.pk, actor=self.organiser, expected=drawn)

    def _play_and_close(self, round_: Round) -> None:
        round_start(round_id=round_.pk, actor=self.organiser)
        for sheet, context in self._tables(round_):
            self._confirm(self._enter(sheet, context, sheet.options["deals"]), context)
        round_close(round_id=round_.pk, actor=self.organiser)

    def _play_half(self, round_: Round) -> None:
        """Some tables are done, one waits for its other side, one disagrees, the rest still play."""
        round_start(round_id=round_.pk, actor=self.organiser)
        for number, (sheet, context) in enumerate(self._tables(round_), start=1):
            deals = sheet.options["deals"]
            played = deals if number <= 7 else 4 + self.random.randrange(deals - 5)
            sheet = self._enter(sheet, context, played)
            if number <= 5:
                self._confirm(sheet, context)
            elif number == 6:
                self._confirm(sheet, context, sides=[0])
            elif number == 7:
                sheet_dispute(
                    sheet_id=sheet.pk,
                    context=context,
                    side=1,
                    reason="Spiel 9 war ein Match für uns.",
                )
            elif number == 8:
                for points in (90, 91):
                    self._record(sheet, context, played + 1, points)

    def _tables(self, round_: Round) -> Iterator[tuple[ScoreSheet, SheetContext]]:
        """Each table's sheet as the holder of the table's card has it."""
        places = Place.objects.filter(tables__round=round_).select_related("tournament__club")
        for place in places:
            game = current_game(place)
            if game is not None:
                yield game.sheet, card_context(place, game, Actor("place", place.pk))

    def _enter(self, sheet: ScoreSheet, context: SheetContext, deals: int) -> ScoreSheet:
        changes = [
            DealChange(number, None, self._deal(), self._nonce()) for number in range(1, deals + 1)
        ]
        return deals_change(sheet_id=sheet.pk, context=context, changes=changes)

    def _record(self, sheet: ScoreSheet, context: SheetContext, number: int, points: int) -> None:
        payload = _payload("rosen", points)
        deal_record(
            sheet_id=sheet.pk,
            context=context,
            number=number,
            payload=payload,
            nonce=self._nonce(),
        )

    def _confirm(
        self, sheet: ScoreSheet, context: SheetContext, *, sides: list[int] | None = None
    ) -> None:
        for side in sorted(context.sides) if sides is None else sides:
            table_confirm(sheet_id=sheet.pk, context=context, revision=sheet.revision, side=side)

    def _deal(self) -> dict[str, Any]:
        points = round(self.random.gauss(DEAL_POINTS / 2, 26))
        if self.random.random() < 0.04:
            points = self.random.choice([0, DEAL_POINTS])
        elif not 12 <= points <= DEAL_POINTS - 12:
            points = self.random.randint(40, 117)
        return _payload(self.random.choice(TRUMPS), points)

    def _nonce(self) -> str:
        return UUID(int=self.random.getrandbits(128)).hex


def _payload(trump: str, points: int) -> dict[str, Any]:
    """A deal in which side 0 makes ``points``; one that makes all has the match."""
    match = {DEAL_POINTS: 0, 0: 1}.get(points)
    return {"trump": trump, "points": [points, DEAL_POINTS - points], "match": match}


def _names() -> list[str]:
    return [name for line in NAMES.strip().splitlines() for name in line.split(";")]


def _evening_of(day: datetime) -> datetime:
    """The Friday evening on or after a day."""
    friday = day + timedelta(days=(FRIDAY - day.weekday()) % 7)
    return friday.replace(hour=19, minute=30)


def _half_hour(moment: datetime) -> datetime:
    return moment.replace(minute=moment.minute // 30 * 30)
