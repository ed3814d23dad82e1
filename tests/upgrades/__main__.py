"""Portals of earlier versions, each made by its own code, brought to this one: `make upgrades ERAS=3`.

An era is the code as it was before the next migration landed. It makes its tables and the smallest sample pack with a release, and where it can a
backup. Then the tables of the next era come, and the code of this one must still read, verify and write. At last the code of today migrates, and
restores the backup into an empty database; rows of releases, versions and stored bytes must be those of then, and all verified.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from portal.embedded import roles
from portal.embedded.postgres import Cluster
from tests.upgrades.rows import COLUMNS

ROOT = Path(__file__).resolve().parents[2]
FOLDER = "cards/migrations"
BYTES = ("cards_blob", "cards_cardversion", "cards_release", "cards_releasecard", "cards_releasefile")
"""The tables whose rows never change."""
MAKE = """
import sys
import django
django.setup()
from django.core.management import call_command
from cards.gateway import rulesets
call_command("migrate", verbosity=0, interactive=False)
try:
    call_command("signing_key", "new")
except Exception as error:  # earlier versions make one by themselves
    print(error, file=sys.stderr)
if hasattr(rulesets, "rulesets"):  # a module, but in the earliest versions
    game = min(rulesets.rulesets(), key=lambda each: len(rulesets.sample_pack(each.name).cards))
    rulesets.rulesets = lambda: [game]
try:
    call_command("demo", cards_only=True, verbosity=0)
except TypeError:
    call_command("demo", verbosity=0)
"""
"""The tables of an era, and its smallest sample pack."""
USE = """
import inspect
import re
import sys
import django
django.setup()
from django.conf import settings
settings.ALLOWED_HOSTS = ["*"]
settings.SECURE_SSL_REDIRECT = False
settings.REQUEST_SECONDS = 600  # of processor: the first request loads the games, on a machine that may be busy
settings.CACHES = {name: {"BACKEND": "django.core.cache.backends.dummy.DummyCache"} for name in settings.CACHES}
settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
from django.core.management import call_command
from django.test import Client
from cards.models import Account, Draft, Pack
from cards.services import draft as drafts
pack, admin = Pack.objects.get(), Account.objects.get(email__startswith="admin@")
client = Client()
client.force_login(admin)
row = Draft.objects.select_related("card").order_by("pk").first()
for path in ("/", f"/packs/{pack.slug}/", f"/packs/{pack.slug}/cards/{row.card.written_id}/", f"/packs/{pack.slug}/releases/"):
    answer = client.get(path, follow=True)
    heading = re.search("<h1[^>]*>(.*?)</h1>", answer.content.decode(), re.DOTALL)
    assert answer.status_code == 200, (path, answer.status_code, heading and heading[1])
with_text = row.text.rstrip() + chr(10) * (3 if row.text.endswith(chr(10)) else 1)
given = {"actor": admin, "card": row.card, "text": with_text, "texts": None, "based_on": row.etag}
drafts.draft_save(**{name: given[name] for name in inspect.signature(drafts.draft_save).parameters if name in given})
assert Draft.objects.get(pk=row.pk).text == with_text
call_command("verify_releases", stdout=sys.stderr)
"""
"""What people do with it: they read pages, save, and operators verify."""


@dataclass(frozen=True)
class Era:
    """The code of one time: the commit, and the names of its migrations."""

    commit: str
    migrations: tuple[str, ...]

    @property
    def newest(self) -> str:
        """Return the newest of its migrations."""
        return self.migrations[-1]


def git(*words: str) -> str:
    """Return what git prints."""
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def eras() -> list[Era]:
    """Return the eras, the oldest first: for each set of migrations that ever landed together, and still is, its last commit."""
    mine = {path.stem for path in (ROOT / FOLDER).glob("[0-9]*.py")}
    landed = git("log", "--reverse", "--format=%H", "--", FOLDER).split()
    commits = [f"{commit}^" for commit in landed[1:]] + ["HEAD"]
    by_names: dict[tuple[str, ...], Era] = {}
    for commit in commits:
        files = git("ls-tree", "--name-only", commit, f"{FOLDER}/").split()
        names = tuple(sorted(Path(file).stem for file in files if Path(file).name[0].isdigit()))
        if names and set(names) <= mine:
            by_names[names] = Era(git("rev-parse", commit).strip(), names)
    return list(by_names.values())


def is_installed(name: str, folder: Path) -> bool:
    """Return whether a package is installed, in a folder of its own too."""
    return any(True for _ in distributions(name=name)) or any(
        True for _ in distributions(name=name, path=[str(folder)])
    )


class Studio:
    """One server for the databases of all eras, and a folder for their code."""

    def __init__(self, folder: Path, cluster: Cluster) -> None:
        self.folder, self.cluster = folder, cluster

    def environment(self, database: str) -> dict[str, str]:
        """Return the environment of a program that works on a database."""
        variables = {
            name: value for name, value in os.environ.items() if not name.startswith(("DATABASE", "CACHE_", "PYTHON"))
        }
        return {
            **variables,
            "DJANGO_SETTINGS_MODULE": "portal.settings.production",
            "DATABASE_URL": self.cluster.url(roles.APP, database),
            "MIGRATION_DATABASE_URL": self.cluster.url(roles.OWNER, database),
            "CELERY_BROKER_URL": "redis://127.0.0.1:1/0",
            "SECRET_KEY": "a key for portals that live for minutes, and for no other ones",
            "DATA_DIR": str(self.folder / "data" / database),
            "SITE_URL": "http://127.0.0.1",
            "PYTHONPATH": str(self.folder / "packages"),
        }

    def install(self, code: Path) -> None:
        """Install the packages that a tree of code needs and that are not here any more, beside those of today."""
        requirements = (
            (code / "requirements.txt").read_text(encoding="utf-8") if (code / "requirements.txt").exists() else ""
        )
        pins = re.findall(r"^([a-z0-9-]+)==([^ ;]+)", requirements, re.MULTILINE)
        missing = [f"{name}=={version}" for name, version in pins if not is_installed(name, self.folder / "packages")]
        if missing:
            pip = [
                sys.executable,
                "-m",
                "pip",
                "install",
                "--quiet",
                "--no-deps",
                "--target",
                str(self.folder / "packages"),
            ]
            subprocess.run([*pip, *missing], check=True)

    def run(self, code: Path, database: str, *argv: str) -> str:
        """Run Python in a tree of code; return what went wrong, or an empty text."""
        Path(self.environment(database)["DATA_DIR"]).mkdir(parents=True, exist_ok=True)
        ran = subprocess.run(
            [sys.executable, *argv],
            cwd=code,
            env=self.environment(database),
            capture_output=True,
            text=True,
            timeout=900,
        )
        return "" if ran.returncode == 0 else (ran.stderr.strip() or ran.stdout.strip()).splitlines()[-1][:300]

    def copy(self, database: str, name: str) -> None:
        """Make a copy of a database without connections."""
        with self.cluster.connect() as connection:
            statement = sql.SQL("CREATE DATABASE {} TEMPLATE {} OWNER {}")
            connection.execute(statement.format(*map(sql.Identifier, (name, database, roles.OWNER))))
            grant = sql.SQL("GRANT CONNECT ON DATABASE {} TO {}")
            connection.execute(grant.format(sql.Identifier(name), sql.Identifier(roles.APP)))

    def drop(self, *databases: str) -> None:
        """Drop databases."""
        with self.cluster.connect() as connection:
            for name in databases:
                connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))

    def rows(self, database: str, columns: dict[str, list[str]] | None = None) -> dict[str, list[Any]]:
        """Return the rows that never change, and under `columns` the names of their columns; those of another time where they are given."""
        rows_by_table: dict[str, list[Any]] = {}
        with psycopg.connect(self.cluster.url(roles.OWNER, database)) as connection:
            for table in BYTES:
                if not connection.execute("SELECT to_regclass(%s)", [table]).fetchone()[0]:  # type: ignore[index]  # the query has one row
                    continue
                names = columns[table] if columns else [name for name, *_ in connection.execute(COLUMNS, [table])]
                listed = sql.SQL(", ").join(sql.SQL("{}::text").format(sql.Identifier(name)) for name in names)
                query = sql.SQL("SELECT {} FROM {} ORDER BY 1").format(listed, sql.Identifier(table))
                rows_by_table[table] = [names, connection.execute(query).fetchall()]
        return rows_by_table


def upgraded(studio: Studio, era: Era, following: Era) -> dict[str, Any]:
    """Bring a portal of an era to today; return what was wrong, and how many rows it has."""
    name = f"era_{era.newest[:4]}"
    code = studio.folder / era.newest
    git("worktree", "add", "--detach", "--force", str(code), era.commit)
    studio.install(code)
    wrong: list[str] = []

    def do(what: str, tree: Path, database: str, *argv: str) -> None:
        if fault := studio.run(tree, database, *argv):
            wrong.append(f"{what}: {fault}")

    try:
        roles.create_roles(studio.cluster, name)
        do("made by its code", code, name, "-c", MAKE)
        before = studio.rows(name)
        columns = {table: names for table, (names, _) in before.items()}
        backup = studio.folder / f"{name}.tar.gz"
        has_backup = (code / "portal/management/commands/backup.py").exists()
        if has_backup:
            do("backed up by its code", code, name, "manage.py", "backup", str(backup))
        studio.copy(name, f"{name}_next")
        do("next schema", ROOT, f"{name}_next", "manage.py", "migrate", "cards", following.newest, "--verbosity", "0")
        do("its code on the next schema", code, f"{name}_next", "-c", USE)
        do("migrated", ROOT, name, "manage.py", "migrate", "--verbosity", "0")
        do("verified", ROOT, name, "manage.py", "verify_releases", "--all")
        if studio.rows(name, columns) != before:
            wrong.append("rows of releases are not what they were")
        do("used today", ROOT, name, "-c", USE)
        if has_backup:
            roles.create_roles(studio.cluster, f"{name}_back")
            do("backup restored", ROOT, f"{name}_back", "manage.py", "restore", str(backup), "--without-key")
            if studio.rows(f"{name}_back", columns) != before:
                wrong.append("the backup came back with other rows of releases")
        counts = {table: len(rows) for table, (_, rows) in before.items()}
    finally:
        git("worktree", "remove", "--force", str(code))
        studio.drop(name, f"{name}_next", f"{name}_back")
    return {"rows": counts, "backup": has_backup, "wrong": wrong}


def main() -> int:
    """Upgrade from each era, or from those whose newest migration begins with a word of ERAS; return the exit code."""
    all_eras = eras()
    names = os.environ.get("ERAS", "").split(",")
    faults = 0
    with tempfile.TemporaryDirectory(prefix="cardloom-") as place:
        Path(place).chmod(0o711)
        cluster = Cluster(Path(place) / "server", settings={"fsync": "off"})
        cluster.start()
        try:
            for era, following in zip(all_eras, [*all_eras[1:], all_eras[-1]], strict=True):
                if not era.newest.startswith(tuple(names)):
                    continue
                began = time.monotonic()
                report = upgraded(Studio(Path(place), cluster), era, following)
                faults += bool(report["wrong"])
                report |= {"seconds": round(time.monotonic() - began)}
                print(json.dumps({"schema": era.newest, "commit": era.commit[:8], **report}), flush=True)
        finally:
            cluster.stop()
            git("worktree", "prune")
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
