"""Every game through a whole evening over HTTP, from the set-up to the final ranking.

Each table's deals come from shuffled cards, what they write from sums of our own; the pages must show
those figures in the game's unit and order them in its direction.
"""

import re
from dataclasses import replace
from random import Random

import pytest
from django.core.cache import cache

from scripts.evening.browser import Page
from scripts.evening.games import GAMES, Cards
from scripts.evening.office import expect, names
from scripts.evening.play import independent_ranking
from tests.flows.scenarios.hall import ByPhone, ByProgram, Inside, office
from tournaments.models import Place, Tournament

pytestmark = pytest.mark.django_db

#: How many sentences say what the figures are: the money, the game points, that few are good.
NOTES = {"cego": 1, "sechsundsechzig": 1, "differenzler": 1, "molotow": 1}
ROUNDS = 2
DEALS = 4


def shown(figure: int, game) -> str:
    """A figure as people read it in this game."""
    sign = "−" if figure < 0 else ""
    if game.name == "cego":
        return f"{sign}{abs(figure) // 100}.{abs(figure) % 100:02}"
    return f"{sign}{abs(figure)}"


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


class Evening:
    """One evening of a game: its office, the public, and our own sums per round."""

    def __init__(self, game, tables: int, over: int) -> None:
        cache.clear()
        self.game, self.dice = game, Random(7)
        self.people = names(tables * game.seats + over)
        self.tables, self.over = tables, over
        self.each = game.deals(DEALS)
        self.points: list[dict[str, int]] = []
        self.waits: list[set[str]] = []
        self.office, self.public = office(), Inside()

    def prepare(self, **changes: str) -> None:
        self.office.sign_up()
        self.office.make_club(self.people[:-1])
        self.office.make_tournament(self.game, rounds=ROUNDS, deals=self.each, changes=changes)
        assert self.office.check_in(self.people[-1:]) == (self.tables, self.over)
        self.office.draw()

    def page(self, rest: str = "") -> Page:
        return expect(self.office.browser.get(f"{self.office.evening}{rest}"))

    def play(self, number: int) -> None:
        self.office.start(number)
        keys = list(Place.objects.order_by("number").values_list("token", flat=True))
        results, tables = [], []
        for at, code in enumerate(self.office.cards()):
            by_program = at % 2 == 1
            table = ByProgram(keys[at], self.game) if by_program else ByPhone(code, self.game)
            totals = table.write(Cards(self.game, self.each, self.dice), self.dice)
            tables.append(table)
            results.append((table.names, totals))
        self.look_at_the_office(results)
        for table in tables:
            table.confirm()
        self.points.append(
            {
                name: totals[side]
                for named, totals in results
                for side in named
                for name in named[side]
            }
        )
        self.waits.append(set(self.people) - self.points[-1].keys())
        self.office.close(number)
        self.look_at_the_round(number, results)

    def look_at_the_office(self, results) -> None:
        """Every table waits for its yes, with its figures in the game's unit beside the names."""
        wall = self.page()
        states = {
            e.attributes["data-table"]: e.attributes["data-state"] for e in wall.with_data("state")
        }
        assert set(states.values()) == {"unconfirmed"}
        self.compare_figures(wall, results)

    def look_at_the_round(self, number: int, results) -> None:
        self.compare_figures(self.page(f"rounds/{number}/results/"), results)
        protocol = self.page(f"rounds/{number}/protocol/")
        assert protocol.with_data("seed")
        _names, totals = results[-1]
        said = " : ".join(shown(total, self.game) for total in totals)
        assert said in words(self.page("audit/").html)

    def compare_figures(self, page: Page, results) -> None:
        text = words(page.html)
        for named, totals in results:
            for side, people in named.items():
                line = f"{' · '.join(people)} {shown(totals[side], self.game)}"
                assert line in text, line

    def look_at_the_ranking(self) -> None:
        page = expect(self.public.get(self.office.public))
        rows = [element.attributes for element in page.with_data("entry")]
        found = {row["data-name"]: (int(row["data-rank"]), int(row["data-total"])) for row in rows}
        expected = independent_ranking(
            self.points, self.waits, credit=self.game.credit, low_is_good=self.game.low_is_good
        )
        assert found == expected
        ranks = [int(row["data-rank"]) for row in rows]
        assert ranks == sorted(ranks)
        for name, line in self.lines(page).items():
            rounds = [played.get(name, self.game.credit) for played in self.points]
            for figure in [*rounds, expected[name][1]]:
                assert shown(figure, self.game) in line.split(), (name, line)

        notes = [element.text for element in page.with_data("counted")]
        assert len(notes) == NOTES.get(self.game.name, 0)

    @staticmethod
    def lines(page: Page) -> dict[str, str]:
        """The text of each row of the list, by name."""
        rows = re.findall(
            r'<tr[^>]*data-entry=.*?data-name="([^"]*)".*?>(.*?)</tr>', page.html, re.DOTALL
        )
        return {name: words(row) for name, row in rows}


@pytest.mark.parametrize("name", GAMES)
def test_an_evening_from_the_set_up_to_the_final_ranking(name):
    game = GAMES[name]
    evening = Evening(game, tables=2, over=1)
    evening.prepare()
    for page in ("lists/", "lists/1/", "cards/", "draw/"):
        evening.page(page)
    evening.play(1)
    evening.look_at_the_ranking()
    evening.play(2)
    evening.look_at_the_ranking()
    assert Tournament.objects.get().status == "closed"


@pytest.mark.parametrize(
    ("name", "size"), [("molotow", 3), ("molotow", 5), ("molotow", 6), ("cego", 3)]
)
def test_as_many_sit_at_a_table_as_the_set_up_says(name, size):
    game = replace(GAMES[name], seats=size, sides=size)
    evening = Evening(game, tables=2, over=2)
    evening.prepare(table_size=str(size))
    lists = evening.page("lists/1/")
    letters = [words(cell) for cell in re.findall(r'<span class="side">.*?</span>', lists.html)]
    assert sorted(text.split()[0] for text in letters) == sorted("abcdef"[:size] * 2)
    assert len({text.split(maxsplit=1)[1] for text in letters}) == 2 * size
    assert lists.with_data("partners")[0].attributes["data-partners"] == "no"
    evening.play(1)
    evening.look_at_the_ranking()
