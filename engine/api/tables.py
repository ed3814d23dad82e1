"""What a table says of its cards: their names, what they are drawn by, the words of their actions, their rules text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine import simulation
from engine.api.catalog import face_json
from engine.api.texts import face_text
from engine.cardset import shipped_texts
from engine.json_values import Json, JsonObject
from engine.language.reading.inner_cards import inner_documents, outer_id
from engine.language.reading.source_map import value_at
from engine.language.reading.surface import desugar
from engine.language.spec import LocalizedText
from engine.ruleset import BoardLayout, Ruleset


def name_cards(
    rules: Ruleset,
    view: JsonObject,
    rows: Sequence[JsonObject],
    names: Mapping[str, LocalizedText],
    documents: Mapping[str, JsonObject],
    lang: str = "",
) -> None:
    """Give the cards of a table and of what happened their names, what they are drawn and worded by, and their rules text in a language, if one is given."""
    table = view["scene"]
    zones = [zone for side in (table["table"], *table["seats"]) for zone in side["zones"]]
    cards = [card for zone in zones for card in zone["cards"]]
    cards += [card for host in cards for card in host["attached"]]
    documents = {**documents, **_inner(rules, cards, documents)}
    question = view["asked"] or {"options": []}
    changes = [one for option in question["options"] for one in (option["foreseen"] or {"changes": ()})["changes"]]
    for held in (*cards, *changes, *(node for row in rows for node in row["nodes"])):
        name = names.get(held["card"], LocalizedText(held["card"], held["card"]))
        held["name"] = name._asdict()
    _dress(rules, documents, cards, [*question["options"], *question.get("refused", ())])
    _label(rules, documents, question)
    texts = {name: face_text(rules, documents[name], lang, names) for name in _ids(cards, documents)} if lang else {}
    for card in cards:
        card["text"] = texts.get(card["card"], "")


def _inner(
    rules: Ruleset, cards: Sequence[JsonObject], documents: Mapping[str, JsonObject]
) -> Mapping[str, JsonObject]:
    """Return the documents of the cards of a table that are written in other cards, by their ids."""
    outer = {outer_id(card["card"]) for card in cards if card["card"] not in documents} & documents.keys()
    inner = (one for name in sorted(outer) for one in inner_documents(rules.vocabulary, documents[name]))
    return {one["id"]: one for one in inner}


def _ids(cards: Sequence[JsonObject], documents: Mapping[str, JsonObject]) -> set[str]:
    """Return the ids of the cards of a table that there are documents of."""
    return {card["card"] for card in cards} & documents.keys()


def _dress(
    rules: Ruleset, documents: Mapping[str, JsonObject], cards: Sequence[JsonObject], options: Sequence[JsonObject]
) -> None:
    """Give the cards of a table the tone and kind of their faces, and the options what their cards call them."""
    faces = {name: rules.face(documents[name], {}) for name in _ids(cards, documents)}
    for card in cards:
        face = faces.get(card["card"])
        shown = {"tone": "", "kind": "", "cost": []} if face is None else face_json(rules, face)
        card |= {name: shown[name] for name in ("tone", "kind", "cost")}
    look = rules.board.layout if rules.board is not None else BoardLayout()
    printed = {card["id"]: card["card"] for card in cards}
    for option in options:
        card = printed.get(option["of"], "")
        document, texts = documents.get(card), shipped_texts(rules.folder).get(card.removesuffix(simulation.FORMER), {})
        worded = look.action_title(document, texts, option["by"]) if document is not None else None
        option["worded"] = None if worded is None else worded._asdict()


def _label(rules: Ruleset, documents: Mapping[str, JsonObject], question: Json) -> None:
    """Call the options of a `choose` what its card calls them, in the one language that labels are written in."""
    card, _, pointer = question.get("prompt", "").partition("#")
    if not pointer or card not in documents:
        return
    node = value_at(desugar(rules.vocabulary, documents[card]).document, pointer)
    if not isinstance(node, dict) or node.get("type") != "choose":
        return
    for option, written in zip(question["options"], node["options"], strict=True):
        if written.get("label"):
            option["worded"] = {"en": written["label"], "zh": written["label"]}
