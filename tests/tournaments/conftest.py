"""What the tests of a tournament begin with where a file does not say otherwise."""

import pytest

from jassclub.clubs.models import Role
from tests import factories
from tests.tournaments import life


@pytest.fixture
def evening():
    """Nine people, so that one waits in each of three rounds; drawn round by round, nothing yet."""
    return life.evening(players=9, rounds=3)


@pytest.fixture
def round_(evening):
    """The first round, being played."""
    return life.playing(evening)


@pytest.fixture
def table(round_):
    return round_.tables.get(place__number=1)


@pytest.fixture
def organiser(evening, client):
    """A browser in which an organiser of the evening's club is signed in."""
    client.force_login(factories.member(evening.club, Role.ORGANISER))
    return client
