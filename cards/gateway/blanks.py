"""The text of a blank card: the first template of its kind without rules and without words."""

from functools import lru_cache
from typing import Any

from cards.gateway import validation
from cards.gateway.editing import edited_text, json_object
from engine import api

MAX_KINDS = 256
ID_OF_TRIAL = "blank"
REMOVED = api.REMOVED


def blank_text(ruleset: str, kind: str, card_id: str) -> str | None:
    """Return the text of a card of a kind that does nothing yet, or None where the game has no template of that kind."""
    body = _blank_body(ruleset, kind)
    return None if body is None else edited_text(body, [("/id", card_id)])


def unwritten(text: str) -> str:
    """Return a card's text with an empty rules text, so that its generated text is shown."""
    document = json_object(text) or {}
    return edited_text(text, [("/description", "")]) if document.get("description") else text


@lru_cache(maxsize=MAX_KINDS)
def _blank_body(ruleset: str, kind: str) -> str | None:
    template = next((template for template in api.templates(ruleset) if template.kind == kind), None)
    if template is None:
        return None
    text = unwritten(template.text(ID_OF_TRIAL))
    for name, value in (json_object(text) or {}).items():
        if _holds_rules(value):
            text = _without(ruleset, text, name, [] if isinstance(value, list) else {})
    return text


def _without(ruleset: str, text: str, name: str, empty: Any) -> str:
    """Return a text without a field, or with an empty one where it is needed, or as it is where it needs what is in it."""
    for value in (REMOVED, empty):
        shorter = edited_text(text, [(f"/{name}", value)])
        if not any(problem.severity == "error" for problem in validation.validate(ruleset, shorter).problems):
            return shorter
    return text


def _holds_rules(value: Any) -> bool:
    """Return whether a value is made of objects, as rules are, and not of words and numbers alone."""
    members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(isinstance(member, dict) for member in members)
