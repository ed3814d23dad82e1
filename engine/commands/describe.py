"""`describe`: what cards say by their effects, and where their written text says otherwise."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator, Mapping
from pathlib import Path

from engine import api
from engine.commands.loading import valid_pack
from engine.commands.shell import FINE, FOUND, Arguments, Command, Shell, Unusable
from engine.json_values import Json, JsonObject
from engine.language.spec import LocalizedText
from engine.ruleset import Ruleset

CardToDescribe = tuple[str | Ruleset, Json, Json, api.CardNames, Mapping[str, Json]]
"""The game of a card, the card, its texts by language, and names and documents of the cards beside it."""


def _arguments(arguments: Arguments) -> None:
    arguments.add(
        "card",
        help=LocalizedText(
            "a file or folder of cards, or the id of a shipped card", "卡牌文件或文件夹，或自带卡牌的标识"
        ),
        metavar="CARD",
    )
    arguments.add(
        "--ruleset",
        help=LocalizedText(
            "the game of the card (default: detected from the card)", "卡牌所属的游戏规则（缺省按卡牌判断）"
        ),
        metavar="R",
    )


def _run(shell: Shell, args: Namespace) -> int:
    ruleset = shell.ruleset(args.ruleset).name if args.ruleset else None
    path = Path(args.card)
    cards = list(_loaded(path, ruleset) if path.exists() else _shipped(args.card, ruleset))
    if not cards:
        raise Unusable(f"there are no cards in {args.card}", f"{args.card} 里没有卡牌")
    answers = [_answer(shell, one) for one in cards]
    text = "\n\n".join(_text(shell, one, answer) for one, answer in zip(cards, answers, strict=True))
    shell.answer(answers[0] if len(answers) == 1 else answers, text)
    return FOUND if any(answer["mismatches"] for answer in answers) else FINE


def _loaded(path: Path, ruleset: str | None) -> Iterator[CardToDescribe]:
    """Yield the cards of a file or folder.

    Errors: BadCard with all errors, when there is one.
    """
    pack, game = valid_pack(path, ruleset)
    cards = [(document, pack.texts.get(document["id"], {})) for document, _ in pack.cards]
    names = api.names_of(cards)
    documents = {document["id"]: document for document, _ in cards}
    yield from ((game, document, texts, names, documents) for document, texts in cards)


def _shipped(card: str, ruleset: str | None) -> Iterator[CardToDescribe]:
    """Yield the shipped card with an id."""
    for rules in api.rulesets():
        if ruleset in (None, rules.name):
            texts = {one.id: one.texts for one in api.sample_pack(rules.name).cards}
            yield from (
                (rules.name, document, texts[card], {}, {one["id"]: one for one, _ in api.card_set(rules.name)})
                for document, _ in api.card_set(rules.name)
                if document["id"] == card
            )
            if card in texts:
                return
    raise Unusable(f"there is no file and no shipped card {card}", f"没有文件或自带卡牌 {card}")


def _answer(shell: Shell, one: CardToDescribe) -> JsonObject:
    """Return a card's text in the reader's language, and where what is written in it differs; if nothing there, in the other."""
    ruleset, document, texts, names, documents = one
    differing = api.mismatches(ruleset, document, texts)
    near = [found for found in differing if found.lang == shell.lang] or differing
    differences = dict.fromkeys((found.path, found.text, found.rules_text) for found in near)
    changes = api.variant_changes(ruleset, document, documents)
    return {
        **({} if changes is None else {"changes": [change._asdict() for change in changes]}),
        "card": document["id"],
        "lang": shell.lang,
        "text": api.describe(ruleset, document, shell.lang, names),
        "mismatches": [{"path": path, "written": said, "generated": does} for path, said, does in differences],
    }


def _text(shell: Shell, one: CardToDescribe, answer: Json) -> str:
    lines = [f"{answer['card']}", answer["text"]] if answer["text"] else [f"{answer['card']}"]
    for change in answer.get("changes", ()):
        before, after = (json.dumps(change[key], ensure_ascii=False) for key in ("before", "after"))
        lines.append(f"  * {change['path']}: {before} → {after}")
    for mismatch in answer["mismatches"]:
        written_text, generated_text = mismatch["written"] or "–", mismatch["generated"] or "–"
        lines.append(
            shell.say(
                LocalizedText(
                    f"  ! {mismatch['path']}: written {written_text}, by its effects {generated_text}",
                    f"  ! {mismatch['path']}：规则文本为 {written_text}，效果为 {generated_text}",
                )
            )
        )
    return "\n".join(lines)


COMMAND = Command(
    "describe",
    LocalizedText("write a card's rules text from its effects", "由卡牌的效果写出规则文本"),
    _arguments,
    _run,
    about=LocalizedText(
        "Write the rules text of cards from their effects alone, and report where a written text says something else; the exit code is then 1.",
        "仅根据效果写出卡牌的规则文本，并指出已写的文本与效果不符之处；若有则退出码为 1。",
    ),
)
