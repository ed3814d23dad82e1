"""A portal of its own for a measurement, with previews that are small enough to be counted by hundreds."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

from portal.embedded import process
from tests.bench_preview import Browser
from tests.chaos import API, CARD, PACK, Client, _database, _played, processes
from tests.stack import Stack
from tests.targets.plans import canonical_sha

FROM = "TARGETS_FROM"  # names the data folder of a stopped portal: a first start costs minutes on a busy machine
WINDOW = 8  # chunks that stand ready at once, as in cards.services.previews.parts
SMALL = (1, 2)  # blocks at which the chunks of a small preview end
COPY_SQL = """
INSERT INTO cards_preview ({names}) SELECT {values} FROM cards_preview WHERE id = %(like)s RETURNING id
"""


@dataclass
class Portal:
    """Everything running, an administrator and a program with a token.

    Shapes: like is the preview that small ones are made after; spec is their plan.
    """

    stack: Stack
    browser: Browser
    client: Client
    like: int = 0
    spec: dict[str, Any] | None = None
    last: int = 100_000

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return the rows of a query, or None of a statement without any."""
        with _database(self.stack) as connection:
            found = connection.execute(query, values)  # type: ignore[arg-type]  # written in this folder
            return found.fetchall() if found.description else []

    def pids(self, what: str) -> list[int]:
        """Return the processes of a part."""
        return processes(self.stack, what)

    def wait(self, holds: Callable[[], bool], within: float, pause: float = 0.05) -> bool:
        """Wait for something; a database that is away is no answer."""

        def asked() -> bool:
            try:
                return holds()
            except (psycopg.Error, OSError):
                return False

        return process.wait_until(asked, within=within, interval=pause)

    def queue(self, count: int, ends: tuple[int, ...] = SMALL) -> list[int]:
        """Queue small previews, each a row of its own with the same plan, and return their ids."""
        spec = self._small(ends)
        mine = {"spec": Jsonb(spec), "spec_sha256": canonical_sha(spec), "blocks_of": ends[-1], "state": "queued"}
        empty = ("estimate", "result", "fold", "failure", "served_at", "started_at", "finished_at", "result_sha256")
        with _database(self.stack) as connection:
            names = [
                name
                for (name,) in connection.execute(
                    "SELECT column_name FROM information_schema.columns WHERE table_name = 'cards_preview' AND column_name <> 'id'"
                )
            ]
            results = []
            for _ in range(count):
                self.last += 1
                arguments = {
                    **mine,
                    "number": self.last,
                    "cancel_requested": False,
                    "blocks_done": 0,
                    "like": self.like,
                }
                arguments |= dict.fromkeys(empty)
                values = [
                    "now()" if name == "queued_at" else f"%({name})s" if name in arguments else name for name in names
                ]
                query = COPY_SQL.format(names=", ".join(names), values=", ".join(values))
                (row,) = connection.execute(query, arguments).fetchall()  # type: ignore[arg-type]  # names of columns
                results += row
            chunks = [(each, no) for each in results for no in range(min(WINDOW, len(ends)))]
            connection.cursor().executemany(
                "INSERT INTO cards_previewchunk (preview_id, no, state, attempts, losses) VALUES (%s, %s, 'queued', 0, 0)",
                chunks,
            )
        return results

    def queue_check(self) -> int:
        """Queue a check of every card of the pack as a job, as its page does above a number of cards; return 0 where one waits already."""
        new_rows = self.rows(
            'INSERT INTO cards_job (pack_id, number, kind, state, is_dry, "order", phase, done, "of", changes, losses, request_id, '
            "requested_by_id, queued_at) SELECT p.id, coalesce((SELECT max(number) FROM cards_job), 100000) + 1, 'check', 'queued', false, "
            "'{}', '', 0, 0, 0, 0, '', (SELECT account_id FROM cards_membership WHERE pack_id = p.id AND role = 'admin' ORDER BY id LIMIT 1), now() "
            "FROM cards_pack p WHERE p.slug = %s "
            "AND NOT EXISTS (SELECT FROM cards_job WHERE state IN ('queued', 'running')) RETURNING id",
            PACK,
        )
        return len(new_rows)

    def _small(self, ends: tuple[int, ...]) -> dict[str, Any]:
        """Return the plan of small previews: that of a real one, which is cancelled, with random bots and few blocks."""
        if self.spec is None:
            began, _ = self.client.ask("POST", f"{API}/previews/", {"card": CARD, "preset": "smoke", "seed": 7})
            self.client.ask("POST", f"{API}/previews/{began['number']}/cancel/", {})
            ((self.like, self.spec),) = self.rows(
                "SELECT id, spec FROM cards_preview WHERE number = %s", began["number"]
            )
        return {**(self.spec or {}), "bots": ["random"], "ends": list(ends), "blocks_max": ends[-1]}

    def waiting(self) -> int:
        """Return how many previews wait or are played."""
        return int(self.rows("SELECT count(*) FROM cards_preview WHERE state IN ('queued', 'running')")[0][0])

    def have_ended(self, ids: list[int]) -> bool:
        """Return whether previews have ended."""
        query = "SELECT count(*) FROM cards_preview WHERE id = ANY(%s) AND state IN ('queued', 'running')"
        return self.rows(query, ids) == [(0,)]

    def wrong(self, ids: list[int]) -> list[str]:
        """Return the faults of previews: each must have the result of its plan, played here, in one process."""
        matches = []
        known_ids: dict[str, Any] = {}
        for number, state, spec, result in self.rows(
            "SELECT number, state, spec, result FROM cards_preview WHERE id = ANY(%s) ORDER BY id", ids
        ):
            key = json.dumps(spec, sort_keys=True)
            if key not in known_ids:
                known_ids[key] = _played(spec)
            if state != "finished" or result != known_ids[key]:
                matches.append(f"preview {number} is {state}, or has another result than its plan")
        return matches

    def playing(self) -> list[tuple[int, int]]:
        """Return the chunks that some worker plays, as (preview, number)."""
        return self.rows(
            "SELECT preview_id, no FROM cards_previewchunk WHERE state = 'running' AND lease_until > now()"
        )


@contextmanager
def running(prepare: Callable[[Path], None] | None = None, **variables: str) -> Iterator[Portal]:
    """Run a portal in a folder of its own, with one process of each kind unless the variables say more.

    Shapes: prepare does something to the folder of a portal that was started once, before it is started again.
    """
    with tempfile.TemporaryDirectory(prefix="targets-") as name:
        Path(name).chmod(0o711)
        data = Path(name) / "data"
        if os.environ.get(FROM):
            copy_folder(Path(os.environ[FROM]), data)
        if prepare:
            if not data.exists():
                first = Stack(data, variables={"WORKER_CONCURRENCY": "1", "WEB_WORKERS": "1"})
                first.start()
                first.stop()
            prepare(data)
        stack = Stack(data, variables={"WEB_WORKERS": "1", "WORKER_CONCURRENCY": "1", **variables})
        stack.start()
        try:
            browser = Browser(stack, "admin")
            yield Portal(stack, browser, Client(stack, browser))
        finally:
            if not stack.ended():
                stack.stop()


def copy_folder(before: Path, data: Path) -> None:
    """Copy a data folder with the owners of its files: PostgreSQL refuses those of another person."""
    shutil.copytree(
        before, data, symlinks=True, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.sock", "postmaster.pid")
    )
    for path in (data, *data.rglob("*")):
        was = (before / path.relative_to(data)).lstat()
        os.chown(path, was.st_uid, was.st_gid, follow_symlinks=False)
