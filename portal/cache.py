"""A cache that is missed, never mourned: when Redis is away, every key is simply absent."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError

log = logging.getLogger(__name__)


class _ForgivingClient(RedisCacheClient):
    def _or(self, fallback: Any, call: Callable[[], Any]) -> Any:
        """Return what Redis says, or the fallback with one line in the log."""
        try:
            return call()
        except RedisError as error:
            log.warning("cache unavailable", extra={"reason": str(error)})
            return fallback

    def add(self, *args: Any, **kwargs: Any) -> Any:
        return self._or(True, lambda: super(_ForgivingClient, self).add(*args, **kwargs))

    def get(self, key: Any, default: Any) -> Any:
        return self._or(default, lambda: super(_ForgivingClient, self).get(key, default))

    def set(self, *args: Any, **kwargs: Any) -> Any:
        return self._or(None, lambda: super(_ForgivingClient, self).set(*args, **kwargs))

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        return self._or(False, lambda: super(_ForgivingClient, self).delete(*args, **kwargs))

    def touch(self, *args: Any, **kwargs: Any) -> Any:
        return self._or(False, lambda: super(_ForgivingClient, self).touch(*args, **kwargs))

    def incr(self, *args: Any, **kwargs: Any) -> Any:
        return self._or(1, lambda: super(_ForgivingClient, self).incr(*args, **kwargs))

    def has_key(self, *args: Any, **kwargs: Any) -> Any:
        return self._or(False, lambda: super(_ForgivingClient, self).has_key(*args, **kwargs))

    def get_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._or({}, lambda: super(_ForgivingClient, self).get_many(*args, **kwargs))

    def set_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._or(None, lambda: super(_ForgivingClient, self).set_many(*args, **kwargs))


class ForgivingRedisCache(RedisCache):
    """Django's Redis cache, of which nothing breaks when Redis does."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _ForgivingClient
