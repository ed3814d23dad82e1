"""How far the language reaches and how its texts read: `make language`, or `make language LANGUAGE=FOLDER` for sentences elsewhere.

A folder holds `GAME.json`: a list of cards, or of rows with a `card` as in this folder. With an `index.json` beside them (rows with `game`, `cards`
and perhaps `wishedBlocks`) each row is a sentence, which is sayable when it has cards and none of them has an error. Else each card is one.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from engine import api
from engine.cardset import hashed
from engine.language.spec import KindSpec
from engine.packs.layout import pretty
from engine.rulesets import find, shipped_names
from tests.engine.sentences.blocks import blocks_of, working_part
from tests.engine.sentences.markers import clumsy

INDEX = "index.json"
OVER = 1.5
"""From this ratio of its blocks to those wished on a sentence counts as too long."""
OWN = Path(__file__).parent
HEADINGS = ("cards", "game", "sentences", "sayable", "blocks", "most", "wished", "over", "lines", "texts", "clear")
WIDTHS = (12, 10, 9, 8, 6, 4, 6, 4, 5, 5, 5)


@dataclass(frozen=True, slots=True)
class Sentence:
    """What a designer says, as the cards that say it: none where it cannot be said; `wished` blocks are 0 where no number is known."""

    game: str
    cards: tuple[Mapping[str, Any], ...]
    wished: int = 0


def shipped(game: str) -> Iterator[Sentence]:
    """Yield each shipped card of a game."""
    for document, _ in api.card_set(game):
        yield Sentence(game, (document,))


def sentences_in(folder: Path) -> Iterator[Sentence]:
    """Yield the sentences of a folder."""
    cards = {file.stem: _cards(file) for file in sorted(folder.glob("*.json")) if file.name != INDEX}
    cards = {game: documents for game, documents in cards.items() if game in shipped_names()}
    index = folder / INDEX
    if not index.exists():
        yield from (Sentence(game, (card,)) for game, documents in cards.items() for card in documents.values())
        return
    for row in json.loads(index.read_text(encoding="utf-8")):
        documents = cards[row["game"]]
        yield Sentence(row["game"], tuple(documents[name] for name in row["cards"]), row.get("wishedBlocks", 0))


def _cards(file: Path) -> dict[str, Mapping[str, Any]]:
    rows = json.loads(file.read_text(encoding="utf-8"))
    documents = (row.get("card", row) for row in rows if isinstance(row, dict))
    return {document["id"]: document for document in documents}


def is_sayable(sentence: Sentence, known_ids: frozenset[str]) -> bool:
    """Return whether there are cards for it, and none has an error; other cards and the pack's own words are known."""
    words = [
        card for card in sentence.cards if find(sentence.game).vocabulary.kind_of(card) in _declaring(sentence.game)
    ]
    reports = (
        api.validate(sentence.game, json.dumps(card), known_ids=known_ids, declarations=words)
        for card in sentence.cards
    )
    return bool(sentence.cards) and not any(p.severity == "error" for report in reports for p in report.problems)


def _declaring(game: str) -> tuple[KindSpec, ...]:
    return tuple(kind for kind in find(game).vocabulary.kinds if kind.declares)


def row(name: str, game: str, sentences: Sequence[Sentence]) -> tuple[str, ...]:
    """Return the numbers of some sentences of one game as words, in the order of the headings."""
    known = frozenset(str(card["id"]) for sentence in (*shipped(game), *sentences) for card in sentence.cards)
    sayable = [sentence for sentence in sentences if is_sayable(sentence, known)]
    vocabulary = find(game).vocabulary
    names = api.card_names(game, [hashed(dict(card)) for sentence in sentences for card in sentence.cards])
    blocks = [sum(blocks_of(vocabulary, card) for card in sentence.cards) for sentence in sayable]
    lines = [sum(pretty(working_part(vocabulary, card)).count("\n") for card in one.cards) for one in sayable]
    texts = [
        text
        for sentence in sayable
        for card in sentence.cards
        for text in [[api.describe(game, card, language, names) for language in ("en", "zh")]]
        if any(text)
    ]
    clear = [text for text in texts if not any(map(clumsy, text))]
    over = [sentence for sentence, count in zip(sayable, blocks, strict=True) if 0 < OVER * sentence.wished < count]
    goals = [sentence.wished for sentence in sentences if sentence.wished]
    return (
        name,
        game,
        str(len(sentences)),
        _share(len(sayable), len(sentences)),
        _number(blocks),
        str(max(blocks, default=0)),
        _number(goals),
        str(len(over)) if goals else "-",
        _number(lines),
        str(len(texts)),
        _share(len(clear), len(texts)),
    )


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "-"


def _number(values: Sequence[int]) -> str:
    return f"{median(values):g}" if values else "-"


def main(folders: Sequence[str]) -> None:
    """Print a row for the shipped cards of each game, and for the sentences of each folder; markers that were found with `--texts`."""
    is_long = "--texts" in folders
    groups = [("shipped", list(shipped(game))) for game in shipped_names()]
    for folder in (OWN, *(Path(name) for name in folders if name != "--texts")):
        found = list(sentences_in(folder))
        games = dict.fromkeys(sentence.game for sentence in found)
        groups += [(folder.name, [sentence for sentence in found if sentence.game == game]) for game in games]
    print(" ".join(word.ljust(width) for word, width in zip(HEADINGS, WIDTHS, strict=True)))
    for name, sentences in groups:
        if sentences:
            cells = row(name, sentences[0].game, sentences)
            print(" ".join(cell.ljust(width) for cell, width in zip(cells, WIDTHS, strict=True)), flush=True)
        for sentence in sentences if is_long else ():
            for card in sentence.cards:
                for language in ("en", "zh"):
                    text = api.describe(sentence.game, card, language)
                    for marker in clumsy(text):
                        print(f"  {card['id']}: {marker}: {text}")


if __name__ == "__main__":
    main(sys.argv[1:])
