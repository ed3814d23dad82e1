"""The embedded broker."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from portal.embedded.valkey import MAX_SOCKET_PATH, Broker


@pytest.fixture
def broker(servers_dir: Path, request: pytest.FixtureRequest) -> Iterator[Broker]:
    """A running broker of this test's own."""
    own = Broker(servers_dir / f"b{abs(hash(request.node.name)) % 1000}")
    own.start()
    yield own
    own.stop()


def client(broker: Broker) -> redis.Redis:
    return redis.Redis.from_url(broker.cache_url)


class TestABroker:
    def test_keeps_what_was_queued_through_a_kill(self, broker: Broker) -> None:
        with client(broker) as link:
            link.rpush("queue", "task")
            link.execute_command("WAITAOF", 1, 0, 2000)
        assert broker.child
        broker.child.send_signal(signal.SIGKILL)
        broker.child.wait(10)

        broker.start()

        with client(broker) as link:
            assert link.lrange("queue", 0, -1) == [b"task"]

    def test_takes_over_from_one_whose_supervisor_was_killed(self, broker: Broker) -> None:
        with client(broker) as link:
            link.rpush("queue", "task")
        successor = Broker(broker.data_dir)
        successor.start()
        try:
            assert broker.child
            assert broker.child.wait(10) == 0
            with client(successor) as link:
                assert link.lrange("queue", 0, -1) == [b"task"]
        finally:
            successor.stop()

    def test_listens_on_a_socket_that_only_its_owner_enters(self, broker: Broker) -> None:
        assert broker.url.startswith("redis+socket://")
        assert broker.folder.stat().st_mode & 0o777 == 0o700

    def test_moves_to_a_port_with_a_password_where_paths_are_long(self, servers_dir: Path) -> None:
        broker = Broker(servers_dir / ("long" * (MAX_SOCKET_PATH // 4)))
        broker.start()
        try:
            with pytest.raises(redis.AuthenticationError), redis.Redis(port=broker.port) as stranger:
                stranger.ping()
            with client(broker) as link:
                assert link.ping()
        finally:
            broker.stop()
