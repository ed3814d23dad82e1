"""Tokens that existed before `publish` became `release` keep what they were allowed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from cards.models import Account, ApiToken
from cards.services.token import token_create

MIGRATION = import_module("cards.migrations.0022_token_scopes")


@pytest.mark.parametrize(
    ("before", "after", "previous"),
    [
        (["read"], ["read"], ["read"]),
        (["read", "write"], ["read", "write", "preview", "review"], ["read", "write"]),
        (["publish"], ["release"], ["publish"]),
        (["read", "write", "publish"], ["read", "write", "preview", "review", "release"], ["read", "write", "publish"]),
    ],
)
def test_each_token_may_do_what_it_could(admin: Account, before: Any, after: Any, previous: Any) -> None:
    token, _ = token_create(actor=admin, name="CI", scopes=["read"], days=1)
    ApiToken.objects.filter(pk=token.pk).update(scopes=before)

    MIGRATION.split(apps, connection.schema_editor())
    assert ApiToken.objects.get().scopes == after
    MIGRATION.join(apps, connection.schema_editor())
    assert ApiToken.objects.get().scopes == previous
