"""The form of the reference that sends an operation by the reader's session: its fields, filled from the examples (docs/adr/0164)."""

import json
from collections.abc import Iterator, Mapping

from django.http import HttpRequest

from cards.models import Card, Pack
from cards.queries.packs import pack_list_visible
from cards.shape import Json
from cards.values import frozen_dataclass

MAX_PACKS = 50
"""Packs of the reader that the field for one offers."""
MAX_CARDS = 50
SHOWN_HEADERS = ("If-Match", "Idempotency-Key")
JSON = "application/json"


@frozen_dataclass
class TryField:
    """One field of the form. Shapes: options are values to choose from, all that there are where `is_fixed`."""

    name: str
    place: str
    value: str
    is_required: bool
    about: str
    options: tuple[str, ...] = ()
    is_fixed: bool = False

    @property
    def key(self) -> str:
        """Return the id of its element."""
        return f"try-{self.place}-{self.name.lower()}"


@frozen_dataclass
class TryForm:
    """What the form holds beside its fields: a body to edit, or one read from a file of a media type."""

    fields: tuple[TryField, ...]
    body: str | None
    media: str
    reads_tag: bool

    @property
    def is_file(self) -> bool:
        """Return whether the body is a file."""
        return bool(self.media) and self.body is None


def try_form(request: HttpRequest, document: Json, *, has_read: bool) -> TryForm:
    """Return the form of an operation for a reader; `has_read` says that its address can also be read, so that its mark can be."""
    packs = list(pack_list_visible(account=request.user)[:MAX_PACKS])
    examples = {"pack": tuple(pack.slug for pack in packs), "card": _cards_of(packs[0]) if packs else ()}
    content = document.get("requestBody", {}).get("content", {})
    media = next(iter(content), "")
    body = None
    if media == JSON and content[media]["schema"].get("format") != "binary":
        body = json.dumps(content[media].get("example", {}), ensure_ascii=False, indent=2)
    fields = tuple(_fields(document["parameters"], examples))
    return TryForm(fields, body, media, has_read and any(field.name == "If-Match" for field in fields))


def _cards_of(pack: Pack) -> tuple[str, ...]:
    """Return ids of cards of a pack that its reader may read: drafts for members, else what was released."""
    is_member = pack.role is not None  # type: ignore[attr-defined]  # annotated by pack_list_visible
    cards = Card.objects.filter(pack=pack, purged_at__isnull=True, trashed_at__isnull=True)
    if not is_member:
        cards = cards.filter(released_version__isnull=False)
    return tuple(cards.order_by("written_id").values_list("written_id", flat=True)[:MAX_CARDS])


def _fields(parameters: list[Json], examples: Mapping[str, tuple[str, ...]]) -> Iterator[TryField]:
    for parameter in parameters:
        name, place, schema = parameter["name"], parameter["in"], parameter["schema"]
        if place == "header" and name not in SHOWN_HEADERS:
            continue
        value = str(parameter.get("example", "")) if place == "path" else ""
        options = tuple(map(str, schema.get("enum", ())))
        if place == "path" and examples.get(name):
            options = examples[name]
            value = value if value in options else options[0]
        yield TryField(
            name,
            place,
            value,
            parameter.get("required", False),
            parameter.get("description", ""),
            options,
            "enum" in schema,
        )
