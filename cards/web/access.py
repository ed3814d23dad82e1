"""What the account may do in a pack, as pages ask it: a few yes-or-no words and the reason for each no."""

from cards.localization import localize
from cards.models import Pack, Role
from cards.permissions import Act, Actor, allows, role_in
from cards.values import frozen_dataclass


@frozen_dataclass
class Can:
    """The acts that pages offer."""

    edit: bool
    preview: bool
    cancel: bool
    plan: bool
    publish: bool
    override: bool
    settings: bool


@frozen_dataclass
class Access:
    """A role in a pack and what follows from it."""

    role: str | None
    can: Can

    @property
    def why(self) -> dict[str, str]:
        """Return the sentence shown at a control that the role may not use."""
        designer = localize(
            "Your role is read-only. Ask an admin of the pack for the designer role.",
            "你的角色只能阅读。请向卡包管理员申请设计者角色。",
        )
        publisher = localize(
            "Publishing requires the publisher role. Ask an admin of the pack.",
            "发布需要发布者角色。请联系卡包管理员。",
        )
        return {"edit": designer, "preview": designer, "publish": publisher}


def access(account: Actor, pack: Pack) -> Access:
    """Return what the account may do in the pack, read afresh."""
    return access_of(role_in(account=account, pack=pack), pack)


def access_of(role: Role | None, pack: Pack) -> Access:
    """Return the rights of a role in the pack."""
    is_live = pack.archived_at is None

    def may(act: Act) -> bool:
        return is_live and allows(role=role, act=act)

    return Access(
        role=role,
        can=Can(
            edit=may(Act.DRAFT_SAVE),
            preview=may(Act.PREVIEW_START),
            cancel=may(Act.PREVIEW_CANCEL),
            plan=may(Act.RELEASE_PLAN),
            publish=may(Act.RELEASE_PUBLISH),
            override=may(Act.RELEASE_OVERRIDE),
            settings=may(Act.PACK_EDIT),
        ),
    )
