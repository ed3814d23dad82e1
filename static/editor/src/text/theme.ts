import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** Colours come from the page's tokens, so light and dark need nothing here. */
const look = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--surface)", fontSize: "var(--t-12)" },
  "&.cm-focused": { outline: "2px solid var(--focus)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--font-mono)", fontFeatureSettings: '"calt" 0, "zero"', lineHeight: "1.5rem" },
  ".cm-content": { padding: "var(--s-4) 0", caretColor: "var(--accent)" },
  ".cm-line": { padding: "0 var(--s-6) 0 var(--s-3)" },
  ".cm-cursor, .cm-dropCursor": { borderLeft: "2px solid var(--accent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground, .cm-content ::selection":
    { backgroundColor: "var(--select)" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--hover) 60%, transparent)" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--text-3)", border: "0", fontSize: "var(--t-11)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--text)" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "2.5rem", padding: "0 var(--s-2) 0 0", lineHeight: "1.5rem" },
  ".cm-foldGutter .cm-gutterElement": { padding: "0 var(--s-2)", cursor: "pointer", color: "var(--text-3)" },
  ".cm-foldPlaceholder": { background: "var(--sunken)", border: "1px solid var(--line-strong)", color: "var(--text-2)", borderRadius: "var(--r-1)", padding: "0 var(--s-3)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--accent-bg)", outline: "1px solid var(--accent-line)" },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "var(--err-bg)", outline: "1px solid var(--err-line)" },
  ".cm-selectionMatch, .cm-searchMatch": { backgroundColor: "var(--warn-bg)", outline: "1px solid var(--warn-line)" },
  ".cm-searchMatch.cm-searchMatch-selected": { backgroundColor: "var(--accent-bg)", outline: "1px solid var(--accent-line)" },
});

const marks = EditorView.theme({
  ".cm-gutter-lint": { width: ".875rem" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "0", display: "grid", placeItems: "center" },
  ".cm-lint-marker": { width: ".5rem", height: ".5rem", borderRadius: "50%", cursor: "pointer" },
  ".cm-lint-marker-error": { content: "normal", background: "var(--err-solid)" },
  ".cm-lint-marker-warning": { content: "normal", background: "var(--warn)", borderRadius: "1px", transform: "rotate(45deg)" },
  ".cm-line.cm-line--error": { backgroundColor: "var(--err-bg)" },
  ".cm-line.cm-line--warning": { backgroundColor: "var(--warn-bg)" },
  ".cm-lintRange": { backgroundImage: "none", paddingBottom: "0", textDecoration: "underline wavy", textUnderlineOffset: ".25em", textDecorationSkipInk: "none" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecorationColor: "var(--err)" },
  ".cm-lintRange-warning": { backgroundImage: "none", textDecorationColor: "var(--warn)" },
  ".cm-lintRange-active": { backgroundColor: "transparent" },
  ".cm-lintPoint:after": { borderBottomColor: "var(--err)" },
  ".cm-diagnostic": { padding: "var(--s-3) var(--s-4)", fontFamily: "var(--font-ui)", borderLeft: "0" },
  ".cm-diagnostic-error": { borderLeft: "3px solid var(--err-solid)" },
  ".cm-diagnostic-warning": { borderLeft: "3px solid var(--warn)" },
  ".cm-diagnosticSource": { color: "var(--text-3)", opacity: "1", fontSize: "var(--t-11)" },
  ".cm-diagnosticAction": { background: "var(--surface)", color: "var(--text)", border: "1px solid var(--line-strong)", borderRadius: "var(--r-2)", minHeight: "var(--ctl-s)", padding: "0 .5rem" },
});

const floating = EditorView.theme({
  ".cm-tooltip": { backgroundColor: "var(--raised)", color: "var(--text)", border: "1px solid var(--line-strong)", borderRadius: "var(--r-3)", boxShadow: "var(--e-3)", fontFamily: "var(--font-ui)", fontSize: "var(--t-12)", overflow: "hidden" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--font-ui)", maxHeight: "16rem", minWidth: "18rem", padding: "var(--s-2)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { display: "flex", alignItems: "center", gap: "var(--s-4)", minHeight: "var(--ctl)", padding: "0 var(--s-4)", borderRadius: "var(--r-1)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { background: "var(--accent-bg)", color: "var(--text)" },
  ".cm-completionLabel": { fontFamily: "var(--font-mono)" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "var(--w-semi)" },
  ".cm-completionDetail": { marginInlineStart: "auto", color: "var(--text-3)", fontStyle: "normal" },
  ".cm-tooltip.cm-completionInfo": { maxWidth: "20rem", padding: "var(--s-4)", color: "var(--text-2)" },
  ".cm-completionIcon": { width: ".5rem", paddingRight: "0", opacity: "1", fontSize: "0" },
  ".cm-completionIcon::after": { content: "''", display: "block", width: ".5rem", height: ".5rem", borderRadius: "2px", background: "var(--k-value)" },
  ".cm-completionIcon-variant::after, .cm-completionIcon-block::after": { background: "var(--k-effect)" },
  ".cm-completionIcon-key::after": { background: "var(--c-key)", borderRadius: "50%" },
  ".cm-explain": { maxWidth: "24rem", padding: "var(--s-4)" },
  ".cm-explain code": { fontFamily: "var(--font-mono)", color: "var(--c-key)" },
  ".cm-explain strong": { marginInlineStart: "var(--s-4)", fontWeight: "var(--w-semi)" },
  ".cm-explain p": { marginTop: "var(--s-2)", color: "var(--text-2)" },
  ".cm-panels": { backgroundColor: "var(--sunken)", color: "var(--text)", fontFamily: "var(--font-ui)" },
  ".cm-panels.cm-panels-bottom": { borderTop: "1px solid var(--line)" },
  ".cm-panels.cm-panels-top": { borderBottom: "1px solid var(--line)" },
  ".cm-panel.cm-search": { padding: "var(--s-4) var(--s-5)", fontSize: "var(--t-12)" },
  ".cm-panel.cm-search label": { fontSize: "var(--t-12)" },
  ".cm-panel [name=close]": { minWidth: "var(--ctl-s)", minHeight: "var(--ctl-s)", color: "var(--text-2)", fontSize: "var(--t-16)" },
  ".cm-textfield": { border: "1px solid var(--ctl-line)", borderRadius: "var(--r-2)", backgroundColor: "var(--surface)", color: "var(--text)", minHeight: "var(--ctl-s)", fontSize: "var(--t-12)" },
  ".cm-button": { backgroundImage: "none", backgroundColor: "var(--surface)", border: "1px solid var(--line-strong)", borderRadius: "var(--r-2)", color: "var(--text)", minHeight: "var(--ctl-s)", fontSize: "var(--t-12)" },
  ".cm-snippetField": { backgroundColor: "var(--accent-bg)" },
});

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--c-key)" },
  { tag: tags.string, color: "var(--c-str)" },
  { tag: tags.special(tags.string), color: "var(--c-ref)" },
  { tag: tags.number, color: "var(--c-num)" },
  { tag: tags.keyword, color: "var(--c-kw)" },
  { tag: [tags.punctuation, tags.bracket], color: "var(--c-punc)" },
  { tag: tags.invalid, color: "var(--err)" },
  { tag: tags.comment, color: "var(--text-3)", fontStyle: "italic" },
]);

export const theme = [look, marks, floating, syntaxHighlighting(colours)];
