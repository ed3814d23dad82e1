"""Records of other programs as cards of a game that do nothing yet: a blank of a kind, with the record's name, text and numbers."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from cards.gateway import rulesets
from cards.gateway.blanks import blank_text
from cards.gateway.editing import edited_text, json_object
from cards.gateway.fields import TEXT_FIELDS, card_fields, value_at
from cards.gateway.pack_names import card_kind, shipped_documents
from cards.gateway.problems import Problem
from cards.gateway.searching import fold
from cards.models import Pack
from cards.services.import_beside import Beside
from cards.services.import_ids import usable_id
from cards.services.import_records import Record, Records
from cards.services.import_report import Incoming
from cards.values import frozen_dataclass

NUMBERS: Final[Mapping[str, tuple[str, ...]]] = {
    "cost": ("cost", "mana"),
    "power": ("attack", "atk", "power"),
    "toughness": ("health", "mhp", "toughness"),
}
"""What of a record is a number, and the words by which a game may name it."""
_DIGITS: Final = re.compile(r"[0-9]{0,4}")
_COST_SIGN: Final = re.compile(r"[WUBRGCS]|\{[^{}]*\}")
_COST: Final = re.compile(rf"(?P<digits>{_DIGITS.pattern})(?P<signs>(?:{_COST_SIGN.pattern})*)")
_NAME, _TEXT = TEXT_FIELDS


@frozen_dataclass
class BlankCards:
    """The cards of a file of another program, their images, and one warning that says what of each record became which field."""

    cards: tuple[Incoming, ...]
    extras: Beside
    warning: Problem


def cards_of(*, pack: Pack, name: str, records: Records) -> BlankCards:
    """Return the cards that records become; a record without a name is left out."""
    kinds = _kinds(pack.ruleset, rulesets.source_hash(pack.ruleset))
    usual = next(iter(kinds.values()))
    ids, cards, art = Counter[str](), list[Incoming](), dict[str, bytes]()
    counts: Counter[str] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    for record in records.rows:
        base = usable_id(record.name)
        if not base:
            continue
        ids[base.lower()] += 1
        card_id = base if ids[base.lower()] == 1 else f"{base}-{ids[base.lower()]}"
        kind = next((kinds[word] for word in fold(record.kind).split() if word in kinds), usual)
        text = blank_text(pack.ruleset, kind, card_id) or "{}"
        changes = list(_changes(pack.ruleset, text, record))
        cards.append(Incoming(edited_text(text, [(pointer, value) for _, pointer, value in changes])))
        counts[kind] += 1
        pairs.update((word, pointer) for word, pointer, _ in changes)
        if record.image:
            art[card_id] = record.image
    return BlankCards(tuple(cards), Beside(art=art), _warning(name, records, counts, pairs, len(art)))


@lru_cache(maxsize=16)
def _kinds(ruleset: str, mark: str) -> Mapping[str, str]:
    """Return the kinds of card that have a blank, by their folded names: first the one that most cards of the game are of."""
    info = next(info for info in rulesets.rulesets() if info.name == ruleset)
    counts = Counter(card_kind(ruleset, document) for document in shipped_documents(ruleset))
    kinds = sorted(info.kinds, key=lambda kind: -counts[kind])
    return {fold(kind): kind for kind in kinds if blank_text(ruleset, kind, "blank") is not None}


def _changes(ruleset: str, text: str, record: Record) -> Iterator[tuple[str, str, str | int]]:
    """Yield what of a record is written where: its word, the pointer and the value; only fields that a blank has."""
    yield "name", _NAME, record.name
    if record.text:
        yield "text", _TEXT, record.text
    document = json_object(text)
    fields = [field.pointer for field in card_fields(ruleset) if field.kind == "integer"]
    present = [pointer for pointer in fields if value_at(document, pointer)[0]]
    for word, names in NUMBERS.items():
        number = _number(getattr(record, word))
        pointer = next((each for name in names for each in present if name in fold(each)), None)
        if number is not None and pointer is not None:
            yield word, pointer, number


def _number(text: str) -> int | None:
    """Return a number as written, or the sum of a cost in signs: `2GG` is 4; None for what is neither, such as `*` or `X`."""
    cost = _COST.fullmatch(text.strip())
    if cost is None or not cost[0]:
        return None
    return int(cost["digits"] or 0) + sum(map(_worth_of, _COST_SIGN.findall(cost["signs"])))


def _worth_of(sign: str) -> int:
    """Return what a sign of a cost is worth: that of a number in braces the number, every other 1."""
    digits = _DIGITS.fullmatch(sign.strip("{}"))
    return int(digits[0]) if digits and digits[0] else 1


def _warning(
    name: str, records: Records, counts: Mapping[str, int], pairs: Mapping[tuple[str, str], int], images: int
) -> Problem:
    kinds = ", ".join(f"{kind} ({count})" for kind, count in counts.items())
    fields = ", ".join(f"{word} → {pointer[1:]} ({count})" for (word, pointer), count in pairs.items())
    total, left_out = len(records.rows), len(records.rows) - sum(counts.values())
    message = {
        "en": (
            f"1 record of {records.program} becomes a card that does nothing yet"
            if total == 1
            else f"{total} records of {records.program} become cards that do nothing yet"
        )
        + f": {kinds}; {fields}"
        + (f"; {images} images" if images else "")
        + (f"; {left_out} without a usable name are left out" if left_out else "")
        + ".",
        "zh": f"{records.program} 的 {total} 条记录成为尚无效果的卡牌：{kinds}；{fields}"
        + (f"；{images} 张图片" if images else "")
        + (f"；{left_out} 条没有可用的名称，已略过" if left_out else "")
        + "。",
    }
    return Problem("W-ALIAS", message, severity="warning", file=name, line=1, column=1, found="records")
