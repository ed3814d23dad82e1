// The cards of a pack's latest release, checked by hash and signature, for browsers and Node.js 20: copy this file.
//
//   const client = new Client("https://cards.example", "core", { publicKey: "RW…" }); // from the portal's page of signing keys
//   const release = await client.refresh(); // undefined while nothing is new; the next time, only changed files are downloaded
//
// `types/cards.d.ts` of the release has the types: `client.refresh<Card>()`.

export interface Release<Card> {
  version: string;
  files: Map<string, Uint8Array>;
  cards: Card[];
}

export interface Options {
  /** The line of the public key, as minisign reads it; without it only hashes are checked. */
  publicKey?: string;
  /** For a private pack: a token with the scope `read`. */
  token?: string;
  /** Names the release that the caller has. */
  etag?: string;
  /** Files that the caller has, by their SHA-256. */
  known?: Map<string, Uint8Array>;
}

interface Row {
  path: string;
  size: number;
  sha256: string;
}

interface Manifest {
  pack: string;
  cardDataVersion: string;
  files: Row[];
  cards: Row[];
}

/** These are not the bytes that the pack's owner signed. */
export class Untrusted extends Error {}

const AT_ONCE = 6;
const text = new TextDecoder();

export class Client {
  readonly known: Map<string, Uint8Array>;
  etag: string;
  private readonly releases: string;

  constructor(portal: string, private readonly pack: string, private readonly options: Options = {}) {
    this.releases = `${portal.replace(/\/$/, "")}/api/v1/packs/${pack}/releases`;
    this.known = options.known ?? new Map();
    this.etag = options.etag ?? "";
  }

  async refresh<Card = { id: string }>(): Promise<Release<Card> | undefined> {
    const answer = await this.get("latest/manifest.json", this.etag);
    if (answer.status === 304) return undefined;
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const manifest = JSON.parse(text.decode(bytes)) as Manifest;
    const release = manifest.cardDataVersion;
    if (this.options.publicKey) {
      const signature = await (await this.get(`${release}/manifest.json.minisig`)).text();
      await checkSignature(this.options.publicKey, bytes, signature, this.pack, release);
    }
    const files = new Map<string, Uint8Array>();
    const rows = [...manifest.files];
    const worker = async (): Promise<void> => {
      for (let row = rows.shift(); row; row = rows.shift()) files.set(row.path, await this.file(release, row));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    this.etag = answer.headers.get("ETag") ?? "";
    const cards = manifest.cards.map((row) => JSON.parse(text.decode(files.get(row.path))) as Card);
    return { version: release, files, cards };
  }

  private async file(release: string, row: Row): Promise<Uint8Array> {
    const known = this.known.get(row.sha256);
    if (known) return known;
    const data = new Uint8Array(await (await this.get(`${release}/files/${row.path}`)).arrayBuffer());
    if (data.length !== row.size || hex(await digest("SHA-256", data)) !== row.sha256) {
      throw new Untrusted(`${row.path}: these are other bytes than the release lists`);
    }
    this.known.set(row.sha256, data);
    return data;
  }

  private async get(path: string, etag = ""): Promise<Response> {
    const headers: Record<string, string> = {};
    if (this.options.token) headers.Authorization = `Bearer ${this.options.token}`;
    if (etag) headers["If-None-Match"] = etag;
    const answer = await fetch(`${this.releases}/${path}`, { headers });
    if (!answer.ok && answer.status !== 304) throw new Error(`${path}: ${answer.status}`);
    return answer;
  }
}

/** Refuse a manifest that this key did not sign as this version of this pack (minisign's format, prehashed). */
export async function checkSignature(
  publicKey: string,
  manifest: Uint8Array,
  signature: string,
  pack: string,
  version: string,
): Promise<void> {
  const [, own64 = "", comment = "", all64 = ""] = signature.split("\n");
  const [key, own, overAll] = [fromBase64(publicKey), fromBase64(own64), fromBase64(all64)];
  const trusted = comment.replace("trusted comment: ", "");
  if (text.decode(own.slice(0, 2)) !== "ED" || hex(own.slice(2, 10)) !== hex(key.slice(2, 10))) {
    throw new Untrusted("the manifest is signed with another key");
  }
  const imported = await crypto.subtle.importKey("raw", key.slice(10), "Ed25519", false, ["verify"]);
  const words = new TextEncoder().encode(trusted);
  const holds =
    (await crypto.subtle.verify("Ed25519", imported, own.slice(10), blake2b(manifest))) &&
    (await crypto.subtle.verify("Ed25519", imported, overAll, new Uint8Array([...own.slice(10), ...words])));
  if (!holds) throw new Untrusted("the signature does not fit the manifest");
  if (trusted !== `pack:${pack}\tversion:${version}\tfile:manifest.json`) {
    throw new Untrusted("the signature is of another release");
  }
}

async function digest(name: string, data: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest(name, new Uint8Array(data)));
}

function hex(data: Uint8Array): string {
  return Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function fromBase64(line: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(line.trim()), (sign) => sign.charCodeAt(0));
}

const MASK = (1n << 64n) - 1n;
const START = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];
const ORDERS = [
  "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d",
  "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0",
].map((order) => Array.from(order, (sign) => Number.parseInt(sign, 16)));

/** BLAKE2b of 64 bytes without a key (RFC 7693). */
export function blake2b(data: Uint8Array): Uint8Array<ArrayBuffer> {
  const state = START.map((word, place) => (place === 0 ? word ^ 0x01010040n : word));
  const blocks = Math.max(1, Math.ceil(data.length / 128));
  for (let block = 0; block < blocks; block += 1) {
    const piece = new Uint8Array(128);
    piece.set(data.subarray(block * 128, block * 128 + 128));
    const view = new DataView(piece.buffer);
    const words = Array.from({ length: 16 }, (_, place) => view.getBigUint64(place * 8, true));
    const isLast = block === blocks - 1;
    compress(state, words, BigInt(isLast ? data.length : (block + 1) * 128), isLast);
  }
  const out = new DataView(new ArrayBuffer(64));
  state.forEach((word, place) => out.setBigUint64(place * 8, word, true));
  return new Uint8Array(out.buffer);
}

function compress(state: bigint[], words: bigint[], count: bigint, isLast: boolean): void {
  const v = [...state, ...START];
  const at = (place: number): bigint => v[place] ?? 0n;
  v[12] = at(12) ^ count;
  if (isLast) v[14] = at(14) ^ MASK;
  const turn = (word: bigint, bits: bigint): bigint => ((word >> bits) | (word << (64n - bits))) & MASK;
  const mix = (a: number, b: number, c: number, d: number, x: bigint, y: bigint): void => {
    v[a] = (at(a) + at(b) + x) & MASK;
    v[d] = turn(at(d) ^ at(a), 32n);
    v[c] = (at(c) + at(d)) & MASK;
    v[b] = turn(at(b) ^ at(c), 24n);
    v[a] = (at(a) + at(b) + y) & MASK;
    v[d] = turn(at(d) ^ at(a), 16n);
    v[c] = (at(c) + at(d)) & MASK;
    v[b] = turn(at(b) ^ at(c), 63n);
  };
  for (let round = 0; round < 12; round += 1) {
    const order = ORDERS[round % 10] ?? [];
    const word = (place: number): bigint => words[order[place] ?? 0] ?? 0n;
    for (let column = 0; column < 4; column += 1) {
      mix(column, column + 4, column + 8, column + 12, word(2 * column), word(2 * column + 1));
    }
    for (let column = 0; column < 4; column += 1) {
      const [b, c, d] = [4 + ((column + 1) % 4), 8 + ((column + 2) % 4), 12 + ((column + 3) % 4)];
      mix(column, b, c, d, word(8 + 2 * column), word(9 + 2 * column));
    }
  }
  state.forEach((word, place) => (state[place] = word ^ at(place) ^ at(place + 8)));
}
