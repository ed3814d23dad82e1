"""What is counted of the matches of a block: the change, the seats' own measures, what became of the card, what its nodes did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from engine.ruleset import Experiment
from engine.simulation.first_seen_turns import bucket
from engine.simulation.play import CopyStats, MatchOutcome, SeatOutcome
from engine.simulation.tally import KINDS, NOOP, Tally, bump, part, sample

HALVES = 2
"""A score is kept in halves of a win."""

SPREAD = "margin.spread"
"""The key of how far ahead of the other a seat ends, whichever it is."""

LEAD = "margin"
"""The key of the own-seat lead among the measures of a seat."""

Pair = tuple[SeatOutcome, SeatOutcome]


def count_change(counts: Tally, value: int, stratum: Sequence[str], pair: Sequence[MatchOutcome]) -> None:
    """Note the value of a block: over all, by the decks that met, and by the turn on which the card was first seen."""
    first = min((match.first_seen for match in pair if match.first_seen), default=0)
    bump(counts, "x", str(value))
    bump(counts, "pairs", ":".join(stratum), str(value))
    bump(counts, "seen", bucket(first), str(value))


def count_own(counts: Tally, experiment: Experiment, pairs: Sequence[Pair]) -> None:
    """Note how much more the holder of the new card had than the holder of the old, summed over the matches of the block."""
    for place, key in enumerate((LEAD, *(key for key, _ in experiment.seat_measures))):
        new, old = (sum(_own(pair[which], place) for pair in pairs) for which in (0, 1))
        sample(counts, "own", key, value=new - old)
        sample(counts, "level", "candidate", key, value=new)
        sample(counts, "level", "baseline", key, value=old)
    bump(counts, "ownScale", str(len(pairs)))


def _own(seat: SeatOutcome, place: int) -> int:
    return seat.measures[place - 1] if place else seat.margin


def count_world(
    counts: Tally, experiment: Experiment, ours: Sequence[MatchOutcome], theirs: Sequence[MatchOutcome]
) -> None:
    """Note how much whole matches changed, summed over the matches of the block."""
    for place, (key, _) in enumerate(experiment.measures):
        new, old = (sum(match.measures[place] for match in matches) for matches in (ours, theirs))
        _note(counts, key, new, old)
    new, old = (sum(abs(match.seats[0].margin) for match in matches) for matches in (ours, theirs))
    _note(counts, SPREAD, new, old)
    bump(counts, "worldScale", str(len(ours)))


def count_both(counts: Tally, experiment: Experiment, pair: tuple[MatchOutcome, MatchOutcome]) -> None:
    """Note for a card of the table how much a seat has, on average over seats, and how far the seats are apart."""
    for place, key in enumerate((LEAD, *(key for key, _ in experiment.seat_measures))):
        new, old = ([_own(seat, place) for seat in match.seats] for match in pair)
        if place:
            _note(counts, f"{key}.each", sum(new), sum(old))
            _note(counts, f"{key}.spread", max(new) - min(new), max(old) - min(old))


def _note(counts: Tally, key: str, new: int, old: int) -> None:
    sample(counts, "world", key, value=new - old)
    sample(counts, "worldLevel", "candidate", key, value=new)
    sample(counts, "worldLevel", "baseline", key, value=old)


def count_arms(counts: Tally, seats: Sequence[SeatOutcome], name: str, early: int) -> None:
    """Note what became of the card in the seats of a block that held it; plays up to the round `early` are early ones."""
    counts = counts.setdefault("arms", {}).setdefault(name, {})
    for seat in seats:
        bump(counts, ("l", "d", "w")[seat.score])
    part(counts, "score", of=(sum(seat.score for seat in seats), HALVES * len(seats)))
    seen = [seat for seat in seats if seat.first_seen]
    part(counts, "seen", of=(len(seen), len(seats)))
    part(counts, "played", of=(sum(bool(seat.plays) for seat in seen), len(seen)))
    part(counts, "offered", of=(sum(seat.offered for seat in seats), len(seats)))
    soon = [seat for seat in seats if any(turn <= early for copy in seat.copies for turn in copy.played)]
    part(counts, "early", of=(sum(seat.score for seat in soon), HALVES * len(soon)))
    copies = [(seat.score, copy) for seat in seats for copy in seat.copies]
    bump(counts, "copies", by=len(copies))
    bump(counts, "plays", by=sum(seat.plays for seat in seats))
    for _, copy in copies:
        if copy.played:
            bump(counts, "turnPlayed", str(copy.played[0]))
    count_descriptions(counts, copies)


def count_descriptions(counts: Tally, copies: Sequence[tuple[int, CopyStats]]) -> None:
    """Note wins per copy by when it was held: at the start (OH), later (GD), at any time (GIH), never (GNS)."""
    groups = {
        "OH": [score for score, copy in copies if copy.first_seen == 1],
        "GD": [score for score, copy in copies if copy.first_seen > 1],
        "GIH": [score for score, copy in copies if copy.first_seen],
        "GNS": [score for score, copy in copies if not copy.first_seen],
    }
    for code, scores in groups.items():
        part(counts, "descriptions", code, of=(sum(scores), HALVES * len(scores)))


def count_coverage(counts: Tally, matches: Sequence[MatchOutcome], cards: Set[str]) -> None:
    """Count what the nodes of some cards did in the matches of one block.

    Shapes: a node has how often it did what (`reached`, `true`, `false`, `noop`), `matches` as moments over the blocks that reached it,
            `weighed` as the sum over those blocks of matches that reached it × matches played, and `idle`, the ratio of runs without effect to runs.
            `covered` holds the moments of the matches played, over all blocks.
    """
    sample(counts, "covered", value=len(matches))
    block: dict[str, dict[str, int]] = {}
    for match in matches:
        reached_keys = set()
        for (node, what), times in match.coverage.items():
            if node.partition("#")[0] in cards:
                bump(block.setdefault(node, {}), what, by=times)
                if what != NOOP:
                    reached_keys.add(node)
        for node in reached_keys:
            bump(block[node], "matches")
    for node, done in block.items():
        _count_node(counts, node, done, len(matches))


def _count_node(counts: Tally, node: str, times: Mapping[str, int], match_count: int) -> None:
    """Count what one node did in a block."""
    for what in KINDS:
        if what in times:
            bump(counts, "cover", node, what, by=times[what])
    matches = times.get("matches", 0)
    sample(counts, "cover", node, "matches", value=matches)
    bump(counts, "cover", node, "weighed", by=matches * match_count)
    part(counts, "cover", node, "idle", of=(times.get(NOOP, 0), times.get("reached", 0)))
