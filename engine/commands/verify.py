"""`verify`: whether a release is whole, and signed by whom one trusts; needs neither network nor portal."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from pathlib import Path

from engine import api
from engine.commands.shell import FINE, FOUND, Arguments, Command, Shell, Unusable
from engine.json_values import JsonObject
from engine.language.spec import LocalizedText

FILE_LIMIT = 65 * 1024 * 1024  # bytes that are read of an archive: one more than any may have is enough to refuse it
KEY_LIMIT = 4096  # bytes that are read of a key file
STATES = {
    "good": LocalizedText("signed with the key {key}", "已由密钥 {key} 签名"),
    "bad": LocalizedText("the signature does not hold", "签名无效"),
    "unknown": LocalizedText(
        "signed with the key {key}, which was not checked: name it with --key",
        "由密钥 {key} 签名，但未核对：请用 --key 给出公钥",
    ),
    "missing": LocalizedText("not signed", "未签名"),
}


def _arguments(arguments: Arguments) -> None:
    arguments.add("pack", help=LocalizedText("a release as a zip", "发布的 zip 文件"), type=Path, metavar="PACK.zip")
    arguments.add(
        "--key",
        help=LocalizedText("public key: a file, or its line; may be repeated", "公钥：文件或其内容行；可多次给出"),
        action="append",
        default=[],
        metavar="K",
    )


def _run(shell: Shell, args: Namespace) -> int:
    keys = [_key(each) for each in args.key]
    with args.pack.open("rb") as file:
        data = file.read(FILE_LIMIT)
    files = api.read_zip(data, file=args.pack.name)
    result = api.verify_signed(files, keys)
    if not result.problems and api.write_zip(files) != data:
        result = replace(result, problems=(_repacked(args.pack.name),))
    trusted = result.signature == "good" or (not keys and result.signature != "bad")
    ok = not result.problems and trusted
    shell.answer(_answer(result, ok, len(files)), _text(shell, result, ok, len(files)))
    return FINE if ok else FOUND


def _repacked(file: str) -> api.Problem:
    """Return the problem of an archive around whole files that is not the one that was published."""
    message = {
        "en": "The files are whole, but the archive around them is not the one that was published.",
        "zh": "文件完整，但外层压缩包不是发布时的那一个。",
    }
    return api.Problem("E-FILE", message, file=file)


def _key(text: str) -> api.PublicKey:
    """Return the key of a file of that name, else of the line itself."""
    path = Path(text)
    try:
        if len(text) < 256 and path.is_file():
            with path.open(encoding="utf-8") as file:
                return api.read_public(file.read(KEY_LIMIT))
        return api.read_public(text)
    except (api.BadSignature, UnicodeDecodeError):
        raise Unusable(f"{text[:80]} is no public key of minisign", f"{text[:80]} 不是 minisign 公钥") from None


def _answer(result: api.VerifiedRelease, ok: bool, count: int) -> JsonObject:
    return {
        "format": "verified/1",
        "ok": ok,
        "pack": result.pack,
        "version": result.version,
        "files": count,
        "signature": result.signature,
        "keyId": result.key_id or None,
        "trustedComment": result.trusted or None,
        "problems": [problem.to_json() for problem in result.problems],
    }


def _text(shell: Shell, result: api.VerifiedRelease, ok: bool, count: int) -> str:
    lines = [shell.line(problem) for problem in result.problems]
    files = LocalizedText(f"{count} files", f"{count} 个文件")
    word = (
        LocalizedText("intact", "完整")
        if not result.problems
        else LocalizedText("not what was published", "与发布内容不符")
    )
    state = shell.say(STATES[result.signature]).format(key=result.key_id)
    head = f"{result.pack} {result.version}".strip() or "?"
    verdict = shell.say(LocalizedText("OK", "通过") if ok else LocalizedText("FAILED", "未通过"))
    sentence = LocalizedText("{}: {}, {}: {}; {}", "{}：{}，{}：{}；{}")
    return "\n".join([*lines, shell.say(sentence).format(verdict, head, shell.say(files), shell.say(word), state)])


COMMAND = Command(
    "verify",
    LocalizedText("check that a release is whole and who signed it", "检查发布是否完整、由谁签名"),
    _arguments,
    _run,
    about=LocalizedText(
        "Check every byte of a release against its manifest, and the manifest against its signature. With --key, exit code 0 means "
        "that this key signed exactly these files; without, only that the files agree with their manifest.",
        "逐字节核对发布与清单，并核对清单的签名。给出 --key 时，退出码 0 表示该密钥签署的正是这些文件；否则只表示文件与清单一致。",
    ),
)
