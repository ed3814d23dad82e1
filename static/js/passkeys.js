// Asks the browser for a passkey, or to create one, and sends its answer with the form around the button. The server judges the answer.
const place = document.querySelector("[data-passkey]");

const octets = (letters) => Uint8Array.from(atob(letters.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
const letters = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replaceAll("=", "");
const withOctets = (list) => list?.map((entry) => ({ ...entry, id: octets(entry.id) }));

const request = (options) => ({ ...options, challenge: octets(options.challenge), allowCredentials: withOctets(options.allowCredentials) });
const creation = (options) => ({
  ...options,
  challenge: octets(options.challenge),
  user: { ...options.user, id: octets(options.user.id) },
  excludeCredentials: withOctets(options.excludeCredentials),
});

const answerOf = ({ id, rawId, type, response }) => {
  const parts = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
  const names = parts.filter((name) => response[name]);
  return { id, rawId: letters(rawId), type, response: Object.fromEntries(names.map((name) => [name, letters(response[name])])) };
};

const WORDS = { InvalidStateError: "again", SecurityError: "elsewhere" };

const ask = async () => {
  const { publicKey } = JSON.parse(document.getElementById("passkey-options").textContent);
  const button = place.querySelector("button");
  const error = place.querySelector("[role=alert]");
  const form = place.closest("form");
  button.disabled = true;
  error.hidden = true;
  try {
    const order = place.dataset.passkey === "create" ? { publicKey: creation(publicKey) } : { publicKey: request(publicKey) };
    const credential = await navigator.credentials[place.dataset.passkey](order);
    form.querySelector("[data-passkey-answer]").value = JSON.stringify(answerOf(credential));
    form.requestSubmit();
  } catch (fault) {
    button.disabled = false;
    error.textContent = place.dataset[WORDS[fault.name] ?? "cancelled"];
    error.hidden = false;
  }
};

if (place && window.PublicKeyCredential) {
  place.hidden = false;
  document.querySelector("[data-passkey-none]").hidden = true;
  place.querySelector("button").addEventListener("click", ask);
  if (document.querySelector("[data-passkey-now]") && !document.querySelector(".banner--err")) ask();
}
