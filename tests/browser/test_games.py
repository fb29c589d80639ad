"""A whole game of each kind, tapped on a phone from the first deal to the yes of everybody.

Sheets without a tournament, with house rules by which a game is short. What a deal writes is the
engine's business and tested there; here it must be what the page said before it was sent.
"""

import pytest
from playwright.sync_api import Page, expect

from scoring.rules import get_variant
from tests import factories
from tests.browser.thumb import Table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(phone):
    """`table("coiffeur", rows=…)`: a phone on a new sheet with these house rules."""

    def new(variant: str, /, page: Page | None = None, **options) -> Table:
        full = get_variant(variant).options(options)
        return Table(page or phone, factories.free_sheet(variant=variant, options=full))

    return new


def test_schieber_to_the_target_with_weis_stoeck_and_a_match(table):
    at = table("schieber", target=1000, bergpreis="half", first_forehand=3)
    expect(at.page.locator("[data-forehand='3']")).to_be_visible()
    at.choose("trump", "schellen")
    at.press(98)
    at.add("weis", 0, 50)
    at.choose("stoeck", 1)
    expect(at.check).to_contain_text("296 : 158")
    at.write(296, 158)
    expect(at.page.locator("[data-forehand='0']")).to_be_visible()
    at.choose("trump", "undenufe")
    at.press("next", "match")
    at.write(0, 771)
    expect(at.page.locator(".meta")).to_contain_text("Bergpreis: Claude · Dora")
    at.choose("trump", "rosen")
    at.figures(10, 61)  # thanked before it was played out
    at.choose("ended_by", 1)
    expect(at.check).to_have_attribute("data-verdict", "wrong")  # 929 + 61 is not there yet
    at.press(*["back"] * 2, 71)
    expect(at.check).to_have_attribute("data-verdict", "right")
    at.write(10, 71)
    at.agree(0, 1)
    assert at.sheet.totals == [306, 1000]


def test_schieber_asks_who_was_first_only_where_nothing_else_decides(table):
    at = table("schieber", target=100, bergpreis=None)
    question = at.page.locator("[data-field=first]")
    at.choose("trump", "obenabe")
    at.press(150)
    expect(question).to_be_hidden()
    at.press("back", "back", "back", 80)
    expect(question).to_be_visible()
    expect(at.check).to_have_attribute("data-verdict", "wrong")
    at.choose("first", 1)
    at.write(240, 231)
    at.agree(0, 1)
    assert at.page.locator("[data-panel=confirmed] [data-result='1']").inner_text().count("✓")


def test_coiffeur_by_the_cells_of_its_board(table):
    rows = [{"key": "rosen", "factor": 2}, {"key": "misere", "factor": 7}]
    at = table("coiffeur", rows=rows, match_points=257, first_forehand=0)

    def cell(row: str, side: int):
        return at.page.locator(f"[data-row={row}] [data-cell='{side}'] a")

    cell("rosen", 0).click()
    expect(at.page.locator("[data-chosen-text]")).to_have_text("Rosen – Anna · Beat")
    at.press(102)
    expect(at.check).to_have_text("102 → 10 × 2 = 20")
    at.write(20, 0)
    expect(cell("rosen", 0)).to_contain_text("20")
    cell("misere", 1).click()
    at.press(40)
    expect(at.check).to_contain_text("117 → 12 × 7 = 84")
    at.write(0, 84)
    cell("rosen", 1).click()
    at.press("match")
    expect(at.check).to_contain_text("257 → 26 × 2 = 52")
    at.write(0, 52)
    at.press(75)  # the figure first, the cell afterwards
    cell("misere", 0).click()
    at.write(56, 0)
    at.agree(0, 1)
    assert at.sheet.totals == [76, 136]


def test_differenzler_with_open_bids(table):
    at = table("differenzler", deals=4, open_bids=True, exact_bonus=10)
    for _deal in range(4):
        at.choose("trump", "eicheln")
        at.figures(60, 30, 0, 50, 60, 21, 4)
        for position, written in enumerate(["→ −10", "→ 9", "→ 4", "→ 22"]):
            expect(at.page.locator(f"[data-writes='{position}']").last).to_have_text(written)
        at.write(-10, 9, 4, 22)
    at.agree(0, 2)
    assert at.sheet.totals == [-40, 36, 16, 88]


def test_molotow_of_three_with_weis_of_both_kinds_and_a_deal_without_trump(table):
    at = table("molotow", players=3, limit=None, deals=3)
    at.choose("trump", "schilten")
    at.figures(38, 60)
    at.add("hand_weis", 0, 100)
    at.add("table_weis", 1, 20)
    at.choose("stoeck", 2)
    expect(at.page.locator("[data-writes='0']")).to_have_text("→ −6")
    at.write(-6, 8, 4)
    at.choose("trump", "")
    at.figures(25, 100)
    expect(at.page.locator("[name='deal.points.2']")).to_have_value("0")
    at.write(3, 10, 0)
    at.choose("trump", "rosen")
    at.press("next", "match")
    at.write(0, -26, 0)
    assert at.totals() == [-3, -8, 4]
    at.agree(1, 2)


def test_molotow_of_six_fits_on_a_small_phone(table):
    at = table("molotow", players=6, limit=10)
    at.page.set_viewport_size({"width": 320, "height": 640})
    at.choose("trump", "rosen")
    at.figures(47, 10, 20, 30, 40)
    at.write(5, 1, 2, 3, 4, 1)
    assert at.page.evaluate("document.documentElement.scrollWidth") <= 320
    at.choose("trump", "rosen")
    at.figures(57, 0, 20, 30, 40)
    at.write(6, 0, 2, 3, 4, 1)
    at.agree(0, 5)


def test_cinq_cents_says_why_a_contract_failed_and_what_goes_over(table):
    at = table("cinq-cents", target=250, first_forehand=0)
    at.choose("taker", 0)
    at.choose("trump", "rosen")
    at.figures(60, 81)
    at.choose("stoeck", 0)
    for part in ("80", "81", "161", "Claude"):
        expect(at.check).to_contain_text(part)
    at.write(0, 161)
    expect(at.page.locator("[data-forehand='0']")).to_be_visible()  # the winner deals
    at.choose("taker", 1)
    at.choose("trump", "eicheln")
    at.figures(58, 72)
    at.add("weis", 1, 20)
    at.write(58, 92)
    at.agree(0, 1)
    assert at.sheet.totals == [58, 253]


def test_cego_counts_money_and_says_who_pays_whom(table):
    at = table("cego", deals=3)
    at.choose("game", "halbe")
    at.choose("declarer", 0)
    at.press(47)
    expect(at.check).to_contain_text("0.60")
    at.write(60, -20, -20, -20)
    at.choose("game", "bettel")
    expect(at.page.locator("[data-pad]")).to_be_hidden()
    at.choose("declarer", 1)
    at.choose("won", "no")
    at.write(30, -90, 30, 30)
    at.choose("game", "raeuber")
    expect(at.page.locator("[data-field=points]")).to_be_hidden()
    at.choose("loser", 3)
    at.write(40, 40, 40, -120)
    assert at.totals() == [130, -70, 50, -110]
    expect(at.page.locator("[data-part=board]")).to_contain_text("−1.10")
    expect(at.page.locator("[data-pays]")).to_have_count(3)
    expect(at.page.locator("[data-pays]").first).to_contain_text("Fr. 1.10")
    at.agree(0, 1)


def test_cego_without_an_end_is_over_when_the_table_says_so(table):
    at = table("cego", players=3)
    at.choose("game", "solo")
    at.choose("declarer", 2)
    at.press(52)
    at.write(-30, -30, 60)
    at.page.locator("details.more:has(a[href$='finish/']) > summary").click()
    at.page.locator("a[href$='finish/']").click()
    at.page.locator("[data-play-on]").click()
    at.choose("game", "bettel")
    at.choose("declarer", 0)
    at.choose("won", "yes")
    at.write(60, -30, -30)
    at.page.goto(f"{at.address}finish/")
    at.agree(0, 2)


def test_sechsundsechzig_with_a_marriage_a_lost_claim_and_a_close(table):
    at = table("sechsundsechzig", target=5, first_forehand=1)
    at.figures(46, 20)
    expect(at.check).to_have_attribute("data-verdict", "wrong")  # 66 together: why did it stop?
    at.add("marriages", 0, 40)
    expect(at.check).to_contain_text("86")
    at.write(2, 0)
    at.figures(60, 20)
    at.choose("claimed_by", 0)
    at.write(0, 2)
    at.figures(66, 40)
    at.choose("closed_by", 1)
    at.write(2, 0)
    at.figures(70, 50)
    at.write(1, 0)
    at.agree(0, 1)
    assert at.sheet.totals == [5, 2]


def test_the_table_says_once_who_leads(table):
    at = table("schieber", **factories.SCHIEBER_12)
    factories.deals(at.sheet, factories.TWELVE[:2])
    at.page.reload()
    expect(at.page.locator("[data-forehand]")).to_have_count(0)
    at.page.locator("[data-ask-forehand] > summary").click()
    at.page.locator("[data-ask-forehand] button[value='3']").click()
    expect(at.page.locator("[data-forehand='3']")).to_contain_text("Dora")
    expect(at.page.locator("[data-ask-forehand]")).to_have_count(0)
    at.sheet.refresh_from_db()
    assert at.sheet.options["first_forehand"] == 1
    assert at.sheet.revision == 2
