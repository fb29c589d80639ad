"""Lists as they come: encodings, separators, titles, doubles, broken files."""

import io
import zipfile

import pytest
from openpyxl import Workbook

from jassclub.clubs.importing import (
    MAX_BYTES,
    MAX_ROWS,
    Columns,
    ImportProblem,
    candidates,
    guess_columns,
    parse_names,
    read_grid,
)

ROWS = [["Name", "Ort"], ["Müller", "Zürich"], ["Gerber", "Bern"]]


def as_text(separator: str) -> str:
    return "\r\n".join(separator.join(row) for row in ROWS) + "\r\n"


def workbook(rows: list[list[object]]) -> bytes:
    book = Workbook()
    assert book.active is not None
    for row in rows:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("separator", [";", ",", "\t"])
def test_every_usual_encoding_and_separator_gives_the_same_rows(encoding, separator):
    assert read_grid(as_text(separator).encode(encoding)) == ROWS


def test_a_workbook_gives_the_same_rows_and_whole_numbers_without_a_point():
    assert read_grid(workbook([*ROWS, ["Rey", 1957], ["Imhof", 3.0]])) == [
        *ROWS,
        ["Rey", "1957"],
        ["Imhof", "3"],
    ]


def test_a_line_that_names_the_separator_is_obeyed_and_is_no_row():
    assert read_grid(b"sep=,\r\nName,Ort;West\r\nA,B\r\n") == [["Name", "Ort;West"], ["A", "B"]]


def test_a_quoted_name_may_hold_the_separator():
    assert read_grid(b'"von Moos; Anna";Zug\nRey;Uri\n') == [
        ["von Moos; Anna", "Zug"],
        ["Rey", "Uri"],
    ]


def test_one_column_without_titles_is_the_name():
    grid = read_grid(b"Anna Gerber\nBeat Imhof\n")
    assert guess_columns(grid) == Columns(0, None, None, header=False)


def test_titles_are_found_in_any_order_and_case():
    grid = [["Nr.", "VORNAME", "Nachname"], ["7", "Anna", "Gerber"]]
    assert guess_columns(grid) == Columns(2, 1, 0, header=True)


def test_a_place_tells_apart_better_than_a_number():
    grid = [["Nr.", "Name", "Ort"], ["7", "Gerber", "Zug"]]
    assert guess_columns(grid) == Columns(1, None, 2, header=True)


def test_name_beside_first_name_is_the_last_name():
    assert guess_columns([["Name", "Vorname"], ["Gerber", "Anna"]]) == Columns(
        0, 1, None, header=True
    )


def test_rows_are_judged_against_the_list_and_against_each_other():
    grid = [["Name", "Ort"], ["Anna  Gerber", ""], ["anna gerber", "Bern"], ["ANNA GERBER", "BERN"]]
    grid += [["", "Uri"], ["ß" * 61, ""], []]
    found = candidates(grid, Columns(0, None, 1, header=True), {("anna gerber", "")})
    assert [(one.row, one.state) for one in found] == [
        (2, "listed"),
        (3, "new"),
        (4, "double"),
        (5, "empty"),
        (6, "long"),
    ]
    assert [one.takeable for one in found] == [False, True, False, False, False]


def test_a_row_shorter_than_the_others_is_read_without_its_missing_cells():
    found = candidates([["Anna"], ["Beat", "Bern"]], Columns(0, None, 1), set())
    assert [(one.person.name, one.person.hint) for one in found] == [("Anna", ""), ("Beat", "Bern")]


def bomb() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/workbook.xml", b" " * 30_000_000)
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty"),
        (b"\r\n ; \r\n", "empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00", "no-text"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old-excel"),
        (b"PK\x03\x04 not really", "broken-xlsx"),
        (workbook([["Anna"]])[:-400], "broken-xlsx"),
        (bomb(), "too-big"),
        (b"a" * (MAX_BYTES + 1), "too-big"),
        (b"Anna\n" * (MAX_ROWS + 2), "too-many"),
        (workbook([["Anna"]] * (MAX_ROWS + 2)), "too-many"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_file_that_cannot_be_read_is_refused_with_a_sentence(data, code):
    with pytest.raises(ImportProblem) as refused:
        read_grid(data, "liste.csv")
    assert refused.value.code == code
    assert " " in refused.value.message


def test_pasted_names_take_a_hint_after_a_semicolon_or_a_tab():
    people = parse_names("Anna Gerber; Luzern\n\n  Beat   Imhof \nClaude Rey\tUri\r\n")
    assert [(person.name, person.hint) for person in people] == [
        ("Anna Gerber", "Luzern"),
        ("Beat Imhof", ""),
        ("Claude Rey", "Uri"),
    ]


def test_pasted_columns_of_first_and_last_names_and_numbered_lists_are_names():
    people = parse_names("Dora\tArnold\n1. Göpf Rey\n2)Anna\tGerber\tLuzern\n3\tUrs; Uri\n4.\n")
    assert [(person.name, person.hint) for person in people] == [
        ("Dora Arnold", ""),
        ("Göpf Rey", ""),
        ("Anna Gerber", "Luzern"),
        ("Urs", "Uri"),
        ("4.", ""),
    ]


@pytest.mark.parametrize(
    ("text", "named"),
    [("Anna\n; Luzern", "2"), ("Anna\n\n" + "x" * 121, "3"), ("Anna; " + "y" * 61, "1")],
)
def test_a_pasted_line_that_is_no_name_is_named_by_its_number(text, named):
    with pytest.raises(ImportProblem) as refused:
        parse_names(text)
    assert refused.value.code == "line"
    assert named in refused.value.message


def test_numbers_inside_a_pasted_line_stay_where_they_are():
    pasted = parse_names("Anna Gerber; 2. Mannschaft\nHans Meier\t079 123 45 67\tx")
    assert [(each.name, each.hint) for each in pasted] == [
        ("Anna Gerber", "2. Mannschaft"),
        ("Hans Meier", "079 123 45 67 x"),
    ]
