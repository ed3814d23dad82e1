"""Decks of a pack, their problems, and the cards that they name."""

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Q, QuerySet

from cards.errors import BadText
from cards.gateway import deck_files
from cards.gateway.problems import Problem
from cards.lookups import first_or_not_found
from cards.models import Card, Deck, DeckRevision, Pack
from cards.permissions import Act, Actor, require
from cards.queries.packs import pack_list
from cards.queries.problems import known_ids
from cards.shape import JsonObject
from cards.values import frozen_dataclass

MAX_DECKS = 200  # decks that a bounded check looks at
COPY_LIMIT = 200  # decks of one list of decks to copy
HISTORY_LIMIT = 50  # saves of a deck that its page lists


@frozen_dataclass
class DeckVerdict:
    """What the engine says of a deck beside the cards of its pack.

    Shapes: file is nothing where a newer engine cannot read the text any more; cards are those that the deck names,
            by id, in the trash or not; facts what the game's rules know of those that may be played.
    """

    file: deck_files.DeckFile | None
    problems: tuple[Problem, ...]
    counts: tuple[deck_files.DeckCount, ...]
    cards: Mapping[str, Card]
    facts: Mapping[str, deck_files.DeckCard]

    @property
    def errors(self) -> int:
        """Return how many errors there are."""
        return sum(problem.severity == "error" for problem in self.problems)

    @property
    def is_legal(self) -> bool:
        """Return whether a match may be played with the deck."""
        return self.file is not None and not self.errors


def deck_list(*, pack: Pack, trashed: bool = False, query: str = "") -> QuerySet[Deck]:
    """Return the decks of a pack with who saved them."""
    decks = Deck.objects.filter(pack=pack, trashed_at__isnull=not trashed).select_related("saved_by", "pack")
    if query:
        decks = decks.filter(Q(deck_id__icontains=query) | Q(name__icontains=query))
    return decks


def deck_get(*, account: Actor, pack: Pack, number: int, act: Act = Act.DECK_READ) -> Deck:
    """Return one deck of a pack; in the trash or not."""
    require(account=account, pack=pack, act=act)
    return first_or_not_found(Deck.objects.filter(pack=pack, number=number).select_related("saved_by", "pack"))


def deck_history(*, deck: Deck) -> QuerySet[DeckRevision]:
    """Return the saves of a deck, the newest first, without their texts."""
    return deck.revisions.select_related("author").defer("text").order_by("-revision")


def decks_to_copy(*, account: Actor, pack: Pack) -> list[Deck]:
    """Return the decks of the same game that the account may copy: those of the pack first, then those of its others."""
    packs = pack_list(account=account).filter(ruleset=pack.ruleset).exclude(pk=pack.pk)
    light = Deck.objects.filter(trashed_at__isnull=True).select_related("pack").defer("text")
    own = light.filter(pack=pack).order_by("deck_id")[:COPY_LIMIT]
    others = light.filter(pack__in=packs.values("pk")).order_by("pack__slug", "deck_id")[:COPY_LIMIT]
    return [*own, *others]


def deck_verdict(*, deck: Deck, pack: Pack) -> DeckVerdict:
    """Return what the engine says of one deck."""
    return deck_verdicts(decks=[deck], pack=pack)[deck.pk]


def deck_verdicts(*, decks: Iterable[Deck], pack: Pack, documents: JsonObject | None = None) -> dict[int, DeckVerdict]:
    """Return what the engine says of many decks of a pack, by key, in a fixed number of queries.

    Shapes: documents are the cards that count, by id, such as those of a release; without them the drafts of the pack
            do: cards in the trash and retired ones are no cards, and a draft that cannot be read counts as last named.
    """
    read = {deck.pk: _read(deck) for deck in decks}
    card_ids = {card for file in read.values() if isinstance(file, deck_files.DeckFile) for card in file.cards}
    cards = _cards(pack, card_ids)
    facts = _facts(pack, cards, card_ids, documents)
    names: Iterable[str] = facts if card_ids <= facts.keys() else (documents or known_ids(pack=pack))
    known_cards = deck_files.KnownCards(facts, names)
    return {pk: _verdict(file, cards, facts, known_cards) for pk, file in read.items()}


def decks_broken(*, pack: Pack, card: Card, document: JsonObject) -> list[Deck]:
    """Return the decks of a pack that are legal with its drafts and not with another document of one card, MAX_DECKS of them read at most."""
    if not deck_files.has_decks(pack.ruleset):
        return []
    decks = [deck for deck in deck_list(pack=pack)[:MAX_DECKS] if card.written_id in deck.text]
    now = deck_verdicts(decks=decks, pack=pack) if decks else {}
    legal = [deck for deck in decks if now[deck.pk].is_legal]
    named = {name: other for deck in legal for name, other in now[deck.pk].cards.items() if is_live(other)}
    documents = {name: {**document_of(other), "id": name} for name, other in named.items()}
    changed = deck_verdicts(decks=legal, pack=pack, documents={**documents, card.written_id: document})
    return [deck for deck in legal if not changed[deck.pk].is_legal]


def _read(deck: Deck) -> deck_files.DeckFile | BadText:
    """Return the deck, or why today's engine does not read what an older one did."""
    try:
        return deck_files.deck_read(deck.pack.ruleset, deck.text)
    except BadText as error:
        return error


def _verdict(
    file: deck_files.DeckFile | BadText,
    cards: Mapping[str, Card],
    facts: Mapping[str, deck_files.DeckCard],
    known_cards: deck_files.KnownCards,
) -> DeckVerdict:
    if isinstance(file, BadText):
        return DeckVerdict(None, file.problems, (), cards, facts)
    return DeckVerdict(file, file.problems(known_cards), deck_files.deck_counts(file, known_cards), cards, facts)


def _cards(pack: Pack, named: set[str]) -> dict[str, Card]:
    """Return the cards of these ids with what a list shows of them."""
    cards = Card.objects.filter(pack=pack, written_id__in=named) if named else Card.objects.none()
    return {card.written_id: card for card in with_words(cards)}


def with_words(cards: QuerySet[Card]) -> QuerySet[Card]:
    """Return cards with the columns that their faces need, and no others."""
    columns = ("document", "texts")
    sources = [f"{row}__{column}" for row in ("draft", "newest_version") for column in columns]
    return cards.select_related("draft", "newest_version").only(
        "written_id", "kind", "pack_id", "trashed_at", "retired_at", *sources
    )


def _facts(
    pack: Pack, cards: Mapping[str, Card], card_ids: set[str], documents: JsonObject | None
) -> dict[str, deck_files.DeckCard]:
    """Return what the rules know of the cards named that count."""
    if documents is not None:
        card_documents: Sequence[JsonObject] = [documents[card] for card in card_ids & documents.keys()]
    else:
        card_documents = [{**document_of(card), "id": name} for name, card in cards.items() if is_live(card)]
    return deck_files.deck_facts(pack.ruleset, card_documents)


def is_live(card: Card) -> bool:
    """Return whether a deck may name a card."""
    return card.trashed_at is None and card.retired_at is None


def document_of(card: Card) -> JsonObject:
    """Return the document of a card's draft, of its newest version while the draft does not parse, or an empty one."""
    for source in (card.draft, card.newest_version):
        if source is not None and isinstance(source.document, dict):
            return source.document
    return {}
