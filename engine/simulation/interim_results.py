"""What is shown at a look beside the headline: each number with an interval, those of a family holding together.

Definitions, for people who know them from trackers: OH a copy was held from the start, GD first later, GIH at any time, GNS never; IWD is
GIH less GNS. They are descriptions: a card that was not seen mostly means a short match.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from math import sqrt
from typing import Any

from engine.json_values import Json, JsonObject
from engine.language.reading.source_map import members
from engine.language.reading.surface import CoreForm, desugar, node_key
from engine.language.spec import LocalizedText, Vocabulary
from engine.ruleset import Ruleset
from engine.simulation.first_seen_turns import BUCKETS
from engine.simulation.rate_intervals import Z95, clustered_interval, rate_interval
from engine.simulation.statistics import GUARD, MILLION, Moments, Ratio, half_width, regularized_variance, rounded
from engine.simulation.tally import KINDS, Tally, at, count, moments, ratio, reached_ratio, values
from engine.simulation.verdict import verdict

CODES = ("OH", "GD", "GIH", "GNS")
SINGLE = "single"
"""The family of numbers whose intervals hold each for itself, at every look."""

HALVES = 2
FULL = 100.0
SCALES = {"seat": 4, "side": 2}


@dataclass(frozen=True)
class Facts:
    """Reads the counts of a preview at a look; `change` is the headline."""

    ruleset: Ruleset
    spec: Json
    counts: Tally
    look: int
    change: JsonObject | None

    @property
    def unit(self) -> str:
        """Return whose card it is."""
        return str(self.spec["layout"]["unit"])

    def critical(self, family: str) -> int:
        """Return the critical value of a family's intervals at this look, in millionths."""
        return int(self.spec["secondary"][family][max(1, self.look) - 1])

    def z(self, family: str) -> float:
        """Return the critical value of a family's intervals at this look."""
        return self.critical(family) / MILLION

    def change_over(self, family: str, blocks: Moments) -> tuple[float, float]:
        """Return the change of the win rate over some blocks and half the width of its interval. Units: percentage points, not cut at the bounds."""
        scale = SCALES[self.unit]
        variance = regularized_variance(blocks.variance(scale), blocks.n, (HALVES / scale) ** 2, GUARD)
        return FULL * blocks.mean(scale), FULL * half_width(blocks.n, variance, self.critical(family))

    def of_change(self, family: str, moments: Moments) -> JsonObject:
        """Return the change of the win rate over some blocks, in percentage points, with interval and verdict."""
        most = FULL * HALVES / SCALES[self.unit]
        mean, half = self.change_over(family, moments)
        low, high = max(-most, mean - half), min(most, mean + half)
        return {
            "mean": rounded(mean),
            "low": rounded(low),
            "high": rounded(high),
            "n": moments.n,
            "unit": "pp",
            "verdict": verdict(low, high, self.spec["margin"] / FULL),
        }


def shown_at(facts: Facts) -> JsonObject:
    """Return all that a look shows beside the headline."""
    has_rate = facts.unit != "table"
    return {
        "perOpponent": per_opponent(facts) if has_rate else [],
        "pairings": pairings(facts) if facts.unit == "seat" else [],
        "bySeen": by_seen(facts) if has_rate else None,
        "measures": measures(facts),
        "winRates": win_rates(facts) if has_rate else {},
        "cardMetrics": {name: card_metrics(facts, name) for name in ("candidate", "baseline")},
        "descriptions": descriptions(facts) if has_rate else None,
    }


def per_opponent(facts: Facts) -> list[JsonObject]:
    """Return the change over the blocks in which each style took part, or of a fixed side against each."""
    out = []
    for opponent in facts.spec["layout"]["opponents"]:
        rows = _of_pairs(
            facts, lambda decks, name=opponent["id"]: name in (decks[1:] if facts.unit == "side" else decks)
        )
        if rows.n:
            out.append({"opponent": opponent["id"], **facts.of_change("opponents", rows)})
    return out


def pairings(facts: Facts) -> list[JsonObject]:
    """Return the change for each pair of styles that met."""
    names = [opponent["id"] for opponent in facts.spec["layout"]["opponents"]]
    out = []
    for place, name in enumerate(names):
        for opponent_name in names[place:]:
            held = _of_pairs(facts, lambda decks, pair={name, opponent_name}: set(decks) == pair)
            if held.n:
                out.append({"decks": [name, opponent_name], **facts.of_change("pairings", held)})
    return out


def _of_pairs(facts: Facts, wanted: Any) -> Moments:
    found = [values(facts.counts, "pairs", pair) for pair in facts.counts.get("pairs", {}) if wanted(pair.split(":"))]
    return sum(found, Moments())


def by_seen(facts: Facts) -> JsonObject:
    """Return the change by the turn on which the card was first seen; until then both matches are the same match."""
    n = count(facts.counts, "blocks")
    rows, total = [], Moments()
    for first, last in BUCKETS:
        moments = values(facts.counts, "seen", str(first))
        total += moments
        if moments.n:
            share = binomial(moments.n, n, facts.z(SINGLE))
            rows.append({"first": first, "last": last, "share": share, **facts.of_change("seen", moments)})
    unseen = values(facts.counts, "seen", "never")
    differing = unseen.n - count(facts.counts, "seen", "never", "0")
    change = (
        facts.of_change("seen", unseen)
        if differing
        else {"mean": 0.0, "low": 0.0, "high": 0.0, "n": unseen.n, "unit": "pp"}
    )
    return {
        "rows": rows,
        "never": {"share": binomial(unseen.n, n, facts.z(SINGLE)), "differing": differing, **change},
        "seen": {"share": binomial(total.n, n, facts.z(SINGLE)), **facts.of_change("seen", total)} if total.n else None,
    }


def measures(facts: Facts) -> JsonObject:
    """Return the secondary measures: of the holder's seat, and of whole matches; their intervals hold together."""
    experiment, out = facts.ruleset.experiment, {}
    own = {"margin": experiment.lead, **dict(experiment.seat_measures)}
    for key, title in own.items():
        change = moments(facts.counts, "own", key)
        if change.n:
            scale = max(map(int, at(facts.counts, "ownScale")))
            out[key] = _measure(facts, ("own", "own", "level"), key, scale) | {"title": title._asdict()}
    for key in facts.counts.get("world", {}):
        name, _, kind = key.partition(".")
        title = own[name] if kind else dict(experiment.measures)[key]
        scale = max(map(int, at(facts.counts, "worldScale"))) * (experiment.seats if kind == "each" else 1)
        held = _measure(facts, (kind or "length", "world", "worldLevel"), key, scale)
        out[key] = held | {"title": title._asdict()}
    return out


def _measure(facts: Facts, where: tuple[str, str, str], key: str, scale: int) -> JsonObject:
    """Return one measure: its kind, its change with interval, and the averages of both sides for context."""
    kind, changes, levels = where
    change, new, old = (
        moments(facts.counts, *path) for path in ((changes, key), (levels, "candidate", key), (levels, "baseline", key))
    )
    half = half_width(
        change.n,
        regularized_variance(change.variance(scale), change.n, new.variance(scale)),
        facts.critical("measures"),
    )
    mean = change.mean(scale)
    return {
        "kind": kind,
        "mean": rounded(mean),
        "low": rounded(mean - half),
        "high": rounded(mean + half),
        "n": change.n,
        "candidate": rounded(new.mean(scale)),
        "baseline": rounded(old.mean(scale)),
    }


def win_rates(facts: Facts) -> JsonObject:
    """Return how often the holder of each card won."""
    out: JsonObject = {}
    for name in ("candidate", "baseline"):
        arm = at(facts.counts, "arms", name)
        held = {key: arm.get(key, 0) for key in ("w", "d", "l")}
        out[name] = held | (rate(ratio(arm, "score"), facts.z(SINGLE), per=HALVES) or {})
    return out


def card_metrics(facts: Facts, name: str) -> JsonObject | None:
    """Return what became of the card in one arm: how often it was seen, played and left unplayed; None where it was in none."""
    arm = at(facts.counts, "arms", name)
    if not count(arm, "copies"):
        return None
    play_rate = ratio(arm, "played")
    first = {int(turn): times for turn, times in arm.get("turnPlayed", {}).items()}
    return {
        "copies": count(arm, "copies"),
        "plays": count(arm, "plays"),
        "seen": rate(ratio(arm, "seen"), facts.z(SINGLE)),
        "playedGivenSeen": rate(play_rate, facts.z(SINGLE)),
        "dead": rate(complement(play_rate), facts.z(SINGLE)),
        "turnPlayed": {str(turn): first[turn] for turn in sorted(first)},
    }


def complement(share: Ratio) -> Ratio:
    """Return the share of the rest."""
    rest2 = share.wholes2 - 2 * share.products + share.parts2
    return Ratio(
        share.blocks, share.wholes - share.parts, share.wholes, rest2, share.wholes2, share.wholes2 - share.products
    )


def descriptions(facts: Facts) -> JsonObject:
    """Return win rates by when a copy was held, beside those of the unchanged card in mirrors."""
    arms = {"candidate": at(facts.counts, "arms", "candidate"), "baseline": at(facts.counts, "arms", "mirror")}
    z = facts.z(SINGLE)
    rows = [
        {"code": code, **{name: rate(ratio(arm, "descriptions", code), z, per=HALVES) for name, arm in arms.items()}}
        for code in CODES
    ]
    return {"rows": rows, "iwd": {name: _improvement(arm, z) for name, arm in arms.items()}}


def _improvement(arm: Tally, z: float) -> JsonObject | None:
    """Return how much more often a copy won when it was held than when it never was."""
    in_hand, not_seen = ratio(arm, "descriptions", "GIH"), ratio(arm, "descriptions", "GNS")
    if not in_hand.wholes or not not_seen.wholes:
        return None
    mean = in_hand.share() - not_seen.share()
    error = sum((high - low) ** 2 / 4 for low, high in (clustered_interval(share, z) for share in (in_hand, not_seen)))
    return {
        "mean": rounded(FULL * mean),
        "low": rounded(FULL * max(-1.0, mean - sqrt(error))),
        "high": rounded(FULL * min(1.0, mean + sqrt(error))),
        "unit": "pp",
    }


def rate(share: Ratio, z: float, *, per: int = 1) -> JsonObject | None:
    """Return a share with its interval, None of nothing; `per` says how many wholes are one sample."""
    if not share.wholes:
        return None
    low, high = clustered_interval(share, z)
    return {"rate": rounded(share.share()), "low": rounded(low), "high": rounded(high), "n": share.wholes // per}


def binomial(successes: int, n: int, z: float) -> JsonObject | None:
    """Return a rate of independent samples with its interval, None of nothing."""
    if not n:
        return None
    low, high = rate_interval(successes, n, z)
    return {"rate": rounded(successes / n), "low": rounded(low), "high": rounded(high), "n": n}


def facts_of(ruleset: Ruleset, spec: Json, state: Json) -> Facts:
    """Return what reads the counts of a preview's state, by the game as the pack of its cards knows it."""
    pack = ruleset.of_pack((*spec["cards"], spec["candidate"]))
    return Facts(pack, spec, state["counts"], state["look"], state["change"])


def nodes(document: Any, pointer: str = "") -> Iterator[tuple[str, str]]:
    """Yield the JSON Pointer and type of every node of a card in core form, in document order; the card itself is not one."""
    if pointer and isinstance(document, dict) and isinstance(document.get("type"), str):
        yield pointer, document["type"]
    for place, value in members(pointer, document):
        yield from nodes(value, place)


@dataclass(frozen=True)
class NodeCount:
    """What one node did.

    Shapes: `times` is how often it did what (KINDS); `reached` the ratio of matches that reached it to matches, `idle` that of runs without
            effect to runs; both are sums over blocks.
    """

    type: str
    times: Mapping[str, int]
    reached: Ratio
    idle: Ratio


def node_counts(facts: Facts) -> dict[str, NodeCount]:
    """Return what each node of the candidate did, by its place.

    A chooser that was not counted within a node that ran is left out: some nodes read theirs without running it.
    """
    vocabulary, card = facts.ruleset.vocabulary, facts.spec["candidate"]
    core, cover, out = desugar(vocabulary, card), at(facts.counts, "cover"), dict[str, NodeCount]()
    choosers, counting, ran = vocabulary.family("chooser"), set[str](), set[str]()
    for pointer, kind in _counted_nodes(vocabulary, core):
        key = node_key(core.expansions, card["id"], pointer)
        reach = reached_ratio(facts.counts, key)
        if reach.parts:
            ran.add(pointer)
        elif kind in choosers and _node_around(pointer, counting) in ran:
            continue
        counting.add(pointer)
        times = {what: n for what, n in cover.get(key, {}).items() if what in KINDS}
        idle = ratio(facts.counts, "cover", key, "idle")
        out[core.node_place(pointer)] = NodeCount(core.shorthands.get(pointer, kind), times, reach, idle)
    return out


def counted_nodes(ruleset: Ruleset, card: JsonObject) -> int:
    """Return how many nodes of a card coverage may count, by the game as the pack of the card knows it."""
    return sum(1 for _ in _counted_nodes(ruleset.vocabulary, desugar(ruleset.vocabulary, card)))


def _counted_nodes(vocabulary: Vocabulary, core: CoreForm) -> Iterator[tuple[str, str]]:
    """Yield the pointer and type of each node that coverage counts."""
    silent = {*vocabulary.family("value"), *vocabulary.family("keyword")}
    for pointer, kind in nodes(core.document):
        if kind not in silent and core.shorthands.get(pointer) != "":
            yield pointer, kind


def coverage(facts: Facts) -> JsonObject:
    """Return for each node of the candidate how often it ran, which way it went, and in how many matches.

    The interval of a share is a plain one at 95 %, for that share alone and at this moment: coverage is updated between looks, too.
    """
    out: JsonObject = {}
    for place, node in node_counts(facts).items():
        matches = {"matches": node.reached.parts, "of": node.reached.wholes, "share": rate(node.reached, Z95)}
        out[place] = {"type": node.type, "reached": 0, **node.times, **matches}
    return out


def _node_around(pointer: str, nodes: Set[str]) -> str:
    """Return the innermost of some nodes that holds a place, empty where none does."""
    while pointer:
        pointer = pointer.rpartition("/")[0]
        if pointer in nodes:
            return pointer
    return ""


def node_title(vocabulary: Vocabulary, kind: str) -> LocalizedText:
    """Return what a node that coverage counts is called, its type where it has no title."""
    silent = ("value", "keyword")
    titles = (spec.title for spec in vocabulary.nodes if spec.name == kind and spec.family not in silent)
    return next(titles, LocalizedText(kind, kind))


def abort(facts: Facts) -> JsonObject | None:
    """Return what broke a budget: the node that did so most often, and how often; None when nothing did."""
    nodes = facts.counts.get("aborted", {}).get("nodes", {})
    if not nodes:
        return None
    node = min(nodes, key=lambda name: (-nodes[name], name))
    card, _, pointer = node.partition("#")
    candidate = facts.spec["candidate"]
    if card.partition("@")[0] == candidate["id"]:
        pointer = desugar(facts.ruleset.vocabulary, candidate).node_place(pointer)
    return {
        "node": node,
        "card": card.partition("@")[0],
        "pointer": pointer,
        "matches": sum(nodes.values()),
        "nodes": dict(sorted(nodes.items())),
    }
