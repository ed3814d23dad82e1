"""Every change writes exactly one audit event, in its own transaction; a service without a test here is found."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from cards import services
from cards.errors import Refusal, VersionExists
from cards.models import (
    Account,
    AuditEvent,
    BulkEdit,
    Card,
    Deck,
    ImportMapping,
    Invitation,
    Job,
    JobKind,
    Pack,
    Preview,
    Release,
    Review,
    SigningKey,
    Sweep,
    Thread,
    Webhook,
    WebhookDelivery,
)
from cards.queries.history import draft_get, revision_get, version_get
from cards.services import program
from cards.services import review as reviews
from cards.services import scenario as scenarios
from cards.services.account import account_create, account_deactivate
from cards.services.art import art_remove, art_set
from cards.services.audit import audit_record
from cards.services.bulk import CardEdit, bulk_undo, bulk_write
from cards.services.bulk import Change as CellChange
from cards.services.bulk_texts import TextStep, bulk_texts
from cards.services.card import (
    card_copy,
    card_create,
    card_create_blank,
    card_create_from_template,
    card_trash,
    card_untrash,
)
from cards.services.card_marks import card_deprecate, card_retire, card_undeprecate, card_unretire
from cards.services.card_rename import card_rename
from cards.services.deck import deck_create_empty, deck_save, deck_trash
from cards.services.draft import draft_save, revision_restore, version_restore
from cards.services.glossary import TermForm, glossary_add, glossary_edit, glossary_remove, glossary_seed
from cards.services.health import health_cancel, health_start
from cards.services.import_mapping import FieldMapping, mapping_keep, mapping_remove
from cards.services.import_tables import Table
from cards.services.job import JobForm, job_again, job_cancel, job_queue
from cards.services.link import invitation_accept, invitation_create, invitation_revoke
from cards.services.link_mail import invitation_mail
from cards.services.member import member_change, member_hand_over, member_remove, member_set
from cards.services.notification import notification_choose, notifications_read
from cards.services.pack import PackForm, pack_archive, pack_create, pack_edit
from cards.services.pack_import import Incoming, pack_import
from cards.services.previews import ladder, pairs, release, tune, worth
from cards.services.previews.start import preview_cancel, preview_keep, preview_start
from cards.services.release import ReleaseOrder, release_plan_save, release_publish
from cards.services.release_yank import release_unyank, release_yank
from cards.services.session import session_see
from cards.services.signing import signing_key_make, signing_key_retire
from cards.services.snippet import snippet_add, snippet_remove, snippet_rename
from cards.services.sweep import sweep_accept, sweep_cancel
from cards.services.texts import texts_save
from cards.services.texts_import import texts_import
from cards.services.token import token_create, token_revoke
from cards.services.trash import card_purge, trash_empty
from cards.services.version import version_create
from cards.services.webhook import webhook_create, webhook_edit, webhook_redeliver, webhook_remove, webhook_secret_renew
from cards.texts_csv import text_hash
from tests.cards.audit_language import wordless
from tests.cards.audit_of_accounts import OF_ACCOUNTS, passkey_of, with_app
from tests.cards.audit_of_decks import OF_DECKS
from tests.cards.audit_of_lifting import BEFORE_LIFTING, OF_LIFTING
from tests.cards.audit_of_matches import BEFORE_MATCHES, OF_MATCHES
from tests.cards.confirmed import changed_card, confirmed_search, confirmed_sweep, search_of, sweep_of
from tests.cards.conftest import ANYWAY, PASSWORD, RULESET, LayerOf, card_text
from tests.cards.matches import first_answer, moment_save
from tests.cards.test_art import image

FORM = PackForm(name={"en": "Other"})
TERM = TermForm("card", "卡牌")
SCENARIO = (
    '{"format": "scenario/1", "ruleset": "wizards", "name": "a", "given": {"seats": [{}, {}]}, "when": [], "then": []}'
)


class Stage:
    """What the changes below act on: an admin, a pack, a stranger, and a card with one version."""

    def __init__(self, admin: Account, pack: Pack) -> None:
        self.admin, self.pack = admin, pack
        self.other = account_create(actor=None, email="other@example.org", password=PASSWORD)
        self.card = card_create(actor=admin, pack=pack, text=card_text("base.stone"))
        self.version = version_create(actor=admin, card=self.card, based_on=self.etag)

    @property
    def etag(self) -> str:
        return draft_get(card=self.card).etag

    def operator(self) -> Account:
        self.admin.is_superuser = True
        return self.admin

    def member(self) -> None:
        member_set(actor=self.admin, pack=self.pack, account=self.other, role="viewer")

    def invitation(self) -> int:
        invitation_create(actor=self.admin, email="x@example.org", pack=self.pack, role="viewer")
        return Invitation.objects.latest("pk").pk

    def edit(self) -> None:
        text = card_text("base.stone", manaCost=7)
        draft_save(actor=self.admin, card=self.card, text=text, texts=None, based_on=self.etag)

    def loose_card(self) -> Card:
        return card_create(actor=self.admin, pack=self.pack, text=card_text("base.loose"))

    def webhook(self) -> Webhook:
        hook, _ = webhook_create(actor=self.admin, pack=self.pack, url=HOOK)
        WebhookDelivery.objects.create(webhook=hook, event_id="e", kind="release.yanked", body="{}", state="failed")
        return hook

    def bulk(self) -> BulkEdit:
        edit = CardEdit(self.card.written_id, self.card.draft.etag, (CellChange("/name", "岩石", "zh"),))
        return bulk_write(actor=self.admin, pack=self.pack, edits=[edit], kind="grid", summary={})

    def session(self) -> int:
        session_see(account=self.other, key="k", agent="", address="")
        return self.other.signed_in.get().pk

    def play_with_decks(self) -> None:
        self.pack.ruleset = "halo"
        self.pack.save(update_fields=["ruleset"])

    def deck(self) -> Deck:
        self.play_with_decks()
        return deck_create_empty(actor=self.admin, pack=self.pack, deck_id="first")

    def scenario(self, *, is_removed: bool = False) -> Any:
        scenario = scenarios.scenario_create(actor=self.admin, card=self.card, text=SCENARIO)
        if is_removed:
            scenarios.scenario_remove(actor=self.admin, scenario=scenario)
        return scenario

    def edited_deck(self) -> Deck:
        deck = self.deck()
        return deck_save(actor=self.admin, deck=deck, text='{"deckId": "first", "cards": []}', based_on=deck.etag)

    def release(self) -> Release:
        return release_publish(actor=self.admin, pack=self.pack, order=ReleaseOrder("1.0.0", override=ANYWAY))

    def released_card(self) -> Card:
        self.release()
        self.card.refresh_from_db()
        return self.card

    def review(self) -> Review:
        return reviews.review_request(actor=self.admin, card=self.card, number=1)

    def thread(self) -> Thread:
        return reviews.thread_open(actor=self.admin, review=self.review(), text="Why?")

    def reviewer(self) -> Account:
        member_set(actor=self.admin, pack=self.pack, account=self.other, role="reviewer")
        return self.other

    def service(self) -> dict[str, Any]:
        scopes = {"scopes": ["read", "write"], "days": 30}
        return {"actor": self.admin, "pack": self.pack, "handle": "build", "name": "Build server", **scopes}

    def job(self) -> Job:
        return job_queue(actor=self.admin, pack=self.pack, form=JobForm(JobKind.IMPORT, data=b"", is_dry=True))

    def sweep(self) -> Sweep:
        return sweep_of(self.admin, self.card)

    def preview(self) -> Preview:
        return preview_start(actor=self.admin, card=self.card)


MAPPING = {"table": Table(("Title",), ()), "mapping": FieldMapping("treasure", {"Title": "/name"})}
SNIPPET = {"name": "Two damage", "slot": "effect", "body": '{"type": "damage"}'}
Change = Callable[[Stage], Any]
HOOK = "https://hooks.example.org/"

SETUPS: dict[str, Change] = {
    **BEFORE_LIFTING,
    "release_yank": lambda on: on.release(),
    "release_unyank": lambda on: release_yank(actor=on.admin, release=on.release(), reason={"en": "Wrong."}).release,
    "signing_key_make": lambda on: Path(tempfile.mkdtemp()) / "key",
    "signing_key_retire": lambda on: SigningKey.objects.create(key_id="0123456789ABCDEF", public_key="x"),
    "session_end": Stage.session,
    **dict.fromkeys(("factor_ask_everywhere", "factor_codes_renew", "factor_remove", "factor_reset"), with_app),
    **dict.fromkeys(("passkey_rename", "passkey_remove", "account_confirm_by_passkey"), passkey_of),
    "account_reactivate": lambda on: account_deactivate(actor=on.operator(), account=on.other),
    "health_cancel": lambda on: health_start(actor=on.admin, pack=on.pack),
    **dict.fromkeys(("job_again", "job_cancel"), lambda on: on.job()),
    "sweep_accept": lambda on: confirmed_sweep(on.admin, on.card),
    "sweep_cancel": lambda on: on.sweep(),
    "tune_take": lambda on: confirmed_search(on.admin, on.card),
    "comparison_start": lambda on: changed_card(on.admin, on.released_card()),
    "art_remove": lambda on: art_set(actor=on.admin, card=on.card, data=image()),
    "bulk_undo": lambda on: on.bulk(),
    "deck_copy": lambda on: on.deck(),
    **dict.fromkeys(("deck_create", "deck_create_empty", "deck_create_from_sample"), Stage.play_with_decks),
    "deck_edit": lambda on: on.deck(),
    "deck_references_set": lambda on: on.deck(),
    "deck_restore": lambda on: on.edited_deck(),
    "deck_save": lambda on: on.deck(),
    "deck_trash": lambda on: on.deck(),
    "deck_untrash": lambda on: deck_trash(actor=on.admin, deck=on.deck()),
    "card_untrash": lambda on: card_trash(actor=on.admin, card=on.loose_card()),
    "card_trash": lambda on: on.loose_card(),
    "card_purge": lambda on: card_trash(actor=on.admin, card=on.loose_card()),
    "card_retire": lambda on: on.released_card(),
    "card_undeprecate": lambda on: card_deprecate(actor=on.admin, card=on.card, note={"en": "Use another."}),
    "card_unretire": lambda on: card_retire(actor=on.admin, card=on.released_card()),
    "trash_empty": lambda on: card_trash(actor=on.admin, card=on.loose_card()),
    "invitation_accept": lambda on: invitation_create(
        actor=on.admin, email=on.other.email, pack=on.pack, role="viewer"
    ),
    "glossary_edit": lambda on: glossary_add(actor=on.admin, pack=on.pack, form=TERM),
    "glossary_remove": lambda on: glossary_add(actor=on.admin, pack=on.pack, form=TERM),
    "invitation_revoke": lambda on: on.invitation(),
    "member_change": lambda on: on.member(),
    "member_hand_over": lambda on: on.member(),
    "member_remove": lambda on: on.member(),
    "comment_add": lambda on: on.thread(),
    "review_ask": lambda on: (on.review(), on.reviewer()),
    "review_decide": lambda on: (on.review(), on.reviewer()),
    "review_withdraw": lambda on: on.review(),
    "thread_open": lambda on: on.review(),
    "thread_resolve": lambda on: on.thread(),
    "scenario_from_match": lambda on: first_answer(on.admin, on.card),
    **dict.fromkeys(("scenario_change", "scenario_remove", "scenario_save"), lambda on: on.scenario()),
    "scenario_restore": lambda on: on.scenario(is_removed=True),
    "mapping_remove": lambda on: ImportMapping.objects.create(
        pack=on.pack, shape="0" * 64, columns=["Title"], kind="treasure", fields={}, saved_by=on.admin
    ),
    **dict.fromkeys(
        ("snippet_remove", "snippet_rename"), lambda on: snippet_add(actor=on.admin, pack=on.pack, **SNIPPET)
    ),
    **dict.fromkeys(
        ("program_remove", "program_take_over", "program_token_renew"),
        lambda on: program.program_create(**on.service())[0],
    ),
    "token_revoke": lambda on: token_create(actor=on.admin, name="CI", scopes=["read"], days=1)[0],
    "version_create": lambda on: on.edit(),
    **dict.fromkeys(
        ("webhook_edit", "webhook_redeliver", "webhook_remove", "webhook_secret_renew"), lambda on: on.webhook()
    ),
    "version_restore": lambda on: on.edit(),
    "revision_restore": lambda on: on.edit(),
    "preview_cancel": lambda on: on.preview(),
    "preview_keep": lambda on: on.preview(),
    **BEFORE_MATCHES,
}
"""The preparation of a change; its result is passed on."""

CHANGES: dict[str, Callable[[Stage, Any], Any]] = {
    **OF_ACCOUNTS,
    **OF_MATCHES,
    "art_remove": lambda on, _: art_remove(actor=on.admin, card=on.card),
    "art_set": lambda on, _: art_set(actor=on.admin, card=on.card, data=image()),
    "bulk_undo": lambda on, bulk: bulk_undo(actor=on.admin, pack=on.pack, number=bulk.pk),
    "bulk_write": lambda on, _: on.bulk(),
    "card_copy": lambda on, _: card_copy(actor=on.admin, pack=on.pack, source=on.card, written_id="base.copy"),
    "card_create": lambda on, _: card_create(actor=on.admin, pack=on.pack, text=card_text("base.new")),
    "card_create_blank": lambda on, _: card_create_blank(
        actor=on.admin, pack=on.pack, kind="treasure", written_id="base.new"
    ),
    "card_create_from_template": lambda on, _: card_create_from_template(
        actor=on.admin, pack=on.pack, template="spell", written_id="base.new"
    ),
    "card_deprecate": lambda on, _: card_deprecate(actor=on.admin, card=on.card, note={"en": "Use another."}),
    "card_purge": lambda on, card: card_purge(actor=on.admin, card=card),
    "card_rename": lambda on, _: card_rename(actor=on.admin, card=on.card, new_id="base.rock"),
    "card_retire": lambda on, card: card_retire(actor=on.admin, card=card),
    "card_trash": lambda on, card: card_trash(actor=on.admin, card=card),
    "card_undeprecate": lambda on, card: card_undeprecate(actor=on.admin, card=card),
    "card_unretire": lambda on, card: card_unretire(actor=on.admin, card=card),
    "card_untrash": lambda on, card: card_untrash(actor=on.admin, card=card),
    **OF_DECKS,
    **OF_LIFTING,
    "draft_save": lambda on, _: on.edit(),
    "glossary_add": lambda on, _: glossary_add(actor=on.admin, pack=on.pack, form=TERM),
    "glossary_edit": lambda on, term: glossary_edit(
        actor=on.admin, pack=on.pack, term=term, form=TermForm("card", "牌"), based_on=1
    ),
    "glossary_remove": lambda on, term: glossary_remove(actor=on.admin, pack=on.pack, term=term),
    "glossary_seed": lambda on, _: glossary_seed(actor=on.admin, pack=on.pack),
    "invitation_accept": lambda on, token: invitation_accept(actor=on.other, token=token),
    "health_cancel": lambda on, run: health_cancel(actor=on.admin, run=run),
    "health_start": lambda on, _: health_start(actor=on.admin, pack=on.pack),
    "job_again": lambda on, job: job_again(actor=on.admin, job=job),
    "job_cancel": lambda on, job: job_cancel(actor=on.admin, job=job),
    "job_queue": lambda on, _: on.job(),
    "invitation_mail": lambda on, _: invitation_mail(
        actor=on.admin, email="new@example.org", pack=on.pack, role="viewer", language="en"
    ),
    "invitation_create": lambda on, _: invitation_create(
        actor=on.admin, email="new@example.org", pack=on.pack, role="viewer"
    ),
    "invitation_revoke": lambda on, pk: invitation_revoke(actor=on.admin, pack=on.pack, pk=pk),
    "member_change": lambda on, _: member_change(actor=on.admin, pack=on.pack, account=on.other, role="designer"),
    "member_hand_over": lambda on, _: member_hand_over(actor=on.admin, pack=on.pack, account=on.other),
    "member_remove": lambda on, _: member_remove(actor=on.admin, pack=on.pack, account=on.other),
    "member_set": lambda on, _: member_set(actor=on.admin, pack=on.pack, account=on.other, role="viewer"),
    "pack_archive": lambda on, _: pack_archive(actor=on.admin, pack=on.pack, archived=True),
    "pack_create": lambda on, _: pack_create(actor=on.admin, slug="other", ruleset=RULESET, form=FORM),
    "pack_edit": lambda on, _: pack_edit(actor=on.admin, pack=on.pack, form=FORM),
    "pack_import": lambda on, _: pack_import(
        actor=on.admin, pack=on.pack, cards=[Incoming(card_text("base.a")), Incoming(card_text("base.b"))]
    ),
    "mapping_keep": lambda on, _: mapping_keep(actor=on.admin, pack=on.pack, **MAPPING),
    "mapping_remove": lambda on, mapping: mapping_remove(actor=on.admin, pack=on.pack, mapping=mapping),
    "preview_cancel": lambda on, preview: preview_cancel(actor=on.admin, preview=preview),
    "preview_keep": lambda on, preview: preview_keep(actor=on.admin, preview=preview, keep=True),
    "preview_start": lambda on, _: on.preview(),
    "comment_add": lambda on, thread: reviews.comment_add(actor=on.admin, thread=thread, text="Because."),
    "notification_choose": lambda on, _: notification_choose(
        actor=on.admin, muted_kinds=[], unmailed_kinds=["mentioned"]
    ),
    "notifications_read": lambda on, _: notifications_read(actor=on.admin),
    "review_ask": lambda on, both: reviews.review_ask(actor=on.admin, review=both[0], reviewers=[both[1]]),
    "review_decide": lambda on, both: reviews.review_decide(actor=both[1], review=both[0], verdict="approve"),
    "review_request": lambda on, _: on.review(),
    "review_withdraw": lambda on, review: reviews.review_withdraw(actor=on.admin, review=review),
    "thread_open": lambda on, review: reviews.thread_open(actor=on.admin, review=review, text="Why?"),
    "thread_resolve": lambda on, thread: reviews.thread_resolve(actor=on.admin, thread=thread),
    "release_plan_save": lambda on, _: release_plan_save(
        actor=on.admin, pack=on.pack, order=ReleaseOrder("1.2.0", override=ANYWAY)
    ),
    "release_publish": lambda on, _: release_publish(
        actor=on.admin, pack=on.pack, order=ReleaseOrder("1.0.0", override=ANYWAY)
    ),
    "revision_restore": lambda on, _: revision_restore(
        actor=on.admin, card=on.card, revision=revision_get(card=on.card, number=1), based_on=on.etag
    ),
    "scenario_change": lambda on, scenario: scenarios.scenario_change(
        actor=on.admin, scenario=scenario, changes=[{"do": "name", "to": "n"}], based_on=scenario.etag
    ),
    "scenario_create": lambda on, _: scenarios.scenario_create(actor=on.admin, card=on.card, text="{}"),
    "signing_key_make": lambda on, path: signing_key_make(actor=on.admin, out=path),
    "signing_key_retire": lambda on, _: signing_key_retire(actor=on.admin, key_id="0123456789ABCDEF"),
    "release_yank": lambda on, release: release_yank(actor=on.admin, release=release, reason={"en": "Wrong."}),
    "release_unyank": lambda on, release: release_unyank(actor=on.admin, release=release, reason={"en": "Right."}),
    "snippet_add": lambda on, _: snippet_add(actor=on.admin, pack=on.pack, **SNIPPET),
    "snippet_remove": lambda on, snippet: snippet_remove(actor=on.admin, pack=on.pack, snippet=snippet),
    "snippet_rename": lambda on, snippet: snippet_rename(actor=on.admin, pack=on.pack, snippet=snippet, name="Other"),
    "scenario_remove": lambda on, scenario: scenarios.scenario_remove(actor=on.admin, scenario=scenario),
    "scenario_restore": lambda on, scenario: scenarios.scenario_restore(actor=on.admin, scenario=scenario),
    "scenario_from_match": lambda on, match: moment_save(on.admin, on.card, match),
    "scenario_run": lambda on, _: scenarios.scenario_run(actor=on.admin, card=on.card),
    "scenario_save": lambda on, scenario: scenarios.scenario_save(
        actor=on.admin, scenario=scenario, text="[]", based_on=scenario.etag
    ),
    "sweep_accept": lambda on, sweep: sweep_accept(actor=on.admin, sweep=sweep),
    "sweep_cancel": lambda on, sweep: sweep_cancel(actor=on.admin, sweep=sweep),
    "sweep_start": lambda on, _: on.sweep(),
    "worth_start": lambda on, _: worth.worth_start(actor=on.admin, card=on.card),
    "ladder_start": lambda on, _: ladder.ladder_start(actor=on.admin, card=on.card),
    "pairs_start": lambda on, _: pairs.pairs_start(actor=on.admin, card=on.card),
    "tune_start": lambda on, _: search_of(on.admin, on.card),
    "comparison_start": lambda on, _: release.comparison_start(actor=on.admin, pack=on.pack),
    "tune_take": lambda on, search: tune.tune_take(actor=on.admin, preview=search, candidate=0),
    "bulk_texts": lambda on, _: bulk_texts(
        actor=on.admin,
        pack=on.pack,
        language="zh",
        step=TextStep.GENERATED,
        etags={"base.stone": on.etag},
        what={"en": "Texts", "zh": "文案"},
    ),
    "texts_import": lambda on, _: texts_import(
        actor=on.admin, pack=on.pack, data=f"key,text,source_hash\nbase.stone/notes/zh,石,{text_hash('')}".encode()
    ),
    "texts_save": lambda on, _: texts_save(
        actor=on.admin, card=on.card, language="zh", words={"name": "石头"}, based_on=on.etag
    ),
    "program_create": lambda on, _: program.program_create(**on.service()),
    "program_trust": lambda on, _: program.program_trust(
        actor=on.admin,
        pack=on.pack,
        handle="ci",
        name="",
        identity=program.Identity("https://ci.example.org", "repo:a/b", {}),
    ),
    "program_token_renew": lambda on, account: program.program_token_renew(
        actor=on.admin, program=account, days=30, overlap=24
    ),
    "program_take_over": lambda on, account: program.program_take_over(actor=on.admin, program=account),
    "program_remove": lambda on, account: program.program_remove(actor=on.admin, program=account),
    "token_create": lambda on, _: token_create(actor=on.admin, name="CI", scopes=["read"], days=1),
    "token_revoke": lambda on, token: token_revoke(actor=on.admin, token_id=token.token_id),
    "trash_empty": lambda on, _: trash_empty(actor=on.admin, pack=on.pack),
    "version_create": lambda on, _: version_create(actor=on.admin, card=on.card, based_on=on.etag),
    "webhook_create": lambda on, _: webhook_create(actor=on.admin, pack=on.pack, url=HOOK),
    "webhook_edit": lambda on, hook: webhook_edit(actor=on.admin, webhook=hook, url=HOOK, enabled=False),
    "webhook_redeliver": lambda on, hook: webhook_redeliver(actor=on.admin, delivery=hook.deliveries.get()),
    "webhook_remove": lambda on, hook: webhook_remove(actor=on.admin, webhook=hook),
    "webhook_secret_renew": lambda on, hook: webhook_secret_renew(actor=on.admin, webhook=hook),
    "version_restore": lambda on, _: version_restore(
        actor=on.admin, card=on.card, version=version_get(card=on.card, number=1), based_on=on.etag
    ),
}
ITS_OWN_RECORD = frozenset(
    [
        "match_play",
        "match_take_back",
        "match_uncover",
        "notifications_read",
        "deck_edit",
        "deck_save",
        "draft_save",
        "scenario_change",
        "scenario_run",
        "scenario_save",
        "texts_save",
    ]
)
"""Services whose record is the revision, the decisions of a match, or the mark of when it was read."""


LAYERS = {"stage": lambda layers: Stage(layers["admin"], layers["pack"])}


@pytest.fixture
def stage(layer_of: LayerOf, pack: Pack) -> Any:
    return layer_of("stage")


def services_with_an_actor() -> set[str]:
    """Return the public functions of all services that a person calls in their own name."""
    names = set()
    for module in pkgutil.walk_packages(services.__path__, "cards.services."):
        for name, function in inspect.getmembers(importlib.import_module(module.name), inspect.isfunction):
            if function.__module__ == module.name and "actor" in inspect.signature(function).parameters:
                names.add(name)
    return {name for name in names if not name.startswith("_")} - {"audit_record"}


class TestEveryService:
    def test_is_in_the_table(self) -> None:
        assert services_with_an_actor() == set(CHANGES)

    @pytest.mark.parametrize("name", sorted(CHANGES))
    def test_leaves_one_event(self, stage: Stage, name: str) -> None:
        prepared = SETUPS[name](stage) if name in SETUPS else None
        before = AuditEvent.objects.count()
        CHANGES[name](stage, prepared)
        events = list(AuditEvent.objects.order_by("pk")[before:])
        assert (len(events), wordless(events)) == (0 if name in ITS_OWN_RECORD else 1, set())
        assert all(event.actor_id in {stage.admin.pk, stage.other.pk} for event in events)


class TestAuditRecord:
    def test_goes_with_the_deed_that_fails(self, stage: Stage) -> None:
        release_publish(actor=stage.admin, pack=stage.pack, order=ReleaseOrder("1.0.0", override=ANYWAY))
        before = AuditEvent.objects.count()
        with pytest.raises(VersionExists):
            release_publish(actor=stage.admin, pack=stage.pack, order=ReleaseOrder("1.0.0", override=ANYWAY))

        assert AuditEvent.objects.count() == before

    def test_of_a_refused_deed_is_not_written(self, stage: Stage) -> None:
        before = AuditEvent.objects.count()
        with pytest.raises(Refusal):
            pack_edit(actor=stage.other, pack=stage.pack, form=FORM)
        with pytest.raises(Refusal):
            card_create(actor=stage.other, pack=stage.pack, text="{}")
        with pytest.raises(Refusal):
            release_publish(actor=stage.other, pack=stage.pack, order=ReleaseOrder("1.0.0", override=ANYWAY))
        assert AuditEvent.objects.count() == before

    @pytest.mark.django_db(transaction=True)
    def test_refuses_to_stand_outside_a_transaction(self, admin: Account) -> None:
        with pytest.raises(RuntimeError):
            audit_record(actor=admin, action="pack.create")
        with transaction.atomic():
            audit_record(actor=admin, action="pack.create")

        assert AuditEvent.objects.count() == 1
