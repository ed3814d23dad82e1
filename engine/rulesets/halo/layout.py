"""How the table of this game is drawn: units with their health, shields, keywords and statuses, and what is asked."""

from __future__ import annotations

from collections.abc import Iterator

from engine.language.spec import LocalizedText, titles
from engine.ruleset import BoardLayout, Mark
from engine.toolkit.costs import too_dear
from engine.toolkit.rules import State

from .statuses import STATUSES
from .table import supply_of
from .words import KEYWORDS, TAKES_X

QUESTIONS = titles(
    ("deployment", "What do you do in the deployment phase?", "部署阶段：选择行动"),
    ("skirmish", "What do you do in the skirmish phase?", "交战阶段：选择行动"),
    ("place", "Where?", "选择位置"),
    ("excess", "Which cards do you discard?", "选择要弃掉的牌"),
    ("halo/attack", "Whom does it attack?", "选择攻击目标"),
    ("halo/strike", "What does it strike?", "选择轨道打击的目标"),
    ("halo/hijack", "What does it hijack?", "选择劫持目标"),
    ("halo/load", "Into which vessel?", "选择装载的舰船"),
    ("halo/drop", "Where does it drop?", "选择投送位置"),
)
SUPPLY, BATTERY = LocalizedText("supply", "补给"), LocalizedText("battery", "电池")


def _refusals(st: State, seat: int) -> Iterator[tuple[tuple[str, int], LocalizedText]]:
    """Yield the cards of a hand that cannot be paid in the phase that runs, with the reason: the battery where that is missing too."""
    mine, fights = st.entities[seat + 1], st.globals["phase"] == "SKIRMISH"
    hand = [card for card in st.zone(seat + 1, "hand") if not fights or st.entities[card]["kind"] == "TACTICAL"]
    dear = dict(too_dear(hand, lambda card: supply_of(st, card), mine["supply"], SUPPLY))
    yield from (
        dear | dict(too_dear(hand, lambda card: st.entities[card]["battery"], mine["battery"], BATTERY))
    ).items()


LAYOUT = BoardLayout(
    phases=("DRAW_RECHARGE", "DEPLOYMENT", "SKIRMISH", "ENDSTEP"),
    marks=(
        Mark("supply", "cost"),
        Mark("health", "meter", maximum="healthCap"),
        Mark("shield", "pips", maximum="shieldCap"),
        *(Mark(f"kw.{word.name}", "count" if word.name in TAKES_X else "trait", title=word.title) for word in KEYWORDS),
        *(Mark(f"st.{status.name}", "word", title=status.title) for status in STATUSES),
    ),
    questions=QUESTIONS,
    refusals=_refusals,
    quiet=frozenset(f"stacks.{status.name}" for status in STATUSES if status.max_stacks == 1),
)
