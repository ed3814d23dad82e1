const MARK = "\ufeff";
const END = /\r\n|\r|\n/g;

/** A text with LF at the end of each line and without a byte order mark: what the views and the tree work on. */
export function plainText(raw: string): string {
  return (raw.startsWith(MARK) ? raw.slice(1) : raw).replace(END, "\n");
}

/** The line ends and the byte order mark of the text that the server has, which an edit of the plain text keeps. */
export class LineEnds {
  #mark = "";
  #lines: readonly string[] = [""];
  #ends: readonly string[] = [];
  #usual = "\n";

  constructor(raw: string) {
    this.read(raw);
  }

  /** Remember the text that the server has; returns it as plain text. */
  read(raw: string): string {
    const plain = plainText(raw);
    this.#mark = raw.startsWith(MARK) ? MARK : "";
    this.#ends = raw.match(END) ?? [];
    this.#lines = plain.split("\n");
    this.#usual = mostFrequent(this.#ends);
    return plain;
  }

  /** A plain text as it is to be stored: a line that was there keeps its end, a new one has the usual end. */
  write(plain: string): string {
    if (this.#ends.every((end) => end === this.#usual)) return this.#mark + plain.replaceAll("\n", this.#usual);
    const lines = plain.split("\n");
    const lineEnds = this.#keptEnds(lines);
    return this.#mark + lines.map((line, n) => (n < lines.length - 1 ? line + (lineEnds[n] ?? this.#usual) : line)).join("");
  }

  /** The ends of the lines that begin and end the text as before, then of equal lines between them, in their order. */
  #keptEnds(lines: readonly string[]): readonly (string | undefined)[] {
    const [old, ends] = [this.#lines, this.#ends];
    const most = Math.min(old.length, lines.length);
    let head = 0;
    while (head < most && old[head] === lines[head]) head++;
    let tail = 0;
    while (tail < most - head && old[old.length - 1 - tail] === lines[lines.length - 1 - tail]) tail++;
    const shift = old.length - lines.length;
    const left = new Map<string, (string | undefined)[]>();
    for (let n = old.length - tail - 1; n >= head; n--) {
      const line = old[n] ?? "";
      left.set(line, left.get(line) ?? []);
      left.get(line)?.push(ends[n]);
    }
    return lines.map((line, n) => {
      if (n < head) return ends[n];
      if (n >= lines.length - tail) return ends[n + shift];
      return left.get(line)?.pop() ?? (shift === 0 ? ends[n] : undefined);
    });
  }
}

/** The line end that most lines have; LF where there is none. */
function mostFrequent(ends: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const end of ends) counts.set(end, (counts.get(end) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "\n";
}
