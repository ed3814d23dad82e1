"""Rows of every table at the newest schema, brought into a table of an earlier one: the columns that it has, the rows that it may hold."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import psycopg
from psycopg import sql

TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename LIKE 'cards\\_%' ORDER BY 1"
COLUMNS = """
SELECT a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull AND NOT a.atthasdef AND a.attidentity = ''
FROM pg_attribute a WHERE a.attrelid = %s::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum
"""
FOREIGN = """
SELECT a.attname, c.confrelid::regclass::text FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
WHERE c.contype = 'f' AND c.conrelid = %s::regclass
"""
DEFINITIONS = """
SELECT line FROM (
  SELECT format('%s.%s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid)) AS line
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'S')
  UNION ALL SELECT format('%s %s %s', pg_get_indexdef(indexrelid), indisvalid, indisready) FROM pg_index JOIN pg_class i ON i.oid = indexrelid
  WHERE i.relnamespace = 'public'::regnamespace
  UNION ALL SELECT format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
  UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
  UNION ALL SELECT format('%s %s', relname, relacl) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
) AS lines
"""
"""What a schema is: columns, indexes (a broken one, too), constraints, triggers, functions and rights."""
PLAIN = {
    "boolean": "false",
    "jsonb": "{}",
    "bytea": "\\x00",
    "uuid": "00000000-0000-0000-0000-000000000001",
    "inet": "10.0.0.1",
    "date": "2026-01-01",
}
"""A value of a type whose rows nothing else decides; of numbers 1, of times the first of a year, of texts an `a` for each place."""


def plain(kind: str) -> str:
    """Return some value of a column's type."""
    if kind.endswith("[]"):
        return "{}"
    if kind.startswith("timestamp"):
        return "2026-01-01 00:00:00+00"
    if kind.startswith("character varying("):
        return "a" * min(64, int(kind.partition("(")[2].rstrip(")")))
    return PLAIN.get(kind, "1" if "int" in kind or kind in {"double precision", "numeric"} else "a")


@dataclass
class Source:
    """The database with rows of every table, all of the newest schema, and what came of them in the one that is brought up.

    Shapes: columns has, by its name, the columns that each table got; rows is how many that were.
    """

    connection: psycopg.Connection[Any]
    columns: dict[str, list[str]] = field(default_factory=dict)
    rows: dict[str, int] = field(default_factory=dict)

    def tables(self) -> list[str]:
        """Return the tables of the portal that have rows."""
        return [name for (name,) in self.connection.execute(TABLES)]

    def fill_empty(self, hints: dict[str, dict[str, str]]) -> None:
        """Write a row into each table without one; `hints` are the values that its rules ask for."""
        self.connection.execute("SET session_replication_role = replica")
        for table in self.tables():
            if self.connection.execute(sql.SQL("SELECT 1 FROM {} LIMIT 1").format(sql.Identifier(table))).fetchone():
                continue
            parents = dict(self.connection.execute(FOREIGN, [table]).fetchall())
            values = {
                name: self._of_parent(parents[name]) if name in parents else plain(kind)
                for name, kind, is_needed in self.connection.execute(COLUMNS, [table])
                if is_needed
            }
            values |= hints.get(table, {})
            statement = sql.SQL("INSERT INTO {} ({}) VALUES ({})").format(
                sql.Identifier(table),
                sql.SQL(", ").join(map(sql.Identifier, values)),
                sql.SQL(", ").join(map(sql.Literal, values.values())),
            )
            self.connection.execute(statement)

    def _of_parent(self, table: str) -> str:
        row = self.connection.execute(
            sql.SQL(
                "SELECT min(pk)::text FROM {} AS t, LATERAL (SELECT to_jsonb(t) ->> (SELECT a.attname FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0] WHERE i.indisprimary AND i.indrelid = {}::regclass) AS pk) AS k"
            ).format(sql.Identifier(table), sql.Literal(table))
        ).fetchone()
        return str(row[0]) if row and row[0] else "1"

    def bring(self, target: psycopg.Connection[Any], table: str) -> None:
        """Copy the rows of a table that has just been made: what it has no column for is left out, what its rules refuse, too."""
        if target.execute(sql.SQL("SELECT 1 FROM {} LIMIT 1").format(sql.Identifier(table))).fetchone():
            self.columns[table] = []  # its migration made rows from others
            return
        target_columns = {name: (kind, is_needed) for name, kind, is_needed in target.execute(COLUMNS, [table])}
        source_columns = [name for name, *_ in self.connection.execute(COLUMNS, [table])]
        columns = [name for name in source_columns if name in target_columns]
        for name, (kind, is_needed) in target_columns.items():
            if is_needed and name not in source_columns:  # a later migration removes it
                change = sql.SQL("ALTER TABLE {} ALTER {} SET DEFAULT {}")
                target.execute(change.format(sql.Identifier(table), sql.Identifier(name), sql.Literal(plain(kind))))
        names = sql.SQL(", ").join(map(sql.Identifier, columns))
        with self.connection.cursor().copy(
            sql.SQL("COPY {} ({}) TO STDOUT").format(sql.Identifier(table), names)
        ) as out:
            lines = b"".join(map(bytes, out)).splitlines(keepends=True)
        statement = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), names)
        if not _copied(target, statement, lines):
            lines = [line for line in lines if _copied(target, statement, [line])]
        self.columns[table], self.rows[table] = columns, len(lines)

    def differences(self, target: psycopg.Connection[Any]) -> set[str]:
        """Return the columns whose values differ from those that were brought; a row that is gone is one of `*`."""
        differing = set()
        for table, columns in self.columns.items():
            if not columns:
                continue
            key = columns[0]
            before = _values(self.connection, table, columns)
            after = _values(target, table, columns)
            if len(after) != self.rows[table]:
                differing.add(f"{table}.*")
            for row, values in after.items():
                if row not in before:
                    differing.add(f"{table}.{key}")
                    continue
                differing |= {
                    f"{table}.{name}" for name, was, now in zip(columns, before[row], values, strict=True) if was != now
                }
        return differing


def _copied(target: psycopg.Connection[Any], statement: sql.Composed, lines: list[bytes]) -> bool:
    """Copy rows, all or none; return whether the table took them."""
    try:
        with target.transaction(), target.cursor().copy(statement) as into:
            for line in lines:
                into.write(line)
    except psycopg.errors.IntegrityError:
        return False
    return True


def _values(connection: psycopg.Connection[Any], table: str, columns: list[str]) -> dict[Any, tuple[Any, ...]]:
    """Return the rows of a table by their keys, each value as PostgreSQL writes it."""
    names = sql.SQL(", ").join(sql.SQL("{}::text").format(sql.Identifier(name)) for name in columns)
    rows = connection.execute(sql.SQL("SELECT {} FROM {}").format(names, sql.Identifier(table)))
    return {row[0]: row for row in rows}


def definitions(connection: psycopg.Connection[Any]) -> set[str]:
    """Return what a schema consists of, a line each."""
    return {str(line) for (line,) in connection.execute(DEFINITIONS)}
