"""The bytes of a release, made outside every lock from the exact versions that a plan names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from cards import gateway
from cards.models import Blob
from cards.queries.plan import Plan
from cards.semver import Semver


@dataclass(frozen=True, slots=True)
class Built:
    """A release ready to be written: its bytes and everything that its rows need."""

    plan: Plan
    version: Semver
    changelog: Mapping[str, str]
    released_at: datetime
    contents: gateway.ReleaseBytes
    archive: bytes


def built_release(*, plan: Plan, version: Semver, changelog: Mapping[str, str], released_at: datetime) -> Built:
    """Return manifest, files and archive of the release that a plan describes."""
    contents = gateway.release_build(_source(plan, str(version), released_at, changelog))
    return Built(plan, version, changelog, released_at, contents, gateway.write_zip(contents.packed()))


def _source(plan: Plan, version: str, released_at: datetime, changelog: Mapping[str, str]) -> gateway.ReleaseInput:
    """Return all that the bytes of the release are made of."""
    pack, texts = plan.pack, _texts(plan)
    return gateway.ReleaseInput(
        pack=pack.slug,
        name=pack.name,
        ruleset=pack.ruleset,
        version=version,
        schema_version=gateway.schema_version(pack.ruleset),
        engine=gateway.ENGINE_RANGE,
        languages=sorted({pack.source_language, *texts}),
        released_at=released_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        previous=plan.last.version if plan.last else None,
        cards=_cards(plan),
        changelog=changelog,
        texts=texts,
        schemas={"card": gateway.schema(pack.ruleset)},
    )


def _cards(plan: Plan) -> list[gateway.ReleaseCard]:
    wanted = {entry.version.sha256 for entry in plan.shipping if entry.version is not None}
    data = {row.sha256: bytes(row.data) for row in Blob.objects.filter(sha256__in=wanted)}
    return [
        gateway.ReleaseCard(entry.id, entry.version.number, data[entry.version.sha256], entry.card.deprecated)
        for entry in plan.shipping
        if entry.version is not None
    ]


def _texts(plan: Plan) -> dict[str, dict[str, dict[str, str]]]:
    """Return language → card → name and description, without the pack's own language."""
    languages: dict[str, dict[str, dict[str, str]]] = {}
    for entry in plan.shipping:
        for language, words in (entry.version.texts if entry.version else {}).items():
            kept = {key: words[key] for key in ("name", "description") if words.get(key)}
            if kept and language != plan.pack.source_language:
                languages.setdefault(language, {})[entry.id] = kept
    return languages
