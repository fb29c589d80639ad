"""PostgreSQL's own dump and restore, as the operators' page has it: nothing is different afterwards."""

import os
import shutil
import subprocess
from urllib.parse import urlsplit

import pytest
from django.db import connection

from jassclub.audit.models import AuditEvent
from jassclub.audit.services import SYSTEM, record
from scoring.models import Deal
from scripts.services import find_postgres
from tests import factories
from tests.needs import need

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def pg(tool, *arguments):
    program = need(shutil.which(tool, path=f"{find_postgres()}:{os.environ['PATH']}"), tool)
    server = urlsplit(os.environ["DATABASE_URL"])
    where = ["--host", server.hostname, "--port", str(server.port), "--username", server.username]
    subprocess.run([program, *where, *arguments], check=True, capture_output=True)


def test_what_was_dumped_is_there_again_and_the_audit_still_refuses(tmp_path):
    evening = factories.tournament(players=8)
    sheet = factories.sheet_of(factories.playing_round(evening).tables.first())
    factories.deals(sheet, factories.TWELVE)
    record(actor=SYSTEM, action="test.dump", object_kind="sheet", object_id=sheet.pk)
    before = list(Deal.objects.order_by("pk").values())
    name, dump = connection.settings_dict["NAME"], str(tmp_path / "jassclub.dump")
    pg("pg_dump", "--format", "custom", "--file", dump, name)
    Deal.objects.all().delete()
    assert not Deal.objects.exists()
    connection.close()
    pg("pg_restore", "--dbname", name, "--clean", "--if-exists", dump)
    assert list(Deal.objects.order_by("pk").values()) == before
    event = AuditEvent.objects.get(action="test.dump")
    with pytest.raises(Exception, match="append-only"):
        event.delete()
