"""A card that is written inside another becomes a card of its own."""

import json
from typing import NamedTuple

from cards.gateway import editing, packs
from cards.models import Card
from cards.permissions import Act, Actor, authorize, require
from cards.queries.card_ids import card_id_offered
from cards.queries.history import draft_get
from cards.queries.problems import game_of
from cards.services.card import card_create


class Lifted(NamedTuple):
    """The new card, and the text of the outer card that names it instead, which is not saved."""

    card: Card
    text: str


def card_lift_out(*, actor: Actor, card: Card, text: str, pointer: str) -> Lifted:
    """Make a card of what is written at a place of a card's text, under the id that a new card of its name is offered.

    Its names in other languages come from the draft of the outer card.

    Errors: BadText when the text does not parse; NoSuchPlace where no card is written.
    """
    account = authorize(actor, card.pack, Act.CARD_CREATE)
    require(account=account, pack=card.pack, act=Act.DRAFT_SAVE)
    game = game_of(pack=card.pack)
    draft = editing.lift_out(game, text, pointer, "")
    name = str(draft.document.get("name", ""))
    card_id = card_id_offered(
        pack=card.pack,
        kind=draft.kind,
        name=name,
        text_with=lambda written_id: json.dumps({**draft.document, "id": written_id}),
    )
    own_card = editing.lift_out(game, text, pointer, card_id)
    names = f"{own_card.key}.{own_card.own}.name"
    texts = {
        language: {"name": words[names]}
        for language, words in (draft_get(card=card).texts or {}).items()
        if names in words
    }
    new_card = card_create(actor=actor, pack=card.pack, text=packs.pretty(own_card.document), texts=texts)
    return Lifted(new_card, own_card.text)
