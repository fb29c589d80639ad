"""What a test reads from a page or an answer."""

import re

# The millionths of a second in a time and the running number in an address are no figures.
_FIGURE = re.compile(r"(?<![\w.-])\d+(?!\w)")


def figures(text: str) -> set[str]:
    """The whole numbers that stand in a page by themselves, as they are written.

    To be asked for any figure of a page: in its tokens and times every few digits may stand by chance.
    """
    return set(_FIGURE.findall(text))
