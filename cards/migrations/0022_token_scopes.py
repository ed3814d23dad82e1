"""A token that could write could also start previews and take part in reviews; `publish` is called `release`."""

from typing import Any

from django.db import migrations

ORDER = ("read", "write", "preview", "review", "release", "admin")
SPLIT = {"write": ("write", "preview", "review"), "publish": ("release",)}
JOINED = {"preview": (), "review": (), "release": ("publish",), "admin": ()}


def _rename(apps: Any, names: dict[str, tuple[str, ...]], order: tuple[str, ...]) -> None:
    tokens = apps.get_model("cards", "ApiToken")
    for token in tokens.objects.iterator():
        held = {name for scope in token.scopes for name in names.get(scope, (scope,))}
        token.scopes = [name for name in order if name in held]
        token.save(update_fields=["scopes"])


def split(apps: Any, schema_editor: Any) -> None:
    """Give each token the scopes that allow what it was allowed before."""
    _rename(apps, SPLIT, ORDER)


def join(apps: Any, schema_editor: Any) -> None:
    """Go back to three scopes; no token may do more than before."""
    _rename(apps, JOINED, ("read", "write", "publish"))


class Migration(migrations.Migration):
    dependencies = [("cards", "0021_upkeep")]

    operations = [migrations.RunPython(split, join)]
