"""What people's matches say of a card, in words: beside the numbers of bots and never mixed into them."""

from cards.gateway import previews
from cards.localization import LocalizedText, localize
from cards.models import Card
from cards.queries.playtests import Playtest, playtests_of
from cards.queries.reviews import PlacedThread, notes_of
from cards.values import frozen_dataclass
from cards.web.previews.facts import between

WHOLE = 100
MAX_ROWS = 6  # forms of a card and kinds of players that its page shows
MAX_NOTES = 8
REASONS = {
    "sandbox": LocalizedText("sandbox", "沙盒"),
    "alone": LocalizedText("against oneself", "自己对自己"),
    "fork": LocalizedText("taken up from a match of bots", "接自机器人的对局"),
    "table": LocalizedText("with a card that no seat has", "卡牌不属于任何一方"),
    "unfinished": LocalizedText("not finished", "未结束"),
    "takenBack": LocalizedText("with answers taken back", "有悔步"),
}
"""Why matches are not counted, each as it follows a number."""


@frozen_dataclass
class PlaytestLine:
    """One row of the table of playtests, in words."""

    form: str
    against: str
    wins: str
    share: str
    interval: str


@frozen_dataclass
class PlaytestPanel:
    """What the page of a card shows of its playtests; uncounted is a sentence, empty where all are counted."""

    lines: tuple[PlaytestLine, ...]
    n: int
    uncounted: str
    notes: tuple[PlacedThread, ...]


def playtest_panel(card: Card) -> PlaytestPanel | None:
    """Return the playtests of a card; None where no person has played with it and none wrote a note."""
    playtests, notes = playtests_of(card=card), notes_of(card=card)
    if not playtests.rows and not playtests.uncounted and not notes:
        return None
    reasons = [f"{count} {localize(*REASONS[reason])}" for reason, count in playtests.uncounted.items()]
    return PlaytestPanel(
        tuple(_line(row) for row in playtests.rows[:MAX_ROWS]),
        playtests.n,
        localize(", ", "、").join(reasons),
        tuple(notes[:MAX_NOTES]),
    )


def _line(row: Playtest) -> PlaytestLine:
    is_version = row.version is not None
    form = f"v{row.version}" if is_version else localize("draft r{n}", "草稿 r{n}", n=row.revision)
    wins = localize("{wins} of {n}", "{n} 局中 {wins} 胜", wins=row.wins, n=row.n)
    draws = localize(", {n} drawn", "，{n} 平", n=row.draws) if row.draws else ""
    share = f"{WHOLE * (row.wins + row.draws / 2) / row.n:.0f}%"
    return PlaytestLine(
        form, _against(row.against), wins + draws, share, between(WHOLE * row.low, WHOLE * row.high, 0, sign=False)
    )


def _against(against: str) -> str:
    if against == "person":
        return localize("people", "玩家")
    title = next((title for name, title, _ in previews.SKILLS if name == against), None)
    return localize(*title) if title is not None else against
