import { formTable } from "./i18n_form";

export type Language = "en" | "zh";

/** Every sentence of the editor, English first; a function where it contains a number or a name. */
const table = {
  ...formTable,
  editorLabel: ["Card text, JSON", "卡牌文本，JSON"],
  typing: ["Typing", "输入"],
  saved: ["Saved", "已保存"],
  savedAt: [(time: string) => `Saved ${time}`, (time: string) => `已保存 ${time}`],
  edited: ["Not saved yet", "尚未保存"],
  saving: ["Saving", "正在保存"],
  offlineKept: ["Offline, kept on this device", "离线，已留在本设备"],
  offlineLost: ["Offline and not kept: do not close this page", "离线且未留存：请勿关闭此页"],
  failingKept: ["The server did not save: kept on this device, trying again", "服务器未保存：已留在本设备，正在重试"],
  failingLost: ["The server did not save: do not close this page", "服务器未保存：请勿关闭此页"],
  notUnderstood: [
    "The server answered something else: sign in again in another tab",
    "服务器的回应无法识别：请在另一标签页重新登录",
  ],
  conflict: ["Someone saved before you", "他人已先保存"],
  conflictOpen: ["Choose", "选择"],
  readOnly: ["Read only", "只读"],
  restored: ["Unsaved text of this device is back", "已恢复本设备上未保存的文本"],
  errors: [(n: number) => `${n} ${n === 1 ? "error" : "errors"}`, (n: number) => `${n} 个错误`],
  warnings: [(n: number) => `${n} ${n === 1 ? "warning" : "warnings"}`, (n: number) => `${n} 个警告`],
  noProblems: ["No problems", "没有问题"],
  valid: ["Valid", "有效"],
  unchecked: ["The server cannot check now: only the shape was checked", "服务器暂时无法检查：仅检查了结构"],
  line: [(n: number) => `line ${n}`, (n: number) => `第 ${n} 行`],
  error: ["Error", "错误"],
  warning: ["Warning", "警告"],
  fix: ["Fix", "修正"],
  fixNearest: [(name: string) => `Change to ${name}`, (name: string) => `改为 ${name}`],
  fixed: ["Fixed; undo brings it back", "已修正，可撤销"],
  fixOf: [(code: string) => `Fix ${code}`, (code: string) => `修正 ${code}`],
  fixMisfit: ["The text has changed: this fix no longer fits", "文本已变，此修正不再适用"],
  formatted: ["Formatted", "已排版"],
  noSchema: ["The schema could not be loaded: no completion", "未能加载模式：没有补全"],
  cancel: ["Cancel", "取消"],
  close: ["Close", "关闭"],
  versionTitle: ["Name a version", "命名版本"],
  versionHint: ["A version cannot be edited later. Say what changed.", "版本保存后不可再修改。请写明改动内容。"],
  versionMessage: ["What changed", "改动说明"],
  versionGo: ["Name version", "命名"],
  versionNeeded: ["Say what changed", "请写明改动"],
  versionDone: [(n: string) => `Version ${n} named`, (n: string) => `已命名版本 ${n}`],
  versionOtherId: [
    (text: string, card: string) => `The text says ${text}, the card is ${card}. Rename the card first.`,
    (text: string, card: string) => `文本中的 id 是 ${text}，而卡牌是 ${card}。请先重命名。`,
  ],
  renameFirst: ["Rename the card", "重命名卡牌"],
  here: [(names: string) => `Also here: ${names}`, (names: string) => `同在此处：${names}`],
  hereAt: [(name: string, place: string) => `${name} at ${place}`, (name: string, place: string) => `${name}：${place}`],
  diffTitle: ["Compare with", "对比"],
  diffSaved: ["the saved draft", "已保存的草稿"],
  diffClose: ["Close the comparison", "关闭对比"],
  diffNone: ["There is nothing to compare with yet", "暂无可对比的内容"],
  versionUnsaved: ["The draft is not saved yet; the version waits for it", "草稿尚未保存，请稍后再命名"],
  conflictTitle: ["Someone saved this card before you", "此卡牌已被他人先保存"],
  conflictHint: [
    "Nothing is lost: what you do not choose stays in the draft’s history.",
    "内容不会丢失：未选的文本留在草稿历史中。",
  ],
  conflictKept: [(n: number) => `Yours is kept as revision ${n}`, (n: number) => `您的文本已保存为修订 ${n}`],
  mine: ["Mine", "我的"],
  theirs: ["Theirs", "对方的"],
  theirsBy: [(who: string) => `Theirs: ${who}`, (who: string) => `对方的：${who}`],
  mineHint: ["On top of theirs, which stays in the history", "覆盖对方的，对方的留在历史中"],
  mergeBoth: ["Merge both", "合并两者"],
  mergeClean: ["The changes do not touch the same nodes", "双方改动互不重叠"],
  mergeClashes: [
    (n: number) => `${n} ${n === 1 ? "node was" : "nodes were"} changed by both: choose below`,
    (n: number) => `双方都改了 ${n} 个节点，请在下方选择`,
  ],
  mergeBroken: ["Not possible: one of the texts does not parse", "无法合并：其中一份文本无法解析"],
  mergeNoBase: ["Not possible: the text that both came from is unknown", "无法合并：找不到双方的共同起点"],
  mergeResult: ["Merged", "合并结果"],
  removedNode: ["removed", "已删除"],
  conflictTexts: ["Compare the texts", "对比文本"],
  conflictGo: ["Continue", "继续"],
  keepMine: ["Keep mine", "保留我的"],
  takeTheirs: ["Take theirs", "采用对方的"],
  later: ["Decide later", "稍后决定"],
  unreachable: ["The server did not answer", "服务器没有回应"],
} as const;

type Table = typeof table;

/** The sentences of one language under their names. */
export type Strings = { readonly [K in keyof Table]: Table[K][0] extends string ? string : Table[K][0] };

export function languageOf(tag: string): Language {
  return tag.toLowerCase().startsWith("zh") ? "zh" : "en";
}

export function stringsFor(language: Language): Strings {
  const place = language === "zh" ? 1 : 0;
  return Object.fromEntries(Object.entries(table).map(([name, both]) => [name, both[place]])) as unknown as Strings;
}
