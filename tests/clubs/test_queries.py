"""Pages of this room ask the database the same number of questions at any size."""

import pytest
from django.urls import reverse

from jassclub.clubs.models import Role
from tests import factories


def queries(client, address, django_assert_max_num_queries):
    with django_assert_max_num_queries(20) as seen:
        assert client.get(address).status_code == 200
    return [query["sql"] for query in seen.captured_queries]


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["clubs:players", "clubs:members"])
def test_a_list_asks_as_often_for_400_as_for_four(client, name, django_assert_max_num_queries):
    club = factories.club()
    client.force_login(factories.member(club, Role.OWNER))
    address = reverse(name, args=[club.slug])
    factories.players(club, 4)
    few = queries(client, address, django_assert_max_num_queries)
    factories.players(club, 396)
    for _turn in range(10):
        factories.member(club, Role.SCORER)
    many = queries(client, address, django_assert_max_num_queries)
    assert len(few) == len(many), "\n".join(many)


@pytest.mark.django_db
def test_my_clubs_ask_as_often_for_ten_as_for_one(client, django_assert_max_num_queries):
    user = factories.member(factories.club())
    client.force_login(user)
    few = queries(client, reverse("clubs:home"), django_assert_max_num_queries)
    for _turn in range(9):
        factories.club().memberships.create(user=user, role=Role.SCORER)
    many = queries(client, reverse("clubs:home"), django_assert_max_num_queries)
    assert len(few) == len(many), "\n".join(many)
