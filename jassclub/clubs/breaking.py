"""Where a long name may break in a narrow column: between syllables, with a hyphen.

Browsers hyphenate by dictionaries that know no names and that many phones lack, so a name was cut
anywhere. A *soft hyphen* marks a place that shows nothing unless the line breaks there.

Our reading of German syllables, good enough for names and never spelled out: a syllable begins with
the last consonant before a vowel; letters that are one sound stay together. Short words and the
ends of words are left whole. Never changes a letter.
"""

import re

SOFT_HYPHEN = "\N{SOFT HYPHEN}"
LONG = 8
"""Words of fewer letters are left whole: they fit into every column."""
LEAST = 3
"""So many letters at least stand before and behind a break."""

VOWELS = "aeiouyàâäáéèêëíîïóôöúûü"

_WORD = re.compile(rf"[^\W\d_]{{{LONG},}}")
_VOWEL = re.compile(f"[{VOWELS}]", re.IGNORECASE)
_ONSET = re.compile(rf"(?:sch|ch|ck|ph|th|qu|[^\W\d_{VOWELS}])(?=[{VOWELS}])", re.IGNORECASE)


def with_breaks(text: str) -> str:
    """The text with soft hyphens in its long words."""
    return _WORD.sub(lambda word: _broken(word.group()), text)


def _broken(word: str) -> str:
    parts, start = [], 0
    for onset in _ONSET.finditer(word):
        at = onset.start()
        part = word[start:at]
        if len(part) >= LEAST <= len(word) - at and _VOWEL.search(part):
            parts.append(part)
            start = at
    return SOFT_HYPHEN.join([*parts, word[start:]])
