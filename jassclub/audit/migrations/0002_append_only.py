from django.db import migrations

from jassclub.audit import triggers


def _run(statements):
    def run(apps, schema_editor):
        for statement in statements(schema_editor.connection.vendor):
            schema_editor.execute(statement)

    return run


class Migration(migrations.Migration):
    dependencies = [("audit", "0001_initial")]
    operations = [migrations.RunPython(_run(triggers.create_sql), _run(triggers.drop_sql))]
