"""Every text of one line keeps to the one rule: columns, fields of forms, fields of bodies; what does not is named here, with its reason."""

from __future__ import annotations

import ast
import inspect
import pkgutil
from collections.abc import Iterator, Mapping
from importlib import import_module

from django import forms
from django.apps import apps
from django.contrib.postgres.fields import ArrayField
from django.db import models

from cards import web
from cards.models.fields import LineField
from cards.single_line import line_fault, one_line
from cards.web.line_field import validate_line
from tests.architecture.sources import ROOT

FAULTY = [
    "a\nb", "a\rb", "a\tb", "a\x0bb", "a\x85b", "a\u2028b", "a\u2029b", "a\x00b", "a\x7fb", "a\x1b[2Jb", "a\u202eb", "a\u202ab", "a\u2066b",
    "a\u2069b", "a\ud83db", "\u200b", "\u200b\ufeff ", "\u2060\u200d", "\u3164", "\u2800", "\u115f\u1160", "\ufe0f", "  ",
]  # fmt: skip
SOUND = [
    "",
    "Bob",
    "小林",
    "O'Neil-Łukasz",
    "🔥",
    "👩‍🚀",
    "می‌خواهم",
    "क्‍ष",
    "e\u0301",
    "שלום \u200eabc",
    "２",
    "a  b",
    "\u00a0x",
]

CLOSED_LIST = "a word of a closed list, which a constraint of the database holds"
HASH = "a hash or id that the portal makes"
OURS = "a word that the portal's own code writes"
PATTERN = "held by a pattern that has no line breaks"
DERIVATION = "written from something that was checked, for the record"
COLUMNS: Mapping[str, str] = {
    "Account.email": "checked_email", "Invitation.email": "checked_email", "AddressChange.email": "checked_email",
    "Account.password": HASH, "Invitation.role": CLOSED_LIST,
    "SignedIn.agent": "a header, cut and shown as it came; headers have no line breaks", "SignedIn.address": "what the server says of a socket",
    "SignedIn.session_key": HASH, "SignedIn.company_sid": "read by `cards.services.provider`, which refuses line breaks", "KnownPlace.key": HASH, "LoginThrottle.key": HASH, "ApiToken.token_id": HASH,
    "Card.written_id": PATTERN, "CardRename.old_id": PATTERN, "CardRename.new_id": PATTERN, "Card.kind": PATTERN, "CardVersion.kind": PATTERN, "ImportMapping.kind": OURS,
    "CardVersion.message": "a message may have several lines, like that of a commit", "CardVersion.schema_id": OURS,
    "GlossaryTerm.note": "a note may have several lines", "Draft.text_states": OURS,
    "Pack.slug": PATTERN, "Pack.ruleset": PATTERN, "Pack.source_language": CLOSED_LIST, "Pack.text_states_by": HASH, "PackCounter.kind": OURS,
    "Passkey.credential_id": HASH, "Job.phase": OURS, "Job.request_id": HASH,
    "Preview.engine_hash": HASH, "Match.engine_hash": HASH, "Preview.request_id": HASH, "WorkerBeat.host": "what the system says of itself", "WorkerBeat.engine_hashes": HASH, "WorkerBeat.build": "a word of the engine",
    "Release.ruleset": PATTERN, "Release.engine": OURS, "Release.engine_hash": HASH, "Release.schemas": OURS, "Release.order_key": DERIVATION,
    "Release.version": PATTERN, "Release.key_id": HASH, "ReleasePlan.version": PATTERN, "ReleaseFile.path": DERIVATION, "ReleaseCard.written_id": PATTERN,
    "ReleaseCard.path": DERIVATION, "ReleaseYank.instead": PATTERN, "ReleaseTombstone.pack_slug": PATTERN, "ReleaseTombstone.version": PATTERN,
    "SigningKey.key_id": HASH, "SigningKey.public_key": HASH, "Thread.pointer": "a JSON Pointer: keys of a card may hold anything",
    "NotificationChoice.muted": CLOSED_LIST, "NotificationChoice.unmailed": CLOSED_LIST,
    "AuditEvent.action": OURS, "AuditEvent.target": DERIVATION, "AuditEvent.request_id": HASH, "Outbox.topic": OURS, "Outbox.request_id": HASH,
    "Outbox.last_error": "what a mail server said", "IdempotencyKey.route": "a path, which has no line breaks",
    "IdempotencyKey.key": "checked: printable characters",
    "Verification.difference": DERIVATION, "Verification.head": HASH, "Sweep.pointer": "a JSON Pointer: keys of a card may hold anything",
    "Scenario.ran_on": HASH, "Scenario.ran_engine": HASH, "AuditEvent.prev_hash": HASH,
    "Sweep.etag": HASH, "Sweep.preset": CLOSED_LIST, "HealthRun.preset": CLOSED_LIST, "PackReadiness.made_by": OURS, "LoopFault.name": OURS, "LoopFault.error": "what failed, in one column of the log", "LoopFault.host": "what the system says of itself", "Webhook.nonce": HASH, "Webhook.disabled_why": OURS,
    "WebhookDelivery.event_id": HASH, "WebhookDelivery.kind": OURS,
    "Program.role": CLOSED_LIST, "TokenExchange.issuer": DERIVATION, "TokenExchange.subject": DERIVATION,
}  # fmt: skip
"""Columns of text that need no check as a line, each with its reason; those with choices, and those of hashes, need none by themselves."""
FIELDS: Mapping[str, str] = {
    "changelog_en": "a changelog has several lines", "changelog_zh": "a changelog has several lines", "override": "a reason may have several lines",
    "credential": "JSON of the browser, read by `cards.webauthn`",
}  # fmt: skip
SEVERAL_LINES = {"text", "message", "reason", "note", "override", "path"}
"""Fields of bodies that are texts of several lines, or a JSON Pointer."""


def text_columns() -> Iterator[tuple[str, models.Field]]:
    """Yield each column of short text, those of arrays too, as `Model.column`."""
    for model in apps.get_app_config("cards").get_models():
        for column in model._meta.get_fields():
            inner = column.base_field if isinstance(column, ArrayField) else column
            if isinstance(inner, models.CharField) and not isinstance(column, models.GeneratedField):
                yield f"{model.__name__}.{column.name}", inner


def text_fields() -> Iterator[tuple[str, forms.Field]]:
    """Yield each field of text of each form of the pages."""
    modules = [import_module(name.name) for name in pkgutil.walk_packages(web.__path__, "cards.web.")]
    kinds = {
        kind
        for module in modules
        for _, kind in inspect.getmembers(module, inspect.isclass)
        if issubclass(kind, forms.BaseForm)
    }
    for kind in sorted(kinds, key=lambda each: each.__name__):
        for name, field in getattr(kind, "base_fields", {}).items():
            if isinstance(field, forms.CharField) and not isinstance(
                field.widget, forms.Textarea | forms.PasswordInput
            ):
                yield name, field


def body_texts() -> Iterator[tuple[str, str]]:
    """Yield each field that the API checks by `text`, with its place."""
    for path in sorted((ROOT / "cards/api/views").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Dict):
                for key, value in zip(node.keys, node.values, strict=True):
                    if isinstance(key, ast.Constant) and isinstance(value, ast.Name) and value.id == "text":
                        yield str(key.value), f"{path.name}:{node.lineno}"


class TestRule:
    def test_refuses_what_is_no_line_and_takes_names_of_every_script(self) -> None:
        assert [text for text in FAULTY if line_fault(text) is None] == []
        assert [text for text in SOUND if line_fault(text) is not None] == []

    def test_makes_a_line_of_any_words(self) -> None:
        assert one_line("Bob\n\nURGENT\u2028http://evil.example \u202etxt") == "Bob URGENT http://evil.example txt"
        assert [text for text in FAULTY if line_fault(one_line(text)) not in (None, line_fault("\u200b"))] == []


class TestColumns:
    def test_of_text_are_lines_or_have_a_reason(self) -> None:
        loose = {
            name
            for name, column in text_columns()
            if not (isinstance(column, LineField) or column.choices or "sha" in name)
        }

        assert loose - set(COLUMNS) == set(), "use LineField, or give the reason"
        assert set(COLUMNS) - {name for name, _ in text_columns()} == set(), "no such column"
        assert not {name for name, column in text_columns() if isinstance(column, LineField)} & set(COLUMNS)


class TestForms:
    def test_keep_to_the_rule(self) -> None:
        fields = list(text_fields())

        assert len(fields) > 20
        assert [name for name, field in fields if validate_line not in field.validators and name not in FIELDS] == []


class TestBodies:
    def test_check_lines_as_lines(self) -> None:
        matching_body_texts = list(body_texts())

        assert len(matching_body_texts) > 5
        assert [place for name, place in matching_body_texts if name not in SEVERAL_LINES] == []
