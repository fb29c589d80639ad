"""The two addresses for whoever watches the server."""

import pytest


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/healthz", "/readyz"])
@pytest.mark.parametrize("method", ["get", "head"])
def test_a_watchman_may_only_knock(client, address, method):
    assert getattr(client, method)(address).status_code == 200
