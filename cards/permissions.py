"""Who may do what in a pack: one table of acts and the least role that each needs."""

from collections.abc import Mapping
from enum import StrEnum

from django.contrib.auth.models import AnonymousUser

from cards.errors import Forbidden, NotFound, NotSignedIn, ScopeTooLow, SecondFactorNeeded, StateConflict
from cards.models import Account, Membership, Pack, Program, Role, Visibility
from cards.models.account import TokenScope
from cards.queries.factors import operator_lacks_factor, publisher_lacks_factor

Actor = Account | AnonymousUser

RANK: Mapping[str, int] = {role: place for place, role in enumerate(Role.values)}


class Act(StrEnum):
    """Everything that needs a role, named as the audit names it."""

    PACK_READ = "pack.read"
    PACK_EDIT = "pack.edit"
    PACK_MEMBERS = "pack.members"
    PACK_AUDIT = "pack.audit"
    CARD_READ = "card.read"
    CARD_CREATE = "card.create"
    CARD_TRASH = "card.trash"
    DECK_READ = "deck.read"
    DECK_EDIT = "deck.edit"
    CARD_PURGE = "card.purge"
    CARD_RENAME = "card.rename"
    CARD_RETIRE = "card.retire"
    CARD_DEPRECATE = "card.deprecate"
    DRAFT_SAVE = "draft.save"
    GLOSSARY_EDIT = "glossary.edit"
    VERSION_CREATE = "version.create"
    VALIDATE = "pack.validate"
    PREVIEW_READ = "preview.read"
    PREVIEW_START = "preview.start"
    PREVIEW_CANCEL = "preview.cancel"
    REVIEW_READ = "review.read"
    REVIEW_REQUEST = "review.request"
    REVIEW_COMMENT = "review.comment"
    REVIEW_DECIDE = "review.decide"
    RELEASE_READ = "release.read"
    RELEASE_PLAN = "release.plan"
    RELEASE_PUBLISH = "release.publish"
    RELEASE_OVERRIDE = "release.override"


NEEDS: Mapping[Act, Role] = {
    Act.PACK_READ: Role.VIEWER,
    Act.CARD_READ: Role.VIEWER,
    Act.DECK_READ: Role.VIEWER,
    Act.PREVIEW_READ: Role.VIEWER,
    Act.REVIEW_READ: Role.VIEWER,
    Act.RELEASE_READ: Role.VIEWER,
    Act.VALIDATE: Role.VIEWER,
    Act.CARD_CREATE: Role.DESIGNER,
    Act.CARD_TRASH: Role.DESIGNER,
    Act.DECK_EDIT: Role.DESIGNER,
    Act.CARD_PURGE: Role.PUBLISHER,
    Act.CARD_RENAME: Role.DESIGNER,
    Act.CARD_RETIRE: Role.DESIGNER,
    Act.CARD_DEPRECATE: Role.DESIGNER,
    Act.DRAFT_SAVE: Role.DESIGNER,
    Act.GLOSSARY_EDIT: Role.DESIGNER,
    Act.VERSION_CREATE: Role.DESIGNER,
    Act.PREVIEW_START: Role.DESIGNER,
    Act.PREVIEW_CANCEL: Role.DESIGNER,
    Act.REVIEW_REQUEST: Role.DESIGNER,
    Act.REVIEW_COMMENT: Role.DESIGNER,
    Act.REVIEW_DECIDE: Role.REVIEWER,
    Act.RELEASE_PLAN: Role.PUBLISHER,
    Act.RELEASE_PUBLISH: Role.PUBLISHER,
    Act.RELEASE_OVERRIDE: Role.ADMIN,
    Act.PACK_EDIT: Role.ADMIN,
    Act.PACK_MEMBERS: Role.ADMIN,
    Act.PACK_AUDIT: Role.ADMIN,
}

SCOPES: Mapping[Act, TokenScope] = {
    Act.PREVIEW_START: TokenScope.PREVIEW,
    Act.PREVIEW_CANCEL: TokenScope.PREVIEW,
    Act.REVIEW_REQUEST: TokenScope.REVIEW,
    Act.REVIEW_COMMENT: TokenScope.REVIEW,
    Act.REVIEW_DECIDE: TokenScope.REVIEW,
    Act.RELEASE_PLAN: TokenScope.RELEASE,
    Act.RELEASE_PUBLISH: TokenScope.RELEASE,
    Act.RELEASE_OVERRIDE: TokenScope.RELEASE,
    Act.PACK_EDIT: TokenScope.ADMIN,
    Act.PACK_MEMBERS: TokenScope.ADMIN,
    Act.PACK_AUDIT: TokenScope.ADMIN,
}
"""The scope that a token needs where it is neither `read`, for what a viewer may do, nor `write`."""

CLOSED_IN_ARCHIVE = frozenset(
    {
        Act.CARD_CREATE,
        Act.CARD_TRASH,
        Act.CARD_PURGE,
        Act.CARD_RENAME,
        Act.CARD_RETIRE,
        Act.CARD_DEPRECATE,
        Act.DECK_EDIT,
        Act.DRAFT_SAVE,
        Act.GLOSSARY_EDIT,
        Act.VERSION_CREATE,
        Act.PREVIEW_START,
        Act.REVIEW_REQUEST,
        Act.REVIEW_COMMENT,
        Act.REVIEW_DECIDE,
        Act.RELEASE_PLAN,
    }
)
"""What nobody may do in an archived pack; a release may still be yanked there, and publishing is refused under the lock of the pack."""

OF_PUBLISHING = frozenset({Act.RELEASE_PUBLISH, Act.RELEASE_OVERRIDE})
"""What the tokens of people may not do in a pack that switches that off (`Pack.release_tokens`)."""

NO_TOKENS = (
    "This pack is published by people who are signed in and by the jobs that it trusts, not by tokens of people.",
    "此卡包只能由已登录的成员或受信任的任务发布，不能用个人令牌发布。",
)

OPEN_TO_ANYONE = frozenset({Act.PACK_READ, Act.RELEASE_READ})
"""What everybody may do with a public pack that has a release."""


def role_in(*, account: Actor, pack: Pack) -> Role | None:
    """Return the role that holds now, read afresh; an operator is an admin everywhere, a program works in its own pack, a stranger nowhere."""
    if not isinstance(account, Account) or not account.is_active:
        return None
    if account.is_operator:
        return Role.ADMIN
    rows = Program.objects if account.is_program else Membership.objects
    role = rows.filter(pack=pack, account=account).values_list("role", flat=True).first()
    return Role(role) if role else None


def allows(*, role: str | None, act: Act) -> bool:
    """Return whether a role is high enough for an act."""
    return role is not None and RANK[role] >= RANK[NEEDS[act]]


def require(*, account: Actor, pack: Pack, act: Act) -> Role | None:
    """Return the account's role, or refuse: NotFound to a stranger, Forbidden to a member of too low a role.

    Errors: StateConflict for a change of an archived pack.
    """
    return require_role(role_in(account=account, pack=pack), account=account, pack=pack, act=act)


def require_role(role: Role | None, *, account: Actor, pack: Pack, act: Act) -> Role | None:
    """Do as `require` does for an account whose role in the pack was read in this request."""
    if allows(role=role, act=act):
        require_scope(account=account, scope=scope_of(act))
        if act in OF_PUBLISHING and not pack.release_tokens and _is_by_own_token(account):
            raise Forbidden(*NO_TOKENS)
        if act in CLOSED_IN_ARCHIVE and pack.archived_at is not None:
            raise StateConflict("This pack is archived.", "该卡包已归档。")
        if RANK[NEEDS[act]] >= RANK[Role.PUBLISHER]:
            require_factor(account, pack)
        return role
    if role is not None:
        raise Forbidden()
    if act in OPEN_TO_ANYONE and is_open(pack):
        return None
    raise NotFound()


def _is_by_own_token(account: Actor) -> bool:
    """Return whether an account came with a token of a person."""
    return isinstance(account, Account) and account.token_scopes is not None and not account.is_program


def require_factor(account: Actor, pack: Pack) -> None:
    """Refuse an account without a second factor where the portal or the pack wants one of those who publish.

    Errors: SecondFactorNeeded.
    """
    if isinstance(account, Account) and publisher_lacks_factor(account, pack):
        raise SecondFactorNeeded()


def scope_of(act: Act) -> TokenScope:
    """Return the scope that a token needs for an act."""
    return SCOPES.get(act, TokenScope.READ if NEEDS[act] == Role.VIEWER else TokenScope.WRITE)


def require_scope(*, account: Actor, scope: str | None) -> None:
    """Refuse a caller whose token does not have the scope; a session has them all."""
    held = account.token_scopes if isinstance(account, Account) else None
    if held is not None and scope not in held:
        raise ScopeTooLow(scope or "")


def is_open(pack: Pack) -> bool:
    """Return whether anyone may read the releases of a pack."""
    return pack.visibility == Visibility.PUBLIC and pack.releases.exists()


def require_account(actor: Actor) -> Account:
    """Return the account that is signed in and active, or refuse."""
    if isinstance(actor, Account) and actor.is_active:
        return actor
    raise NotSignedIn()


def authorize(actor: Actor, pack: Pack, act: Act) -> Account:
    """Return the account that is signed in where it may do an act in the pack; refuse as `require_account` and `require` do."""
    account = require_account(actor)
    require(account=account, pack=pack, act=act)
    return account


def require_operator(actor: Actor) -> Account:
    """Return the account of an operator in a session of its own; NotFound for all others, and for tokens."""
    account = require_account(actor)
    if not account.is_operator or account.token_scopes is not None:
        raise NotFound()
    if operator_lacks_factor(account):
        raise SecondFactorNeeded()
    return account
