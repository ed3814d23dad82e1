"""Forms of new decks, and what a deck's own form asks for."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import HttpRequest, QueryDict

from cards.errors import InvalidFields
from cards.localization import localize_lazy
from cards.models import Deck
from cards.models.deck import DECK_ID_LENGTH, DECK_NAME_LENGTH
from cards.services.deck import DeckEdit
from cards.values import frozen_dataclass
from cards.web.forms import PortalForm
from cards.web.line_ends import with_line_ends
from cards.web.line_field import LineField

COUNT = "count:"  # how the field of a line's copies begins: `count:<list>:<card>`
DIGITS = 4  # of a number of copies that is looked at
TOO_MANY = 10_000
SHOWN_LIMIT = 256 * 1024  # bytes of a refused file that the page shows


class DeckForm(PortalForm):
    """A new deck: its id and name, where it begins empty or as a copy."""

    deck_id = LineField(
        label=localize_lazy("Deck id", "牌组标识"),
        max_length=DECK_ID_LENGTH,
        help_text=localize_lazy(
            "The file's own id, such as control-v1. You can change it later.",
            "文件自身的标识，例如 control-v1。以后可以修改。",
        ),
        widget=forms.TextInput({"class": "in mono", "autocapitalize": "off", "spellcheck": "false"}),
    )
    name = LineField(label=localize_lazy("Name", "名称"), max_length=DECK_NAME_LENGTH, required=False)


class DeckCopyForm(DeckForm):
    """A new deck that begins as another one."""

    source = forms.ChoiceField(label=localize_lazy("Deck to copy", "要复制的牌组"))
    field_order = ("source", "deck_id", "name")

    def __init__(self, *args: Any, decks: list[tuple[str, list[tuple[str, str]]]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["source"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101  for the type checker
        field.choices = decks


@frozen_dataclass
class Asked:
    """What a deck's form asks for: one verb, and what it is about."""

    verb: str
    words: tuple[str, ...]


def asked_of(form: QueryDict) -> Asked:
    """Return what the pressed button asks for: `more:<list>:<card>`, `restore:<revision>`, `counts`, …"""
    verb, *words = form.get("do", "").split(":")
    return Asked(verb, tuple(words))


def line_edits(posted_form: Asked, form: QueryDict, deck: Mapping[tuple[str, str], int]) -> list[DeckEdit]:
    """Return the edits of lines that a form asks for.

    Errors: InvalidFields for a number of copies that is none, and for a button that the page does not have.
    """
    if posted_form.verb == "counts":
        return [
            DeckEdit(key, card, to=number) for key, card, number in _counts(form) if number != deck.get((key, card), 0)
        ]
    match posted_form.verb, posted_form.words:
        case "more", (key, card):
            return [DeckEdit(key, card, by=1)]
        case "less", (key, card):
            return [DeckEdit(key, card, by=-1)]
        case "remove", (key, card):
            return [DeckEdit(key, card, to=0)]
        case "use", (key, card, other):
            return [DeckEdit(key, card, use=other)]
        case _:
            raise InvalidFields.of("/do", "No such action.", "没有这个操作。")


def _counts(form: QueryDict) -> list[tuple[str, str, int]]:
    """Return the numbers of copies that were typed, by list and card."""
    counts = []
    for field, text in form.items():
        words = field.removeprefix(COUNT).split(":")
        if field.startswith(COUNT) and len(words) == 2:
            counts.append((words[0], words[1], _number(field, str(text).strip())))
    return counts


def _number(field: str, text: str) -> int:
    if not text.isascii() or not text.removeprefix("-").isdigit():
        raise InvalidFields.of(
            f"/{field}", f"“{text[:40]}” is not a number of copies.", f"“{text[:40]}”不是有效的张数。"
        )
    return int(text) if len(text) <= DIGITS else TOO_MANY


def typed_counts(form: QueryDict) -> dict[str, str]:
    """Return the fields of copies as they were typed, to be shown again."""
    return {field: str(typed)[:40] for field, typed in form.items() if field.startswith(COUNT)}


def deck_text(request: HttpRequest, text: str = "") -> str | bytes:
    """Return the file that was chosen, or else the text that was pasted, with the line ends of the stored one."""
    chosen = request.FILES.get("file")
    if chosen is not None and chosen.size:
        return bytes(chosen.read())
    return with_line_ends(request.POST.get("text", ""), text)


def shown_text(request: HttpRequest) -> str:
    """Return what was sent as the field shows it again: a file, too, as far as it is a text of a deck's size."""
    upload = request.FILES.get("file")
    if upload is None or not upload.size:
        return request.POST.get("text", "")
    upload.seek(0)
    return bytes(upload.read(SHOWN_LIMIT)).decode(errors="replace")


def copy_choices(decks: list[Deck], pack_name: Mapping[int, str]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the decks that may be copied as the groups of a select, by pack."""
    groups: dict[int, list[tuple[str, str]]] = {}
    for deck in decks:
        label = deck.deck_id if deck.title == deck.deck_id else f"{deck.title} ({deck.deck_id})"
        groups.setdefault(deck.pack_id, []).append((str(deck.pk), label))
    return [(pack_name[pack], rows) for pack, rows in groups.items()]
