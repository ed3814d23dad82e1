"""The bytes of a release, made outside every lock from the exact versions that a plan names."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from cards.errors import GateClosed
from cards.gateway import pack_names, packs, rulesets, schemas, signatures, wording
from cards.gateway.problems import Problem
from cards.models import Blob, CardVersion, Pack
from cards.queries.card_names import migration_records
from cards.queries.gate_inputs import GateInputs
from cards.queries.gates import names_of
from cards.queries.plan import Plan, PlanEntry
from cards.queries.signing import signing_secret
from cards.semver import Semver
from cards.values import frozen_dataclass


@frozen_dataclass
class BuiltRelease:
    """A release ready to be written: its bytes and everything that its rows need; inputs are what its gates were judged by."""

    plan: Plan
    version: Semver
    changelog: Mapping[str, str]
    released_at: datetime
    contents: packs.ReleaseBytes
    archive: bytes
    key: signatures.PublicKey
    signature: bytes
    overridden: Mapping[str, Any] | None = None
    inputs: GateInputs | None = None


def built_release(*, plan: Plan, version: Semver, changelog: Mapping[str, str], released_at: datetime) -> BuiltRelease:
    """Return manifest, files, signature and archive of the release that a plan describes."""
    secret = signing_secret()
    contents = packs.release_build(_source(plan, str(version), released_at, changelog))
    signature = signatures.sign_release(secret, manifest=contents.manifest, pack=plan.pack.slug, version=str(version))
    archive = packs.write_zip({**contents.packed(), signatures.SIGNATURE: signature})
    return BuiltRelease(plan, version, changelog, released_at, contents, archive, secret.public, signature)


def check_schemas(*, build: BuiltRelease, gates: Sequence[Mapping[str, Any]]) -> None:
    """Refuse a release with a file that does not match its schema; `gates` are those that it has passed.

    The engine's checker has accepted every card before. Where the schema that ships says otherwise, one of the two is wrong, and
    a client that downloads the release would meet the contradiction.

    Errors: GateClosed with the gate `schema`, which lists each file.
    """
    pack = build.plan.pack
    problems = schemas.release_schema_problems(pack.ruleset, build.contents.packed())
    if not problems:
        return
    files = {problem.file: problem for problem in reversed(problems)}  # the first problem of each
    missing = [_missing(pack, problem) for problem in reversed(files.values())]
    first = problems[0]
    place = f"{first.file}{first.path and f' at {first.path}'}"
    gate = {"id": "schema", "closes": True, "ok": False, "missing": missing}
    raise GateClosed(
        [*gates, gate],
        f"{place} does not match the schema of this release: {first.message['en']} Please report this to the operator.",
        f"{first.file} 的 {first.path or '/'} 与此版本的数据规范不符：{first.message['zh']}请告知运营者。",
        problems=problems,
    )


def _missing(pack: Pack, problem: Problem) -> dict[str, Any]:
    url = f"/packs/{pack.slug}/cards/{problem.card}/" if problem.card else ""
    return {"card": problem.card or problem.file, "why": dict(problem.message), "url": url}


def _source(plan: Plan, version: str, released_at: datetime, changelog: Mapping[str, str]) -> packs.ReleaseInput:
    """Return all that the bytes of the release are made of."""
    pack = plan.pack
    shipping = {entry.version.pk: entry for entry in plan.shipping if entry.version is not None}
    versions = CardVersion.objects.filter(pk__in=shipping).only("document", "texts", "art_sha256").in_bulk()
    ships = [(entry, versions[pk]) for pk, entry in shipping.items()]
    texts = _texts(pack, ships)
    return packs.ReleaseInput(
        pack=pack.slug,
        name=pack.name,
        ruleset=pack.ruleset,
        version=version,
        schema_version=rulesets.schema_version(pack.ruleset),
        engine=packs.ENGINE_RANGE,
        languages=sorted({pack.source_language, *texts}),
        released_at=released_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        previous=plan.last.version if plan.last else None,
        cards=_cards(ships),
        changelog=changelog,
        migrations=migration_records(pack=pack),
        texts=texts,
        schemas={"card": rulesets.schema(pack_names.game(pack.ruleset, names_of(plan)))},
    )


Ships = Sequence[tuple[PlanEntry, CardVersion]]


def _cards(ships: Ships) -> list[packs.ReleaseCard]:
    rows = [(entry, entry.version, version.art_sha256) for entry, version in ships if entry.version is not None]
    wanted = {version.sha256 for _, version, _ in rows}
    data = {row.sha256: bytes(row.data) for row in Blob.objects.filter(sha256__in=wanted)}
    return [
        packs.ReleaseCard(entry.id, version.number, data[version.sha256], entry.card.deprecated, art)
        for entry, version, art in rows
    ]


def _texts(pack: Pack, ships: Ships) -> dict[str, dict[str, dict[str, str]]]:
    """Return language → card → name and description, without the pack's own language."""
    languages: dict[str, dict[str, dict[str, str]]] = {}
    for entry, version in ships:
        shipped = wording.shipped_texts(pack.ruleset, version.document)
        for language, words in version.texts.items():
            kept = {key: words[key] for key in shipped if words.get(key)}
            if kept and language != pack.source_language:
                languages.setdefault(language, {})[entry.id] = kept
    return languages
