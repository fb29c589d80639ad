"""Long names break between syllables, whatever dictionary the phone has."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jassclub.clubs.breaking import SOFT_HYPHEN, with_breaks
from jassclub.clubs.templatetags.clubs import breakable


@pytest.mark.parametrize(
    ("name", "broken"),
    [
        ("Camenzind", "Camen|zind"),
        ("Aschwanden-Bissig", "Asch|wan|den-Bissig"),
        ("Anna-Katharina", "Anna-Katha|rina"),
        ("Maximiliane von Freudenberg", "Maxi|miliane von Freu|den|berg"),
        ("Karl Schwarzenberger", "Karl Schwar|zen|ber|ger"),
        ("Wüthrich", "Wüth|rich"),
        ("Rickenbacher", "Ricken|bacher"),
        ("Göpf Zürcher", "Göpf Zürcher"),
        ("Maître François", "Maître Fran|çois"),
        ("Jass-Club 1000003", "Jass-Club 1000003"),
    ],
)
def test_a_long_word_breaks_before_the_consonant_of_a_syllable(name, broken):
    assert with_breaks(name).replace(SOFT_HYPHEN, "|") == broken


@given(st.text(max_size=60).filter(lambda text: SOFT_HYPHEN not in text))
def test_no_letter_is_changed_and_no_part_is_left_alone(name):
    shown = with_breaks(name)
    assert shown.replace(SOFT_HYPHEN, "") == name
    for word in shown.split():
        parts = word.split(SOFT_HYPHEN)
        assert len(parts) == 1 or all(len(part) >= 3 for part in parts)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Erwin Camenzind", "Erwin <bdi>Camen|zind</bdi>"),
        ("Aschwanden-Bissig · Karl", "<bdi>Asch|wan|den-</bdi>Bissig · Karl"),
        ("<b>Muster", "&lt;b&gt;Muster"),
        ("A --Bö-\t", "A --Bö-\t"),
        ("", ""),
    ],
)
def test_a_page_keeps_a_long_word_together_while_there_is_room(name, shown):
    assert breakable(name).replace(SOFT_HYPHEN, "|") == shown
