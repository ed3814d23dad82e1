"""What must be true before the portal's programs start: keys, rows, a sample on a new database, static files."""

import hashlib
import json
import os
from functools import partial
from io import StringIO
from pathlib import Path

from django.conf import settings
from django.core.management import call_command, get_commands
from django.db import OperationalError, connection, connections

from portal import celery_app, environment
from portal.embedded import process, roles
from portal.embedded.folder import kept_secret, make, write_secret
from portal.embedded.refusal import CannotStart
from portal.environment import SAMPLE_MARKER
from portal.newer import HELP, refusal
from portal.settings.base import cache
from portal.supervisor import shared
from portal.supervisor.console import Console
from portal.supervisor.plan import Plan
from portal.supervisor.service import Program, Service

HISTORY_MARKER = "history"  # in the data folder: there until what follows the first releases of the samples is written


def ensure_secret_key(plan: Plan) -> None:
    """Make the secret key on first use, when no real database is named."""
    make(plan.data_dir)
    if plan.cluster and not environment.secret("SECRET_KEY"):
        settings.SECRET_KEY = kept_secret(plan.data_dir / "secret_key", 50)


def note_new_database(plan: Plan) -> bool:
    """Return whether an embedded database must be made, and leave notes of what is to be loaded into it that stay until it is in."""
    new = bool(plan.cluster and plan.cluster.is_new)
    if new:
        (plan.data_dir / SAMPLE_MARKER).touch()
        if environment.switch("SAMPLE_HISTORY", default=True):
            (plan.data_dir / HISTORY_MARKER).touch()
    return new


def publish_addresses(plan: Plan) -> None:
    """Write the addresses of what is embedded for the programs started here, and use them in this process."""
    addresses: dict[str, str] = {}
    if plan.cluster:
        roles.create_roles(plan.cluster)
        addresses["database_url"] = plan.cluster.url(roles.APP)
        addresses["migration_database_url"] = plan.cluster.url(roles.OWNER)
        connections["default"].settings_dict.update(environment.database(addresses["database_url"]))
        settings.MIGRATION_DATABASE_URL = addresses["migration_database_url"]
    if plan.broker:
        addresses |= {"broker_url": plan.broker.url, "cache_url": plan.broker.cache_url}
        settings.CELERY_BROKER_URL = plan.broker.url
        celery_app.conf.update(broker_url=plan.broker.url)
        settings.CACHES["default"].update(cache(plan.broker.cache_url))
    write_secret(plan.data_dir / environment.SERVICES_FILE, json.dumps(addresses, indent=1) + "\n")


def migrate_and_seed(plan: Plan, console: Console) -> None:
    """Migrate; make the demo accounts in a new embedded database, and in no other: its sample packs are loaded once the portal answers."""
    _migrate()
    if "index_texts" in get_commands():
        call_command("index_texts", stdout=StringIO())
    if plan.cluster and "signing_key" in get_commands():
        call_command("signing_key", "new", if_none=True, stdout=StringIO())
    connection.close()
    if plan.cluster and (plan.data_dir / SAMPLE_MARKER).exists():
        console.say("A new database: making the demo accounts; the sample packs are loaded once the portal answers")
        _make_people(plan)


def _make_people(plan: Plan) -> None:
    """Make the demo accounts in a process that ends with them.

    Errors: CannotStart when they cannot be made.
    """
    credentials = plan.data_dir / environment.CREDENTIALS
    child = process.begin_in_child(
        lambda: call_command("demo", credentials_file=credentials, if_empty=True, people_only=True)
    )
    shared.import_programs()  # beside the hashes of passwords, which take a core a while
    if code := process.wait_for_child(child):
        raise CannotStart(
            f"The demo accounts could not be made: the process {process.how_it_ended(code)}.",
            "Its message is above. Start again when the cause is mended, with another DATA_DIR otherwise.",
        )


def sample_loader(plan: Plan) -> Service | None:
    """Return what loads the sample packs, beside a portal that answers; None where they are in.

    It takes turns with the web server for the processor: the packs are what a new portal is opened for.
    """
    marker = plan.data_dir / SAMPLE_MARKER
    if not (plan.cluster and marker.exists()):
        return None
    marker.write_text("", encoding="utf-8")
    cards_only = [] if environment.switch("SAMPLE_HISTORY", default=True) else ["--cards-only"]
    program = Program(
        [shared.MANAGE, "demo", "--packs", *cards_only],
        log=plan.data_dir / "log" / "samples.log",
        role="samples",
        is_shared=plan.shares,
    )
    at_failure = partial(marker.write_text, environment.FAILED, encoding="utf-8")
    return Service("sample packs", program, at_end=marker.unlink, at_failure=at_failure)


def history_writer(plan: Plan) -> Service | None:
    """Return what writes the history of the sample packs, beside a portal that answers; None where there is none to write."""
    if not (plan.cluster and (plan.data_dir / HISTORY_MARKER).exists()):
        return None
    log = plan.data_dir / "log" / "history.log"
    program = Program(
        [shared.MANAGE, "demo", "--history"], log=log, role="samples", low_priority=True, is_shared=plan.shares
    )
    return Service("history of the samples", program, at_end=(plan.data_dir / HISTORY_MARKER).unlink)


def engine_compiler(plan: Plan) -> Service | None:
    """Return what compiles the engine, beside a portal that answers; None where that is switched off."""
    place = plan.data_dir / "compiled"
    if not environment.switch("COMPILE_ENGINE", default=True) or environment.text("CARDLOOM_PURE_PYTHON"):
        (place / "state").unlink(missing_ok=True)
        return None
    argv = ["-m", "engine.accelerate", "background", str(place)]
    program = Program(argv, log=plan.data_dir / "log" / "compile.log", role="compiler", low_priority=True)
    return Service("compiler", program, at_end=lambda: None)


def errands(plan: Plan) -> list[Service | None]:
    """Return what is done once, beside a portal that answers, one after the other."""
    return [sample_loader(plan), history_writer(plan), engine_compiler(plan)]


def _migrate() -> None:
    """Migrate as the owner.

    Errors: CannotStart when the database does not answer, a table stays locked, or the rows are those of a newer version.
    """
    try:
        if newer := refusal():
            raise CannotStart(newer, HELP)
        call_command("migrate", verbosity=0, interactive=False)
    except OperationalError as error:
        message = str(error).strip()
        if "lock timeout" in message:
            raise CannotStart(
                f"A migration waited too long for a table that something else holds: {message}",
                "Nothing was changed. Start again when the other work is done.",
            ) from error
        raise CannotStart(
            f"The database is not responding: {message}",
            "Is the address in DATABASE_URL right, and MIGRATION_DATABASE_URL that of the tables' owner?",
        ) from error


def begin_static(plan: Plan) -> int:
    """Begin to collect the static files in a process of its own, beside the database, which has nothing to do with them."""
    return process.begin_in_child(lambda: collect_static(plan))


def end_static(child: int) -> None:
    """Wait until they are collected.

    Errors: CannotStart when they cannot be.
    """
    if code := process.wait_for_child(child):
        raise CannotStart(
            f"The static files could not be collected: the process {process.how_it_ended(code)}.",
            "Its message is above.",
        )


def collect_static(plan: Plan) -> None:
    """Compress the static files and name them by content, when any of them has changed since."""
    digest = hashlib.sha256(f"{settings.STORAGES['staticfiles']}".encode())
    for root, folders, files in os.walk(environment.ROOT / "static"):
        folders[:] = sorted(name for name in folders if name not in {"node_modules", "editor"})
        for name in sorted(files):
            status = Path(root, name).stat()
            digest.update(f"{root}/{name} {status.st_size} {status.st_mtime_ns}\n".encode())
    stamp = plan.data_dir / "static.stamp"
    if stamp.exists() and stamp.read_text(encoding="utf-8") == digest.hexdigest():
        return
    call_command("collectstatic", verbosity=0, interactive=False)
    stamp.write_text(digest.hexdigest(), encoding="utf-8")


def how_to_sign_in(plan: Plan) -> list[str]:
    """Return the lines that say who can sign in."""
    credentials = plan.data_dir / environment.CREDENTIALS
    if plan.cluster and credentials.exists():
        return [f"Sign in at {plan.address.url}/sign-in/ ; accounts and passwords: {credentials}"]
    return [
        f"Sign in at {plan.address.url}/sign-in/ ; a first account: .venv/bin/python manage.py invite EMAIL --operator"
    ]
