"""Names from a file or a text field, as people have them; nothing here writes.

Grid: the file as rows of texts. Columns: which column holds what. Candidate: a
person found in a row, with what speaks against adding them.

Reads CSV in UTF-8 (with or without byte order mark), UTF-16 or Windows-1252,
separated by ``;`` ``,`` or tab, and XLSX. Whatever cannot be read is an
``ImportProblem`` with a sentence that says what would help.
"""

import csv
import datetime as dt
import io
import re
import zipfile
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _
from openpyxl import load_workbook

from jassclub.clubs.models import HINT_LENGTH, NAME_LENGTH, clean_name, name_key, stored_length
from jassclub.clubs.services.players import NewPlayer

Grid = list[list[str]]
State = Literal["new", "listed", "double", "empty", "long"]

MAX_BYTES = 1_000_000
MAX_UNPACKED = 20_000_000
MAX_ROWS = 2_000
MAX_COLUMNS = 40
SEPARATORS = ";\t,"
LIST_NUMBER = re.compile(r"^\d{1,4}(?:[.)]\s*|\t\s*)(?=\S)")
"""How a line of a numbered list begins."""

NAME_WORDS = {"name", "names", "namen", "player", "players", "spieler", "spielerin", "teilnehmer"}
LAST_WORDS = {"nachname", "familienname", "surname", "last name", "lastname"}
FIRST_WORDS = {"vorname", "first name", "firstname", "given name"}
HINT_WORDS = {
    "hinweis", "hint", "ort", "wohnort", "club", "verein", "jahrgang", "place", "town", "year",
    "zum unterscheiden", "to tell apart",
}  # fmt: skip
NUMBER_WORDS = {"nummer", "nr", "nr.", "mitgliednummer", "mitgliedernummer"}


class ImportProblem(Exception):
    """A file that cannot be read: ``code`` for tests, the sentence for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


@dataclass(frozen=True, slots=True)
class Columns:
    """Which columns (from 0) hold the name, a first name apart from it, and the hint."""

    name: int = 0
    first: int | None = None
    hint: int | None = None
    header: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    """A person in a row of the file; ``row`` counts from 1 as a spreadsheet does."""

    row: int
    person: NewPlayer
    state: State

    @property
    def takeable(self) -> bool:
        return self.state == "new"


def read_grid(data: bytes, filename: str = "") -> Grid:
    """The file's rows, without the empty ones at the end."""
    if len(data) > MAX_BYTES:
        raise ImportProblem(
            "too-big",
            _("This file is larger than 1 MB. Keep only the names and save it again."),
        )
    if data.startswith(b"PK\x03\x04"):
        grid = _read_xlsx(data)
    elif data.startswith(b"\xd0\xcf\x11\xe0"):
        raise ImportProblem(
            "old-excel",
            _("This is an old Excel file (.xls). Save it as .xlsx or as CSV and try again."),
        )
    else:
        grid = read_text(_decode(data, filename))
    while grid and not grid[-1]:
        grid.pop()
    if not grid:
        raise ImportProblem("empty", _("There is nothing in this file."))
    return grid


def read_text(text: str) -> Grid:
    """The rows of a text in one of the three separators."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    separator = _separator(text)
    first, _newline, rest = text.partition("\n")
    if first.lower().startswith("sep=") and len(first) == len("sep=;"):
        text = rest
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    except csv.Error as error:
        raise ImportProblem(
            "broken",
            _("This file could not be read. Save it again as CSV or as .xlsx."),
        ) from error
    return _limited(rows)


def guess_columns(grid: Grid) -> Columns:
    """The columns by their titles where there are any, else the first one as the name."""
    titles = [" ".join(cell.split()).casefold() for cell in grid[0]]
    first = _index(titles, FIRST_WORDS)
    last = _index(titles, LAST_WORDS)
    name = _index(titles, NAME_WORDS)
    hint = _index(titles, HINT_WORDS)
    if hint is None:
        hint = _index(titles, NUMBER_WORDS)
    if last is None and first is not None and name is not None:
        last, name = name, None
    found = last if last is not None else name
    if found is not None:
        return Columns(found, first if last is not None else None, hint, header=True)
    width = max(len(row) for row in grid)
    return Columns(0, None, 1 if width == 2 else None, header=False)


def candidates(
    grid: Grid, columns: Columns, listed: Collection[tuple[str, str]]
) -> list[Candidate]:
    """Every row that holds something, judged against the club's list and the rows above it."""
    found: list[Candidate] = []
    seen: set[tuple[str, str]] = set()
    for number, row in enumerate(grid, start=1):
        if (columns.header and number == 1) or not row:
            continue
        person = _person(row, columns)
        found.append(Candidate(number, person, _state(person, listed, seen)))
        seen.add(person.key)
    return found


def parse_names(text: str) -> list[NewPlayer]:
    """Pasted names, one a line, each with an optional hint after ``;`` or a tab.

    Two columns of a spreadsheet are first and last name where the first holds a single word. The
    numbers of a numbered list are left out. Raises ``ImportProblem`` naming the first line that
    cannot be a name.
    """
    people = []
    for number, line in enumerate(text.splitlines(), start=1):
        person = _pasted(line)
        if not person.name and not person.hint:
            continue
        if problem := _line_problem(number, person):
            raise ImportProblem("line", problem)
        people.append(person)
    if not people:
        raise ImportProblem("empty", _("Write at least one name."))
    if len(people) > MAX_ROWS:
        raise _too_many()
    return people


def _pasted(line: str) -> NewPlayer:
    line = LIST_NUMBER.sub("", line.strip())
    first, _tab, rest = line.partition("\t")
    if len(first.split()) == 1 and ";" not in first:
        line = f"{first} {rest}"
    name, _mark, hint = line.replace("\t", ";").partition(";")
    return NewPlayer(clean_name(name), clean_name(hint.replace(";", " ")))


def _line_problem(number: int, person: NewPlayer) -> str:
    if not name_key(person.name):
        return _("Line %(line)s has no name before the semicolon.") % {"line": number}
    if stored_length(person.name) > NAME_LENGTH:
        return _("The name in line %(line)s is longer than %(limit)s letters.") % {
            "line": number,
            "limit": NAME_LENGTH,
        }
    if stored_length(person.hint) > HINT_LENGTH:
        return _("The words to tell apart in line %(line)s are longer than %(limit)s letters.") % {
            "line": number,
            "limit": HINT_LENGTH,
        }
    return ""


def _decode(data: bytes, filename: str) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        encodings = ["utf-16"]
    else:
        encodings = ["utf-8-sig", "cp1252"]
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise ImportProblem(
        "no-text",
        _("“%(file)s” is no list of names. Choose a CSV or .xlsx file.") % {"file": filename},
    )


def _separator(text: str) -> str:
    """The separator that cuts most rows into the same number of columns, more than one."""
    if text[:4].lower() == "sep=" and text[4:5] in SEPARATORS:
        return text[4]
    lines = [line for line in text.split("\n")[:200] if line.strip()]
    best, score = ";", 0
    for separator in SEPARATORS:
        try:
            widths = Counter(len(row) for row in csv.reader(lines, delimiter=separator))
        except csv.Error:
            continue
        agreeing = max((count for width, count in widths.items() if width > 1), default=0)
        if agreeing > score:
            best, score = separator, agreeing
    return best


def _read_xlsx(data: bytes) -> Grid:
    broken = ImportProblem(
        "broken-xlsx",
        _("This workbook could not be read. Save it again as .xlsx, or as CSV."),
    )
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            unpacked = sum(part.file_size for part in packed.infolist())
        if unpacked > MAX_UNPACKED:
            raise ImportProblem(
                "too-big",
                _("This workbook is too large. Copy the names into a new one and save that."),
            )
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        rows = book.worksheets[0].iter_rows(
            max_row=MAX_ROWS + 2, max_col=MAX_COLUMNS, values_only=True
        )
        return _limited([[_text(value) for value in row] for row in rows])
    except ImportProblem:
        raise
    except Exception as error:  # openpyxl raises whatever a damaged part leads it to
        raise broken from error


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, dt.datetime):
        return value.date().isoformat()
    return str(value)


def _limited(rows: Iterable[Sequence[str]]) -> Grid:
    grid = [_trimmed(row) for row in rows]
    if sum(bool(row) for row in grid) > MAX_ROWS + 1:
        raise _too_many()
    return grid


def _trimmed(row: Sequence[str]) -> list[str]:
    """The row up to its last cell that holds something."""
    cells = list(row[:MAX_COLUMNS])
    while cells and not cells[-1].strip():
        cells.pop()
    return cells


def _too_many() -> ImportProblem:
    return ImportProblem(
        "too-many",
        _("More than %(limit)s names at once are too many. Split them into several parts.")
        % {"limit": MAX_ROWS},
    )


def _index(titles: list[str], words: set[str]) -> int | None:
    return next((column for column, title in enumerate(titles) if title in words), None)


def _person(row: list[str], columns: Columns) -> NewPlayer:
    def cell(column: int | None) -> str:
        return row[column] if column is not None and column < len(row) else ""

    name = clean_name(f"{cell(columns.first)} {cell(columns.name)}")
    return NewPlayer(name, clean_name(cell(columns.hint)))


def _state(
    person: NewPlayer, listed: Collection[tuple[str, str]], seen: Collection[tuple[str, str]]
) -> State:
    if not name_key(person.name):
        return "empty"
    if stored_length(person.name) > NAME_LENGTH or stored_length(person.hint) > HINT_LENGTH:
        return "long"
    if person.key in listed:
        return "listed"
    if person.key in seen:
        return "double"
    return "new"
