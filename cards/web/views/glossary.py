"""The glossary of a pack: its terms in a table, one of them in a form."""

import re
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from cards.errors import NotFound, Refusal, Stale
from cards.localization import localize, localize_lazy
from cards.lookups import search_words
from cards.models import GlossaryTerm, Pack
from cards.models.glossary import NOTE_LIMIT, WORD_LIMIT
from cards.permissions import Act
from cards.queries.glossary import term_get, term_list, terms_offered
from cards.services.glossary import TermForm, glossary_add, glossary_edit, glossary_remove, glossary_seed
from cards.web.access import access
from cards.web.forms import PortalForm
from cards.web.line_field import LineField
from cards.web.page import is_number, pack_context, pack_page
from cards.web.pages import paged

_SEPARATORS = re.compile(r"[,，、;；\n]+")
LISTS = ("also_en", "also_zh", "avoid_en", "avoid_zh")


def words_field(label: Any, tag: str, help_text: Any = "") -> LineField:
    """Return a field for several words with commas between them."""
    return LineField(label=label, required=False, widget=forms.TextInput({"lang": tag}), help_text=help_text)


class TermPageForm(PortalForm):
    """One term, its lists written with commas of either width."""

    en = LineField(
        label=localize_lazy("English", "英文"), max_length=WORD_LIMIT, widget=forms.TextInput({"lang": "en"})
    )
    zh = LineField(
        label=localize_lazy("Chinese", "中文"), max_length=WORD_LIMIT, widget=forms.TextInput({"lang": "zh-Hans"})
    )
    also_en = words_field(
        localize_lazy("Also accepted, English", "同义词（英文）"),
        "en",
        localize_lazy("Separate several words with commas.", "多个词以逗号分隔。"),
    )
    also_zh = words_field(localize_lazy("Also accepted, Chinese", "同义词（中文）"), "zh-Hans")
    avoid_en = words_field(
        localize_lazy("Avoid, English", "禁用词（英文）"),
        "en",
        localize_lazy("Using it raises a warning.", "使用时会提醒。"),
    )
    avoid_zh = words_field(localize_lazy("Avoid, Chinese", "禁用词（中文）"), "zh-Hans")
    note = forms.CharField(
        label=localize_lazy("Note for translators", "给译者的说明"),
        required=False,
        max_length=NOTE_LIMIT,
        widget=forms.Textarea({"rows": 2}),
    )
    pointers = {f"/{name}": name for name in LISTS}

    def term(self) -> TermForm:
        """Return what was typed."""
        lists = {name: [word.strip() for word in _SEPARATORS.split(self.cleaned_data[name])] for name in LISTS}
        return TermForm(en=self.cleaned_data["en"], zh=self.cleaned_data["zh"], note=self.cleaned_data["note"], **lists)


@pack_page(Act.CARD_READ, "GET", "POST")
def term_index(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Show the terms of a pack; add, change or remove one, or take over those of the game."""
    term = _term(request, pack)
    if request.method == "GET":
        form = TermPageForm(initial=_initial(term) if term else None)
        return render(request, "cards/glossary.html", _context(request, pack, form, term))
    action = request.POST.get("do", "")
    if action == "seed":
        return _seed_terms(request, pack)
    if action == "remove":
        return _remove_term(request, pack, term)
    return _save_term(request, pack, term)


def _term(request: HttpRequest, pack: Pack) -> GlossaryTerm | None:
    """Return the term of the address or the form, None for a new one."""
    number = request.POST.get("term") or request.GET.get("term", "")
    if not number:
        return None
    if not is_number(number, 15):
        raise NotFound
    return term_get(pack=pack, pk=int(number))


def _save_term(request: HttpRequest, pack: Pack, term: GlossaryTerm | None) -> HttpResponse:
    form = TermPageForm(request.POST)
    context: dict[str, Any] = {}
    status = 400
    if form.is_valid():
        try:
            _write(request, pack, term, form)
        except Stale as stale:
            term, context, status = stale.current, {"stale": stale.current}, stale.status
        except Refusal as refusal:
            form.refuse(refusal, "en" if refusal.slug == "id-taken" else None)
            status = refusal.status
        else:
            messages.success(request, localize("Saved.", "已保存。"))
            return redirect("cards:glossary", pack)
    return render(request, "cards/glossary.html", _context(request, pack, form, term) | context, status=status)


def _write(request: HttpRequest, pack: Pack, term: GlossaryTerm | None, form: TermPageForm) -> None:
    if term is None:
        glossary_add(actor=request.user, pack=pack, form=form.term())
        return
    revision = request.POST.get("revision", "")
    based_on = int(revision) if is_number(revision, 9) else 0
    glossary_edit(actor=request.user, pack=pack, term=term, form=form.term(), based_on=based_on)


def _remove_term(request: HttpRequest, pack: Pack, term: GlossaryTerm | None) -> HttpResponse:
    if term is None:
        raise NotFound
    glossary_remove(actor=request.user, pack=pack, term=term)
    messages.success(request, localize("The term {term} was removed.", "已删除术语 {term}。", term=term.en))
    return redirect("cards:glossary", pack)


def _seed_terms(request: HttpRequest, pack: Pack) -> HttpResponse:
    n = glossary_seed(actor=request.user, pack=pack)
    messages.success(request, localize("{n:term is|terms are} added.", "已添加 {n} 条术语。", n=n))
    return redirect("cards:glossary", pack)


def _initial(term: GlossaryTerm) -> dict[str, str]:
    words = {name: ", ".join(getattr(term, name)) for name in LISTS}
    return {"en": term.en, "zh": term.zh, "note": term.note, **words}


def _context(request: HttpRequest, pack: Pack, form: TermPageForm, term: GlossaryTerm | None) -> dict[str, Any]:
    query = search_words(request.GET, "q")
    return pack_context(
        pack,
        "texts",
        localize("Glossary", "术语表"),
        (reverse("cards:text-list", args=[pack]), localize("Texts", "文案")),
        can=access(request.user, pack).can,
        form=form,
        term=term,
        query=query,
        listing=paged(term_list(pack=pack, q=query), request.GET),
        offered=len(terms_offered(pack=pack)),
    )
