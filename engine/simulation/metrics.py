"""What the counts of a preview say beside the win rate: rates per arm and seat, what became of the card, what its nodes did.

Definitions, for people who know them from trackers: `opening` a copy was in the hand of round 1 (OH), `later` first seen after it (GD),
`seen` either (GIH), `never` neither (GNS); `improvement` is seen less never (IWD). They favour cards of long matches: more cards are seen
there. `deadRate` is the share of copies seen that were never played; `unplayedRate` the share of matches in which no copy was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.language.reading.surface import lower
from engine.ruleset import Ruleset
from engine.simulation.intervals import rate_interval
from engine.simulation.statistics import Moments, rounded
from engine.simulation.stopping import Standing, difference
from engine.simulation.tally import Tally, count, moments

Json = dict[str, Any]

ARMS = ("candidate", "baseline")
KINDS = ("reached", "true", "false", "noop")
HALVES = 2


def rate(successes: float, n: int) -> Json | None:
    """Return a rate with its interval, None of nothing."""
    if not n:
        return None
    low, high = rate_interval(successes, n)
    return {"rate": rounded(successes / n), "interval": [rounded(low), rounded(high)], "n": n}


def share(part: int, whole: int) -> float | None:
    """Return part of whole, None of nothing."""
    return rounded(part / whole) if whole else None


def nodes(document: Any, pointer: str = "") -> Iterator[tuple[str, str]]:
    """Yield the JSON Pointer and type of every node of a card in core form, in document order; the card itself is not one."""
    if isinstance(document, Mapping):
        if pointer and isinstance(document.get("type"), str):
            yield pointer, document["type"]
        for key, value in document.items():
            yield from nodes(value, f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}")
    elif isinstance(document, list):
        for place, value in enumerate(document):
            yield from nodes(value, f"{pointer}/{place}")


@dataclass(frozen=True)
class Facts:
    """Reads the counts of a preview."""

    ruleset: Ruleset
    spec: Mapping[str, Any]
    counts: Tally
    now: Standing

    @property
    def is_table(self) -> bool:
        """Whether the card belongs to nobody."""
        return bool(self.spec["layout"]["unit"] == "table")

    def arm(self, name: str) -> Tally:
        """Return the counts of one arm."""
        held: Tally = self.counts.get("arms", {}).get(name, {})
        return held

    def comparison(self) -> Json:
        """Return each measure in both arms and its change, with intervals that hold together at any time."""
        out: Json = {}
        for key, title in self.ruleset.experiment.measures:
            change = difference(self.spec, self.counts, key)
            ours, theirs = (moments(self.arm(name), "measures", key) for name in ARMS)
            out[key] = {
                "title": {"en": title.en, "zh": title.zh},
                "candidate": rounded(ours.mean()),
                "baseline": rounded(theirs.mean()) if theirs.n else None,
                "change": rounded(change.mean) if change.n else None,
                "interval": [rounded(change.mean - change.half), rounded(change.mean + change.half)]
                if change.n
                else None,
                "n": change.n,
            }
        return out

    def win_rates(self) -> Json:
        """Return wins, draws and losses per arm and seat; a mirror's baseline wins half by symmetry."""
        if self.is_table:
            return {}
        out: Json = {}
        for name in ARMS:
            seats: Json = dict(sorted(self.arm(name).get("seats", {}).items()))
            summed = {key: sum(seat.get(key, 0) for seat in seats.values()) for key in ("w", "d", "l")}
            out[name] = {seat: _results(held) for seat, held in {**seats, "all": summed}.items()}
        out["baseline"]["exact"] = 0.5 if self.spec["layout"]["mirror"] else None
        return out

    def variance_factor(self) -> float | None:
        """Return how many times the blocks would be needed if the four matches of a block shared nothing."""
        if self.is_table or not self.now.n or not self.now.variance:
            return None
        ours = _score_variance(self.arm("candidate").get("seats", {}))
        theirs = _score_variance(self.arm("baseline").get("seats", {})) or ours
        return round((ours + theirs) / 4 / self.now.variance, 2)

    def card_metrics(self) -> Json:
        """Return what became of the card's copies, per arm; None for an arm without the card."""
        return {name: _card(self.arm(name).get("card", {}), is_table=self.is_table) for name in ARMS}

    def coverage(self) -> Json:
        """Return for each node of the candidate how often it ran, which way it went, and in how many matches."""
        vocabulary = self.ruleset.vocabulary
        silent = {*vocabulary.family("value"), *vocabulary.family("keyword")}
        lowered = lower(vocabulary, self.spec["candidate"])
        coverage, card, games = (
            self.counts.get("cover", {}),
            self.spec["candidate"]["id"],
            count(self.arm("candidate"), "card", "matches"),
        )
        out: Json = {}
        for pointer, kind in nodes(lowered.document):
            if kind in silent:
                continue
            held = coverage.get(f"{card}#{pointer}", {})
            counted = {key: held.get(key, 0) for key in KINDS if key in held}
            reached = max((held.get(f"{key}Matches", 0) for key in KINDS if key != "noop"), default=0)
            out[lowered.place(pointer)] = {"type": kind, "reached": 0, **counted, "matches": reached, "of": games}
        return out

    def abort(self) -> Json | None:
        """Return what broke a budget: the node that did so most often, and how often; None when nothing did."""
        broken = self.counts.get("aborted", {}).get("nodes", {})
        if not broken:
            return None
        node = min(broken, key=lambda name: (-broken[name], name))
        card, _, pointer = node.partition("#")
        return {
            "node": node,
            "card": card.partition("@")[0],
            "pointer": pointer,
            "matches": sum(broken.values()),
            "nodes": dict(sorted(broken.items())),
        }


def _results(held: Mapping[str, int]) -> Json:
    w, d, lost = (held.get(key, 0) for key in ("w", "d", "l"))
    n = w + d + lost
    low, high = rate_interval(w + d / HALVES, n)
    return {"w": w, "d": d, "l": lost, "rate": share(2 * w + d, 2 * n), "wilson": [rounded(low), rounded(high)]}


def _score_variance(seats: Mapping[str, Mapping[str, int]]) -> float:
    """Return the variances of a match's score, added over seats."""
    total = 0.0
    for held in seats.values():
        w, d, lost = (held.get(key, 0) for key in ("w", "d", "l"))
        total += Moments(w + d + lost, 2 * w + d, 4 * w + d).variance(HALVES)
    return total


def _card(card: Tally, *, is_table: bool) -> Json | None:
    copies = count(card, "copies")
    if not copies:
        return None
    matches, seen, played = (count(card, key) for key in ("matches", "copiesSeen", "copiesPlayed"))
    out: Json = {
        "matches": matches,
        "copies": copies,
        "seen": {
            "copies": seen,
            "matches": count(card, "matchesSeen"),
            "rate": share(count(card, "matchesSeen"), matches),
        },
    }
    if is_table:
        return out
    first = {int(turn): times for turn, times in card.get("firstPlay", {}).items()}
    return out | {
        "played": {"copies": played, "matches": count(card, "matchesPlayed"), "times": count(card, "plays")},
        "playedGivenSeen": rate(played, seen),
        "deadRate": rate(seen - played, seen),
        "unplayedRate": rate(matches - count(card, "matchesPlayed"), matches),
        "turnPlayed": {str(turn): first[turn] for turn in sorted(first)},
        "winWhenSeen": _when(card.get("scoreSeen", {})),
        "winWhenPlayed": {when: _win(moments(card, "scorePlayed", when)) for when in ("early", "late", "never")},
    }


def _when(held: Tally) -> Json:
    """Return win rates by when the card was first seen, and the difference of seen and never."""
    opening, later, never = (moments(held, when) for when in ("opening", "later", "never"))
    seen = opening + later
    out: Json = {"opening": _win(opening), "later": _win(later), "seen": _win(seen), "never": _win(never)}
    return out | {"improvement": rounded(seen.mean(HALVES) - never.mean(HALVES)) if seen.n and never.n else None}


def _win(score: Moments) -> Json | None:
    return rate(score.total / HALVES, score.n)
