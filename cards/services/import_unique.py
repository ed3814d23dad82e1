"""Which cards of a file stand alone: those whose id no other card has, in the file or, in other letters, in the pack."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from django.db.models.functions import Lower

from cards.gateway.packs import CardPlace
from cards.gateway.problems import Problem
from cards.models import Card, Pack
from cards.services.import_report import Incoming
from cards.values import frozen_dataclass

PLACES_NAMED = 5  # places of one id that its problem names


@frozen_dataclass
class Repeats:
    """The cards of a file that cannot be told apart by their ids.

    Shapes: ids as written, each once; problems one for each card, at its id.
    """

    ids: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = field(default=())


def unique_cards(*, pack: Pack, cards: Sequence[Incoming]) -> tuple[tuple[Incoming, ...], Repeats]:
    """Return the cards whose id no other card has, and those that share one; ids that differ in case alone count as the same."""
    places: dict[str, list[int]] = {}
    ids = [card.id for card in cards]
    for number, written_id in enumerate(ids):
        if written_id:
            places.setdefault(written_id.lower(), []).append(number)
    in_pack = _alike_in_pack(pack, places)
    clashes = {
        key: numbers
        for key, numbers in places.items()
        if len(numbers) > 1 or in_pack.get(key, ids[numbers[0]]) != ids[numbers[0]]
    }
    clashing = {number for numbers in clashes.values() for number in numbers}
    problems = [
        problem
        for key, numbers in clashes.items()
        for problem in _problems([cards[number] for number in numbers], in_pack.get(key))
    ]
    unique = tuple(card for number, card in enumerate(cards) if number not in clashing)
    return unique, Repeats(tuple(dict.fromkeys(ids[number] for number in sorted(clashing))), tuple(problems))


def _alike_in_pack(pack: Pack, folded_ids: Mapping[str, object]) -> dict[str, str]:
    """Return the ids of the pack's cards by their small letters, of those that the file has too.

    Shapes: folded is the id by its small letters.
    """
    rows = Card.objects.filter(pack=pack).annotate(folded=Lower("written_id")).filter(folded__in=folded_ids)
    return dict(rows.values_list("folded", "written_id"))


def _problems(cards: Sequence[Incoming], in_pack: str | None) -> Iterator[Problem]:
    """Yield a problem for each card of one id, at the id, which names the places of all."""
    spellings = dict.fromkeys([*(card.id for card in cards), *([in_pack] if in_pack else [])])
    places = [_place(card.place) for card in cards]
    if len(spellings) > 1:
        message = _alike(tuple(spellings))
    else:
        message = _twice(cards[0].id, [(file, line) for file, line, _ in places])
    for card, (file, line, column) in zip(cards, places, strict=True):
        pointer = f"{card.place.pointer if card.place else ''}/id"
        yield Problem(
            "E-DUP",
            message,
            pointer,
            layer="references",
            file=file,
            card=card.id,
            line=line,
            column=column,
            found=card.id,
        )


def _place(place: CardPlace | None) -> tuple[str, int, int]:
    """Return file, line and column of a card's id; 0 where it is unknown."""
    if place is None:
        return "cards", 0, 0
    line, column = place.document.locate(f"{place.pointer}/id") if hasattr(place.document, "locate") else (1, 1)
    return place.document.file, line, column


def _twice(written_id: str, places: Sequence[tuple[str, int]]) -> dict[str, str]:
    first_places = places[:PLACES_NAMED]
    english = [f"{file} line {line}" for file, line in first_places]
    chinese = [f"{file} 第 {line} 行" for file, line in first_places]
    count, end = len(places), ["…"] if len(places) > PLACES_NAMED else []
    times = "twice" if count == 2 else f"{count} times"
    return {
        "en": f"The id {written_id} occurs {times}: {', '.join([*english, *end])}.",
        "zh": f"{written_id} 出现了 {count} 次：{'、'.join([*chinese, *end])}。",
    }


def _alike(ids: Sequence[str]) -> dict[str, str]:
    return {
        "en": f"The ids {' and '.join(ids)} differ in case alone.",
        "zh": f"{' 与 '.join(ids)} 只有大小写不同。",
    }
