"""Writing what an import takes, under the lock of the pack: judged again there, then all of it or none."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from cards.models import Account, Card, Draft, Pack, RevisionOrigin
from cards.progress import Phase, Watch
from cards.queries.problems import draft_report
from cards.queries.quotas import Quota
from cards.services.audit import audit_record
from cards.services.card import cards_add
from cards.services.draft import CheckedDraft, drafts_lock, drafts_write
from cards.services.import_beside import beside_write, images_keep
from cards.services.import_report import DEVELOPMENT, ImportOrder, ImportReport, moved_on_import
from cards.services.quotas import within_quota
from cards.services.version import versions_add

BATCH_SIZE = 200  # cards between two looks at whether the act is to end


class MovedOn(Exception):
    """Some cards were saved between the check and the lock; `seen` are the marks of all at the check."""

    def __init__(self, seen: Mapping[str, str], moved: Sequence[str]) -> None:
        super().__init__(*moved)
        self.seen, self.moved = seen, moved


class ImportWriter:
    """Writes what an import takes, under the lock of the pack."""

    def __init__(self, account: Account, pack: Pack, order: ImportOrder, watch: Watch) -> None:
        self.account, self.pack, self.order, self._watch = account, pack, order, watch
        self._done = self._of = 0

    def write(self, report: ImportReport, content: Mapping[str, CheckedDraft]) -> None:
        """Write everything, or raise before anything is written.

        Errors: StateConflict, and MovedOn in development mode, for cards that were saved since they were looked at.
        """
        locked = self._locked_drafts({*report.new, *report.changed, *report.restored, *report.beside.art})
        self._judge(report, locked)
        self._of = 2 * (len(report.new) + len(report.changed))
        self._restore(report, locked)
        images_keep(plan=report.beside)
        drafts = [*self._new(report, content), *self._changed(report, content, locked)]
        with within_quota(pack=self.pack, quota=Quota.IMAGES):
            self._draw(report, drafts)
        self._version(drafts, content)
        self._write_rest(report)
        audit_record(
            actor=self.account, action="pack.import", pack=self.pack, target=self.pack.slug, details=_details(report)
        )

    def _locked_drafts(self, names: Collection[str]) -> dict[str, Draft]:
        """Return the drafts that there are under these ids, locked with their cards."""
        drafts_lock(cards=Card.objects.filter(pack=self.pack, written_id__in=names))
        rows = Draft.objects.filter(card__pack=self.pack, card__written_id__in=names)
        related = ("card__pack", "card__newest_version", "card__released_version")
        return {draft.card.written_id: draft for draft in rows.select_related(*related).order_by("pk")}

    def _judge(self, report: ImportReport, locked: Mapping[str, Draft]) -> None:
        """Refuse what moved since it was looked at: a newer save, a card that came or went, one that was put into the trash."""
        etags = {name: report.based_on[name] for name in (*report.new, *report.changed, *report.restored)}
        etags |= {name: report.based_on[name] for name in report.beside.art if name in report.based_on}
        changed = [
            name
            for name, etag in etags.items()
            if (locked[name].etag if name in locked else "") != etag
            or (name in locked and (locked[name].card.trashed_at is not None) != (name in report.restored))
        ]
        if changed and self.order.mode == DEVELOPMENT:
            raise MovedOn(report.based_on, changed)
        if changed:
            raise moved_on_import(changed)

    def _restore(self, report: ImportReport, held: Mapping[str, Draft]) -> None:
        cards = [held[name].card_id for name in report.restored]
        Card.objects.filter(pk__in=cards).update(trashed_at=None, trashed_by=None)

    def _new(self, report: ImportReport, content: Mapping[str, CheckedDraft]) -> list[Draft]:
        new_drafts = list[Draft]()
        for names in self._steps(report.new):
            cards = {name: content[name] for name in names}
            new_drafts += cards_add(account=self.account, pack=self.pack, cards=cards, origin=RevisionOrigin.IMPORT)
        return new_drafts

    def _changed(
        self, report: ImportReport, content: Mapping[str, CheckedDraft], locked: Mapping[str, Draft]
    ) -> list[Draft]:
        """Write the drafts that say something else, and return these and those whose image alone changes."""
        card_names = [
            *report.changed,
            *(name for name in report.beside.art if name in locked and name not in report.changed),
        ]
        names_to_write = [name for name in card_names if name in content and not _is_said(locked[name], content[name])]
        for names in self._steps(names_to_write):
            rows_to_write = [(locked[name], content[name]) for name in names]
            drafts_write(account=self.account, rows=rows_to_write, origin=RevisionOrigin.IMPORT)
        return [locked[name] for name in card_names]

    def _steps(self, rows: Sequence[Any]) -> Iterator[Sequence[Any]]:
        """Yield some of the rows at a time, and say how far the whole is before each."""
        for start in range(0, len(rows), BATCH_SIZE):
            step = rows[start : start + BATCH_SIZE]
            self._watch(Phase.WRITING, min(self._done, self._of), self._of)
            yield step
            self._done += len(step)

    def _draw(self, report: ImportReport, drafts: Sequence[Draft]) -> None:
        for draft in drafts:
            if (sha256 := report.beside.art.get(draft.card.written_id)) is not None:
                Draft.objects.filter(pk=draft.pk).update(art_sha256=sha256)

    def _version(self, drafts: Sequence[Draft], content: Mapping[str, CheckedDraft]) -> None:
        """Save a version of each that has no errors; of a card that the file only draws, of the draft as it is."""
        rows = []
        for draft in drafts:
            name = draft.card.written_id
            report = content[name].report if name in content else draft_report(draft=draft, pack=self.pack)
            if report.ok:
                rows.append((draft.card, draft, report))
        for some in self._steps(rows):
            versions_add(account=self.account, rows=some, message=self.order.message)

    def _write_rest(self, report: ImportReport) -> None:
        if report.beside.deck_part.writes or report.beside.scenario_part.writes:
            card_ids = {card for card, _, _ in report.beside.scenarios}
            cards = dict(Card.objects.filter(pack=self.pack, written_id__in=card_ids).values_list("written_id", "pk"))
            beside_write(account=self.account, pack=self.pack, plan=report.beside, cards=cards)


def _is_said(draft: Draft, content: CheckedDraft) -> bool:
    return content.says(draft.sha256, draft.text, draft.texts)


def _details(report: ImportReport) -> dict[str, Any]:
    """Return what the audit keeps of an import: how many of each."""
    counts = {
        "left_out": len(report.left_out),
        "drafts": len(report.drafts),
        "restored": len(report.restored),
        "decks": report.beside.deck_part.writes,
        "scenarios": report.beside.scenario_part.writes,
        "art": len(report.beside.art),
    }
    return {"new": len(report.new), "changed": len(report.changed), **{key: n for key, n in counts.items() if n}}
