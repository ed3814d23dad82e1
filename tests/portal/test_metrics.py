"""/metrics: who may read it, what it says, and that the counts of several processes add up."""

from __future__ import annotations

import json
import multiprocessing
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.backends.postgresql.base import DatabaseWrapper
from django.test import Client
from psycopg_pool import ConnectionPool
from pytest_django import Settings

from cards import meter
from cards.models import Outbox, WorkerBeat
from portal.metrics import watch_pool

SAMPLE = re.compile(r'([a-z_]+)(\{[a-z_]+="[^"]*"(?:,[a-z_]+="[^"]*")*\})? (-?[0-9.e+]+|nan)')
CONNECTION = ("dbname", "host", "password", "port", "user")
OPERATIONS = Path(__file__).resolve().parents[2] / "docs" / "operations"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder and a meter of the test's own, which has nothing left to write once the test has ended: its thread goes on."""
    settings.METRICS_FOLDER = str(tmp_path / "metrics")
    own = meter._Process()
    monkeypatch.setattr(meter, "_mine", own)
    yield tmp_path / "metrics"
    own.is_new, own.gauges = False, {}


def samples(client: Client) -> dict[str, float]:
    """Return what it says; every line must be one that Prometheus can read."""
    matches: dict[str, float] = {}
    for line in client.get("/metrics").content.decode().splitlines():
        if not line.startswith("# "):
            match = SAMPLE.fullmatch(line)
            assert match, line
            assert match[1] + (match[2] or "") not in matches
            matches[match[1] + (match[2] or "")] = float(match[3])
    return matches


def count_and_end(times: int) -> None:
    """Count in a process of its own, which writes its file when it ends."""
    meter.count("cardloom_saves_total", times)
    meter._mine.write()


@pytest.mark.django_db
class TestWhoMayRead:
    def test_a_program_of_this_machine_may(self, client: Client) -> None:
        assert client.get("/metrics").status_code == 200

    @pytest.mark.parametrize("sent", [{"REMOTE_ADDR": "192.0.2.7"}, {"HTTP_X_FORWARDED_FOR": "127.0.0.1"}])
    def test_nobody_else_may_without_a_token(self, client: Client, sent: dict[str, str]) -> None:
        answer = client.get("/metrics", **sent)

        assert (answer.status_code, b"cardloom_" in answer.content) == (403, False)

    def test_a_token_counts_from_anywhere_and_nothing_else_does(self, client: Client, settings: Settings) -> None:
        settings.METRICS_TOKEN = "made-up"

        far = client.get("/metrics", REMOTE_ADDR="192.0.2.7", HTTP_AUTHORIZATION="Bearer made-up")
        wrong = client.get("/metrics", HTTP_AUTHORIZATION="Bearer made-uq")

        assert (far.status_code, wrong.status_code, client.get("/metrics").status_code) == (200, 403, 403)


@pytest.mark.django_db
class TestWhatItSays:
    def test_requests_by_route_and_status(self, client: Client) -> None:
        for _ in range(3):
            client.get("/api/v1/packs/")
        client.get("/api/v1/packs/nothing-like-it/")
        client.get("/no/such/page/as/this")
        printed_samples = samples(client)

        assert printed_samples['cardloom_requests_total{route="api:packs",method="GET",status="200"}'] == 3
        assert printed_samples['cardloom_requests_total{route="api:pack",method="GET",status="401"}'] == 1
        assert printed_samples['cardloom_requests_total{route="none",method="GET",status="404"}'] == 1
        assert printed_samples['cardloom_request_seconds_count{route="api:packs"}'] == 3
        assert printed_samples['cardloom_request_seconds_bucket{route="api:packs",le="+Inf"}'] == 3

    def test_what_waits(self, client: Client) -> None:
        Outbox.objects.create(topic="preview")
        WorkerBeat.objects.create(worker="00000000-0000-4000-8000-000000000001", pid=1)
        printed_samples = samples(client)

        assert (printed_samples["cardloom_outbox_unsent"], printed_samples["cardloom_workers"]) == (1, 1)
        assert (printed_samples["cardloom_previews_queued"], printed_samples["cardloom_database_up"]) == (0, 1)
        assert 0 < printed_samples["cardloom_disk_free_bytes"] <= printed_samples["cardloom_disk_bytes"]

    def test_the_disk_where_the_data_folder_will_be(self, client: Client, settings: Settings, tmp_path: Path) -> None:
        settings.DATA_DIR = tmp_path / "not" / "made" / "yet"

        assert samples(client)["cardloom_disk_bytes"] > 0

    def test_the_connections_of_a_pool_that_is_open(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        watch_pool()
        without = samples(client)
        where = {name: value for name, value in connection.get_connection_params().items() if name in CONNECTION}
        with ConnectionPool(kwargs=where, min_size=3, open=True) as pool, monkeypatch.context() as patch:
            pool.wait()
            patch.setitem(DatabaseWrapper._connection_pools, DEFAULT_DB_ALIAS, pool)  # type: ignore[attr-defined]  # unknown to the stubs
            with pool.connection():
                printed_samples = samples(client)

        names = [f"cardloom_pool_{name}" for name in ("size", "available", "waiting")]
        assert [without[name] for name in names] == [0, 0, 0]
        assert [printed_samples[name] for name in names] == [3, 2, 0]

    def test_every_metric_of_alerts_and_dashboard_is_one_that_it_says(self, client: Client) -> None:
        text = client.get("/metrics").content.decode()
        printed_matches = set(re.findall(r"# TYPE ([a-z_]+)", text))
        shown = json.loads((OPERATIONS / "grafana.json").read_text())
        exprs = [target["expr"] for panel in shown["panels"] for target in panel["targets"]]
        alerts = (OPERATIONS / "alerts.yml").read_text()
        matches = set(re.findall(r"cardloom_[a-z_]+", " ".join([*exprs, alerts])))

        assert len(exprs) >= 10
        assert {re.sub("_(bucket|sum|count)$", "", name) for name in matches} <= printed_matches


@pytest.mark.django_db(transaction=True)
class TestWithoutTheDatabase:
    def test_it_answers_and_says_so(self, client: Client) -> None:
        connection.close()
        before = connection.settings_dict
        connection.settings_dict = {**before, "PORT": "1"}
        try:
            client.get("/healthz")
            printed_samples = samples(client)
        finally:
            connection.close()
            connection.settings_dict = before

        assert printed_samples["cardloom_database_up"] == 0
        assert printed_samples['cardloom_requests_total{route="/healthz",method="GET",status="200"}'] == 1
        assert "cardloom_workers" not in printed_samples


class TestSeveralProcesses:
    def test_their_counts_add_up_and_survive_them(self, folder: Path) -> None:
        context = multiprocessing.get_context("fork")
        meter.count("cardloom_saves_total", 1)
        for times in (10, 100):
            child = context.Process(target=count_and_end, args=(times,))
            child.start()
            child.join()
        first = meter.totals()["cardloom_saves_total"]
        files = sorted(path.name for path in folder.glob("*.json"))

        assert (first, meter.totals()["cardloom_saves_total"]) == (111, 111)
        assert len(files) == 2
        assert "ended.json" in files

    def test_a_crash_while_folding_counts_nothing_twice(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        context = multiprocessing.get_context("fork")
        child = context.Process(target=count_and_end, args=(7,))
        child.start()
        child.join()
        with monkeypatch.context() as patch:
            patch.setattr(Path, "unlink", lambda *_args, **_named: None)
            meter.totals()

        assert len(list(folder.glob("*-*.json"))) == 1
        assert meter.totals()["cardloom_saves_total"] == 7
        assert not list(folder.glob("*-*.json"))

    def test_a_full_disk_leaves_the_counts_as_they_were_written(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        context = multiprocessing.get_context("fork")
        child = context.Process(target=count_and_end, args=(7,))
        child.start()
        child.join()
        with monkeypatch.context() as until_there_is_room:
            until_there_is_room.setattr(meter, "_replace", full)
            meter.count("cardloom_saves_total", 1)
            without = [meter.totals()["cardloom_saves_total"] for _ in range(2)]

        assert (without, meter.totals()["cardloom_saves_total"]) == ([7, 7], 8)

    def test_a_label_is_escaped(self) -> None:
        assert meter.sample("a", b='"\\\n') == 'a{b="\\"\\\\\\n"}'
