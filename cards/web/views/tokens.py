"""API tokens of the account that is signed in: what there are, a new one, the end of one."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from cards.errors import Refusal
from cards.localization import localize
from cards.lookups import search_words
from cards.permissions import require_account
from cards.queries.tokens import token_list, vouched_until
from cards.services.token import token_create, token_revoke
from cards.web.forms import TokenForm
from cards.web.page import page, posted, refusal_message, render_secret


@require_http_methods(["GET", "POST"])
@page
def tokens(request: HttpRequest) -> HttpResponse:
    """Show the tokens; create one, whose secret is shown in this answer and never again, or revoke one."""
    if request.POST.get("do") == "revoke":
        return _revoke(request)
    form = TokenForm(posted(request), initial={"scopes": ["read"], "days": "90"})
    secret = ""
    if form.is_valid():
        data = form.cleaned_data
        try:
            _, secret = token_create(
                actor=request.user, name=data["name"], scopes=data["scopes"], days=int(data["days"])
            )
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            form = TokenForm(initial={"scopes": ["read"], "days": "90"})
    account, moment = require_account(request.user), timezone.now()
    context = {
        "form": form,
        "secret": secret,
        "tokens": [(token, token.is_usable(moment), vouched_until(token)) for token in token_list(account=account)],
        "moment": moment,
        "is_vouched": settings.SIGN_IN != "password",
        "company": settings.OIDC_NAME,
        "days": settings.OIDC_TOKEN_DAYS,
        "section": "account",
        "site": request.build_absolute_uri("/").rstrip("/"),
    }
    return render_secret(request, "cards/tokens.html", context, secret)


def _revoke(request: HttpRequest) -> HttpResponse:
    with refusal_message(request):
        token = token_revoke(actor=request.user, token_id=search_words(request.POST, "token"))
        messages.success(
            request, localize("The token {name} no longer works.", "令牌 {name} 已失效。", name=token.name)
        )
    return redirect("cards:tokens")
