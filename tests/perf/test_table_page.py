"""What a phone must load to write on a sheet, for each game: all of it small, from here, and nothing inline."""

import gzip
import random
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import reverse

from benchmarks.sheets import sheet as correct_sheet
from scoring.rules import VARIANTS, get_variant
from tests import factories

pytestmark = pytest.mark.django_db

MOST_BYTES = 120_000
STATIC = Path(settings.BASE_DIR) / "static"
IMPORT = re.compile(r"""(?:from|import)\s+["']\./([\w.-]+)["']""")


class Loads(HTMLParser):
    """The files a page loads, and what stands in it that its content policy would refuse."""

    def __init__(self) -> None:
        super().__init__()
        self.files: set[str] = set()
        self.inline: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        address = given.get("src") or (given.get("href") if tag in {"link", "use"} else None)
        if address:
            self.files.add(address.partition("#")[0])
        data = given.get("type") == "application/json"
        if tag == "style" or (tag == "script" and not given.get("src") and not data):
            self.inline.append(tag)
        self.inline += [name for name in given if name == "style" or name.startswith("on")]


def with_imports(name: str) -> set[Path]:
    """A file and, of a module, all it imports."""
    found, open_ones = set(), [STATIC / name]
    while open_ones:
        path = open_ones.pop()
        if path not in found:
            found.add(path)
            if path.suffix == ".js":
                open_ones += [path.parent / other for other in IMPORT.findall(path.read_text())]
    return found


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_a_full_sheet_with_all_it_loads_is_under_120_kb_and_all_from_here(client, variant):
    raw = {"deals": 24, "target": 100_000, "limit": 100_000}
    known = {field.name for field in variant.option_fields()} | {"deals"}
    options = get_variant(variant.name).options({k: v for k, v in raw.items() if k in known})
    sheet = factories.free_sheet(variant=variant.name, options=options)
    deals = correct_sheet(variant.name, options, random.Random(7))
    factories.deals(sheet, deals[:-1])
    address = reverse("scoring:sheet-page", args=[sheet.keys.get().token])
    page = client.get(address, {"late": 1})
    loads = Loads()
    loads.feed(page.content.decode())
    assert loads.inline == []
    assert len(loads.files) >= 5
    assert all(each.startswith(settings.STATIC_URL) for each in loads.files), loads.files
    files = set().union(*(with_imports(each[len(settings.STATIC_URL) :]) for each in loads.files))
    weight = len(gzip.compress(page.content)) + sum(
        len(gzip.compress(path.read_bytes())) for path in files
    )
    assert weight < MOST_BYTES, weight
