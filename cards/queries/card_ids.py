"""The id that a new card is offered: as the pack's own ids are built, from the card's name."""

from collections.abc import Callable
from itertools import chain, count
from string import digits

from cards.gateway import validation
from cards.gateway.fields import IDENTITY
from cards.models import Card, Pack
from cards.queries.slugs import latin_words

NAME_LIMIT = 60  # characters of an id that come from a name
BEGINNINGS = 12  # ways to begin an id that are tried
SAMPLE = 200  # newest ids of a kind that the pattern is taken from


def card_id_offered(*, pack: Pack, kind: str, name: str, text_with: Callable[[str], str] | None = None) -> str:
    """Return a free id for a new card of a kind: numbered on where the pack numbers its cards, else made of the name.

    `AEG-003` follows `AEG-002`; "Ember Lash" becomes `base.spell.ember_lash` beside `base.spell.frost_tithe`, and beside `base.charm.luck` alone.

    Shapes: `text_with` returns the text of the card under an id; of several ways in which the pack begins its ids, the newest is
            taken with which the game has no objection to the id.
    """
    cards = Card.objects.filter(pack=pack).order_by("-pk")
    ids = list(cards.filter(kind=kind).values_list("written_id", flat=True)[:SAMPLE])
    if not ids:
        others = cards.values_list("written_id", "kind")[:SAMPLE]
        ids = [written_id.replace(f".{other}.", f".{kind}.", 1) for written_id, other in others]
    beginnings = list(dict.fromkeys(_beginning(written_id) for written_id in ids))[:BEGINNINGS] or [f"{pack.slug}."]
    if 2 * sum(written_id[-1] in digits for written_id in ids) > len(ids) and ids[0][-1] in digits:
        stem = ids[0].rstrip(digits)
        return _next_number(pack, stem, len(ids[0]) - len(stem))
    signs = {*"".join(ids)}
    between = "-" if "-" in signs and "_" not in signs else "_"
    end = latin_words(name, between, NAME_LIMIT) or kind.lower()
    fitting = (each for each in beginnings if text_with and _suits(pack.ruleset, text_with(each + end)))
    return _free(pack, next(fitting, beginnings[0]) + end, between)


def _suits(ruleset: str, text: str) -> bool:
    """Return whether the game has no objection to the id of a card."""
    return all(problem.path != IDENTITY for problem in validation.validate(ruleset, text).problems)


def _beginning(written_id: str) -> str:
    """Return what comes before the last part of an id, its dot included."""
    return written_id[: written_id.rfind(".") + 1]


def _next_number(pack: Pack, beginning: str, width: int) -> str:
    ids = Card.objects.filter(pack=pack, written_id__istartswith=beginning).values_list("written_id", flat=True)
    ends = (written_id[len(beginning) :] for written_id in ids)
    last = max((int(end) for end in ends if end.isascii() and end.isdecimal() and len(end) <= width), default=0)
    return f"{beginning}{last + 1:0{width}d}"


def _free(pack: Pack, base: str, between: str) -> str:
    ids = Card.objects.filter(pack=pack, written_id__istartswith=base).values_list("written_id", flat=True)
    taken = {written_id.lower() for written_id in ids}
    return next(name for name in chain([base], (f"{base}{between}{n}" for n in count(2))) if name.lower() not in taken)
