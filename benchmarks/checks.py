"""What the check is worth: the mistakes people make, put into correct sheets.

    python -m benchmarks.checks            prints the tables
    python -m benchmarks.checks --write    puts them into docs/rules/what-is-checked.md

Words: a mistake is caught *at once* if the deal is refused or asked about when it is entered; *by the
sheet* if every deal alone could be, but the sum, the number of deals or the end of the sheet is wrong;
it is *possible* if nothing is wrong with the sheet: then no program can tell, for such a sheet could have
been played. Sheets that the mistake leaves as they were are not counted.
"""

import copy
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.sheets import Deal, sheet
from scoring.rules import Options, Sheet, Variant, get_variant
from scoring.rules.presets import get_preset

DOCUMENT = Path(__file__).parent.parent / "docs" / "rules" / "what-is-checked.md"
START, END = "<!-- made by benchmarks/checks.py -->", "<!-- end -->"
SHEETS = 300
SEED = 20261129

PLAYED = (
    ("schieber", "tournament-12-match-100", "both sides entered"),
    ("schieber", "tournament-12-match-100", "one side entered"),
    ("schieber", "to-2500", "both sides entered"),
    ("coiffeur", "six-rows", ""),
    ("differenzler", "twelve-deals", "all four entered"),
    ("differenzler", "twelve-deals", "three entered"),
    ("molotow", "to-100", "all entered"),
    ("cinq-cents", "to-500", ""),
    ("cego", "schwarzwald-24", ""),
    ("sechsundsechzig", "to-7", ""),
)

Mistake = Callable[[Deal, random.Random], Deal | None]


def numbers(deal: Deal) -> list[int | None]:
    """The numbers typed for a deal, as a list to change in place."""
    for name in ("points", "tricks"):
        if isinstance(deal.get(name), list):
            found: list[int | None] = deal[name]
            return found
    return []


def change_number(deal: Deal, lots: random.Random, change: Callable[[int], int]) -> Deal | None:
    """One of the numbers typed, changed."""
    deal = copy.deepcopy(deal)
    listed = numbers(deal)
    if listed:
        at = lots.choice([at for at, number in enumerate(listed) if number is not None])
        listed[at] = change(listed[at] or 0)
    elif "points" in deal:
        deal["points"] = change(deal["points"])
    else:
        return None
    return deal


def swap_digits(number: int) -> int:
    digits = f"{number:02}"
    return int(digits[:-2] + digits[-1] + digits[-2])


def sides_swapped(deal: Deal, lots: random.Random) -> Deal | None:
    deal = copy.deepcopy(deal)
    if listed := numbers(deal):
        first, second = lots.sample(range(len(listed)), 2)
        listed[first], listed[second] = listed[second], listed[first]
    elif "side" in deal:
        deal["side"] = 1 - deal["side"]
    else:
        return None
    return deal


def wrong_choice(name: str) -> Mistake:
    """Another trump, row or game than the one that was played."""

    def make(deal: Deal, lots: random.Random) -> Deal | None:
        if deal.get(name) is None:
            return None
        others = {
            "trump": ["eicheln", "rosen", "schellen", "schilten"],
            "row": ["eicheln", "rosen", "schellen", "schilten", "undenufe", "obenabe"],
            "game": ["cego", "halbe", "eine", "zwei-verschiedene", "zwei-leere", "solo", "bettel"],
        }[name]
        return {**deal, name: lots.choice([one for one in others if one != deal[name]])}

    return make


def match_not_marked(deal: Deal, lots: random.Random) -> Deal | None:
    return {key: deal[key] for key in deal if key != "match"} if "match" in deal else None


def weis_to_the_wrong_side(deal: Deal, lots: random.Random) -> Deal | None:
    for name in ("weis", "hand_weis", "marriages"):
        if any(deal.get(name) or []):
            return {**deal, name: [*deal[name][1:], deal[name][0]]}
    return None


def factor_twice(deal: Deal, lots: random.Random) -> Deal | None:
    """The number typed is what stands on the sheet, so that it is multiplied again."""
    if deal.get("trump") not in {"schellen", "schilten"} and "row" not in deal:
        return None
    return change_number(deal, lots, lambda number: 2 * number)


def won_as_lost(deal: Deal, lots: random.Random) -> Deal | None:
    if "won" in deal:
        return {**deal, "won": not deal["won"]}
    if "game" in deal and "points" in deal:
        return {**deal, "points": 79 - deal["points"]}
    return None


def wrong_person(deal: Deal, lots: random.Random) -> Deal | None:
    for name in ("taker", "declarer", "winner"):
        if deal.get(name) is not None:
            return {**deal, name: (deal[name] + 1) % 2}
    return None


MISTAKES: dict[str, Mistake] = {
    "digits swapped": lambda deal, lots: change_number(deal, lots, swap_digits),
    "one off": lambda deal, lots: change_number(deal, lots, lambda n: n + lots.choice([-1, 1])),
    "ten off": lambda deal, lots: change_number(deal, lots, lambda n: n + lots.choice([-10, 10])),
    "last trick forgotten": lambda deal, lots: change_number(deal, lots, lambda n: n - 5),
    "two numbers or sides swapped": sides_swapped,
    "wrong trump": wrong_choice("trump"),
    "wrong row": wrong_choice("row"),
    "wrong game": wrong_choice("game"),
    "match not marked": match_not_marked,
    "Weis or marriage to the wrong side": weis_to_the_wrong_side,
    "multiplier applied twice": factor_twice,
    "won entered as lost": won_as_lost,
    "wrong taker, declarer or winner": wrong_person,
}
CAUGHT, BY_SHEET, POSSIBLE = "at once", "by the sheet", "possible"


def typed(deal: Deal, how: str) -> Deal:
    """The deal as it is typed: where that is enough, without the number that follows."""
    if how.startswith(("one side", "three")):
        return {**deal, "points": [*deal["points"][:-1], None]}
    return deal


def outcome(
    variant: Variant, options: Options, right: list[Deal], wrong: list[Deal], place: int
) -> str | None:
    """What becomes of a mistake in the deal at this place; None if it changes nothing."""
    good, bad = variant.replay(right, options), variant.replay(wrong, options)
    if written(good) == written(bad) and good.winners == bad.winners:
        return None
    refused = [at for at, scored in enumerate(bad.deals) if scored.problems]
    if refused:
        return CAUGHT if refused[0] == place else BY_SHEET
    line = variant.sum_line(bad, options)
    if (line and line.sum != line.expected) or good.finished != bad.finished:
        return BY_SHEET
    return POSSIBLE


def written(answer: Sheet) -> list[list[int] | None]:
    return [scored.written for scored in answer.deals]


def count(name: str, preset: str, how: str) -> dict[str, Counter[str]]:
    """Outcomes by mistake over many sheets of one game."""
    variant = get_variant(name)
    options = variant.options(get_preset(name, preset).options)
    lots = random.Random(SEED)
    found: dict[str, Counter[str]] = {}
    for _sheet in range(SHEETS):
        right = [typed(deal, how) for deal in sheet(name, options, lots)]
        for mistake, place, wrong in mistaken(right, lots):
            result = outcome(variant, options, right, wrong, place)
            if result:
                found.setdefault(mistake, Counter())[result] += 1
    return found


def mistaken(right: list[Deal], lots: random.Random) -> Iterator[tuple[str, int, list[Deal]]]:
    """Every mistake that some deal of the sheet allows, once, with its place."""
    for mistake, make in MISTAKES.items():
        for place in lots.sample(range(len(right)), len(right)):
            if (deal := make(right[place], lots)) is not None:
                yield mistake, place, [*right[:place], deal, *right[place + 1 :]]
                break
    place = lots.randrange(len(right))
    yield "a deal twice", place + 1, [*right[: place + 1], *right[place:]]
    yield "a deal missing", place, [*right[:place], *right[place + 1 :]]


TOTALS: dict[str, Callable[[list[int], random.Random], list[int]]] = {
    "digits swapped": lambda totals, lots: changed(totals, lots, swap_digits),
    "one off": lambda totals, lots: changed(totals, lots, lambda n: n + lots.choice([-1, 1])),
    "a hundred off": lambda t, lots: changed(t, lots, lambda n: n + lots.choice([-100, 100])),
    "sign lost": lambda totals, lots: changed(totals, lots, abs),
    "two totals swapped": lambda totals, _lots: [totals[1], totals[0], *totals[2:]],
}


def changed(totals: list[int], lots: random.Random, change: Callable[[int], int]) -> list[int]:
    at = lots.randrange(len(totals))
    number = totals[at]
    sign = -1 if number < 0 and change is swap_digits else 1
    new = sign * change(abs(number)) if change is swap_digits else change(number)
    return [*totals[:at], new, *totals[at + 1 :]]


def count_totals(name: str, preset: str) -> dict[str, Counter[str]]:
    """Outcomes where only each side's total of the sheet is typed."""
    variant = get_variant(name)
    options = variant.options(get_preset(name, preset).options)
    lots = random.Random(SEED)
    found: dict[str, Counter[str]] = {}
    for _sheet in range(SHEETS):
        deals = sheet(name, options, lots)
        totals = variant.replay(deals, options).totals
        for mistake, make in TOTALS.items():
            wrong = make(totals, lots)
            if wrong != totals:
                check = variant.check_totals(wrong, len(deals), options)
                result = CAUGHT if check.problems else POSSIBLE
                found.setdefault(mistake, Counter())[result] += 1
    return found


def table(title: str, found: dict[str, Counter[str]], columns: tuple[str, ...]) -> Iterator[str]:
    yield from ("", f"### {title}", "", f"| mistake | sheets | {' | '.join(columns)} |")
    yield "|---|---:|" + "---:|" * len(columns)
    for mistake, results in found.items():
        total = results.total()
        shares = " | ".join(f"{100 * results[column] / total:.0f} %" for column in columns)
        yield f"| {mistake} | {total} | {shares} |"


def report() -> Iterator[str]:
    yield from ("", f"{SHEETS} sheets of each game, seed {SEED}.")
    columns = (CAUGHT, BY_SHEET, POSSIBLE)
    for name, preset, how in PLAYED:
        title = f"{get_variant(name).title}, {preset}" + (f", {how}" if how else "")
        yield from table(title, count(name, preset, how), columns)
    yield from ("", "## Only the totals typed")
    for name, preset in dict.fromkeys((name, preset) for name, preset, _how in PLAYED):
        title = f"{get_variant(name).title}, {preset}"
        yield from table(title, count_totals(name, preset), (CAUGHT, POSSIBLE))
    yield ""


def main(arguments: list[str]) -> None:
    text = "\n".join(report())
    if "--write" not in arguments:
        print(text)
        return
    before, _, rest = DOCUMENT.read_text().partition(START)
    _, _, after = rest.partition(END)
    DOCUMENT.write_text(f"{before}{START}\n{text}\n{END}{after}")


if __name__ == "__main__":
    main(sys.argv[1:])
