"""A cache that is missed, never mourned: when Redis is away, every key is simply absent.

Values are JSON, so that write access to the cache server never becomes code that the portal runs.
"""

import json
import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError

from cards import meter

log = logging.getLogger(__name__)
ABSENT = object()
PAUSE = 5.0  # seconds without a further try after the server failed to answer


class JsonSerializer:
    """Writes values as JSON; what JSON cannot say is refused with a TypeError when it is written.

    A tuple comes back as a list, and a key that is a number as text: callers store neither.
    """

    def dumps(self, obj: Any) -> bytes | int:
        """Return the stored form; whole numbers stay as they are, so that the server can count with them."""
        if isinstance(obj, int) and not isinstance(obj, bool):
            return obj
        return json.dumps(obj, ensure_ascii=False, separators=(",", ":")).encode()

    def loads(self, data: bytes | int) -> Any:
        """Return the value of the stored form."""
        return data if isinstance(data, int) else json.loads(data)


class _ForgivingClient(RedisCacheClient):
    away_until = 0.0  # on the monotonic clock

    def _or(self, fallback: Any, call: Callable[[], Any]) -> Any:
        """Return what Redis says, or the fallback with one line in the log.

        After a failure it is not asked for a few seconds: a page that looks up ten keys waits for a hung server once.
        """
        if time.monotonic() < self.away_until:
            return fallback
        try:
            return call()
        except RedisError as error:
            self.away_until = time.monotonic() + PAUSE
            log.warning("cache unavailable", extra={"reason": str(error)})
            return fallback
        except ValueError as error:
            log.warning("cache holds what is no JSON", extra={"reason": str(error)})
            return fallback

    def add(self, *args: Any, **kwargs: Any) -> Any:
        return self._or(True, lambda: super(_ForgivingClient, self).add(*args, **kwargs))

    def get(self, key: Any, default: Any) -> Any:
        found = self._or(ABSENT, lambda: super(_ForgivingClient, self).get(key, ABSENT))
        meter.count("cardloom_cache_total", result="miss" if found is ABSENT else "hit")
        return default if found is ABSENT else found

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
