"""Everything that is wrong with a document, in three layers and in the order of the document; never an exception.

Source: 003§4 (structure, semantics, references); what an earlier layer could not read, a later one leaves out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from engine.errors import Problem, Problems
from engine.json_values import Json
from engine.language.analysis.card_cycles import loops, stat_loops
from engine.language.analysis.card_summary import CardSummary, core_summary
from engine.language.analysis.cross_card_checks import lost_elsewhere, other_kinds_than, own_unknown_keys
from engine.language.analysis.eventless import asked_without_event
from engine.language.analysis.idle import idle_lists
from engine.language.analysis.inner_names import within, wrongly_named
from engine.language.analysis.lost_names import own_unknown_names
from engine.language.analysis.naming import KnownIds, known_ids
from engine.language.analysis.nested_passes import nested_passes
from engine.language.analysis.never import contradictions
from engine.language.analysis.semantics import references, semantics
from engine.language.analysis.structure import iter_structure
from engine.language.diagnostics.listing import MAX_PROBLEMS, first
from engine.language.diagnostics.meaning import meanings
from engine.language.diagnostics.problems import missing, not_one_of, problem, wrong_shape
from engine.language.diagnostics.suggestions import Suggestions
from engine.language.reading.inner_cards import lifted
from engine.language.reading.rewrite_warnings import sibling
from engine.language.reading.source_map import members, original, pointer
from engine.language.reading.surface import CoreForm, desugar
from engine.language.spec import Enum, KindSpec, LocalizedText, Vocabulary
from engine.language.spec.kinds import undecided

MAX_DEPTH = 64


def check(
    vocabulary: Vocabulary,
    document: Any,
    *,
    card_ids: frozenset[str] | None = None,
    origin_map: Mapping[str, str] | None = None,
    suggestions: Suggestions | None = None,
) -> list[Problem]:
    """Return every problem of a canonical document, with the pointers of its surface.

    Shapes: known are the ids of the cards that may be named, None when that is not to be checked; origin_map is
            `Normalised.origins`, and with it every reported pointer is one of the author's; suggestions are of the known ids, and
            shared by the cards of a pack.
    """
    if deepest(document) > MAX_DEPTH:
        return [_too_deep()]
    suggested = suggestions or Suggestions(card_ids or ())
    problems = first(_problems_of_layers(vocabulary, document, card_ids, suggested))
    return _placed(in_order(problems, document), origin_map)


def _problems_of_layers(
    vocabulary: Vocabulary, document: Any, card_ids: frozenset[str] | None, suggestions: Suggestions
) -> Problems:
    """Yield what each layer finds, with the pointers of the document; the later ones begin when the first has found all of its own.

    Of a part of a shorthand that cannot be read, what the later ones find in that for which it stands is left out. Of a card
    that is of no kind, only the fields that all kinds share can be judged.
    """
    if kinds := undecided(vocabulary, document):
        yield _unknown_kind(vocabulary, kinds, document)
        yield from _in_every_kind(vocabulary, kinds, document)
        return
    unread = set()
    for structural in iter_structure(vocabulary, document):
        unread.add(structural.path)
        yield structural
    core_form = desugar(vocabulary, document)
    problems = _meaning_of_all(vocabulary, core_form.document, card_ids, suggestions)
    meaning = list(islice(problems, MAX_PROBLEMS + 1))
    if core_form.origin:
        meaning = [
            replace(structural, fix=None) if _rewrites_a_word(structural, core_form) else structural
            for structural in meaning
        ]
    in_place = _placed(
        meaning, {**core_form.origin, **_added(vocabulary, core_form, meaning)} if core_form.origin else None
    )
    yield from (structural for structural in in_place if not core_form.shorthands or structural.path not in unread)


def _unknown_kind(vocabulary: Vocabulary, kinds: Sequence[KindSpec], document: Json) -> Problem:
    """Report a field of the card's kind that is missing, is no word, or names no kind."""
    fields = [key for kind in kinds for key in vocabulary.record(kind.record).fields if key.name == kind.marker]
    name, what = fields[-1].name, LocalizedText("a kind of card", "卡牌类型")
    if name not in document:
        return missing("", name, fields[-1].title)
    if not isinstance(word := document[name], str):
        return wrong_shape(pointer("", name), word, what)
    options = [option for key in fields if isinstance(key.shape, Enum) for option in key.shape.options]
    return not_one_of(pointer("", name), word, meanings(options), what)


def _in_every_kind(vocabulary: Vocabulary, kinds: Sequence[KindSpec], document: Any) -> Problems:
    """Yield the structural problems of the fields that all kinds of card have alike."""
    records = [vocabulary.record(kind.record).fields for kind in kinds]
    shared = {key.name for key in records[0] if key.name != kinds[0].marker and all(key in other for other in records)}
    for found in iter_structure(vocabulary, document):
        if (found.path.split("/")[1] if found.path else found.wanted) in shared:
            yield found


def _rewrites_a_word(found: Problem, core_form: CoreForm) -> bool:
    """Return whether a fix puts something else in the place of that for which a word of a shorthand stands."""
    meant = (str(step["path"]) for step in found.fix or () if step["op"] != "remove")
    return any(core_form.shorthands.get(path) == "" and path in core_form.origin for path in meant)


def _added(vocabulary: Vocabulary, core_form: CoreForm, meaning: Iterable[Problem]) -> Mapping[str, str]:
    """Return where the keys that fixes add go in the author's text: beside what the author wrote of the same object.

    What a shorthand stands for has no such object there, and a ruleset with a syntax of its own may have other places for its fields.
    """
    paths = [str(step["path"]) for found in meaning for step in found.fix or () if step["op"] == "add"]
    around = {
        path: path.rpartition("/")[0] for path in paths if not vocabulary.syntaxes and path not in core_form.origin
    }
    parents = {
        path: parent
        for path, parent in around.items()
        if parent in core_form.origin and parent not in core_form.shorthands
    }
    return {path: f"{core_form.origin[parent]}/{path.rpartition('/')[2]}" for path, parent in parents.items()}


def _meaning_of_all(
    vocabulary: Vocabulary, core: Any, card_ids: frozenset[str] | None, suggestions: Suggestions
) -> Problems:
    """Yield what the later layers find in a document in core form and in the cards inside it, with the pointers of that form."""
    outer, inner = lifted(vocabulary, core)
    all_ids = card_ids
    # The names of a pack are many: only for a card with others inside are they copied.
    if card_ids is not None and inner:
        own_ids = known_ids(vocabulary, (card.document for card in inner))
        all_ids = card_ids.joined(own_ids) if isinstance(card_ids, KnownIds) else card_ids | own_ids
    summary = core_summary(vocabulary, core)
    yield from _meaning(vocabulary, outer, summary, all_ids, suggestions)
    for card in inner:  # what is remembered of it is part of the summary of the whole
        for fault in _meaning(vocabulary, card.document, CardSummary(card.document["id"]), all_ids, suggestions):
            yield within(fault, card.pointer)
    yield from wrongly_named(vocabulary, core)


def _meaning(
    vocabulary: Vocabulary,
    core: Any,
    summary: CardSummary,
    card_ids: frozenset[str] | None,
    suggestions: Suggestions,
) -> Problems:
    """Yield what the later layers find in a document in core form that holds no other card, with the pointers of that form."""
    meaning, namings = semantics(vocabulary, core)
    yield from meaning
    yield from contradictions(vocabulary, core)
    mistyped = {fault.path for fault in meaning if fault.code == "E-TYPE"}
    yield from (fault for fault in asked_without_event(vocabulary, core) if fault.path not in mistyped)
    yield from idle_lists(vocabulary, core)
    yield from nested_passes(vocabulary, core)
    yield from loops(summary)
    yield from stat_loops(summary)
    yield from own_unknown_keys(summary)
    yield from own_unknown_names(vocabulary, core)
    if card_ids is not None:
        yield from references(namings, core, card_ids, suggestions)
        yield from other_kinds_than(summary, card_ids)
        yield from lost_elsewhere(vocabulary, summary, card_ids)
    if vocabulary.lint is not None:
        yield from vocabulary.lint(core)


def deepest(value: Any) -> int:
    """Return how many lists and objects are nested in each other, counted without recursion."""
    depth, level = 0, [value]
    while level := [node for node in level if isinstance(node, dict | list)]:
        depth += 1
        level = [child for node in level for child in (node.values() if isinstance(node, dict) else node)]
    return depth


def in_order(problems: Iterable[Problem], document: Any) -> list[Problem]:
    """Sort problems by their place in the document; those of one place keep their order."""
    reported = list(problems)
    if len(reported) < 2:
        return reported
    places = {path: number for number, path in enumerate(_pointers(document))}
    return sorted(reported, key=lambda found: places.get(_nearest_place(found.path, places), 0))


def _pointers(document: Any) -> Sequence[str]:
    """Return the pointers of all parts of a document, in the order of its text."""
    out: list[str] = []
    todo: list[tuple[str, Any]] = [("", document)]
    while todo:
        path, value = todo.pop()
        out.append(path)
        todo.extend(reversed(members(path, value)))
    return out


def _nearest_place(path: str, places: Mapping[str, int]) -> str:
    while path and path not in places:
        path = path.rpartition("/")[0]
    return path


def _placed(problems: list[Problem], origin_map: Mapping[str, str] | None) -> list[Problem]:
    """Return the problems with the pointers of the author's text, in their fixes too."""
    if origin_map is None:
        return problems
    return [
        replace(found, path=original(origin_map, found.path), fix=_placed_fix(found.fix, origin_map))
        for found in problems
    ]


def _placed_fix(fix: tuple[Json, ...] | None, origin_map: Mapping[str, str]) -> tuple[Json, ...] | None:
    """Return a patch of the author's text, or none when what it would change was not written as such there."""
    if fix is None:
        return None
    out: list[Json] = []
    for step in fix:
        source = str(step.get("from", step["path"]))
        if source not in origin_map:
            return None
        step_moved = {
            **step,
            "path": sibling(origin_map[source], str(step["path"]).rpartition("/")[2])
            if "from" in step
            else origin_map[source],
        }
        if "from" in step:
            step_moved["from"] = origin_map[source]
        out.append(step_moved)
    return tuple(out)


def _too_deep() -> Problem:
    sentence = LocalizedText(
        f"Lists and objects are nested more than {MAX_DEPTH} deep; expected at most {MAX_DEPTH}.",
        f"列表和对象的嵌套超过 {MAX_DEPTH} 层，最多 {MAX_DEPTH} 层。",
    )
    return problem("E-LIMIT", "", sentence, "structure", slug="too-deep")
