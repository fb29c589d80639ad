"""Lists for download: CSV for Excel and XLSX, with figures as figures and names as harmless text.

CSV: UTF-8 with a byte order mark and ``;``, the way Excel opens it in German;
whole numbers without separators. A text that a spreadsheet would run as a
formula gets an apostrophe in front; in XLSX it is stored as text, unchanged.
"""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from django.http import HttpResponse
from django.utils.text import get_valid_filename
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

Value = str | int | None
KINDS = ("csv", "xlsx")
CSV_TYPE = "text/csv; charset=utf-8"
XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")
CONTROL = dict.fromkeys(range(32), " ") | {0xFFFE: "", 0xFFFF: ""}
SHEET_NAME_FORBIDS = str.maketrans(dict.fromkeys(r"[]:*?/\\", " "))


def csv_bytes(header: Sequence[str], rows: Iterable[Sequence[Value]]) -> bytes:
    """The list as CSV for Excel."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=";", lineterminator="\r\n")
    writer.writerow([_harmless(cell) for cell in header])
    writer.writerows([_harmless(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def xlsx_bytes(title: str, header: Sequence[str], rows: Iterable[Sequence[Value]]) -> bytes:
    """The list as a workbook of one sheet; numbers are numbers, everything else is text."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet(title.translate(SHEET_NAME_FORBIDS)[:31].strip() or None)
    sheet.freeze_panes = "A2"
    for column, name in enumerate(header, start=1):
        letter = get_column_letter(column)
        sheet.column_dimensions[letter].width = 34 if column == 1 else max(12, len(name) + 4)
    sheet.append([_cell(sheet, name, bold=True) for name in header])
    for row in rows:
        sheet.append([_cell(sheet, value) for value in row])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def download(
    name: str, kind: str, header: Sequence[str], rows: Iterable[Sequence[Value]]
) -> HttpResponse:
    """An answer that saves the list under ``name`` as ``kind``: "csv" or "xlsx"."""
    if kind == "xlsx":
        response = HttpResponse(xlsx_bytes(name, header, rows), content_type=XLSX_TYPE)
    else:
        response = HttpResponse(csv_bytes(header, rows), content_type=CSV_TYPE)
    response.headers["Content-Disposition"] = (
        f'attachment; filename="{get_valid_filename(name)}.{kind}"'
    )
    return response


def _harmless(value: Value) -> Value:
    if isinstance(value, str) and value.lstrip(" ").startswith(FORMULA_STARTS):
        return f"'{value}"
    return value


def _cell(sheet: Any, value: Value, *, bold: bool = False) -> Any:
    if isinstance(value, str):
        value = value.translate(CONTROL)
    cell = WriteOnlyCell(sheet, value=value)
    if isinstance(value, str):
        cell.data_type = "s"  # never "f": a name is no formula
    if bold:
        cell.font = Font(bold=True)
    return cell
