"""Ids as other programs write them, as those that the portal can have: numbers, blanks and colons, words in Chinese."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from cards.gateway.editing import json_object
from cards.gateway.fields import IDENTITY, TEXT_FIELDS
from cards.gateway.packs import pretty
from cards.gateway.problems import Problem
from cards.gateway.searching import fold, sounds_of
from cards.models.fields import CARD_ID_PATTERN
from cards.services.import_names import alias_warning
from cards.services.import_report import Incoming

USABLE_IDS: Final = (
    "Ids of English letters, digits, dots, - and _ stand for those of the file",
    "文件中的 id 改为由英文字母、数字、点、- 和 _ 组成",
)
LENGTH: Final = 128
_ID: Final = IDENTITY.removeprefix("/")
_TEXT_NAMES: Final = frozenset(pointer.rpartition("/")[2] for pointer in TEXT_FIELDS)
_USABLE: Final = re.compile(CARD_ID_PATTERN)
_FORBIDDEN: Final = re.compile(r"[^A-Za-z0-9._-]+")
_SEPARATORS: Final = re.compile(r" ?[:/\\|>]+ ?")
_HAN: Final = re.compile(r"[\u3400-\u9fff]+")


def with_usable_ids(cards: Sequence[Incoming]) -> tuple[tuple[Incoming, ...], tuple[Problem, ...]]:
    """Return the cards with ids that the portal can have, also where they name each other, and one warning that lists the ids.

    An id that cannot be made usable, or only as one that another card of the file has, stays as it is; so do names and rules text.
    """
    documents = [None if card.written_id else json_object(card.text) for card in cards]
    ids_of_file = {str(document.get(_ID)).lower() for document in documents if document}
    ids: dict[str, str] = {}
    for document in documents:
        old = document.get(_ID) if document else None
        if isinstance(old, bool) or not isinstance(old, int | str) or str(old) in ids or _is_usable(old):
            continue
        new = usable_id(str(old))
        if new and (new.lower() not in ids_of_file or new == str(old)):
            ids[str(old)] = new
            ids_of_file.add(new.lower())
    if not ids:
        return tuple(cards), ()
    renamed = tuple(_renamed(card, document, ids) for card, document in zip(cards, documents, strict=True))
    return renamed, (alias_warning(USABLE_IDS, list(_pairs(ids)), cards, what="ids"),)


def usable_id(foreign: str) -> str:
    """Return an id that the portal can have for one that it cannot: `core:medic` is `core.medic`, `战士-1` is `zhanshi-1`; empty where
    no letter or digit is left, or too many.
    """
    spelled = _HAN.sub(lambda match: next(iter(sounds_of(match[0])), ""), foreign.strip())
    dotted = _SEPARATORS.sub(".", " ".join(unicodedata.normalize("NFKD", spelled).split()))
    plain = "".join(sign if sign.isascii() else fold(sign) for sign in dotted if not unicodedata.combining(sign))
    words = _FORBIDDEN.sub("-", plain).strip("-._")
    return words if len(words) <= LENGTH else ""


def _is_usable(value: int | str) -> bool:
    return isinstance(value, str) and bool(_USABLE.fullmatch(value))


def _renamed(card: Incoming, document: dict[str, Any] | None, ids: Mapping[str, str]) -> Incoming:
    if document is None:
        return card
    value = {key: member if key in _TEXT_NAMES else _with_ids(member, ids) for key, member in document.items()}
    if str(document.get(_ID)) in ids:
        value[_ID] = ids[str(document[_ID])]
    return card if value == document else replace(card, text=pretty(value))


def _with_ids(value: Any, ids: Mapping[str, str]) -> Any:
    """Return a value in which the texts that are an id of the file are its new one, without names and rules texts."""
    if isinstance(value, str):
        return ids.get(value, value)
    if isinstance(value, list):
        return [_with_ids(item, ids) for item in value]
    if isinstance(value, dict):
        return {key: member if key in _TEXT_NAMES else _with_ids(member, ids) for key, member in value.items()}
    return value


def _pairs(ids: Mapping[str, str]) -> Iterator[str]:
    for old, new in ids.items():
        yield f'{old} → "{new}"' if old == new else f"{old} → {new}"  # a number becomes a text
