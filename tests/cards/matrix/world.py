"""One world for the whole table: a private pack and its public twin with everything in them, and people of every kind."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from cards.gateway import deck_files, rulesets
from cards.models import (
    Account,
    Card,
    Deck,
    Job,
    JobKind,
    JobState,
    Match,
    Membership,
    Pack,
    Role,
    Snippet,
    Thread,
    Visibility,
    WebhookDelivery,
)
from cards.models.account import TokenScope
from cards.services.address import address_request
from cards.services.card import card_create
from cards.services.draft import draft_save
from cards.services.glossary import TermForm, glossary_add
from cards.services.import_mapping import FieldMapping, kinds_of, mapping_keep
from cards.services.import_shape import IMPORT, Imported
from cards.services.import_tables import Table
from cards.services.job import JobForm, job_queue
from cards.services.job_kinds import order_json
from cards.services.link import account_reset_request, invitation_create
from cards.services.pack import PackForm, number_take, pack_create, pack_edit
from cards.services.pack_import import ImportOrder, ImportReport
from cards.services.program import SERVICE_SCOPES, Identity, program_create, program_trust
from cards.services.release import ReleaseOrder, release_publish
from cards.services.review import review_request, thread_open
from cards.services.scenario import scenario_create, scenario_remove
from cards.services.sheets import PDF, SHEETS, SheetOrder, Sheets
from cards.services.snippet import snippet_add
from cards.services.token import token_create
from cards.services.version import version_create
from cards.services.webhook import webhook_create
from tests.cards.confirmed import confirmed_search
from tests.cards.conftest import ANYWAY
from tests.cards.web.world import preview_of, result_of

MEMBERS = tuple(Role.values)
ACTORS = ("anonymous", "stranger", *MEMBERS, "operator")
RANKS = {"anyone": 0, "account": 1, **{role: place + 2 for place, role in enumerate(MEMBERS)}, "operator": 7}
OF_ACTOR = {"anonymous": 0, "stranger": 1, **{role: RANKS[role] for role in MEMBERS}, "operator": 7}
SERVICE = "service account"
PASSWORD = "correct horse battery"


@dataclass(frozen=True)
class World:
    """What the rows of the table speak about.

    Shapes: `accounts` by role; `tokens` by role and scopes (`read write`), and that of a service account with all that it may have; `names` are what an address may hold; `cookies` are those of a session of each;
            `events` is the length of the audit, 0 while it may still grow.
    """

    accounts: dict[str, Account]
    tokens: dict[tuple[str, str], str]
    names: dict[str, str]
    cookies: dict[str, str] = field(default_factory=dict)
    events: int = 0


def build(game: str = "") -> World:
    """Make everything, by the services where there are any, in packs of a game, the first with decks where none is named."""
    game = game or next(each.name for each in rulesets.rulesets() if deck_files.has_decks(each.name))
    accounts = {name: Account.objects.create_user(f"{name}@example.org", PASSWORD) for name in ("stranger", *MEMBERS)}
    accounts["operator"] = Account.objects.create_superuser("operator@example.org", PASSWORD)
    names: dict[str, str] = {}
    for slug, visibility in (("core", "private"), ("open", "public")):
        names |= _pack(game, slug, accounts, visibility)
    other = pack_create(actor=accounts["stranger"], slug="secret", ruleset=game, form=PackForm(name={"en": "Secret"}))
    _fill(other, accounts["stranger"])
    names |= _names(other, accounts["stranger"])
    names["invitation"] = invitation_create(actor=None, email="new@example.org")
    names["address"] = address_request(actor=accounts["stranger"], email="moved@example.org", password=PASSWORD)
    names["reset"] = account_reset_request(email="viewer@example.org") or ""
    tokens = {}
    for role, account in accounts.items():
        for scopes in (tuple(TokenScope.values), *((scope,) for scope in TokenScope.values)):
            _, secret = token_create(actor=account, name="matrix", scopes=scopes, days=1)
            tokens[role, " ".join(scopes)] = secret
        mine, _ = token_create(actor=account, name="to revoke", scopes=("read",), days=1)
        names[f"token of {role}"] = mine.token_id
    core = Pack.objects.get(slug="core")
    form = {"handle": "everything", "name": "", "scopes": SERVICE_SCOPES, "days": 1}
    tokens[SERVICE, ""] = program_create(actor=accounts["admin"], pack=core, **form)[1]
    return World(accounts, tokens, names)


def _pack(game: str, slug: str, accounts: dict[str, Account], visibility: str) -> dict[str, str]:
    admin = accounts["admin"]
    pack = pack_create(actor=admin, slug=slug, ruleset=game, form=PackForm(name={"en": slug}))
    for role in MEMBERS[:-1]:
        Membership.objects.create(pack=pack, account=accounts[role], role=role)
    guest, _ = Account.objects.get_or_create(email="guest@example.org")
    Membership.objects.create(pack=pack, account=guest, role=Role.VIEWER)
    _fill(pack, admin)
    pack_edit(actor=admin, pack=pack, form=PackForm(name={"en": slug}, visibility=Visibility(visibility)))
    return _names(pack, guest)


def _names(pack: Pack, member: Account) -> dict[str, str]:
    """Return what addresses and conditions of this pack's rows name."""
    card = Card.objects.get(pack=pack, written_id="base.stone")
    term = pack.glossary.get()
    return {
        f"{pack.slug}.member": str(Membership.objects.get(pack=pack, account=member).pk),
        f"{pack.slug}.term": str(term.pk),
        f"{pack.slug}.tag of draft": card.draft.etag,
        f"{pack.slug}.tag of scenario": "s1",
        f"{pack.slug}.tag of deck": pack.decks.get(number=1).etag,
        f"{pack.slug}.tag of term": "r1",
        f"{pack.slug}.webhook": str(pack.webhooks.get().pk),
        f"{pack.slug}.program": str(pack.programs.get(account__name="Build server").pk),
        f"{pack.slug}.delivery": str(pack.webhooks.get().deliveries.get().pk),
        f"{pack.slug}.queued": str(pack.previews.get(number=2).pk),
        f"{pack.slug}.account": str(member.pk),
        f"{pack.slug}.thread": str(Thread.objects.get(review__pack=pack).pk),
        f"{pack.slug}.digest": pack.releases.get().files.get(path="cards/base.stone.json").sha256,
        f"{pack.slug}.mapping": str(pack.import_mappings.get().pk),
        f"{pack.slug}.snippet": str(Snippet.objects.get(pack=pack).pk),
        f"{pack.slug}.fresh card": card_text(pack, "base.fresh"),
        f"{pack.slug}.deck text": json.dumps(pack.decks.get(number=1).text.replace("Mine", "Ours"))[1:-1],
    }


def _fill(pack: Pack, admin: Account) -> None:
    """Give a pack two released cards, one that was never released, one in the trash, and one of everything else."""
    for name in ("base.stone", "base.wand"):
        card = card_create(actor=admin, pack=pack, text=card_text(pack, name))
        version_create(actor=admin, card=card, based_on=card.draft.etag)
    release_publish(actor=admin, pack=pack, order=ReleaseOrder("1.0.0", override=ANYWAY))
    author, _ = Account.objects.get_or_create(email="author@example.org")
    Membership.objects.create(pack=pack, account=author, role=Role.DESIGNER)
    loose = card_create(actor=author, pack=pack, text=card_text(pack, "base.loose"))
    version_create(actor=author, card=loose, based_on=loose.draft.etag)
    review = review_request(actor=author, card=loose, number=1)
    thread_open(actor=admin, review=review, text="Why?")
    gone = card_create(actor=admin, pack=pack, text=card_text(pack, "base.gone"))
    Card.objects.filter(pk=gone.pk).update(trashed_at="2026-11-01T00:00:00Z")
    Card.objects.filter(pack=pack, written_id="base.wand").update(deprecated={"en": "Use stone.", "zh": ""})
    stone = Card.objects.get(pack=pack, written_id="base.stone")
    scenario_create(actor=admin, card=stone, text="{}")
    scenario_remove(actor=admin, scenario=scenario_create(actor=admin, card=stone, text="{}"))
    glossary_add(actor=admin, pack=pack, form=TermForm(en="stone", zh="石头"))
    text = deck_files.deck_empty(pack.ruleset, "mine", "Mine")
    for number, moment in ((1, None), (2, "2026-11-01T00:00:00Z")):
        number_take(pack=pack, kind="deck")
        Deck.objects.create(
            pack=pack, number=number, deck_id=f"d{number}", text=text, sha="0" * 64, saved_by=admin, created_by=admin,
            trashed_at=moment,
        )  # fmt: skip
    hook, _ = webhook_create(actor=admin, pack=pack, url="https://hooks.example.org/")
    WebhookDelivery.objects.create(webhook=hook, event_id="evt_1", kind="release.published", body="{}", state="failed")
    program_create(actor=admin, pack=pack, handle="build", name="Build server", scopes=["read"], days=1)
    identity = Identity("https://ci.example.org", "repo:studio/cards:ref:refs/heads/main", {"environment": "release"})
    program_trust(actor=admin, pack=pack, handle="ci", name="Release job", identity=identity)
    snippet_add(actor=admin, pack=pack, name="a block", slot="effects", body="{}")
    mapping = FieldMapping(kinds_of(pack.ruleset)[0], {"Title": "/name"})
    mapping_keep(actor=admin, pack=pack, table=Table(("Title", "Artist"), ()), mapping=mapping)
    number_take(pack=pack, kind="preview")
    number_take(pack=pack, kind="preview")
    order = order_json(ImportOrder(dry_run=True), "body.json")
    job_queue(actor=admin, pack=pack, form=JobForm(JobKind.IMPORT, order, b"[]"))
    job_queue(actor=admin, pack=pack, form=JobForm(JobKind.IMPORT, order, b"[]", is_dry=True))
    Job.objects.filter(pack=pack).update(requested_by=author)  # those who cancel and write are others
    done = {"state": JobState.FINISHED, "result": empty_report(), "finished_at": "2026-11-01T00:00:00Z"}
    Job.objects.filter(pack=pack, number=2).update(**done)
    sheets = Sheets("core-3.pdf", b"%PDF-", 1, 1, (), (), ())
    order = SheetOrder(PDF, ("base.stone",)).to_json()
    job_queue(actor=admin, pack=pack, form=JobForm(JobKind.SHEET, order))
    Job.objects.filter(pack=pack, number=3).update(
        state=JobState.FINISHED, result=SHEETS(sheets), output=sheets.data, finished_at="2026-11-01T00:00:00Z"
    )
    text = card_text(pack, "base.stone").replace("{", "{ ", 1)
    draft_save(actor=admin, card=stone, text=text, texts=None, based_on=stone.draft.etag)
    preview_of(stone, 1, "finished", result_of("smoke-2") | {"engine": "0" * 64})
    preview_of(stone, 2, "queued")
    _match(pack, stone, author)
    confirmed_search(admin, stone)


def _match(pack: Pack, card: Card, account: Account) -> None:
    """Give a pack a match that is over, of an engine that is gone."""
    number_take(pack=pack, kind="match")
    Match.objects.create(
        pack=pack,
        number=1,
        card=card,
        account=account,
        spec={
            "engine": "0" * 64,
            "ruleset": pack.ruleset,
            "layout": {"unit": "seat"},
            "candidate": {"id": "base.stone"},
        },
        spec_sha256="0" * 64,
        engine_hash="0" * 64,
        trace={"block": 0},
        origin={"seat": 0, "revision": 1},
        seats=[0],
        winner=0,
        ended_at="2026-11-01T00:00:00Z",
    )


def empty_report() -> dict[str, Any]:
    """Return what a job answers that imported nothing."""
    return IMPORT(Imported(ImportReport((), (), (), ()), None, False))


def card_text(pack: Pack, written_id: str) -> str:
    """Return the text of a valid card of the pack's game."""
    document = json.loads(rulesets.templates(pack.ruleset)[0].text(written_id))
    if isinstance(document.get("name"), str):
        document["name"] = f"{pack.slug} {written_id}"  # other bytes in each pack
    return json.dumps(document, ensure_ascii=False)


def routes() -> Iterator[tuple[str, str]]:
    """Yield every route of the portal with each method that it answers."""
    for name, callback in _patterns(get_resolver().url_patterns):
        for method in sorted(_methods(callback)):
            yield name, method


def _patterns(patterns: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            space = f"{pattern.namespace or pattern.app_name}:" if pattern.app_name else prefix
            yield from _patterns(pattern.url_patterns, space)
        elif isinstance(pattern, URLPattern):
            yield f"{prefix}{pattern.name}", pattern.callback


def _methods(callback: Any) -> set[str]:
    """Return what a view answers: the handlers of a class, or what a function's decorator lists."""
    if view := getattr(callback, "cls", None):
        return {name.upper() for name in view.http_method_names if hasattr(view, name)} - {"HEAD", "OPTIONS"}
    while callback is not None:
        for cell in getattr(callback, "__closure__", None) or ():
            found = cell.cell_contents
            if isinstance(found, list) and found and all(str(each).isupper() for each in found):
                return set(found) - {"HEAD", "OPTIONS"}
        callback = getattr(callback, "__wrapped__", None)
    return {"GET"}


DEFAULTS = {
    "card": "base.stone", "number": 1, "version": "1.0.0", "other": "1.0.0", "path": "cards/base.stone.json", "language": "en",
    "digest": "0" * 64, "sha256": "0" * 64, "index": 0, "rest": "nowhere", "ruleset": "wizards", "kind": "card",
    "page": "deck", "family": "effect", "name": "damage", "slug": "not-found",
}  # fmt: skip


def address(route: str, pack: str, changed: dict[str, Any]) -> str:
    """Return the address of a route, its parts filled in from the row or else as everywhere."""
    values = {**DEFAULTS, "pack": pack, **changed}
    return reverse(route, kwargs={name: values[name] for name in arguments(route)})


def arguments(route: str) -> list[str]:
    """Return the names of what the address of a route holds."""
    space, _, name = route.rpartition(":")
    resolver = get_resolver()
    if space:
        _, inner = resolver.namespace_dict[space]
        resolver = inner
    return list(resolver.reverse_dict.getlist(name)[0][0][0][1])


def client_of(world: World, actor: str) -> Client:
    """Return a browser in which a person is signed in, or no one."""
    client = Client()
    if actor == "anonymous":
        return client
    if actor not in world.cookies:
        client.force_login(world.accounts[actor])
        world.cookies[actor] = client.cookies.output(header="", sep=";")
    client.cookies.load(world.cookies[actor])
    return client
