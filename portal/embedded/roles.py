"""The database and its two roles in an embedded PostgreSQL: the owner creates tables, the app owns none."""

import psycopg
from psycopg import sql

from portal.embedded.postgres import DATABASE, Cluster

OWNER = "owner"
APP = "app"


def create_roles(cluster: Cluster, database: str = DATABASE) -> None:
    """Make both roles and the database where they are missing; passwords are those of the key files."""
    with cluster.connect() as connection:
        for role in (OWNER, APP):
            _make_role(connection, role, cluster.password(role))
        known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [database]).fetchone()
        if not known:
            statement = "CREATE DATABASE {} OWNER {}"
            connection.execute(sql.SQL(statement).format(sql.Identifier(database), sql.Identifier(OWNER)))
    with cluster.connect(database) as connection:
        _close(connection, database)


def _make_role(connection: psycopg.Connection, role: str, password: str) -> None:
    """Make a role that may sign in and nothing more, or give it the password of its file again."""
    known = connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role]).fetchone()
    verb = "ALTER" if known else "CREATE"
    statement = sql.SQL(verb + " ROLE {} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD {}")
    connection.execute(statement.format(sql.Identifier(role), sql.Literal(password)))


def _close(connection: psycopg.Connection, database: str) -> None:
    """Allow these two roles alone to connect; give the schema to the owner."""
    name, owner, app = sql.Identifier(database), sql.Identifier(OWNER), sql.Identifier(APP)
    for statement in (
        sql.SQL("REVOKE ALL ON DATABASE {} FROM PUBLIC").format(name),
        sql.SQL("GRANT CONNECT ON DATABASE {} TO {}").format(name, app),
        sql.SQL("ALTER SCHEMA public OWNER TO {}").format(owner),
        sql.SQL("REVOKE ALL ON SCHEMA public FROM PUBLIC"),
        sql.SQL("GRANT USAGE ON SCHEMA public TO {}").format(app),
    ):
        connection.execute(statement)
