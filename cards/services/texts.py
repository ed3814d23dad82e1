"""Texts of one card in one language: each save is one revision of the draft, based on the state that was read."""

from collections.abc import Collection, Mapping
from typing import Any

from cards.errors import InvalidFields
from cards.gateway import wording
from cards.models import Card, Draft, Pack
from cards.models.fields import LANGUAGES
from cards.permissions import Actor
from cards.queries.history import draft_get
from cards.queries.texts import card_texts
from cards.services.draft import DraftSaved, draft_save
from cards.text_states import DOCUMENT_TEXTS
from cards.texts import checked_card_string, limit_of


def texts_save(
    *,
    actor: Actor,
    card: Card,
    language: str,
    words: Mapping[str, str],
    based_on: str | None,
    still_right: Collection[str] = (),
) -> DraftSaved:
    """Save some texts of a language; the other texts and languages stay as they are.

    Name and rules text of the source language are written into the card's document, byte for byte around them.
    `still_right` names stale texts that were read again: they are no longer stale, changed or not.

    Errors: as `draft_save`; InvalidFields for a language or text that there is not, or one that is too long.
    """
    checked = checked_words(language, words)
    draft = draft_get(card=card)
    text, texts = with_texts(pack=card.pack, draft=draft, language=language, words=checked)
    confirmed = {(language, name) for name in still_right}
    return draft_save(actor=actor, card=card, text=text, texts=texts, based_on=based_on, still_right=confirmed)


def with_texts(
    *, pack: Pack, draft: Draft, language: str, words: Mapping[str, str]
) -> tuple[str, dict[str, dict[str, Any]]]:
    """Return text and texts of a draft with some texts of a language replaced."""
    current = card_texts(pack=pack, state=draft)
    inside = {name: words[name] for name in DOCUMENT_TEXTS if name in words} if language == pack.source_language else {}
    outside = {name: text for name, text in words.items() if not current.is_documented(language, name)}
    changed = {name: text for name, text in inside.items() if text != current.text(language, name)}
    text = wording.with_words(draft.text, changed) if changed else draft.text
    texts = {key: dict(words_of_language) for key, words_of_language in draft.texts.items()}
    if outside:
        texts[language] = {**texts.get(language, {}), **outside}
    return text, texts


def checked_words(language: str, words: Mapping[str, str]) -> dict[str, str]:
    """Return texts of a language that may be stored."""
    _check_language(language)
    valid_words = {}
    for name, text in words.items():
        limit = limit_of(name)
        if limit is None:
            raise InvalidFields.of(f"/{name}", "No such text.", "没有这种文本。")
        valid_words[name] = checked_card_string(name, text, pointer=f"/{language}/{name}", limit=limit)
    return valid_words


def _check_language(language: str) -> None:
    if language not in LANGUAGES:
        raise InvalidFields.of("/language", "One of en, zh.", "应为 en 或 zh。")
