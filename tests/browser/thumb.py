"""A phone on a sheet without a tournament, and the thumb that taps it."""

from playwright.sync_api import Locator, Page, expect

from scoring.models import Deal, ScoreSheet, SheetStatus


class Table:
    """A phone on a sheet, and the thumb that taps it."""

    def __init__(self, page: Page, sheet: ScoreSheet) -> None:
        self.page, self.sheet = page, sheet
        self.address = f"/s/{sheet.keys.get().token}/"
        page.goto(self.address)

    def choose(self, field: str, value: object) -> None:
        """Tap a tile; a question that is closed is opened first."""
        tile = self.page.locator(f"label:has(input[name='deal.{field}'][value='{value}'])")
        self.open(field)
        tile.click()

    def open(self, field: str) -> None:
        closed = self.page.locator(f"details[data-extra~='{field}']:not([open]) > summary")
        if closed.count():
            closed.click()

    def add(self, field: str, owner: int, *values: int) -> None:
        """Tap values of a list: whose they are, then which."""
        self.open(field)
        box = self.page.locator(f"[data-field='{field}']")
        box.locator(f"[data-owner='deal-{field}-{owner}']").click()
        for value in values:
            box.locator(f"[data-add='{value}']").click()

    def press(self, *keys: object) -> None:
        for key in keys:
            for one in str(key) if str(key).isdecimal() else [key]:
                self.page.locator(f"[data-key='{one}']").click()

    def figures(self, *numbers: int) -> None:
        """Type one number after the other, with the key that leads to the next."""
        for at, number in enumerate(numbers):
            self.press(*(["next"] if at else []), number)

    @property
    def check(self) -> Locator:
        return self.page.locator("[data-check]")

    def write(self, *written: int) -> None:
        """Send the deal; it must write this."""
        number = Deal.objects.filter(sheet=self.sheet).count() + 1
        self.page.locator("[data-write]:visible, [data-plain]:visible").click()
        expect(self.page.locator(f".deals [data-deal='{number}']")).to_be_visible()
        deal = Deal.objects.get(sheet=self.sheet, number=number)
        assert deal.written == list(written)

    def totals(self) -> list[int]:
        totals = self.page.locator("[data-part=board] [data-total]")
        return [int(each.get_attribute("data-total")) for each in totals.all()]

    def agree(self, *sides: int) -> None:
        """These sides say yes, which is all of them."""
        expect(self.page.locator("[data-panel=confirm]")).to_be_visible()
        for side in sides:
            button = self.page.locator(f"[data-confirm-side='{side}']")
            expect(button).to_be_enabled()
            button.click()
        expect(self.page.locator("[data-panel=confirmed]")).to_be_visible()
        self.sheet.refresh_from_db()
        assert self.sheet.status == SheetStatus.CONFIRMED
        assert self.sheet.totals == self.totals()
