// "Try it" of the API reference: one request by the reader's session, and its answer with status and headers. What is not a read is confirmed first.
const by = (id) => document.getElementById(id);
const panel = by("try");
const form = by("try-form");
const { method, path, media } = panel.dataset;
const MAX_LENGTH = 200_000; // characters of an answer

const fields = (place) => [...form.querySelectorAll(`[data-place="${place}"]`)];

const address = () => {
  const whole = fields("path").reduce((url, { name, value }) => url.replace(`{${name}}`, encodeURIComponent(value).replaceAll("%2F", name === "path" ? "/" : "%2F")), path);
  const query = new URLSearchParams(fields("query").filter(({ value }) => value).map(({ name, value }) => [name, value]));
  return query.size > 0 ? `${whole}?${query}` : whole;
};

const request = () => {
  const headers = new Headers(fields("header").filter(({ value }) => value).map(({ name, value }) => [name, value]));
  const token = form.elements.csrfmiddlewaretoken?.value;
  if (token && method !== "GET") headers.set("X-CSRFToken", token);
  const body = by("try-file")?.files[0] ?? by("try-body")?.value;
  if (body !== undefined) headers.set("Content-Type", media);
  return { method, headers, body, cache: "no-store" };
};

const isText = (type) => /json|text|xml/.test(type);

const bodyOf = async (response) => {
  const type = response.headers.get("Content-Type") ?? "";
  if (!isText(type)) {
    const { size } = await response.blob();
    return size > 0 ? `${type}, ${size} ${panel.dataset.bytes}` : "";
  }
  const text = (await response.text()).slice(0, MAX_LENGTH);
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const show = (status, headers, text) => {
  by("try-status").textContent = status;
  for (const [id, part] of [["try-headers", headers], ["try-text", text]]) {
    by(id).textContent = part;
    by(id).hidden = part === "";
  }
  by("try-answer").hidden = false;
  by("try-answer").querySelector("h3").focus();
};

const send = async () => {
  const began = performance.now();
  by("try-send").setAttribute("aria-disabled", "true");
  try {
    const response = await fetch(address(), request());
    const text = await bodyOf(response);
    const ms = Math.round(performance.now() - began);
    show(`${response.status} ${response.statusText} · ${ms} ms`, [...response.headers].map((pair) => pair.join(": ")).join("\n"), text);
  } catch {
    show(panel.dataset.failed, "", "");
  }
  by("try-send").removeAttribute("aria-disabled");
};

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (by("try-send").getAttribute("aria-disabled") === "true") return;
  if (method === "GET") {
    send();
    return;
  }
  by("try-ask-what").textContent = `${method} ${address()}`;
  by("try-ask").returnValue = "";
  by("try-ask").showModal();
});

by("try-ask").addEventListener("close", () => {
  if (by("try-ask").returnValue === "send") send();
});

by("try-tag")?.addEventListener("click", async () => {
  const response = await fetch(address(), { cache: "no-store" }).catch(() => null);
  const tag = response?.headers.get("ETag") ?? "";
  fields("header").find(({ name }) => name === "If-Match").value = response?.ok ? tag : "";
  if (!response?.ok || !tag) show(panel.dataset.noTag, "", "");
});

panel.hidden = false;
