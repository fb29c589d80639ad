"""The script that keeps the German texts."""

import json

import polib
import pytest

from scripts import messages


@pytest.fixture
def po(tmp_path, monkeypatch):
    """An empty set of texts of the test's own; returns what the file says."""
    path = tmp_path / "locale" / "de_CH" / "LC_MESSAGES" / "django.po"
    monkeypatch.setattr(messages, "ROOT", tmp_path)
    monkeypatch.setattr(messages, "PO", path)
    return lambda: polib.pofile(str(path))


def write_code(tmp_path, text: str) -> None:
    (tmp_path / "scoring").mkdir(exist_ok=True)
    header = "from django.utils.translation import gettext as _, ngettext, pgettext\n"
    (tmp_path / "scoring" / "texts.py").write_text(header + text)


def test_texts_are_sorted_and_compiled_when_added(po, tmp_path):
    messages.add({"Table": "Tisch", "Deal": "Spiel", "state\u0004Open": "Offen"})
    assert [entry.msgid for entry in po()] == ["Deal", "Open", "Table"]
    compiled = polib.mofile(str(messages.PO.with_suffix(".mo")))
    assert {entry.msgid: entry.msgstr for entry in compiled}["Table"] == "Tisch"


def test_adding_a_text_again_changes_it_and_keeps_the_others(po):
    messages.add({"Table": "Tafel", "Deal": "Spiel"})
    messages.add({"Table": "Tisch"})
    assert {entry.msgid: entry.msgstr for entry in po()} == {"Table": "Tisch", "Deal": "Spiel"}


def test_a_plural_keeps_both_forms(po):
    messages.add({"%(n)s table|||%(n)s tables": ["%(n)s Tisch", "%(n)s Tische"]})
    assert po()[0].msgstr_plural == {0: "%(n)s Tisch", 1: "%(n)s Tische"}


@pytest.mark.parametrize(
    "pair",
    [
        {"Big": "Groß"},
        {"Hello %(name)s": "Hallo %(nam)s"},
        {"Hello {name}": "Hallo"},
        {"Table": ""},
        {"Table": ["Tisch"]},
        {"a table|||tables": "Tisch"},
    ],
    ids=json.dumps,
)
def test_a_wrong_text_is_refused_and_nothing_of_its_set_is_stored(po, pair):
    messages.add({"Deal": "Spiel"})
    with pytest.raises(messages.MessageError):
        messages.add({"Round": "Runde", **pair})
    assert [entry.msgid for entry in po()] == ["Deal"]


@pytest.mark.skipif(not messages.can_extract(), reason="needs gettext")
def test_the_check_names_what_is_missing_and_what_is_left_over(po, tmp_path, capsys):
    write_code(tmp_path, 'a = _("Save")\nb = ngettext("one", "many", 2)\nc = pgettext("s", "Open")')
    messages.add({"Save": "Speichern", "Gone": "Weg"})
    assert messages.check() == 3
    printed = capsys.readouterr().out
    assert '"one|||many"' in printed
    assert '"s\\u0004Open"' in printed
    assert "'Gone' is used nowhere" in printed
    messages.add({"one|||many": ["eins", "viele"], "s\u0004Open": "Offen"})
    messages.prune()
    assert messages.check() == 0
    assert "Gone" not in [entry.msgid for entry in po()]
