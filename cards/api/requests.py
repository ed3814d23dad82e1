"""What requests hold, by operation; `cards.api.bodies` refuses what does not fit, and the services what only they know."""

from cards.api.shapes_experiments import PLACE, POINTS
from cards.drawing.sheets import BLEEDS, PAPERS
from cards.gateway.previews import MAX_PAIRS, WORTH_PRESETS
from cards.models import EXPERIMENTS, Role, Visibility
from cards.models.account import TokenScope
from cards.models.fields import CARD_ID_PATTERN, LANGUAGES, PACK_SLUG_PATTERN, RULESET_PATTERN, TEXT_LIMIT
from cards.models.glossary import NOTE_LIMIT, WORD_LIMIT, WORDS_LIMIT
from cards.models.program import HANDLE_PATTERN, IDENTITY_LIMIT
from cards.models.review import MESSAGE_LIMIT, POINTER_LIMIT, Verdict
from cards.models.scenario import SCENARIO_LIMIT
from cards.models.webhook import URL_LIMIT
from cards.services.exchange import IDENTITY_BYTES
from cards.services.link import MAX_DAYS
from cards.services.previews.start import PRESETS
from cards.services.previews.tune import AGAINST
from cards.services.program import MAX_OVERLAP, SERVICE_SCOPES
from cards.services.review import REVIEWERS_LIMIT, TITLE_LIMIT
from cards.services.sheets import FORMATS, MAX_CARDS, MAX_COPIES
from cards.services.token import MAX_DAYS as TOKEN_DAYS
from cards.shape import (
    DIGEST,
    EMAIL,
    FLAG,
    NUMBER,
    TEXT,
    TEXTS_OF_CARD,
    TIME,
    TWO_LANGUAGES,
    Json,
    by_name,
    listing,
    maybe,
    one_of,
    shape,
)

LOOKED_UP = 100  # digests of one request
COLUMN = (1 << 31) - 1
SEEDS = (1 << 53) - 1
SLUG: Json = {"type": "string", "pattern": PACK_SLUG_PATTERN}
CARD_ID: Json = {"type": "string", "pattern": CARD_ID_PATTERN}
CARD_TEXT: Json = {
    "type": "string",
    "maxLength": TEXT_LIMIT,
    "description": "The card as its author types it: JSON, comments allowed.",
}
SCENARIO_TEXT: Json = {"type": "string", "maxLength": SCENARIO_LIMIT}
WORD: Json = {"type": "string", "minLength": 1, "maxLength": WORD_LIMIT}
WORDS = listing(WORD, WORDS_LIMIT)
HANDLE: Json = {"type": "string", "pattern": HANDLE_PATTERN}
IDENTITY: Json = {"type": "string", "minLength": 1, "maxLength": IDENTITY_LIMIT}
MESSAGE: Json = {"type": "string", "maxLength": MESSAGE_LIMIT}
ROLE = one_of(Role.values)
APPROVALS: Json = {"type": "integer", "minimum": 0, "maximum": COLUMN}
CHOICES = by_name(maybe(NUMBER))
TERM = shape(
    ("note", "also_en", "also_zh", "avoid_en", "avoid_zh"),
    en=WORD,
    zh=WORD,
    note={"type": "string", "maxLength": NOTE_LIMIT},
    also_en=WORDS,
    also_zh=WORDS,
    avoid_en=WORDS,
    avoid_zh=WORDS,
)
SETTINGS = {
    "description": TWO_LANGUAGES,
    "source_language": one_of(LANGUAGES),
    "visibility": one_of(Visibility.values),
    "approvals_needed": APPROVALS,
    "guards_needed": FLAG,
    "release_tokens": FLAG,
    "factor_needed": FLAG,
}
_VALUES: Json = {**listing({"type": "integer", "minimum": -SEEDS, "maximum": SEEDS}, 80), "minItems": 1}
_PARTNERS: Json = {**listing(CARD_ID, MAX_PAIRS), "minItems": 1}
EXPERIMENT = shape(
    ("card", "preset", "vary", "aim_bp", "tolerance_bp", "against", "partners", "seed"),
    card={
        **CARD_ID,
        "description": "Of every kind but `release`, all of which need it; of `release`, the card whose change alone is compared.",
    },
    kind=one_of(EXPERIMENTS),
    preset={**one_of(WORTH_PRESETS), "description": "Of every kind but `tune`: how precise the intervals are."},
    vary={
        **by_name(_VALUES),
        "description": "Of `tune`: the values of each number by its JSON Pointer; a single one is set in every candidate.",
    },
    aim_bp={
        **POINTS,
        "description": "Of `tune`: the change of the win rate to reach in hundredths of a percentage point, 0 without it.",
    },
    tolerance_bp={
        **POINTS,
        "description": "Of `tune`: how near is near enough in hundredths of a percentage point, 300 without it.",
    },
    against={**one_of(AGAINST), "description": "Of `tune`: the last other version, or the working copy itself."},
    partners={**_PARTNERS, "description": "Of `pairs`: the cards to play with, without it those that are linked."},
    seed={"type": "integer", "minimum": 0, "maximum": SEEDS},
)
EMPTY = shape()
"""The body of an operation that needs none; an object without members, or no body at all."""


def _days(most: int) -> Json:
    return {"type": "integer", "minimum": 1, "maximum": most}


BODIES: dict[str, Json] = {
    "validate": shape(("texts",), text=CARD_TEXT, texts=TEXTS_OF_CARD),
    "files-lookup": shape(digests=listing(DIGEST, LOOKED_UP)),
    "pack-create": shape(
        tuple(SETTINGS),
        pack=SLUG,
        ruleset={"type": "string", "pattern": RULESET_PATTERN},
        name=TWO_LANGUAGES,
        **SETTINGS,
    ),
    "pack-edit": {
        **shape(("name", "archived", *SETTINGS), name=TWO_LANGUAGES, archived=FLAG, **SETTINGS),
        "minProperties": 1,
    },
    "card-create": {
        "anyOf": [
            shape(("id", "texts"), text=CARD_TEXT, id=CARD_ID, texts=TEXTS_OF_CARD),
            shape(template=TEXT, id=CARD_ID),
            shape(copy_of=TEXT, id=CARD_ID),
        ]
    },
    "card-rename": shape(("rewrite",), id=CARD_ID, rewrite=FLAG),
    "card-deprecate": shape(("use",), note=TWO_LANGUAGES, use=TEXT),
    "draft-save": shape(("texts",), text=CARD_TEXT, texts=TEXTS_OF_CARD),
    "version-create": shape(("message",), message=TEXT),
    "scenario-create": shape(card=CARD_ID, text=SCENARIO_TEXT),
    "scenario-save": shape(text=SCENARIO_TEXT),
    "scenarios-run": shape(card=CARD_ID),
    "deck-create": {
        "anyOf": [
            shape(text=TEXT),
            shape(sample=TEXT),
            shape(("name",), deck_id=TEXT, name=TEXT),
            shape(("name",), copy_of=TEXT, deck_id=TEXT, name=TEXT),
        ]
    },
    "deck-save": shape(text=TEXT),
    "term-create": TERM,
    "term-edit": TERM,
    "member-invite": shape(("days",), email=EMAIL, role=ROLE, days=_days(MAX_DAYS)),
    "member-change": shape(role=ROLE),
    "preview-start": shape(
        ("version", "baseline", "preset", "seed"),
        card=CARD_ID,
        version=NUMBER,
        baseline={"anyOf": [NUMBER, one_of(("without",))]},
        preset=one_of(PRESETS),
        seed={"type": "integer", "minimum": 0, "maximum": SEEDS},
    ),
    "experiment-start": EXPERIMENT,
    "experiment-price": EXPERIMENT,
    "experiment-take": shape(candidate=PLACE),
    "sheets": shape(
        ("cards", "deck", "release", "language", "paper", "bleed", "copies", "url"),
        format=one_of(FORMATS),
        cards=listing(CARD_ID, MAX_CARDS),
        deck=NUMBER,
        release=TEXT,
        language=one_of(LANGUAGES),
        paper=one_of(tuple(PAPERS)),
        bleed={"type": "integer", "minimum": min(BLEEDS), "maximum": max(BLEEDS)},
        copies={"type": "integer", "minimum": 1, "maximum": MAX_COPIES},
        url={"type": "string", "maxLength": 500},
    ),
    "release-plan-save": shape(
        ("version", "choices", "changelog", "publish_at"),
        version=TEXT,
        choices=CHOICES,
        changelog=TWO_LANGUAGES,
        publish_at=maybe(TIME),
    ),
    "release-publish": shape(
        ("choices", "changelog", "override"), version=TEXT, choices=CHOICES, changelog=TWO_LANGUAGES, override=TEXT
    ),
    "release-yank": shape(("use",), reason=TWO_LANGUAGES, use=TEXT),
    "release-unyank": shape(reason=TWO_LANGUAGES),
    "webhook-create": shape(url={"type": "string", "format": "uri", "maxLength": URL_LIMIT}),
    "webhook-edit": shape(url={"type": "string", "format": "uri", "maxLength": URL_LIMIT}, enabled=FLAG),
    "review-request": shape(
        ("title", "reviewers"),
        card=CARD_ID,
        version=NUMBER,
        title={"type": "string", "maxLength": TITLE_LIMIT},
        reviewers=listing(EMAIL, REVIEWERS_LIMIT),
    ),
    "review-decide": shape(("message", "reason"), decision=one_of(Verdict.values), message=MESSAGE, reason=MESSAGE),
    "thread-open": shape(
        ("path", "on_base"),
        text=MESSAGE,
        path={"type": "string", "format": "json-pointer", "maxLength": POINTER_LIMIT},
        on_base=FLAG,
    ),
    "comment-add": shape(text=MESSAGE),
    "thread-resolve": shape(resolved=FLAG),
    "token-create": shape(name=TEXT, scopes=listing(one_of(TokenScope.values)), days=_days(TOKEN_DAYS)),
    "program-create": {
        "anyOf": [
            shape(("name",), handle=HANDLE, name=TEXT, scopes=listing(one_of(SERVICE_SCOPES)), days=_days(TOKEN_DAYS)),
            shape(
                ("name", "claims"),
                handle=HANDLE,
                name=TEXT,
                issuer={"type": "string", "format": "uri", "maxLength": IDENTITY_LIMIT},
                subject={**IDENTITY, "description": "Compared letter by letter; `*` at the end stands for any rest."},
                claims={**by_name(IDENTITY), "description": "Other claims that the token must have with these texts."},
            ),
        ]
    },
    "publishing-token": shape(pack=SLUG, identity={"type": "string", "maxLength": IDENTITY_BYTES}),
    "program-token": shape(
        ("overlap",), days=_days(TOKEN_DAYS), overlap={"type": "integer", "minimum": 0, "maximum": MAX_OVERLAP}
    ),
    **dict.fromkeys(
        (
            "program-take-over",
            "card-retire",
            "card-restore",
            "scenario-restore",
            "deck-restore",
            "deck-validate",
            "preview-cancel",
            "job-cancel",
            "pack-check",
            "review-withdraw",
            "webhook-secret",
            "redeliver",
        ),
        EMPTY,
    ),
}
"""What each operation reads; one that is not named here reads no body, or a file."""
FILES = {
    "art-set": "An image, `image/png`, `image/webp` or `image/jpeg`; its first bytes say which.",
    "import": "A zip (`application/zip`), or JSON with or without comments (`application/json`); its first bytes say which.",
}
"""Operations that read a file as the bytes that it is, and of which kinds. The description names one kind of body: generators of clients write
modules that do not run for several."""
