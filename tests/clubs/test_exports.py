"""Lists out: figures stay figures, names stay harmless."""

import io

import pytest
from openpyxl import load_workbook

from jassclub.exports import csv_bytes, download, xlsx_bytes

CMD = "=cmd|' /C calc'!A0"


def test_csv_for_excel_has_a_mark_semicolons_and_plain_numbers():
    data = csv_bytes(["Name", "Total"], [["Müller", 1884], ["Rey", -15]])
    assert data == "\ufeffName;Total\r\nMüller;1884\r\nRey;-15\r\n".encode()


@pytest.mark.parametrize("name", [CMD, "+41 79", "@SUM(A1)", "-2+3", "\t=1", "  =1"])
def test_a_name_that_looks_like_a_formula_gets_an_apostrophe_in_csv(name):
    assert csv_bytes(["Name"], [[name]]).decode("utf-8-sig").split("\r\n")[1].strip('"')[0] == "'"


def test_a_workbook_holds_real_numbers_and_formulas_as_text():
    data = xlsx_bytes("Rangliste: 1/2", ["Name", "Total"], [[CMD, 1884], ["Rey\x07", -15]])
    sheet = load_workbook(io.BytesIO(data)).worksheets[0]
    values = [[(cell.value, cell.data_type) for cell in row] for row in sheet.iter_rows(min_row=2)]
    assert values == [[(CMD, "s"), (1884, "n")], [("Rey ", "s"), (-15, "n")]]


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_a_download_is_saved_under_a_plain_file_name(kind):
    answer = download("Rangliste 1/2", kind, ["Name"], [])
    assert answer["Content-Disposition"] == f'attachment; filename="Rangliste_12.{kind}"'
