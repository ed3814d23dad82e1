"""The cache, with and without its Redis."""

from __future__ import annotations

import pytest
from django.core.cache import CacheHandler

from portal.settings.base import cache


class TestTheCache:
    def test_is_a_miss_when_redis_is_away(self, caplog: pytest.LogCaptureFixture) -> None:
        absent_default = CacheHandler({"default": cache("redis://127.0.0.1:1/1")})["default"]

        absent_default.set("key", 1)

        assert (absent_default.get("key", "absent"), absent_default.add("key", 2), absent_default.delete("key")) == (
            "absent",
            True,
            False,
        )
        assert "cache unavailable" in caplog.text

    def test_is_a_table_beside_a_broker_that_is_no_redis(self) -> None:
        assert cache("")["BACKEND"] == "django.core.cache.backends.db.DatabaseCache"
