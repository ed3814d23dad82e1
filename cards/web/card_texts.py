"""The texts of one card beside its editor: written and generated, with what differs, in every language."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from cards.gateway import validation, wording
from cards.localization import HTML_LANGUAGES, data_language, localize
from cards.models import Draft, Pack
from cards.models.fields import LANGUAGES
from cards.queries.beside import names_beside
from cards.queries.problems import game_of
from cards.queries.texts import card_texts
from cards.text_states import DESCRIPTION, FIELDS, CardTexts
from cards.values import frozen_dataclass

LANGUAGE_NAMES = {"en": "English", "zh": "简体中文"}


@frozen_dataclass
class CardText:
    """One text of a card in one language.

    Shapes: state is a TextState or nothing; generated is the rules text that the effects give; is_documented says that the
            text is part of the card's document; differs are sentences on where it says otherwise than the effects.
    """

    field: str
    label: str
    text: str
    state: str
    state_label: str
    generated: str
    is_documented: bool
    differs: tuple[str, ...]
    limit: int

    @property
    def is_line(self) -> bool:
        """Return whether the text is a single line."""
        return self.field.rpartition(".")[2] == "name"


@frozen_dataclass
class LanguageTexts:
    """The texts of a card in one language."""

    language: str
    tag: str
    language_name: str
    is_source: bool
    fields: tuple[CardText, ...]


def texts_of(draft: Draft, pack: Pack, report: validation.CardReport) -> list[LanguageTexts]:
    """Return the texts of a card, those of the source language first."""
    texts = card_texts(pack=pack, state=draft, names=names_beside(draft.document, pack=pack))
    found = wording.mismatches(game_of(pack=pack), report, draft.texts)
    languages = sorted(LANGUAGES, key=lambda language: language != pack.source_language)
    return [_language(texts, language, found) for language in languages]


def _language(held: CardTexts, language: str, found: Sequence[Mapping[str, Any]]) -> LanguageTexts:
    fields = tuple(_text(held, language, name, found) for name in held.names)
    return LanguageTexts(language, HTML_LANGUAGES[language], LANGUAGE_NAMES[language], language == held.source, fields)


def _text(texts: CardTexts, language: str, name: str, found: Sequence[Mapping[str, Any]]) -> CardText:
    state = texts.state(language, name)
    messages = [one["message"][data_language()] for one in found if one["language"] == language]
    return CardText(
        field=name,
        label=text_label(texts, name),
        text=texts.text(language, name),
        state=str(state or ""),
        state_label=state_labels()[str(state)] if state else "",
        generated=texts.generated(language, name),
        is_documented=texts.is_documented(language, name),
        differs=tuple(messages) if name == DESCRIPTION else (),
        limit=texts.limit(name),
    )


def text_label(texts: CardTexts, name: str) -> str:
    """Return what a text of a card is called in the language of the page."""
    if name in FIELDS:
        return {
            "name": localize("Name", "名称"),
            DESCRIPTION: localize("Rules text", "规则文本"),
            "notes": localize("Notes", "备注"),
        }[name]
    return str(getattr(texts.inner[name].title, data_language()))


def state_labels() -> dict[str, str]:
    """Return what the states of texts are called."""
    return {
        "written": localize("written", "已写"),
        "generated": localize("generated", "自动生成"),
        "missing": localize("missing", "缺少"),
        "stale": localize("stale", "已过时"),
    }


def typed_texts(languages: Sequence[LanguageTexts], params: Mapping[str, str]) -> list[LanguageTexts]:
    """Return the texts with those of a submitted form in their place; what is part of the document stays."""
    return [
        replace(one, fields=tuple(_posted_field(one.language, field, params) for field in one.fields))
        for one in languages
    ]


def _posted_field(language: str, field: CardText, typed: Mapping[str, str]) -> CardText:
    text = typed.get(f"{language}-{field.field}")
    if field.is_documented or text is None:
        return field
    return replace(field, text=text.replace("\r\n", "\n"))


def texts_to_save(pack: Pack, draft: Draft, languages: Sequence[LanguageTexts], use: str) -> tuple[str, dict[str, Any]]:
    """Return text and texts of a draft as a submitted form wants them; `use` names a language whose generated text is taken.

    Errors: BadText where the document has no place for the text.
    """
    text, texts = draft.text, {language: dict(words) for language, words in draft.texts.items()}
    for row in languages:
        words = {field.field: field.text for field in row.fields if not field.is_documented}
        rules_text = next((field for field in row.fields if field.generated), None)
        if use == row.language and rules_text is not None:
            if rules_text.is_documented:
                text = wording.with_words(text, {DESCRIPTION: rules_text.generated})
            else:
                words[DESCRIPTION] = rules_text.generated
        texts[row.language] = {**texts.get(row.language, {}), **words}
    return text, texts
