"""Deals on which two bots part, as the page of a ladder leads to them: the same seed and decks, each played by both bots."""

from collections.abc import Iterator, Mapping

from cards.localization import localize
from cards.models import Preview
from cards.shape import JsonObject
from cards.values import frozen_dataclass
from cards.web.turned_matches import match_url


@frozen_dataclass
class PartedDeal:
    """A deal on which two bots part; `matches` have what each bot did with the card, its name and the address of its match."""

    title: str
    block: int
    seed: int
    matches: tuple[tuple[str, str, str], ...]


def parted_deals(preview: Preview, titles: Mapping[str, str]) -> Iterator[PartedDeal]:
    """Yield the deals that a finished ladder keeps, in its order."""
    matches = (preview.result or {}).get("matches") or []
    for no in range(0, len(matches) - 1, 2):
        pair = matches[no : no + 2]
        winner = max(pair, key=lambda match: match["score"])
        yield PartedDeal(
            title=_title(titles, pair, winner),
            block=winner["block"],
            seed=winner["seed"],
            matches=tuple(
                (_words(match), titles[match["bot"]], match_url(preview, no + place))
                for place, match in enumerate(pair)
            ),
        )


def parted_twin(preview: Preview, index: int, titles: Mapping[str, str]) -> tuple[str, str]:
    """Return the bot and the address of the other match of a deal."""
    other = index ^ 1
    return titles[(preview.result or {})["matches"][other]["bot"]], match_url(preview, other)


def _title(titles: Mapping[str, str], pair: list[JsonObject], winner: JsonObject) -> str:
    """Return which bot does better on a deal, and that it is the weaker one where it is."""
    name, is_weaker = titles[winner["bot"]], winner is pair[1]
    other = titles[pair[0 if is_weaker else 1]["bot"]]
    return localize("{name} does better than {other}", "{name}胜过{other}", name=name, other=other)


def _words(match: JsonObject) -> str:
    """Return when the card was first played in a match, and how that ended for its holder."""
    ends = (localize("loses", "落败"), localize("draws", "平局"), localize("wins", "获胜"))
    end = ends[match["score"]]
    if match["round"] is None:
        return localize("never plays it, {end}", "从未打出，{end}", end=end)
    return localize("plays it in round {round}, {end}", "第 {round} 轮打出，{end}", round=match["round"], end=end)
