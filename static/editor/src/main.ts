/**
 * The card editor of the portal. It takes over a page of this shape, which also works as a plain form without it:
 *
 *   <html lang="en | zh-Hans" data-theme="light | dark | absent">
 *   <meta name="csrf-token" content="…">
 *   <link rel="stylesheet" href="…/dist/card-editor.css">          beside tokens.css and components.css
 *   <div id="card-editor" data-pack data-card data-account         account: any stable id, keeps unsaved text apart
 *        data-draft-url data-versions-url data-validate-url        JSON, session-authenticated
 *        data-schema-url data-etag data-revision data-csp-nonce    etag with its quotes, as in the header
 *        data-lang="en | zh" [data-saved-at="ISO time"] [data-readonly]>
 *     <textarea name="text">{the draft as typed}</textarea>
 *   </div>
 *   <ul id="problems" class="problems">   <div id="card-face">   <footer id="editor-status" class="statusbar">
 *   <button data-do="save | version | validate | format | undo | redo | next-problem | previous-problem">
 *   <form data-after-save>                    is sent once the draft is saved (preview and the like)
 *   <script type="application/json" id="first-answer">{"problems": […]}</script>   the server's word on the draft, if it has it
 *   <script type="application/json" id="node-coverage">{"/pointer": share}</script>
 *   <script type="application/json" id="node-unguarded">["/pointer"]</script>
 *   [data-problem-count] and [data-save-state], anywhere, are kept up to date.
 *
 *   GET, PUT draft-url      draft JSON {revision, text, problems, saved_at, saved_by, face_html?} with an ETag header;
 *                           PUT {text} with If-Match: 200, 412 problem+json (may carry `current`: draft with `etag`), 428
 *   POST validate-url       {text} → {ok, problems, face_html?}
 *   POST versions-url       {message} with If-Match → 201 {number}
 *
 * `?node=<JSON Pointer>` in the address opens that value in the form, or puts the cursor there.
 * Events: `card-editor:version` {number} on #card-editor after a version was saved; `card-editor:face` on #card-face after
 * a new drawing was put there.
 */
import "./styles/card-editor.css";
import { mountEditor } from "./editor";
import { nodeAt } from "./model/positions";
import { firstAnswer, readPage } from "./page";
import type { Parts } from "./parts";
import { recover } from "./recovery";

const root = document.getElementById("card-editor");
const page = root && readPage(root);
if (page) {
  const parts = mountEditor(page);
  takeFirstAnswer(parts);
  void recover(parts);
  const pointer = new URLSearchParams(location.search).get("node");
  const { tree } = parts.document;
  if (pointer && tree && parts.modes.mode === "json") parts.view.reveal(nodeAt(tree, pointer).node.offset);
}

/** The page brings what the server found in its text, so that nothing moves later; without that, ask. */
function takeFirstAnswer({ document: card, validation }: Parts): void {
  const answer = firstAnswer();
  if (answer) validation.answered(card.text, answer.problems, null);
  else void validation.ask();
}
