/**
 * A page for looking at the editor by itself: `npm run demo`, then open the printed address.
 *
 * Serves the built bundle under the portal's content security policy, with a draft in memory. `?lang=zh`, `?theme=dark`,
 * `?readonly` change the page; POST /demo/fail {"status": 503} makes the next saves fail, POST /demo/other {text} saves
 * as somebody else.
 */
import { readFileSync, existsSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

const here = new URL(".", import.meta.url).pathname;
const statics = join(here, "../..");
const policy = (nonce) =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; font-src 'self'; ` +
  "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

let revision = 131;
let text = readFileSync(join(here, "card.jsonc"), "utf8");
let author = "demo";
let failing = 0;
const saves = [];

const etag = () => `"r${revision}-${((text.length * 2654435761) % 2 ** 32).toString(16).padStart(8, "0")}"`;
const escape = (s) => s.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** A stand-in for the server's checks: one enumeration with a fix, one sentence about meaning. */
function problemsOf(card) {
  const problems = [];
  const at = (needle) => {
    const before = card.slice(0, card.indexOf(needle));
    return { line: before.split("\n").length, column: [...before.slice(before.lastIndexOf("\n") + 1)].length + 1 };
  };
  if (card.includes('"damgae"')) {
    problems.push({
      code: "E-ENUM",
      severity: "error",
      layer: "structure",
      file: "card.json",
      path: "/behaviors/0/do/1/type",
      ...at('"damgae"'),
      message: { en: "There is no effect damgae; the nearest is damage", zh: "没有效果 damgae，最接近的是 damage" },
      nearest: "damage",
      fix: [{ op: "replace", path: "/behaviors/0/do/1/type", value: "damage" }],
    });
  }
  if (card.includes('"loop1"')) {
    problems.push({
      code: "W-DEADVAR",
      severity: "warning",
      layer: "semantics",
      file: "card.json",
      path: "/behaviors/0/do/0/id",
      ...at('"loop1"'),
      message: { en: "loop1 is bound and hardly read", zh: "loop1 已绑定但几乎未被读取" },
    });
  }
  return problems;
}

const face = () =>
  `<article class="face"><h3>${escape(/"name":\s*"([^"]*)"/.exec(text)?.[1] ?? "")}</h3><p>revision ${revision}</p></article>`;
const draft = () => ({
  card: "survivors_bargain",
  revision,
  text,
  texts: {},
  document: null,
  sha256: null,
  etag: etag(),
  saved_at: "2026-01-01T14:02:00Z",
  saved_by: author,
  problems: problemsOf(text),
  face_html: face(),
});

function page(query) {
  const zh = query.get("lang") === "zh";
  const theme = query.get("theme") ? ` data-theme="${escape(query.get("theme"))}"` : "";
  const sheets = ["tokens", "components", "icons", "layouts"].filter((s) =>
    existsSync(join(statics, "css", `${s}.css`)),
  );
  return `<!doctype html><html lang="${zh ? "zh-Hans" : "en"}"${theme}><head><meta charset="utf-8"><title>Card editor</title>
<meta name="csrf-token" content="demo"><link rel="icon" href="data:,">
${sheets.map((s) => `<link rel="stylesheet" href="/css/${s}.css">`).join("\n")}
<link rel="stylesheet" href="/dist/card-editor.css"><link rel="stylesheet" href="/demo/demo.css">
<script type="module" src="/dist/card-editor.js"></script></head><body class="demo">
<header class="demo__bar"><h1>Card editor</h1><button class="btn" data-do="undo">Undo</button><button class="btn" data-do="redo">Redo</button>
<button class="btn" data-do="format">Format</button><button class="btn" data-do="validate">Validate</button>
<button class="btn" data-do="save">Save</button><button class="btn btn--primary" data-do="version">Save a version</button>
<span data-save-state></span></header>
<main class="demo__panes"><div id="card-editor" data-account="7" data-pack="ashen-court" data-card="survivors_bargain"
 data-draft-url="/demo/draft" data-versions-url="/demo/versions" data-validate-url="/demo/validate" data-schema-url="/demo/schema.json"
 data-etag="${escape(etag())}" data-revision="${revision}" data-lang="${zh ? "zh" : "en"}" data-csp-nonce="demo-nonce"
 ${query.has("readonly") ? "data-readonly" : ""}><textarea name="text">${escape(text)}</textarea></div>
<aside><div id="card-face"></div><ul id="problems" class="problems"></ul></aside></main>
<footer id="editor-status" class="statusbar"></footer></body></html>`;
}

const problem = (status, slug, title, more = {}) => [
  status,
  { type: `/problems/${slug}`, title, status, detail: "", ...more },
];

function save(request, body) {
  if (failing) return problem(failing, "unavailable", "Not now");
  if (!request.headers["if-match"]) return problem(428, "if-match-required", "Say which revision this is based on");
  if (request.headers["if-match"] !== etag())
    return problem(412, "stale", "The draft has moved on", { current: draft() });
  text = body.text;
  author = "demo";
  revision++;
  saves.push(text.length);
  return [200, draft()];
}

const routes = {
  "GET /demo/draft": () => [200, draft()],
  "PUT /demo/draft": save,
  "POST /demo/validate": (_r, body) => [
    200,
    {
      ok: problemsOf(body.text).every((p) => p.severity !== "error"),
      problems: problemsOf(body.text),
      face_html: face(),
    },
  ],
  "POST /demo/versions": (_r, body) =>
    body.message === "refuse"
      ? problem(409, "state-conflict", "The id in the text differs from the card’s")
      : [201, { number: 5 }],
  "POST /demo/fail": (_r, body) => ((failing = body.status), [200, {}]),
  "POST /demo/other": (_r, body) => ((text = body.text), (author = "Yu Qing"), revision++, [200, draft()]),
  "GET /demo/saves": () => [200, saves],
};

const types = { css: "text/css", js: "text/javascript", json: "application/json", svg: "image/svg+xml" };

function file(path, response) {
  const full = path.startsWith("/demo/") ? join(here, path.slice(6)) : join(statics, path);
  if (!/^\/(css|dist|demo|img)\/[\w.-]+$/.test(path) || !existsSync(full)) return response.writeHead(404).end();
  response.writeHead(200, { "Content-Type": types[path.split(".").at(-1)] ?? "text/plain" }).end(readFileSync(full));
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url, "http://demo");
  if (url.pathname === "/") {
    response.writeHead(200, {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy("demo-nonce"),
    });
    return response.end(page(url.searchParams));
  }
  const route = routes[`${request.method} ${url.pathname}`];
  if (!route) return file(url.pathname, response);
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const [status, body] = route(request, chunks.length ? JSON.parse(Buffer.concat(chunks)) : {});
  const headers = { "Content-Type": status < 400 ? "application/json" : "application/problem+json" };
  if (url.pathname === "/demo/draft" && status === 200) headers.ETag = etag();
  response.writeHead(status, headers).end(JSON.stringify(body));
});

server.listen(Number(process.env.PORT ?? 8123), "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}/`);
});
