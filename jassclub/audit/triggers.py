"""The statements by which the database itself refuses to change or delete an audit event."""

TABLE = "audit_auditevent"


def create_sql(vendor: str) -> list[str]:
    """Statements that put the refusal in place, for ``sqlite`` or ``postgresql``."""
    if vendor == "sqlite":
        return [
            f"CREATE TRIGGER IF NOT EXISTS audit_no_{verb.lower()} BEFORE {verb} ON {TABLE} "
            "BEGIN SELECT RAISE(ABORT, 'audit events are append-only'); END"
            for verb in ("UPDATE", "DELETE")
        ]
    return [
        (
            "CREATE OR REPLACE FUNCTION audit_refuse() RETURNS trigger AS $$ "
            "BEGIN RAISE EXCEPTION 'audit events are append-only' "
            "USING ERRCODE = 'integrity_constraint_violation'; END $$ LANGUAGE plpgsql"
        ),
        *(
            f"CREATE OR REPLACE TRIGGER audit_no_{verb.lower()} BEFORE {verb} ON {TABLE} "
            "FOR EACH ROW EXECUTE FUNCTION audit_refuse()"
            for verb in ("UPDATE", "DELETE")
        ),
    ]


def drop_sql(vendor: str) -> list[str]:
    """Statements that take the refusal away (test clean-up only)."""
    on_table = "" if vendor == "sqlite" else f" ON {TABLE}"
    return [f"DROP TRIGGER IF EXISTS audit_no_{verb}{on_table}" for verb in ("update", "delete")]
