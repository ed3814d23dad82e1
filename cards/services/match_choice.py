"""How a match is played: against which bot, with which decks, in which seat; and what a person chose last in a pack."""

from cards.gateway import previews
from cards.localization import LocalizedText
from cards.models import Account, Match, Pack
from cards.models.match import ALONE
from cards.shape import JsonObject
from cards.values import frozen_dataclass

SLOW_SKILLS = frozenset(("lookahead",))
"""Bots of which a single answer takes more than 100 ms of processor: a worker computes their answers."""


@frozen_dataclass
class Choice:
    """What a person chose before a match.

    Shapes: bot is a skill, or `ALONE`; decks are those of the seats joined by a colon as a plan names them, each empty for that of the deal; seat is the person's.
    """

    bot: str = "greedy"
    decks: str = ""
    seat: int = 0

    @property
    def skill(self) -> str:
        """Return the skill of the bots, that of the shipped previews where a person plays alone."""
        return "greedy" if self.bot == ALONE else self.bot

    @property
    def origin(self) -> JsonObject:
        """Return it as the row of a match keeps it."""
        return {"bot": self.bot, "decks": self.decks}


def choice_of(origin: JsonObject) -> Choice:
    """Return how a match is played; one from before there was a choice is against the greedy bot."""
    return Choice(str(origin.get("bot", "greedy")), str(origin.get("decks", "")), int(origin.get("seat", 0)))


def choice_last(*, account: Account, pack: Pack) -> Choice:
    """Return what an account chose for its last hand in a pack."""
    begun = Match.objects.filter(pack=pack, account=account, origin__has_key="bot").order_by("-number")
    origin = begun.values_list("origin", flat=True).first()
    return Choice() if origin is None else choice_of(origin)


def choice_fitting(choice: Choice, spec: JsonObject) -> Choice:
    """Return a choice as a plan can play it: what the plan does not have is as if it had not been chosen."""
    skills = {name for name, _, _ in previews.SKILLS} | {ALONE}
    seats = len(spec["layout"]["strata"][0])
    return Choice(
        choice.bot if choice.bot in skills else "greedy",
        choice.decks if decks_met(choice, spec) else "",
        choice.seat if choice.seat < seats else 0,
    )


def decks_met(choice: Choice, spec: JsonObject) -> list[str]:
    """Return the meetings of decks of a plan that a choice leaves open, each as a trace names it."""
    names = choice.decks.split(":") if choice.decks else []
    strata = spec["layout"]["strata"]
    return [
        ":".join(stratum)
        for stratum in strata
        if not names or (len(names) == len(stratum) and all(a in ("", b) for a, b in zip(names, stratum, strict=True)))
    ]


def deal(choice: Choice, spec: JsonObject, first: int) -> JsonObject:
    """Return the trace of a hand that is dealt as it was chosen, searched from a block on.

    Errors: OtherEngine for a plan of another engine.
    """
    met = decks_met(choice, spec) if choice.decks else []
    opponent = met[first % len(met)] if met else ""
    return previews.preview_hand(spec, first, opponent=opponent, seat=choice.seat)


def deck_titles(spec: JsonObject) -> dict[str, LocalizedText]:
    """Return what the decks of a plan are called, by their names."""
    return {one["id"]: LocalizedText(**one["title"]) for one in spec["layout"]["opponents"]}
