"""What shows that a text was put together by a program: words that no card prints, each with the reason."""

from __future__ import annotations

import re

MARKERS: dict[str, str] = {
    r"times -\d": "a loss is no number times −1",
    r"\btimes 2\b": "twice, or double",
    r"(?<!this card's )(?<!no )\bcounter\b(?! (?:a|the|that|it|target))": "a number that the author invented has no name on a card",
    r"\btop 1 cards\b": "one card is no plural",
    r"While this card is in play, (?:players|whenever)|while this card is in play, (?:players|whenever)": "what can only lie there needs no frame",
    r"\bthat is (?:a|an|the) \w+ and whose\b": "a noun phrase would do",
    r"\bwhose (?:school|rarity|level|printed mana cost|supply cost|element) is\b": "a noun phrase would do",
    r"\bhas the \w+ tag\b": "a noun phrase would do",
    r"[Ff]or every other player:": "each other player",
    r"\bDo this \w+ times?: [^.;,]+\.$": "the effect, and how often",
    r"(?i:\bprevent 99\b)|\b99 less damage\b": "all of it",
    r"(?i:\b(?:gains?|draws?|loses?|costs?|deals?) -\d)": "a loss has a verb of its own",
    r"\bby -\d|\bminus 0\b|\b0 minus\b": "a loss, or nothing",
    r"\b1 (?:cards|monsters|units|dice|copies|players|characters|enemies|allies|cells|steps|turns|rounds|summons|supports|regions|lanes)\b": "one thing is no plural",
    r"\ba (?=[aeio])(?!one\b|eu|uni)\w|\ban (?=[bcdfgjklmnpqrstvwxyz])(?!hour|honou?r|heir)\w": "a before a consonant, an before a vowel",
    r"\b(?:opponent|player) (?:loses|discards|gains|draws)\b[^.;:]* and (?:gain|draw|lose|discard)\b": "the subject after another player's",
    r"\bplayer is not you\b": "another player",
    r"\bequal to (?:the number of )?[^,.]*\bequal to\b": "a formula in a formula",
    r"\bfirst card moved\b": "the card",
    r"\bthe seen cards\b": "the cards",
    r"\bequal to -\d": "a loss",
    r"“[\w-]+[.-][\w.-]+”": "the id of a card is not its name",
    r"\bgain gold equal to the gold lost\b": "steal",
    r"\bif (?:[^.,;]* (?:and|or) )?the number of [^.,;]*? is (?:at (?:least|most) |less than |more than )?\d": "how many one has, or does",
    r"\bcards that all players play\b": "cards that anyone plays",
    r"等同于[^，。；]*(?:[加减]|乘以)[^，。；]*的": "造成X点伤害，X为……",
    r"的([一-鿿]{2})的\1": "等量的……",
    r"减少，减少量等于": "每有……减少",
    r"增加，增加量等于": "每有……增加",
    r"计数": "作者自拟的数值不应作为名称出现",
    r"执行以下效果一次": "只执行一次无需说明",
    r"满足“": "应为定语",
    r"““|””": "引号重复",
    r"依次对.*执行以下效果": "应写为“每名”",
    r"乘以-": "负数乘法不是牌面用语",
    r"(?:获得|抽|失去|减少|增加)-\d": "负数应改用相反的动词",
    r"\d个(?:牌|玩家|金币|法力|伤害)|一个玩家": "量词不符",
    r"若该玩家不是你": "其他玩家",
    r"数不?(?:小于1|大于0)(?!\d)": "为0，或不为0",
    r"\ba (?:fewer|more|less) \w": "1 fewer",
    r"\bturn every \w+ time\b|\bcard plays\b": "every second turn of yours, every second time you play a card",
    r"\bexactly 0\b": "0",
    r"\bhas (?:taken|dealt) damage\b": "takes damage",
    r"\bthen it costs\b|\bPick \d of the\b": "a sentence of its own, or the choice where it is used",
    r"\b[Ee]very card in the wand slot\b": "the wand",
    r"第[二三四五]次(?:你的|每)": "你的每第二个回合",
    r"有[^，]{1,8}每第": "每第二次有",
    r"所有(?:其他)?玩家(?:获得|失去|抽)": "各获得",
    r"(?:数量|牌数|物数|支援数|区数|单位数)每有\d|抽数量等同于": "每有1个",
    r"受到了伤害|造成了伤害时|过量伤害": "受到伤害后、溢出伤害",
    r"逐点抵消": "每点消耗1次可用次数",
}
PATTERNS = {re.compile(pattern): reason for pattern, reason in MARKERS.items()}


def clumsy(text: str) -> list[str]:
    """Return the reasons for which a text reads as a program's."""
    return [reason for pattern, reason in PATTERNS.items() if pattern.search(text)]
