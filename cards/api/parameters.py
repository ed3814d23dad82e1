"""The parameters of operations: those of an address by the name of their part, those of a query by operation and name."""

from cards.api.paging import AFTER_LIMIT, FIELDS_LIMIT, LIMIT
from cards.converters import CardId, PackSlug
from cards.drawing.raster import USUAL_WIDTH, WIDTHS
from cards.gateway.searching import LENGTH
from cards.models import EXPERIMENTS, PreviewState
from cards.models.fields import LANGUAGES
from cards.queries.cards import STATES
from cards.services.import_report import MODES
from cards.shape import DIGEST, MAX_PAGE, NUMBER, TEXT, TIME, Json, one_of, text_like
from cards.waiting import MAX_WAIT

CHANNEL_OR_RELEASE = "latest|next|[0-9][0-9A-Za-z.-]{4,63}"
WORDS: Json = {"type": "string", "maxLength": 300}
DAY: Json = {"type": "string", "format": "date"}
SWITCH = one_of(("0", "1"))

IN_PATH: dict[str, tuple[Json, str, str]] = {
    "pack": (text_like(PackSlug.regex), "The slug of a pack.", "core"),
    "card": (text_like(CardId.regex), "The id of a card, as its document has it.", "base.stone"),
    "version": (
        text_like(CHANNEL_OR_RELEASE),
        "The number of a release; `latest` and `next` lead to the concrete one.",
        "1.0.0",
    ),
    "other": (text_like(CHANNEL_OR_RELEASE), "The number of the release to compare with.", "1.0.0"),
    "number": (NUMBER, "The number within the pack or the card, or the `id` of the row.", "1"),
    "thread": (NUMBER, "The `id` of a thread.", "1"),
    "delivery": (NUMBER, "The `id` of a delivery.", "1"),
    "token": (text_like("[-a-zA-Z0-9_]+"), "The `id` of a token.", "a1b2c3d4"),
    "language": (one_of(LANGUAGES), "The language of names and rules texts.", "en"),
    "path": (TEXT, "The path of a file within the release, as the manifest lists it.", "cards/base.stone.json"),
    "digest": (DIGEST, "The SHA-256 of the bytes in hexadecimal.", "0" * 64),
}
"""What each part of an address is: its schema, what it means, an example."""

IN_QUERY: dict[str, tuple[Json, str]] = {
    "limit": (
        {"type": "integer", "minimum": 1, "maximum": MAX_PAGE, "default": LIMIT},
        "How many entries a page has at most.",
    ),
    "after": ({"type": "string", "maxLength": AFTER_LIMIT}, "Where the page goes on: `next` of a page has it."),
    "q": (WORDS, "Words of names and texts, in either language."),
    "kind": (WORDS, "The kind of card, such as `treasure`."),
    "card": (WORDS, "The id of a card."),
    "experiments.kind": (
        one_of(EXPERIMENTS),
        "What is asked: `worth` of each block, a search for numbers, `tune`, what the planned `release` does, for whom a change holds, `ladder`, or what a card does with others, `pairs`.",
    ),
    "cards.state": (one_of(STATES), "The state of the card's newest version."),
    "cards.problem": (WORDS, "The code of a problem, or `error`, `warning`, `none`."),
    "cards.contains": (WORDS, "The type of an effect anywhere in the card."),
    "where": (
        {"type": "string", "maxLength": LENGTH},
        "A query by attributes, such as `attack<=2 kind:unit`; an unknown field is refused with the choices.",
    ),
    "sort": (WORDS, "The column or field to sort by, with `-` before it the other way round."),
    "fields": (
        {"type": "string", "maxLength": FIELDS_LIMIT},
        "The members that each entry has, such as `id,name`; the others are left out, also those that its schema requires.",
    ),
    "cards.since": (TIME, "Cards that were saved at that time or later."),
    "previews.state": (one_of(PreviewState.values), "The state of the preview."),
    "experiments.state": (one_of(PreviewState.values), "The state of the experiment."),
    "changes.since": (WORDS, "The `cursor` of an earlier answer; without it from the first release on."),
    "migrations.since": (WORDS, "The `cursor` of an earlier answer; without it from the first release on."),
    "who": (WORDS, "A part of the email of the account that did it."),
    "audit.kind": (WORDS, "The beginning of an action, such as `card.`."),
    "audit-everywhere.kind": (WORDS, "The beginning of an action, such as `card.`."),
    "since": (DAY, "From that day on."),
    "until": (DAY, "Up to that day."),
    "to": (
        {"anyOf": [{"type": "integer", "minimum": 1, "maximum": 999_999_999}, {"type": "string", "enum": ["draft"]}]},
        "The number of a version, or `draft`, which it is without it.",
    ),
    "mode": (one_of(MODES), "All or none (`strict`), or what is valid, the rest as drafts (`development`)."),
    "dry_run": (SWITCH, "1: nothing is written, the answer is what would be."),
    "restore": (SWITCH, "1: cards of the file that lie in the trash come back."),
    "repair": (SWITCH, "1: what is almost JSON is repaired, and each repair named as a warning."),
    "mapping": (
        SWITCH,
        "1: the file has records with other fields (JSON, CSV or XLSX), which become cards by the mapping that the pack keeps for their columns.",
    ),
    "lang": (one_of(LANGUAGES), "The language of the face."),
    "width": (
        {"type": "integer", "enum": list(WIDTHS), "minimum": WIDTHS[0], "maximum": WIDTHS[-1], "default": USUAL_WIDTH},
        "How many pixels the picture is wide.",
    ),
    "wait": (
        {"type": "integer", "minimum": 0, "maximum": int(MAX_WAIT)},
        "Seconds to wait for the end before the answer.",
    ),
}
"""What each parameter of a query is, some for one operation alone: its schema and what it means."""


def in_query(operation: str, name: str) -> Json:
    """Return a parameter of an operation's query."""
    schema, about = IN_QUERY.get(f"{operation}.{name}") or IN_QUERY.get(name, (WORDS, ""))
    return {"name": name, "in": "query", "description": about, "schema": schema}


def in_path(name: str) -> Json:
    """Return a part of an address."""
    schema, about, example = IN_PATH[name]
    shown = int(example) if schema is NUMBER else example
    return {"name": name, "in": "path", "required": True, "description": about, "schema": schema, "example": shown}


def in_header(name: str, about: str, schema: Json, *, required: bool = False) -> Json:
    """Return a header of a request."""
    return {"name": name, "in": "header", "required": required, "description": about, "schema": schema}
