"""The index of states by which lists of texts are filtered, worked out again when the code or the source language changes."""

from cards.gateway import rulesets
from cards.models import Draft, Pack
from cards.queries.texts import card_texts, states_mark


def texts_index(*, pack: Pack) -> int:
    """Work out the states of all texts of a pack, unless this code has done so already; return how many drafts changed.

    A draft that is saved meanwhile has its states from that save, and is left alone.
    """
    mark, changed = states_mark(pack=pack), 0
    if pack.text_states_by == mark:
        return 0
    drafts = Draft.objects.filter(card__pack=pack, document__isnull=False)
    wanted = drafts.only("pk", "revision", "document", "texts", "bases", "text_states")
    for draft in wanted.iterator(chunk_size=500):
        states = card_texts(pack=pack, state=draft).states()
        if states != draft.text_states:
            changed += Draft.objects.filter(pk=draft.pk, revision=draft.revision).update(text_states=states)
    Pack.objects.filter(pk=pack.pk).update(text_states_by=mark)
    return changed


def texts_index_all() -> int:
    """Do the same for every pack whose game is there."""
    packs = [pack for pack in Pack.objects.order_by("pk") if rulesets.has_ruleset(pack.ruleset)]
    return sum(texts_index(pack=pack) for pack in packs)
