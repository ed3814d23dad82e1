"""The meaning of each slug of a refusal; the source of `/problems/<slug>/`. A slug is never reused for something else."""

from collections.abc import Mapping

from cards.values import frozen_dataclass

Text = Mapping[str, str]


@frozen_dataclass
class Meaning:
    """The meaning of one slug: HTTP status, a short title, and what to do about it."""

    status: int
    title: Text
    explanation: Text


def _meaning(status: int, title: tuple[str, str], explanation: tuple[str, str]) -> Meaning:
    return Meaning(status, text(*title), text(*explanation))


def text(en: str, zh: str) -> Text:
    """Return one sentence in both languages."""
    return {"en": en, "zh": zh}


REFUSALS: Mapping[str, Meaning] = {
    "malformed-json": _meaning(
        400,
        ("This is not JSON", "这不是 JSON"),
        ("Fix the text at the line and column given.", "请按给出的行和列修正文本。"),
    ),
    "duplicate-key": _meaning(
        400,
        ("Duplicate key", "键重复"),
        ("Keep one of the two; readers disagree on which one counts.", "保留其中一个；不同的读取程序取值不同。"),
    ),
    "too-deep": _meaning(
        400,
        ("Nested too deeply", "嵌套过深"),
        ("At most 64 levels of objects and arrays are read.", "对象和数组最多读取 64 层。"),
    ),
    "bad-number": _meaning(
        400,
        ("A number cannot be stored exactly", "数字无法精确保存"),
        ("Only whole numbers within ±(2^53−1) are read.", "只接受 ±(2^53−1) 之内的整数。"),
    ),
    "bad-string": _meaning(
        400,
        ("A text holds characters that cannot be stored", "文本含有无法保存的字符"),
        ("Take out NUL characters and halves of surrogate pairs.", "请去掉 NUL 字符和不成对的代理字符。"),
    ),
    "invalid-fields": _meaning(
        400,
        ("Some fields are invalid", "部分字段有误"),
        ("Each entry of `errors` names a field and what it requires.", "`errors` 的每一项都指出一个字段及其要求。"),
    ),
    "missing-field": _meaning(
        422,
        ("A field is missing", "缺少字段"),
        ("Send the field that `errors` names; nothing was changed.", "请补上 `errors` 指出的字段；未作任何改动。"),
    ),
    "no-such-place": _meaning(
        422,
        ("No such place", "没有这个位置"),
        ("Send a JSON Pointer of the text that comes with it.", "请发送所附文本中的 JSON Pointer。"),
    ),
    "invalid-archive": _meaning(
        400,
        ("This archive is not accepted", "不接受这个压缩包"),
        (
            "Use a zip as the portal exports it: plain names, no links, no archives inside.",
            "请使用门户导出的格式：普通文件名，无链接，内部无压缩包。",
        ),
    ),
    "invalid-image": _meaning(
        400,
        ("This image is not accepted", "不接受这张图片"),
        (
            "Upload a still PNG, WebP or JPEG of at most 2 MiB and 3,000 pixels on either side.",
            "请上传静态的 PNG、WebP 或 JPEG 图片，不超过 2 MiB，边长不超过 3000 像素。",
        ),
    ),
    "not-signed-in": _meaning(
        401,
        ("Sign in first", "请先登录"),
        ("Sign in, or send a valid token.", "请登录，或发送有效的令牌。"),
    ),
    "forbidden": _meaning(
        403,
        ("Your role does not allow this", "你的权限不足"),
        ("Ask an admin of the pack for a higher role.", "请向卡包管理员申请更高的角色。"),
    ),
    "second-factor-needed": _meaning(
        403,
        ("A second factor is needed", "需要第二重验证"),
        (
            "Who publishes or operates here needs a passkey or an authenticator app: set one up on the page Security of your account.",
            "在此发布或运营的人须启用通行密钥或身份验证器：请在账号的“安全”页面设置。",
        ),
    ),
    "sign-in-too-old": _meaning(
        403,
        ("Confirm that it is you", "请确认是你本人"),
        (
            "This session was signed in a while ago. Confirm the sign-in on the page, or use a token of your own.",
            "此会话登录已有一段时间。请在页面上重新确认身份，或使用自己的令牌。",
        ),
    ),
    "not-found": _meaning(
        404,
        ("Not found", "未找到"),
        ("It does not exist, or you do not have access to it.", "内容不存在，或你无权查看。"),
    ),
    "method-not-allowed": _meaning(
        405,
        ("Method not allowed", "此地址不支持该操作"),
        ("The `Allow` header lists what it does.", "`Allow` 标头列出了它支持的操作。"),
    ),
    "not-acceptable": _meaning(
        406,
        ("This response format is not available", "没有这种格式的答复"),
        ("Accept `application/json`.", "请接受 `application/json`。"),
    ),
    "unsupported-media-type": _meaning(
        415,
        ("This content type is not accepted here", "这里不接受此类正文"),
        ("Send `application/json`.", "请发送 `application/json`。"),
    ),
    "state-conflict": _meaning(
        409,
        ("Not possible in the current state", "当前状态下不可行"),
        ("The detail says what prevents it.", "详情说明了阻碍所在。"),
    ),
    "game-missing": _meaning(
        409,
        ("The game of this pack is missing", "缺少此卡包的游戏规则"),
        (
            "This portal does not have the game, or cannot load it. What is stored can be read and exported; "
            "the operator of the portal can bring the game back.",
            "门户没有此游戏规则，或无法载入。已保存的内容仍可查看和导出；门户的运营者可以恢复该游戏规则。",
        ),
    ),
    "game-failed": _meaning(
        409,
        ("The game of this pack failed", "此卡包的游戏规则出错"),
        (
            "Code of the game stopped with an error. The detail has its file and line: its author can correct it there. "
            "Other games are not affected.",
            "该游戏规则的代码因错误而中止。详情中有文件和行号，规则的作者可据此修正。其他游戏规则不受影响。",
        ),
    ),
    "gate-closed": _meaning(
        409,
        ("A release check has not passed", "发布检查未通过"),
        ("`gates` lists what each failed check is missing.", "`gates` 列出了每项未通过的检查还缺什么。"),
    ),
    "version-exists": _meaning(
        409,
        ("This version is already released", "该版本已经发布"),
        ("A published version never changes; choose a higher number.", "已发布的版本永不改变；请选择更高的版本号。"),
    ),
    "version-too-low": _meaning(
        409,
        ("The version number is too low", "版本号过低"),
        ("These changes require at least the version named in the detail.", "所做的改动至少需要详情中给出的版本号。"),
    ),
    "nothing-changed": _meaning(
        409,
        ("The release would change nothing", "此次发布没有任何变化"),
        (
            "It would repeat the last release under another number; change, add, retire or deprecate a card first.",
            "它只会以新版本号重复上一个版本；请先修改或新增卡牌，将其停用或标为不再推荐。",
        ),
    ),
    "own-work": _meaning(
        409,
        ("You cannot approve your own work", "不能批准自己的作品"),
        ("Ask someone who did not work on this version.", "请让没有参与该版本的人来审核。"),
    ),
    "id-taken": _meaning(
        409,
        ("This name is taken", "该名称已被使用"),
        ("Choose another; names that differ only in case count as the same.", "请另选一个；仅大小写不同视为相同。"),
    ),
    "id-differs": _meaning(
        409,
        ("The id in the text is not the card's", "文本中的 id 与卡牌不一致"),
        (
            "Rename the card to the id in the text, or write the old id again.",
            "请把卡牌重命名为文本中的 id，或改回原来的 id。",
        ),
    ),
    "idempotency-mismatch": _meaning(
        409,
        ("The same key came with another request", "同一个键对应了不同的请求"),
        ("Use a new Idempotency-Key for a new request.", "新的请求请使用新的 Idempotency-Key。"),
    ),
    "gone": _meaning(
        410,
        ("This version of the API has ended", "该 API 版本已停用"),
        ("Use the version that the documentation names.", "请使用文档所示的版本。"),
    ),
    "stale": _meaning(
        412,
        ("Someone else saved first", "他人已先保存"),
        (
            "`current` is the newer draft; merge yours into it and save again.",
            "`current` 是较新的草稿；请合并后再保存。",
        ),
    ),
    "if-match-required": _meaning(
        428,
        ("State which revision you are changing", "请说明你修改的是哪个状态"),
        ("Send the ETag that you read as `If-Match`.", "请把读到的 ETag 作为 `If-Match` 发送。"),
    ),
    "too-large": _meaning(
        413,
        ("Too large", "过大"),
        (
            "A card's text holds at most 1 MiB, an image 2 MiB, a pack 64 MiB.",
            "卡牌文本最多 1 MiB，图片最多 2 MiB，卡包最多 64 MiB。",
        ),
    ),
    "range-not-satisfiable": _meaning(
        416,
        ("The requested range is beyond the end of the file", "请求的范围超出文件末尾"),
        ("Ask for bytes within the length that `Content-Range` gives.", "请在 `Content-Range` 给出的长度之内请求。"),
    ),
    "rate-limited": _meaning(
        429,
        ("Too many attempts", "尝试次数过多"),
        ("Wait as long as `Retry-After` says.", "请等待 `Retry-After` 所示的时间。"),
    ),
    "quota-exceeded": _meaning(
        429,
        ("Quota exceeded", "配额已用完"),
        (
            "Wait as long as `Retry-After` says, or cancel what you no longer need.",
            "请等待 `Retry-After` 所示的时间，或取消不再需要的任务。",
        ),
    ),
    "quota-reached": _meaning(
        409,
        ("The pack is full", "卡包已满"),
        (
            "Delete cards in the trash or images that are no longer needed, or ask the operator for a larger quota.",
            "请彻底删除回收站中的卡牌或不再需要的图片，或请运营者提高配额。",
        ),
    ),
    "unavailable": _meaning(
        503,
        ("Not available at the moment", "暂时不可用"),
        ("Try again shortly.", "请稍后再试。"),
    ),
    "too-expensive": _meaning(
        503,
        ("Too much work for one request", "一次请求的工作量过大"),
        (
            "Nothing was changed. Ask for less at once: fewer cards, a shorter search, a smaller text.",
            "没有任何改动。请一次少处理一些：减少卡牌、缩短搜索内容或使用更短的文本。",
        ),
    ),
    "storage-full": _meaning(
        507,
        ("Storage is full", "存储空间已满"),
        ("Nothing was saved. Contact the portal’s operator.", "没有保存任何内容；请联系门户的运营者。"),
    ),
}
