"""The rows of a database of tests, all at once, as the role that owns its tables: emptied, or copied from another database."""

from __future__ import annotations

from dataclasses import dataclass

import psycopg
from psycopg import sql

STAYS = ("django_migrations", "django_content_type", "auth_permission")
"""Tables that migrations fill. Their rows stay, and so do their sequences: a row that a test adds needs an id of its own."""
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> ALL(%s) ORDER BY tablename"
SEQUENCES = """
SELECT sequencename, last_value, start_value FROM pg_sequences
WHERE schemaname = 'public' AND last_value IS NOT NULL AND sequencename <> ALL(%s)
"""
LARGE = 256 * 1024
"""Bytes of a table above which truncating is cheaper than deleting its rows, which a later scan would step over."""


def empty(owner: str) -> None:
    """Empty every table as the owner, and restart every sequence. A test leaves few rows in few tables: those are deleted.

    Django's own flush is a TRUNCATE by the connected role. The app's role may not, and published rows refuse it from
    every role, but under `session_replication_role = replica`, which switches their triggers off for this connection.
    """
    with psycopg.connect(owner) as connection:
        connection.execute("SET session_replication_role = replica")
        tables = _tables(connection)
        look = sql.SQL("SELECT {name}, pg_relation_size({name}) WHERE EXISTS (SELECT FROM {table})")
        looks = [look.format(name=sql.Literal(table), table=sql.Identifier(table)) for table in tables]
        sizes = dict(connection.execute(sql.SQL(" UNION ALL ").join(looks)).fetchall())
        if max(sizes.values(), default=0) > LARGE:
            names = sql.SQL(", ").join(map(sql.Identifier, tables))
            connection.execute(sql.SQL("TRUNCATE {} RESTART IDENTITY CASCADE").format(names))
            return
        for table in sizes:
            connection.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table)))
        for sequence, _, start in _sequences(connection):
            connection.execute("SELECT setval(quote_ident(%s)::regclass, %s, false)", [sequence, start])


def copy(source: str, target: str) -> None:
    """Copy every row of a database into an empty one with the same tables; both addresses are those of owners."""
    with psycopg.connect(source) as origin, psycopg.connect(target) as goal:
        goal.execute("SET session_replication_role = replica")
        for table in _tables(origin):
            name = sql.Identifier(table)
            read = origin.cursor().copy(sql.SQL("COPY {} TO STDOUT").format(name))
            write = goal.cursor().copy(sql.SQL("COPY {} FROM STDIN").format(name))
            with read as rows, write as into:
                for block in rows:
                    into.write(block)
        for sequence, last, _ in _sequences(origin):
            goal.execute("SELECT setval(quote_ident(%s)::regclass, %s)", [sequence, last])


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of a database: of each table that has some, as PostgreSQL copies them, and where each sequence is."""

    tables: dict[str, bytes]
    sequences: dict[str, int]


def dump(owner: str) -> Rows:
    """Return every committed row."""
    with psycopg.connect(owner) as connection:
        tables = {}
        for table in _tables(connection):
            with connection.cursor().copy(sql.SQL("COPY {} TO STDOUT").format(sql.Identifier(table))) as blocks:
                tables[table] = b"".join(map(bytes, blocks))
        sequences = {name: last for name, last, _ in _sequences(connection)}
    return Rows({table: data for table, data in tables.items() if data}, sequences)


def load(owner: str, rows: Rows) -> None:
    """Write rows that `dump` returned into a database that is empty."""
    with psycopg.connect(owner) as connection:
        connection.execute("SET session_replication_role = replica")
        for table, data in rows.tables.items():
            with connection.cursor().copy(sql.SQL("COPY {} FROM STDIN").format(sql.Identifier(table))) as into:
                into.write(data)
        names, values = list(rows.sequences), list(rows.sequences.values())
        move = "SELECT setval(quote_ident(name)::regclass, value) FROM unnest(%s::text[], %s::bigint[]) AS moved(name, value)"
        connection.execute(move, [names, values])


def _tables(connection: psycopg.Connection) -> list[str]:
    return [row[0] for row in connection.execute(TABLES, [list(STAYS)])]


def _sequences(connection: psycopg.Connection) -> list[tuple[str, int, int]]:
    return connection.execute(SEQUENCES, [[f"{table}_id_seq" for table in STAYS]]).fetchall()
