"""Whatever is sent to the JSON API, it answers as its own description says, and never with a 500."""

import pytest
import schemathesis
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from jassclub.wsgi import application
from tests import factories
from tests.factories import TWELVE

CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
)


@pytest.fixture
def evening():
    return factories.tournament(players=9, team_counted=2)


@pytest.fixture
def table(evening):
    found = factories.playing_round(evening).tables.first()
    factories.deals(factories.sheet_of(found), TWELVE[:3])
    return found


@pytest.fixture
def _one_connection():
    """Requests stay in the test's transaction."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.mark.django_db
@pytest.mark.usefixtures("_one_connection")
def test_every_answer_is_as_described(evening, table):
    schema = schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", application)
    known = {
        "club": evening.club.slug,
        "slug": evening.slug,
        "sheet": factories.sheet_of(table).pk,
        "variant": "schieber",
        "number": 1,
        "list_key": "main",
    }
    headers = {
        "Authorization": f"Table {table.place.token}",
        "Accept-Encoding": "identity",
    }
    for result in schema.get_all_operations():
        answers_as_described(result.ok(), known, headers)


def answers_as_described(operation, known, headers):
    """Good and bad requests of one operation; mostly at addresses that exist."""

    @settings(
        max_examples=8,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(data=st.data())
    def send(data):
        mode = data.draw(st.sampled_from([GenerationMode.POSITIVE, GenerationMode.NEGATIVE]))
        case = data.draw(operation.as_strategy(generation_mode=mode))
        if data.draw(st.sampled_from([True, True, False])):
            case.path_parameters = {
                name: known.get(name, value) for name, value in case.path_parameters.items()
            }
        cache.clear()
        case.validate_response(case.call(headers=headers), checks=CHECKS)

    send()
