"""The gates of one game: what must hold before it is shown or shipped, wherever its folder lies. Nothing is written outside that folder.

Shapes: a gate takes a game and yields a line for each thing that is wrong. `publish` writes what a game's folder holds of generated files.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, Final

from engine import api
from engine.errors import Problem
from engine.kernel.decisions import BROKEN_REASONS
from engine.language.analysis.check import check
from engine.language.spec.shapes import LocalizedText
from engine.packs.layout import pretty
from engine.reference.book import LANGUAGES
from engine.reference.examples import Examples
from engine.reference.frame import NoExample
from engine.reference.pages import pages
from engine.ruleset import Ruleset
from engine.ruleset.checking import misdeclared
from engine.rulesets import shipped_names

MATCHES: Final = 6
"""Matches of each pair of bots."""
DUELS: Final = 30
"""Matches of the greedy bot against the random one, half from each seat."""
MIN_WINS: Final = 55
"""Percent of these that the greedy bot wins at least, where they have a winner."""
HALF_WRITTEN: Final[tuple[Any, ...]] = (None, True, 3, "x", [], {}, {"a": 1})


@dataclass(frozen=True, slots=True)
class Gate:
    """One gate: its name, what it asks, and what yields the faults of a game."""

    name: str
    title: LocalizedText
    faults: Callable[[Ruleset], Iterator[str]]


def declarations(game: Ruleset) -> Iterator[str]:
    """Yield what is declared wrongly."""
    cards = [document for document, _ in api.card_set(game)]
    yield from map(str, misdeclared(game, f"engine.rulesets.{game.name}", cards))


def cards(game: Ruleset) -> Iterator[str]:
    """Yield the problems of shipped cards and decks, warnings too, and a game without cards."""
    if not api.card_set(game):
        yield "there is no card in cards/"
    for part in ("cards", "decks"):
        if (game.folder / part).is_dir():
            yield from (_line(problem) for problem in api.validate_path(game, game.folder / part).problems)


def _line(problem: Problem) -> str:
    return f"{problem.file}:{problem.line}: {problem.code} {problem.message['en']}"


def texts(game: Ruleset) -> Iterator[str]:
    """Yield the cards that say nothing by their effects, are written otherwise, or have no name in a language."""
    names = api.card_names(game)
    for document, _ in api.card_set(game):
        card = document["id"]
        for lang in LANGUAGES:
            if not getattr(names[card], lang, ""):
                yield f"{card} has no name in {lang}"
            if _has_effects(document) and not api.describe(game, document, lang).strip():
                yield f"{card} says nothing in {lang}"
    sample = {card.id: card.texts for card in api.sample_pack(game).cards}
    for document, _ in api.card_set(game):
        for mismatch in api.mismatches(game, document, sample[document["id"]]):
            where = f"{document['id']}{mismatch.path}, text in {mismatch.lang}"
            written, effects = (f"“{words}”" if words else "nothing" for words in (mismatch.text, mismatch.rules_text))
            yield f"{where}: it says {written}, its effects say {effects}"


def _has_effects(document: Mapping[str, Any]) -> bool:
    return any(isinstance(value, list) and any(isinstance(item, dict) for item in value) for value in document.values())


def faces(game: Ruleset) -> Iterator[str]:
    """Yield the cards whose faces fail while they are half written."""
    for document, _ in api.card_set(game):
        for key, value in product(document, HALF_WRITTEN):
            try:
                api.face(game, {**document, key: value})
            except Exception as error:  # noqa: BLE001  a face accepts whatever is typed: any error is the fault
                yield f"{document['id']} with {key} = {value!r}: {type(error).__name__}: {error}"


def scenarios(game: Ruleset) -> Iterator[str]:
    """Yield the scenarios that do not pass, and a folder without any."""
    folder = game.folder / "scenarios"
    outcomes = list(api.scenario(folder, ruleset=game)) if folder.is_dir() else []
    if not outcomes:
        yield "there is no scenario in scenarios/"
    yield from (f"{outcome.file} {outcome.name}: {outcome.state}" for outcome in outcomes if not outcome.ok)


def strength(game: Ruleset) -> Iterator[str]:
    """Yield the blocks of shipped cards whose change no scenario notices."""
    sources = [file.read_text("utf-8") for file in sorted((game.folder / "scenarios").glob("*.json"))]
    documents = [document for document, _ in api.card_set(game)]
    for document in documents:
        found = api.strength(game, document["id"], sources, documents)
        for block in found.blocks if found is not None else ():
            if block.guard == "unguarded":
                yield f"{document['id']}{block.path}: a change of this block is noticed by no scenario"


def matches(game: Ruleset) -> Iterator[str]:
    """Yield the matches of bots that do not end by the rules, or go otherwise when they are played again."""
    for seats, bots, seed in product(game.seats, (("random",), ("greedy", "random")), range(1, MATCHES + 1)):
        by_seat = tuple(bots[seat % len(bots)] for seat in range(seats))
        match = api.play(api.new_match(game, seed=seed, seats=seats, bots_by_seat=by_seat))
        if match["result"] is None or match["result"]["reason"] in ("aborted", *BROKEN_REASONS):
            yield f"seed {seed}, {', '.join(by_seat)}: {match['result']}"
        elif not api.replay(json.loads(json.dumps(match)))["ok"]:
            yield f"seed {seed}, {', '.join(by_seat)}: it goes otherwise when it is played again"


def bots(game: Ruleset) -> Iterator[str]:
    """Yield that the greedy bot is no better than the random one: then `evaluate` tells it nothing."""
    seats, wins, victories = game.seats[0], 0, 0
    for seed in range(DUELS):
        greedy = seed % seats
        by_seat = tuple("greedy" if seat == greedy else "random" for seat in range(seats))
        winner = (api.play(api.new_match(game, seed=seed, seats=seats, bots_by_seat=by_seat))["result"] or {}).get(
            "winner"
        )
        wins, victories = wins + (winner == greedy), victories + (winner is not None)
    if seats > 1 and 100 * wins * seats < MIN_WINS * 2 * victories:
        yield f"the greedy bot wins {wins} of {victories} matches against random ones"


def preview(game: Ruleset) -> Iterator[str]:
    """Yield the templates whose preview aborts a match."""
    for template in game.templates:
        report = api.validate(game, template.text("my.card"))
        if report.document is not None and report.ok:
            result = api.preview(game, report.document, preset="smoke", bots=("random",))
            if result["n"]["aborted"]:
                yield f"the template {template.key}: {result['n']['aborted']} matches aborted: {result['abort']}"
            return


def reference(game: Ruleset) -> Iterator[str]:
    """Yield the nodes whose example has a problem, and the pages in reference/ that are not fresh; a game may be without that folder."""
    examples = Examples(game)
    for node in game.vocabulary.nodes:
        try:
            problems = check(game.vocabulary, examples.whole(node))
        except NoExample:
            yield f"no example of {node.name} can be made: give the node an `example`"
            continue
        yield from (f"the example of {node.name}: {one.message['en']}" for one in problems if one.severity == "error")
    if (game.folder / "reference").is_dir():
        yield from _stale(game, "reference")


def schemas(game: Ruleset) -> Iterator[str]:
    """Yield the files in schema/ that are not fresh."""
    yield from _stale(game, "schema")


def published(game: Ruleset) -> dict[Path, str]:
    """Return the generated files of a game's folder, as text: schemas, and reference pages where the game is not among the shipped ones."""
    files = {game.folder / "schema" / file: pretty(api.schema(game, kind)) for file, kind in game.schema_files.items()}
    if game.name not in shipped_names():
        files |= {game.folder / "reference" / file: text for file, text in pages((game.name,)).items()}
    return files


def publish(game: Ruleset) -> list[Path]:
    """Write the generated files of a game's folder, and return those that were not fresh."""
    files = _not_fresh(game)
    for file, text in files.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return [*files]


def _not_fresh(game: Ruleset) -> dict[Path, str]:
    files = published(game).items()
    return {file: text for file, text in files if not file.is_file() or file.read_text("utf-8") != text}


def _stale(game: Ruleset, part: str) -> Iterator[str]:
    count = sum(file.is_relative_to(game.folder / part) for file in _not_fresh(game))
    if count:
        yield f"{count} files of {part}/ are not fresh: `python -m engine gates {game.name} --write` writes them"


GATES: Final[tuple[Gate, ...]] = (
    Gate("declarations", LocalizedText("what is declared leads somewhere", "声明完整且一致"), declarations),
    Gate("cards", LocalizedText("cards and decks have no problem", "卡牌与牌组没有问题"), cards),
    Gate("texts", LocalizedText("cards read well in both languages", "卡牌文本双语齐全且相符"), texts),
    Gate("faces", LocalizedText("faces are drawn of half-written cards", "未写完的卡牌也能显示卡面"), faces),
    Gate("schemas", LocalizedText("published schemas are fresh", "发布的规范是最新的"), schemas),
    Gate("scenarios", LocalizedText("scenarios pass", "场景全部通过"), scenarios),
    Gate("strength", LocalizedText("scenarios guard every block", "场景守住每个代码块"), strength),
    Gate("matches", LocalizedText("matches end and replay", "对局能结束且可重放"), matches),
    Gate("bots", LocalizedText("bots know what is good", "机器人懂得优劣"), bots),
    Gate("preview", LocalizedText("a card can be previewed", "卡牌可以模拟"), preview),
    Gate(
        "reference", LocalizedText("the reference is fresh and its examples valid", "参考页最新且示例有效"), reference
    ),
)
