"""How the table of this game is drawn: the wheel with its markers, monsters with their health, and what is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.language.spec import LocalizedText, Option, titles
from engine.ruleset import BoardLayout, Mark, Track
from engine.toolkit.costs import too_dear
from engine.toolkit.rules import State

from .config import CELLS
from .modifiers import cost_of

QUESTIONS = titles(
    ("battle", "Which card do you play?", "选择要打出的牌"),
    ("soloFight", "Which card do you play against it?", "选择要打出的牌对抗它"),
    ("solo", "Which monster do you fight alone?", "选择单独战斗的怪物"),
    ("supply", "What do you do in the tavern?", "补给阶段：选择行动"),
    ("explore", "Which level do you explore?", "选择探索的等级"),
    ("discard", "Which cards do you discard?", "选择要弃掉的牌"),
    ("askDiscard", "Which cards do you discard?", "选择要弃掉的牌"),
    ("search", "Which cards do you take from the deck?", "选择从牌堆中取出的牌"),
    ("scry", "Which cards do you put under your deck?", "选择置于牌堆底的牌"),
    ("payMana", "How much mana do you pay?", "选择要支付的法力"),
    ("springUndercurrent", "Does your undercurrent take effect?", "是否发动暗流？"),
    ("steps", "How many steps do you take?", "选择前进的步数"),
    ("kick", "Whom do you kick on?", "选择推动的玩家"),
    ("pick", "Which card do you take?", "选择要获得的牌"),
    ("forget", "Which card do you forget?", "选择要遗忘的牌"),
)
CELL_NAMES = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
CELL_WORDS = titles(
    ("none", "–", "–"),
    ("tavern", "Tavern", "酒馆"),
    ("common", "1 of {n} common", "普通牌 {n} 选 1"),
    ("legendary", "1 of {n} legendary", "传说牌 {n} 选 1"),
    ("advance", "On {n} cells", "再进 {n} 格"),
)


def _cells(st: State) -> Sequence[Option]:
    cells = []
    for name, written in zip(CELL_NAMES, st.program.config["wheel"], strict=True):
        what, _, number = written.partition(":")
        words = CELL_WORDS[what]
        cells.append(Option(name, LocalizedText(words.en.format(n=number), words.zh.format(n=number))))
    return cells


def _place(st: State, seat: int) -> tuple[int, int]:
    gone = int(st.entities[seat + 1]["pos"])
    return gone % CELLS, gone // CELLS + 1


MANA = LocalizedText("mana", "法力")


def _refusals(st: State, seat: int) -> Iterator[tuple[tuple[str, int], LocalizedText]]:
    """Yield the cards of a hand that cannot be paid in the battle, with the reason."""
    player = seat + 1
    if st.globals["phase"] == "battling":
        cards = (card for card in st.zone(player, "hand") if "faceDown" not in st.entities[card])
        yield from too_dear(cards, lambda card: cost_of(st, card, player), st.entities[player]["mana"], MANA)


LAYOUT = BoardLayout(
    phases=("preparing", "exploring", "battling", "advancing", "supplying"),
    marks=(Mark("manaCost", "cost"), Mark("health", "meter", maximum="maxHealth")),
    questions=QUESTIONS,
    refusals=_refusals,
    track=Track(LocalizedText("Time wheel", "时间轮"), LocalizedText("loop", "圈数"), _cells, _place),
)
