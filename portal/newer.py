"""Whether the rows were made by a newer version than this one, which does not know their migrations."""

from django.db import connection
from django.db.migrations.loader import MigrationLoader

HELP = (
    "Install the version that made it or a newer one. To go back, give this version a new folder and restore a backup that it made: "
    ".venv/bin/python manage.py restore FILE"
)


def unknown_migrations() -> list[str]:
    """Return the migrations that have run here and that this version does not have, the newest last."""
    loader = MigrationLoader(connection)
    known_migrations = loader.disk_migrations.keys() | loader.replacements.keys()
    replaced = {key for each in loader.disk_migrations.values() for key in each.replaces}
    apps = loader.migrated_apps
    unknown = [key for key in loader.applied_migrations if key[0] in apps and key not in known_migrations | replaced]
    return [f"{app}.{name}" for app, name in sorted(unknown)]


def refusal() -> str:
    """Return which migrations are newer than this version, or an empty text."""
    unknown = unknown_migrations()
    return (
        f"The data was made by a newer version of Cardloom: {', '.join(unknown)} is not known here." if unknown else ""
    )
