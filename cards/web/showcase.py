"""The four cards beside the sign-in form."""

from typing import Any

LABELS = {
    "treasure": {"en": "Treasure", "zh": "宝藏"},
    "fire": {"en": "Fire", "zh": "火焰"},
    "frost": {"en": "Frost", "zh": "冰霜"},
    "arcane": {"en": "Arcane", "zh": "奥能"},
    "none": {"en": "No school", "zh": "无派系"},
}


def _face(
    school: str, cost: int, names: tuple[str, str], rules: tuple[str, str], rarity: str = "common"
) -> dict[str, Any]:
    """Return a face as the engine would describe it."""
    return {
        "id": f"sample.{names[0].lower().replace(' ', '_')}",
        "kind": "treasure",
        "name": {"en": names[0], "zh": names[1]},
        "text": {"en": rules[0], "zh": rules[1]},
        "tone": school,
        "gem": rarity,
        "rarity": {"en": "", "zh": ""},
        "keywords": [],
        "cost": [{"label": {"en": "Mana", "zh": "法力"}, "value": cost, "icon": ""}],
        "type_line": {lang: f"{LABELS['treasure'][lang]} · {LABELS[school][lang]}" for lang in ("en", "zh")},
        "stats": [],
    }


FACES = (
    (
        _face(
            "frost",
            3,
            ("Frost Tithe", "霜之什一"),
            (
                "Each rival with <b>3</b> or more gold gains <b>1</b> freezing.",
                "每名拥有至少 <b>3</b> 枚金币的对手获得 <b>1</b> 点冻结。",
            ),
        ),
        "zh",
    ),
    (
        _face(
            "fire",
            2,
            ("Ember Lash", "余烬之鞭"),
            (
                "Deal <b>4</b> damage to a monster. If it is frozen, deal <b>6</b> instead.",
                "对一个怪物造成 <b>4</b> 点伤害；若它被冻结，改为 <b>6</b> 点。",
            ),
        ),
        "en",
    ),
    (
        _face(
            "arcane",
            2,
            ("Glass Almanac", "琉璃历书"),
            (
                "Look at the top <b>3</b> cards of a pile. Put them back in any order.",
                "查看一个牌堆顶的 <b>3</b> 张牌，以任意顺序放回。",
            ),
            "legendary",
        ),
        "en",
    ),
    (
        _face(
            "none",
            1,
            ("Hollow Compass", "空心罗盘"),
            ("The first card you buy each round costs <b>1</b> less.", "你每轮购买的第一张牌费用减少 <b>1</b>。"),
            "starter",
        ),
        "zh",
    ),
)
