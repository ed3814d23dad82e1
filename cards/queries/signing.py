"""The keys that sign releases: all in their public form, and the secret of the one that signs now.

The secret comes from SIGNING_KEY in the environment, from the output of SIGNING_COMMAND, else from its row, sealed under the portal's key; from a file of the data
folder until `manage.py migrate` has taken over what an earlier version wrote there.
"""

import shlex
import subprocess
import time
from pathlib import Path

from django.conf import settings
from django.db.models import QuerySet

from cards.errors import StateConflict
from cards.gateway import signatures
from cards.lookups import first_or_not_found
from cards.models import SigningKey
from cards.sealing import NotOpened, key_path, unseal

COMMAND_TIMEOUT = 4.0  # seconds; a request has five
ANSWER_AGE = 60.0  # seconds for which a page need not ask the command again whether this host can sign
_answers: dict[str, tuple[float, StateConflict | None]] = {}
NO_KEY = (
    "This portal has no signing key: its operator creates one with `manage.py signing_key new`.",
    "此门户没有签名密钥：请运营者运行 `manage.py signing_key new` 生成。",
)


def signing_keys() -> QuerySet[SigningKey]:
    """Return all keys that ever signed, the newest first."""
    return SigningKey.objects.order_by("-pk")


def signing_key_get(*, key_id: str) -> SigningKey:
    """Return one key by its id."""
    return first_or_not_found(SigningKey.objects.filter(key_id=key_id.upper()))


def public_keys() -> list[signatures.PublicKey]:
    """Return all keys as what verifies signatures."""
    return [signatures.read_public(line) for line in signing_keys().values_list("public_key", flat=True)]


def stored_signing_key() -> SigningKey | None:
    """Return the key whose secret is in the database, if there is one."""
    return signing_keys().exclude(sealed_secret="").first()


def signing_key_of_file() -> str:
    """Return the secret that an earlier version left in the data folder of this host; empty where there is none."""
    path = Path(settings.SIGNING_KEY_PATH) if settings.SIGNING_KEY_PATH else None
    return path.read_text(encoding="utf-8") if path is not None and path.exists() else ""


def signing_secret() -> signatures.SecretKey:
    """Return the key that signs now.

    Errors: StateConflict when there is none, when this host cannot open it, when it cannot be read, or when it was retired.
    """
    text = settings.SIGNING_KEY or _secret_of_command() or _stored_secret() or signing_key_of_file()
    if not text:
        raise StateConflict(*NO_KEY)
    try:
        key = signatures.read_secret(text)
    except signatures.BadSignature as bad:
        raise StateConflict(f"Signing key: {bad.message['en']}", f"签名密钥：{bad.message['zh']}") from bad
    if SigningKey.objects.filter(key_id=key.id, retired_at__isnull=False).exists():
        raise StateConflict(
            f"The signing key {key.id} is retired: the operator makes another with `manage.py signing_key new`.",
            f"签名密钥 {key.id} 已停用：请运营者运行 `manage.py signing_key new` 生成新的密钥。",
        )
    return key


def signing_refusal() -> StateConflict | None:
    """Return why this host can sign no release, or None; what a command answered holds for a minute."""
    command = settings.SIGNING_COMMAND
    asked_at, answer = _answers.get(command, (float("-inf"), None))
    if command and time.monotonic() < asked_at + ANSWER_AGE:
        return answer
    try:
        signing_secret()
    except StateConflict as refusal:
        answer = refusal
    else:
        answer = None
    _answers[command] = (time.monotonic(), answer)
    return answer


def is_key_outside() -> bool:
    """Return whether the secret comes from the environment or a command, so that the portal stores none."""
    return bool(settings.SIGNING_KEY or settings.SIGNING_COMMAND)


def _secret_of_command() -> str:
    """Return what SIGNING_COMMAND prints; empty where none is set.

    Errors: StateConflict where it fails or says nothing; what it wrote stays out of the message.
    """
    if not settings.SIGNING_COMMAND:
        return ""
    try:
        words = shlex.split(settings.SIGNING_COMMAND)
        ran = subprocess.run(  # noqa: S603  a list of words of the operator, no shell
            words, stdin=subprocess.DEVNULL, capture_output=True, timeout=COMMAND_TIMEOUT, check=False
        )
        reason = "" if ran.returncode == 0 and ran.stdout.strip() else f"exit {ran.returncode}"
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        reason = type(error).__name__
    if reason:
        raise StateConflict(
            f"The command that gives the signing key fails ({reason}): the operator looks at SIGNING_COMMAND.",
            f"提供签名密钥的命令失败（{reason}）：请运营者检查 SIGNING_COMMAND。",
        )
    return ran.stdout.decode(errors="replace").strip()


def _stored_secret() -> str:
    row = stored_signing_key()
    if row is None:
        return ""
    try:
        return unseal(row.sealed_secret).decode()
    except NotOpened as error:
        raise StateConflict(
            f"This host cannot open the signing key {row.key_id}: it is sealed under the key {error.key_id}, which {key_path()} "
            "lacks. Its operator copies that file from a host that can publish, or from where its copy is kept.",
            f"本机无法打开签名密钥 {row.key_id}：它由密钥 {error.key_id} 加密，而 {key_path()} 中没有该密钥。"
            "请运营者从可以发布的主机或备份处复制该文件。",
        ) from error
