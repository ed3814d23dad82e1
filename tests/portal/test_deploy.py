"""The files of docs/operations/deploy name what there is: variables, commands and paths of Cardloom, and units that systemd accepts."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

from portal import gunicorn_settings
from tests.architecture.pages import rows
from tests.architecture.sources import ROOT

DEPLOY = ROOT / "docs/operations/deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())
FOLDER = "/srv/cardloom"
NOT_OURS = {"PATH", "PYTHONUNBUFFERED"}
OWNER = "MIGRATION_DATABASE_URL"
TARGET = re.compile(r"^([a-z][a-z-]*):(?!=)", re.MULTILINE)
PROGRAMS = (["celery", "-A", "portal", "worker"], ["python", "manage.py", "relay"], ["python", "manage.py", "migrate"])


def known_variables() -> set[str]:
    """Return the variables that the operations pages describe."""
    page = (ROOT / "docs/operations/variables.md").read_text(encoding="utf-8")
    return {name for row in rows(page) for name in re.findall(r"[A-Z_]{4,}", row[0])}


def instructions(text: str) -> list[tuple[str, str]]:
    """Return the instructions of a Containerfile with what follows each, continued lines joined."""
    joined = text.replace("\\\n", " ")
    lines = [line for line in joined.splitlines() if line and not line.startswith("#")]
    return [(word, " ".join(rest.split())) for word, _, rest in (line.strip().partition(" ") for line in lines)]


def faults_of_containerfile(text: str) -> list[str]:
    """Return what an image of this text would miss."""
    steps, faults = instructions(text), []
    targets = set(TARGET.findall((ROOT / "Makefile").read_text(encoding="utf-8")))
    commands = "\n".join(rest for word, rest in steps if word in {"RUN", "CMD", "HEALTHCHECK"})
    asked = re.findall(r"(?:^|&& )make ([a-z-]+)", commands, re.MULTILINE)
    faults += [f"no target {name}" for name in asked if name not in targets]
    faults += [f"no command {name}" for name in re.findall(r"manage\.py (\w+)", commands) if name not in get_commands()]
    sources = [path for word, rest in steps if word == "COPY" and "--from" not in rest for path in rest.split()[:-1]]
    faults += [f"no file {path}" for path in sources if not (ROOT / path).exists()]
    names = {name for word, rest in steps if word == "ENV" for name in re.findall(r"(\w+)=", rest)} - NOT_OURS
    faults += [f"no variable {name}" for name in sorted(names - known_variables())]
    users = [rest for word, rest in steps if word == "USER"]
    faults += [] if users and users[-1].isdecimal() and users[-1] != "0" else ["runs as root"]
    faults += (
        [] if "/healthz" in commands and any(word == "HEALTHCHECK" for word, _ in steps) else ["has no health check"]
    )
    return faults


def faults_of_container(name: str, container: dict[str, Any], *, read_only: Any, variables: set[str]) -> list[str]:
    """Return the faults of one program of Cardloom in a container."""
    command = container.get("command", PROGRAMS[0])
    faults = [] if any(command[: len(words)] == words for words in PROGRAMS) else [f"{name}: no program {command}"]
    faults += [] if read_only is True else [f"{name}: may write to its root"]
    faults += [f"{name}: no variable {program}" for program in sorted(variables - known_variables())]
    return faults + ([] if "KEY_FILE" in variables else [f"{name}: has no key"])


def test_the_containerfile_names_what_there_is() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    faulty = (
        text.replace("make accelerate", "make faster")
        .replace("USER 10001", "USER root")
        .replace("STATIC_ROOT=/srv/cardloom/static-files\n", "STATIC=x\n")
    )

    assert faults_of_containerfile(text) == []
    assert faults_of_containerfile(faulty) == ["no target faster", "no variable STATIC", "runs as root"]


def test_an_image_serves_the_static_files_that_it_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATIC_ROOT", str(tmp_path))
    with pytest.raises(SystemExit, match=f"{tmp_path} has no static files"):
        gunicorn_settings.on_starting(None)
    (tmp_path / "staticfiles.json").touch()
    gunicorn_settings.on_starting(None)


def test_compose_runs_two_web_servers_that_share_no_folder() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    programs = {name: program for name, program in compose["services"].items() if program.get("image") == "cardloom"}
    proxy = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    faults = [
        fault
        for name, program in programs.items()
        for fault in faults_of_container(
            name, program, read_only=program["read_only"], variables=set(program["environment"])
        )
    ]

    assert faults == []
    assert set(programs) == {"web1", "web2", "worker", "relay", "manage"}
    assert len({volume for program in programs.values() for volume in program["volumes"]}) == len(programs)
    assert {name.partition(":")[0] for program in programs.values() for name in program["volumes"]} <= set(
        compose["volumes"]
    )
    assert [name for name, program in compose["services"].items() if "ports" in program] == ["proxy"]
    assert re.findall(r"server (web\d):8000", proxy) == ["web1", "web2"]
    assert (
        programs["web1"]["environment"]["TRUSTED_PROXIES"]
        == compose["services"]["proxy"]["networks"]["inside"]["ipv4_address"]
    )
    assert [name for name, program in programs.items() if "owner.env" in program["env_file"]] == ["manage"]


def test_the_manifests_name_what_there_is() -> None:
    things = list(yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text(encoding="utf-8")))
    pods = {thing["metadata"]["name"]: thing["spec"]["template"] for thing in things if thing["kind"] != "Service"}
    faults: list[str] = []
    for name, pod in pods.items():
        [container] = pod["spec"]["containers"]
        faults += faults_of_container(
            name,
            container,
            read_only=container["securityContext"]["readOnlyRootFilesystem"],
            variables={program["name"] for program in container["env"]},
        )
        mounted = {program["name"] for program in container["volumeMounts"]}
        faults += (
            [] if mounted == {program["name"] for program in pod["spec"]["volumes"]} else [f"{name}: volumes differ"]
        )
        faults += [] if pod["spec"]["securityContext"]["runAsNonRoot"] else [f"{name}: runs as root"]
    web = next(thing for thing in things if thing["metadata"]["name"] == "cardloom-web")
    [service] = [thing for thing in things if thing["kind"] == "Service"]
    [server] = web["spec"]["template"]["spec"]["containers"]

    assert faults == []
    assert list(pods) == ["cardloom-web", "cardloom-worker", "cardloom-relay", "cardloom-migrate"]
    assert service["spec"]["selector"].items() <= web["spec"]["template"]["metadata"]["labels"].items()
    assert web["spec"]["selector"]["matchLabels"] == web["spec"]["template"]["metadata"]["labels"]
    assert web["spec"]["replicas"] == 2
    assert [server[f"{kind}Probe"]["httpGet"]["path"] for kind in ("startup", "liveness", "readiness")] == [
        "/healthz",
        "/healthz",
        "/readyz",
    ]


@pytest.mark.parametrize("unit", [unit for unit in UNITS if unit.suffix == ".service"], ids=lambda unit: unit.stem)
def test_a_unit_starts_what_there_is(unit: Path) -> None:
    text = unit.read_text(encoding="utf-8")
    program = re.search(r"^ExecStart=(\S+)", text, re.MULTILINE)
    commands = re.findall(r"manage\.py (\w+)", text)

    assert program is not None
    path = Path(program[1].replace(FOLDER, str(ROOT)))
    assert path.exists() and set(commands) <= set(get_commands())
    assert f"WorkingDirectory={FOLDER}\n" in text
    assert ("UnsetEnvironment=MIGRATION_DATABASE_URL" in text) == (unit.stem != "cardloom-backup")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed here")
def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    for unit in UNITS:
        (tmp_path / unit.name).write_text(unit.read_text(encoding="utf-8").replace(FOLDER, str(ROOT)), encoding="utf-8")
    asked = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", *map(str, sorted(tmp_path.iterdir()))]
    answer = subprocess.run(asked, capture_output=True, text=True, check=False)

    assert (answer.returncode, answer.stderr) == (0, "")
