"""Several hosts share the database and the broker, and nothing else. `make hosts` measures them too."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hosts import scenario
from tests.hosts.network import reason_not_here
from tests.hosts.studio import studio

WORKERS = ("worker1", "worker2", "worker3")


@pytest.mark.slow
@pytest.mark.skipif(bool(reason_not_here()), reason=f"no hosts can be made here: {reason_not_here()}")
def test_a_studio_of_several_hosts(servers_dir: Path) -> None:
    with studio(servers_dir / "hosts", len(WORKERS)) as place:
        place.start("relay", "relay")
        mei = scenario.go_from_host_to_host(place)
        scenario.survive_a_cable(place, mei)
        scenario.spread_over_workers(place, mei, WORKERS)
        scenario.refuse_another_engine(place, mei, WORKERS[0], WORKERS[1])
        scenario.replace_web_servers(place, mei)
