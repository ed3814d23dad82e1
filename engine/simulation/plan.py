"""The plan of a preview: one JSON value that holds all its chunks need, and nothing that depends on when or where they run."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any

from engine.bots.own import OWN
from engine.cardset import HashedCard, hashed, shipped
from engine.errors import BadCard, IllegalAction
from engine.json_values import Json, JsonObject
from engine.language.analysis.lost_names import named_nowhere
from engine.language.analysis.naming import card_namings, reached
from engine.packs.canonical import canonical_bytes, content_hash, sha256_hex
from engine.ruleset import Ruleset
from engine.simulation.first_seen_turns import BUCKETS
from engine.simulation.presets import ALPHA, CRITICAL, PILOT, PRESETS, Preset, chunk_ends, secondary_critical, step_of
from engine.simulation.report import flag_intervals

FORMAT = "preview-plan/3"
SEED_LIMIT = 1 << 53
MARGIN = 200
"""The change within which two cards count as even, in ten-thousandths of a win."""

PLAYER = "greedy"
"""The bot that plays unless another is named, and by whose matches those of an own bot are priced."""

FORMER = "~"
"""What the id of a former version, or of a reference card in the card's slots, ends with: ids of cards never do."""

PROSE = ("name", "description")
"""What a card may say differently and still do the same."""


def preview_plan(  # noqa: PLR0913 - the parts of an experiment, each by keyword
    ruleset: Ruleset,
    *,
    candidate: JsonObject,
    baseline: JsonObject | None,
    pool: Sequence[HashedCard],
    preset: str = "quick",
    bots: Sequence[str] = ("greedy",),
    seed: int = 7,
    engine: str = "",
    margin: int = MARGIN,
    family: int = 1,
    companions: Sequence[HashedCard] = (),
) -> JsonObject:
    """Return the plan of a card's preview against its former version, or against reference cards of its kind and rarity.

    Shapes: `pool` is the set that decks and piles are taken from, each document with its content hash; parts that it has too few of
            come from the ruleset's shipped set (`lent`). `ends[i]` is the block at which chunk i ends. `formers` are what the card is
            compared with, under ids of their own, so that both can be in one match. `family` is how many headlines hold together: those
            of one sweep share the error allowed to one. `companions` are cards in their newest form, such as drafts: each takes the place of
            its namesake in the set, and those that are named, directly or through others, take part.
    Units:  `margin` in ten-thousandths of a win.
    Errors: IllegalAction `unknown-preset`, `unknown-bot`, `bad-seed`, `bad-margin`; BadCard when no deck can be built, and E-REF for
            each card that is named, directly or through others, and nowhere.
    """
    costs = ruleset.experiment.match_ms
    if preset not in PRESETS:
        raise IllegalAction("unknown-preset", f"{preset} is none of {', '.join(PRESETS)}")
    check_run(bots, seed, margin, [*costs, *OWN])
    kind_changed = baseline is not None and ruleset.kind_of(baseline) != ruleset.kind_of(candidate)
    former = None if kind_changed else baseline
    newest = {document["id"]: document for document, _ in companions if document["id"] != candidate["id"]}
    deck_cards = [newest.get(document["id"], document) for document, _ in pool]
    reserve = [document for document, _ in shipped(ruleset.folder) if document["id"] not in newest]
    layout = ruleset.experiment.arrange(candidate, former, deck_cards, [*reserve, *newest.values()])
    documents = {document["id"]: document for document in (*reserve, *deck_cards, *newest.values())}
    own = {document["id"] for document in deck_cards} | newest.keys()
    layout = _complete(ruleset, layout, [candidate, *([former] if former else [])], documents, own)
    pack = ruleset.of_pack((*(documents[name] for name in layout["cards"]), candidate))
    settings, same = PRESETS[preset], former is not None and does_the_same(candidate, former)
    block_ms = matches_per_block(same=same) * costs[bots[0] if bots[0] in costs else PLAYER] * settings.samples
    return {
        "format": FORMAT,
        "ruleset": ruleset.name,
        "engine": engine,
        "preset": preset,
        "bots": list(bots),
        "seed": seed,
        "candidate": candidate,
        "baseline": former,
        "kindChanged": kind_changed,
        "formers": _formers(layout, former, documents),
        "cards": [documents[name] for name in layout["cards"]],
        "layout": layout,
        "same": same,
        "margin": margin,
        "samples": settings.samples,
    } | _course(ruleset, settings, layout, block_ms, family, flag_intervals(pack, candidate, layout))


def _complete(
    ruleset: Ruleset,
    layout: JsonObject,
    versions: Sequence[JsonObject],
    documents: Mapping[str, JsonObject],
    own: Collection[str],
) -> JsonObject:
    """Return a layout with all cards that its own lead to, so that a match holds whatever is named in it.

    Shapes: what is tried comes first, then its former version; own are the ids of the pack's cards, of which none counts as lent.
    Errors: BadCard E-REF for each card that is named and nowhere.
    """
    ids, card = set(layout["cards"]), layout["card"]
    pack = ruleset.of_pack((*documents.values(), versions[0]))
    roots = [*versions, *(documents[name] for name in layout["cards"])]
    reachable, missing = reached(partial(card_namings, pack.vocabulary), roots, {**documents, card: versions[0]})
    if missing:
        raise BadCard([named_nowhere(by, one, documents) for by, one in missing])
    lent = {*layout["lent"], *(reachable - {*layout["references"]})} - {card, *own}
    return layout | {"cards": sorted((ids | reachable) - {card}), "lent": sorted(lent)}


def _course(
    ruleset: Ruleset, settings: Preset, layout: JsonObject, block_ms: int, family: int, flags: int
) -> JsonObject:
    """Return how the preview goes: its target, its chunks, and what its intervals are built with."""
    experiment, ends = ruleset.experiment, chunk_ends(settings, block_ms)
    comparisons = len(experiment.measures) + len(experiment.seat_measures) * (1 + (layout["unit"] == "table")) + 1
    decks = len(layout["opponents"])
    families = {
        "measures": comparisons,
        "opponents": decks,
        "pairings": decks * (decks + 1) // 2,
        "seen": len(BUCKETS) + 1,
        "flags": flags,
        "single": 1,
    }
    return {
        "mode": "planned" if settings.mode == "anytime" and layout["unit"] == "table" else settings.mode,
        "target": settings.target,
        "pilot": min(PILOT, ends[-1]),
        "step": step_of(settings, block_ms),
        "alpha": {name: share // family for name, share in ALPHA.items()},
        "critical": list(CRITICAL) if family == 1 else secondary_critical(family),
        "secondary": {name: secondary_critical(count) for name, count in families.items()},
        "blocks_max": ends[-1],
        "ends": ends,
    }


def check_run(bots: Sequence[str], seed: int, margin: int, costs: Collection[str]) -> None:
    """Refuse bots, a seed or a margin that a plan cannot have; `costs` has the bots that there are."""
    if len(bots) != 1 or bots[0] not in costs:
        raise IllegalAction("unknown-bot", f"{', '.join(bots)} is not one of {', '.join(costs)}")
    if not 0 <= seed < SEED_LIMIT:
        raise IllegalAction("bad-seed", f"{seed} is not within 0 and 2^53")
    if not 0 < margin < 10_000:
        raise IllegalAction("bad-margin", f"{margin} is not within 1 and 9,999 ten-thousandths of a win")


def _formers(layout: JsonObject, former: JsonObject | None, documents: Mapping[str, JsonObject]) -> list[JsonObject]:
    """Return what the card is compared with, renamed; None for a card of the table, whose worlds are compared."""
    if layout["unit"] == "table":
        return []
    compared = [former] if former is not None else [documents[name] for name in layout["references"]]
    return [renamed(document, document["id"] + FORMER) for document in compared]


def renamed(document: JsonObject, name: str) -> JsonObject:
    """Return a card under another id, by which it also speaks of itself."""
    changed: JsonObject = _replaced(document, document["id"], name)
    return changed


def _replaced(value: Any, old: str, new: str) -> Any:
    if isinstance(value, dict):
        return {key: _replaced(held, old, new) for key, held in value.items()}
    if isinstance(value, list):
        return [_replaced(held, old, new) for held in value]
    return new if value == old and isinstance(value, str) else value


def does_the_same(one: JsonObject, other: JsonObject) -> bool:
    """Return whether two versions of a card differ in their prose alone, so that their matches are the same matches."""
    bare = [{key: value for key, value in card.items() if key not in PROSE} for card in (one, other)]
    return canonical_bytes(bare[0]) == canonical_bytes(bare[1])


def matches_per_block(*, same: bool) -> int:
    """Return how many matches a block plays: one where both are known to be the same match."""
    return 1 if same else 2


def spec_hash(spec: Json) -> str:
    """Return the hash of a plan's canonical bytes: key order does not matter, so it survives a database."""
    return sha256_hex(canonical_bytes(dict(spec)))


def content_of(spec: Json) -> str:
    """Return one hash of all documents that take part."""
    documents = [*spec["cards"], spec["candidate"], *spec["formers"], *([spec["baseline"]] if spec["baseline"] else [])]
    return content_hash(canonical_bytes(document) for document in documents)


def compiled_set(spec: Json, cards: Sequence[JsonObject]) -> list[HashedCard]:
    """Return the documents of one world with their hashes."""
    return [hashed(document) for document in (*spec["cards"], *cards)]


def preview_chunk_count(spec: Json) -> int:
    """Return how many chunks a plan has at most; most previews stop before the last."""
    return len(spec["ends"])
