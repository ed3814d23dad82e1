"""The problem codes of this game's own checks, and texts that show codes."""

from __future__ import annotations

from engine.ruleset import ProblemExample
from engine.toolkit.linting import problem_code

PROBLEM_CODES = {
    "E-MAP": problem_code(
        "Rows of a map that do not fit together",
        "地图各行不一致",
        "Give all rows of ground and regions one length, and as many of each.",
        "请使地形与战区的每一行等长，且行数相同。",
    ),
    "E-ROAD": problem_code(
        "A map with no road",
        "地图没有道路",
        "Open a wall between the parts.",
        "请在各部分之间打开墙壁。",
    ),
    "E-REGION": problem_code(
        "A region that cannot be held",
        "无人能够控制的战区",
        "Give the region open ground, or remove it.",
        "请为战区留出空地，或将其移除。",
    ),
    "W-REGION": problem_code(
        "A region that is cut in two",
        "不连通的战区",
        "Join its parts, or make two regions of them.",
        "请连接各部分，或拆分为两个战区。",
    ),
    "E-PLACE": problem_code(
        "Two things in one place",
        "同一位置重复布置",
        "Move or remove one of them.",
        "请移动或移除其中之一。",
    ),
    "E-SIDE": problem_code(
        "A side without units",
        "没有单位的一方",
        "Place a unit of that side, or give it a hero.",
        "请为该方布置单位或英雄。",
    ),
    "W-STRAY": problem_code(
        "A unit among those of the other side",
        "位于另一方单位之间的单位",
        "Give it the other side, or place one of its own beside it.",
        "请改为另一方，或在其旁布置同方单位。",
    ),
    "W-GROUND": problem_code(
        "Nowhere to deploy",
        "无处部署",
        "Let the player control a region.",
        "请让玩家控制一个战区。",
    ),
    "E-WEIGHT": problem_code(
        "A key event with a weight",
        "带有事件权的关键事件",
        "Remove the weight.",
        "请移除事件权。",
    ),
    "W-WEIGHT": problem_code(
        "An event without a weight",
        "没有事件权的事件",
        "Give it a weight, or the condition of a key event.",
        "请填写事件权，或关键事件的入队条件。",
    ),
    "W-LOST": problem_code(
        "AP that cannot be spent",
        "无法使用的专注",
        "Change the AP in its player's own turn before the main phase ends, or change its limit with `changeLimit`.",
        "请在该玩家自己的回合且主要阶段结束前改变专注，或用 `changeLimit` 改变专注上限。",
    ),
    "W-IDLE": problem_code(
        "An ability that does nothing",
        "没有效果的异能",
        "Give it a static, triggered or cast part.",
        "请添加静止式、触发式或施法部分。",
    ),
}


def _map(rows: str, regions: str = '"aa.bb", "aa.bb"') -> str:
    head = '{ "id": "my.ford", "type": "map", "name": "Ford", "rarity": "common"'
    return f'{head},\n  "rows": [{rows}],\n  "regions": [{regions}] }}'


def _encounter(units: str, control: str = "player") -> str:
    return (
        '{ "id": "my.fight", "type": "encounter", "name": "Fight", "rarity": "common", "map": "encounter.map.ford",\n'
        '  "heroes": ["encounter.hero.maren"],\n'
        f'  "units": [{units}],\n'
        f'  "holdings": [{{ "region": "a", "control": "{control}" }}] }}'
    )


def _foe(x: int, side: str = "opponent") -> str:
    return f'{{ "unit": "encounter.unit.bandit", "x": {x}, "y": 1, "side": "{side}" }}'


def _line(side: str) -> str:
    """Return five units in a row, of which the third is of a side."""
    return ", ".join([_foe(1, "player"), _foe(2, "player"), _foe(6, side), _foe(7), _foe(8)])


def _event(more: str) -> str:
    return (
        f'{{ "id": "my.rain", "type": "event", "name": "Rain", "rarity": "common", {more}\n'
        '  "action": [{ "type": "changeAp", "amount": 1 }] }'
    )


def _order(side: str) -> str:
    return (
        '{ "id": "my.tax", "type": "order", "name": "Tax", "rarity": "common", "colors": ["red"], "cost": 1,\n'
        f'  "action": [{{ "type": "changeAp", "amount": -1, "side": "{side}" }}] }}'
    )


_KEY = '"enters": [{ "type": "Controls", "count": 2 }],'
_ABILITY = '{ "id": "my.calm", "type": "ability", "name": "Calm", "rarity": "common"PARTS }'
PROBLEM_EXAMPLES = {
    "E-MAP": ProblemExample(_map('".....", "...."'), _map('".....", "....."')),
    "E-ROAD": ProblemExample(_map('"..#..", "..#.."'), _map('"..#..", "....."')),
    "E-REGION": ProblemExample(_map('"...##", "...##"'), _map('"...#.", "....."')),
    "W-REGION": ProblemExample(
        _map('".....", "....."', '"a...a", "bbbbb"'), _map('".....", "....."', '"aa...", "bbbbb"')
    ),
    "E-PLACE": ProblemExample(_encounter(f"{_foe(3)}, {_foe(3)}"), _encounter(f"{_foe(3)}, {_foe(4)}")),
    "E-SIDE": ProblemExample(_encounter(_foe(3, "neutral")), _encounter(_foe(3))),
    "W-STRAY": ProblemExample(_encounter(_line("player")), _encounter(_line("opponent"))),
    "W-GROUND": ProblemExample(_encounter(_foe(3), "neutral"), _encounter(_foe(3))),
    "E-WEIGHT": ProblemExample(_event(f'{_KEY} "weight": 2,'), _event(_KEY)),
    "W-WEIGHT": ProblemExample(_event(""), _event('"weight": 2,')),
    "W-LOST": ProblemExample(_order("enemy"), _order("ally")),
    "W-IDLE": ProblemExample(
        _ABILITY.replace("PARTS", ""),
        _ABILITY.replace("PARTS", ', "static": [{ "stat": "atk", "op": "add", "value": 1 }]'),
    ),
}
