"""T36: a portal of 10,000 cards is backed up and restored, and is the same as before."""

from __future__ import annotations

import time
from typing import Any

from tests.chaos import PACK
from tests.targets.portal import Portal, running

MARK = ".n"  # between the name of a copied card and its number


def _columns(portal: Portal, table: str, *without: str) -> list[str]:
    rows = portal.rows(
        "SELECT column_name FROM information_schema.columns WHERE table_name = %s AND is_generated = 'NEVER' ORDER BY 1",
        table,
    )
    return [name for (name,) in rows if name not in without]


def more_cards(portal: Portal, count: int) -> int:
    """Copy the cards of a pack with their drafts and revisions up to a count; return how many there are."""
    cards = ", ".join(_columns(portal, "cards_card", "id", "written_id"))
    portal.rows(
        f"INSERT INTO cards_card ({cards}, written_id) "  # noqa: S608  names of columns
        f"SELECT {cards}, written_id || %s || no FROM cards_card, generate_series(1, 500) no "
        "WHERE pack_id = (SELECT id FROM cards_pack WHERE slug = %s) ORDER BY no LIMIT %s",
        MARK, PACK, count,
    )  # fmt: skip
    for table, key in (("cards_draft", "card_id"),):
        names = _columns(portal, table, "id", key)
        copied_text = ", ".join(names)
        of_old = ", ".join(f"old.{name}" for name in names)
        portal.rows(
            f"INSERT INTO {table} ({copied_text}, {key}) SELECT {of_old}, new.id FROM cards_card new "  # noqa: S608  names of columns
            f"JOIN cards_card source ON source.pack_id = new.pack_id AND new.written_id LIKE source.written_id || '{MARK}%%' "
            f"JOIN {table} old ON old.{key} = source.id"
        )
    return int(portal.rows("SELECT count(*) FROM cards_draft")[0][0])


def sums(portal: Portal) -> dict[str, Any]:
    """Return the number of rows and a hash of the tables that people write."""
    matches = {}
    for table in ("cards_card", "cards_draft", "cards_cardversion", "cards_release", "cards_blob", "cards_account"):
        query = f"SELECT count(*), md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))) FROM {table} t"  # noqa: S608 - names of its own tables
        matches[table] = portal.rows(query)[0]
    return matches


def t36(count: int) -> dict[str, Any]:
    """T36: back up and restore a number of cards; both end within 60 seconds, and the rows are the same."""
    with running() as portal:
        cards = more_cards(portal, count)
        before, file = sums(portal), portal.stack.data_dir.parent / "backup.tar.gz"
        began = time.monotonic()
        portal.stack.command("backup", str(file))
        saved_seconds = round(time.monotonic() - began, 1)
        portal.rows("UPDATE cards_draft SET text = text || ' '")
        began = time.monotonic()
        portal.stack.command("restore", str(file), "--replace")
        restored_seconds = round(time.monotonic() - began, 1)
        same = sums(portal) == before
        megabytes = round(file.stat().st_size / 1e6, 1)
    wrong = [] if same else ["the rows are not the same"]
    wrong += [
        f"{what}: {took} s" for what, took in (("backup", saved_seconds), ("restore", restored_seconds)) if took > 60
    ]
    return {
        "cards": cards,
        "megabytes": megabytes,
        "backup": saved_seconds,
        "restore": restored_seconds,
        "wrong": wrong,
    }
