"""From chunks of a worth plan to its result, `worth-result/1`: read once, at the end of the plan.

Before the end there are means and no intervals: the plan spends all of the error allowed to it on the last look. All intervals hold
together for what was played: these decks in equal parts, these bots, this set of cards. Rows of parts within others overlap and do not add up.
"""

from __future__ import annotations

from engine.json_values import Json, JsonObject
from engine.language.spec import LocalizedText
from engine.ruleset import Ruleset
from engine.simulation.fixed_plans import PLANNED, empty_state, fold_with_firsts, result_head
from engine.simulation.interim_results import FULL, HALVES, SCALES, node_title
from engine.simulation.joint_intervals import joint_interval, rate_bound
from engine.simulation.run import HOPELESS
from engine.simulation.statistics import Moments, rounded
from engine.simulation.tally import at, count, moments, values
from engine.simulation.verdict import verdict
from engine.simulation.worth.matches import turned_matches
from engine.simulation.worth.plan import outer_variants

FORMAT, STATE = "worth-result/1", "worth-state/1"
READINGS = {"stronger": "adds", "weaker": "costs", "even": "small", "unknown": "unknown"}
WITHOUT_EFFECT = "never"
ABORTED_SHARE = 20
BUDGET = "budget"
"""Why a row has no number: more than one match in so many broke a budget."""


def worth_fold(spec: Json, state: JsonObject | None, chunk: Json) -> JsonObject:
    """Return the state after the next chunk; one that has stopped stays as it is.

    Errors: EngineBug for a chunk of another plan, or one that is not the next.
    """
    return fold_with_firsts(spec, state, chunk, STATE)


def worth_report(ruleset: Ruleset, spec: Json, state: Json | None) -> JsonObject:
    """Return the result that a state holds.

    Shapes: engine/formats/worth.py has all of it. Units: worths in percentage points of win rate.
    """
    current = state or empty_state(spec, STATE)
    facts = Worths(spec, current["counts"], current["reason"] == PLANNED)
    rows = [_row(ruleset, facts, row, current["traces"]) for row in spec["rows"]]
    return {
        **result_head(spec, current, FORMAT),
        "preset": spec["preset"],
        "target": spec["target"] / FULL,
        "margin": spec["margin"] / FULL,
        "rows": rows,
        "whole": facts.of_variant(spec["blank"]) if spec["blank"] >= 0 else None,
        "together": facts.together(),
        "matches": turned_matches(spec, rows) if facts.is_read else [],
    }


def _row(ruleset: Ruleset, facts: Worths, row: Json, firsts: Json) -> JsonObject:
    variant = row["variant"]
    title = part_title(ruleset, row)
    labels = {
        "kind": row["kind"],
        "type": row["type"],
        "title": title._asdict(),
        "depth": row["depth"],
        "isOuter": row["isOuter"],
    }
    head = {"pointer": row["pointer"], "place": row["place"], **labels, "users": row["users"]}
    if variant is None:
        return {**head, "problem": row["problem"], "variant": None, "worth": None, "turned": None, "first": {}}
    first = firsts.get(str(variant), {})
    return {**head, "problem": facts.problem(variant), "variant": variant, **facts.of_variant(variant), "first": first}


def part_title(ruleset: Ruleset, row: Json) -> LocalizedText:
    """Return what a part is called: its node, the event of a trigger, what has the number of a modifier."""
    vocabulary = ruleset.vocabulary
    if row["kind"] == "trigger":
        event = vocabulary.event(row["type"])
        return event.title if event is not None else LocalizedText(row["type"], row["type"])
    if row["kind"] in ("modifier", "keyword"):
        return LocalizedText(row["type"], row["type"])
    return node_title(vocabulary, row["type"])


class Worths:
    """Reads the counts of a worth plan; before its end there are no intervals."""

    def __init__(self, spec: Json, counts: Json, is_read: bool) -> None:
        self.spec, self.counts, self.is_read = spec, counts, is_read
        self.scale = SCALES[spec["layout"]["unit"]]

    def problem(self, variant: int) -> str | None:
        """Return why a variant has no number."""
        played = values(self.counts, "variants", str(variant), "x").n
        aborted = count(self.counts, "variants", str(variant), "aborted")
        return BUDGET if aborted >= HOPELESS and ABORTED_SHARE * aborted > HALVES * played else None

    def of_variant(self, variant: int) -> JsonObject:
        """Return what the card has that a variant lacks: its worth, and how many pairs of matches it turned."""
        if self.problem(variant) is not None:
            return {"worth": None, "turned": None}
        held = at(self.counts, "variants", str(variant), "x")
        wins, losses = (sum(times for value, times in held.items() if sign * int(value) > 0) for sign in (1, -1))
        samples = values(self.counts, "variants", str(variant), "x")
        same = count(self.counts, "variants", str(variant), "same")
        is_silent = samples.n > 0 and same == samples.n
        return {
            "worth": self.of_mean(samples, HALVES / self.scale, is_silent=is_silent) if samples.n else None,
            "turned": {"won": wins, "lost": losses, "same": same, "of": samples.n},
        }

    def together(self) -> JsonObject | None:
        """Return what is left of the whole when the worth of each outermost part alone is taken off it; None where one has no number."""
        samples, outer = moments(self.counts, "rest"), outer_variants(self.spec)
        if (
            not self.spec["hasRest"]
            or not samples.n
            or any(self.problem(each) for each in (*outer, self.spec["blank"]))
        ):
            return None
        return self.of_mean(samples, len(outer) * HALVES / self.scale, is_silent=False)

    def of_mean(self, samples: Moments, bound: float, *, is_silent: bool) -> JsonObject:
        """Return a mean with its interval and reading, which it has at the end of the plan alone."""
        mean = rounded(FULL * samples.mean(self.scale))
        if not self.is_read:
            return {"mean": mean, "low": None, "high": None, "reading": None, "mostOften": None, "n": samples.n}
        ends = joint_interval(samples, self.scale, bound, self.spec["family"])[1:]
        low, high = (FULL * max(-bound, min(bound, end)) for end in ends)
        word = WITHOUT_EFFECT if is_silent else READINGS[verdict(low, high, self.spec["margin"] / FULL)]
        rate = rounded(rate_bound(samples.n, self.spec["family"])) if is_silent else None
        return {
            "mean": mean,
            "low": rounded(low),
            "high": rounded(high),
            "reading": word,
            "mostOften": rate,
            "n": samples.n,
        }


__all__ = ["BUDGET", "READINGS", "WITHOUT_EFFECT", "Worths", "part_title", "worth_fold", "worth_report"]
