"""Tools that a test cannot do without."""

import os
from typing import TypeVar

import pytest

Tool = TypeVar("Tool")


def need(tool: Tool | None, name: str) -> Tool:
    """Return the tool; skip the test without it, and fail where CI promised to have it."""
    if tool is not None:
        return tool
    message = f"there is no {name} on this machine"
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)
