import { beforeEach, describe, expect, it } from "vitest";
import { type Draft, type DraftApi, Refusal, Unreachable } from "../src/model/api";
import { Autosave } from "../src/model/autosave";
import { BACKUP_PREFIX, forgetBackups, LocalBackup } from "../src/model/backup";
import type { CompositionGuard } from "../src/model/composition";
import { CardDocument } from "../src/model/document";
import { draft, ManualTimers, MemoryStorage, quietGuard, settled } from "./support";

/** A server with one draft: it counts revisions and refuses what is stale. */
class Server {
  revision = 1;
  text = "base";
  puts: string[] = [];
  trouble: Error | null = null;

  async save(text: string, etag: string): Promise<Draft> {
    if (this.trouble) throw this.trouble;
    if (etag !== `"r${this.revision}"`) throw refusal(412, draft(this.text, this.revision));
    this.puts.push(text);
    this.text = text;
    this.revision++;
    return draft(text, this.revision);
  }

  async load(): Promise<Draft> {
    return draft(this.text, this.revision);
  }
}

function refusal(status: number, current: Draft | null = null, retryAfter: number | null = null): Refusal {
  return new Refusal(status, "slug", "No", "because", [], current, retryAfter);
}

describe("Autosave", () => {
  let server: Server;
  let timers: ManualTimers;
  let storage: MemoryStorage;
  let document: CardDocument;
  let guard: CompositionGuard;
  let autosave: Autosave;

  beforeEach(() => {
    server = new Server();
    timers = new ManualTimers();
    storage = new MemoryStorage();
    document = new CardDocument("base", 1, '"r1"');
    guard = quietGuard(timers);
    const backup = new LocalBackup(storage, "7", "p", "c");
    autosave = new Autosave(document, server as unknown as DraftApi, backup, guard, {
      timers,
      now: () => new Date(2026, 0, 1, 14, 2),
    });
  });

  it("saves once, 800 ms after the last change", async () => {
    document.accept("a");
    await timers.advance(700);
    document.accept("ab");
    await timers.advance(700);
    expect(server.puts).toEqual([]);

    await timers.advance(100);

    expect(server.puts).toEqual(["ab"]);
    expect(autosave.state).toEqual({ kind: "saved", at: new Date(2026, 0, 1, 14, 2) });
  });

  it("says when something beside the text was saved, unless the text is not", () => {
    autosave.savedBeside();
    expect(autosave.state).toEqual({ kind: "saved", at: new Date(2026, 0, 1, 14, 2) });

    document.accept("a");
    autosave.savedBeside();
    expect(autosave.state).toEqual({ kind: "edited" });
  });

  it("waits while text is being composed, and 30 ms more", async () => {
    guard.start();
    document.accept("n");
    await timers.advance(5000);
    expect(server.puts).toEqual([]);

    document.accept("你");
    guard.finish();
    await timers.advance(29);
    expect(server.puts).toEqual([]);
    await timers.advance(1000);

    expect(server.puts).toEqual(["你"]);
  });

  it("keeps the text on the device until the server has it", async () => {
    document.accept("mine");
    await timers.advance(300);
    expect(storage.getItem(storage.key(0) ?? "")).toContain("mine");

    await timers.advance(800);

    expect(storage.length).toBe(0);
  });

  it("says offline, keeps the text and tries again", async () => {
    server.trouble = new Unreachable("down");
    document.accept("mine");
    await timers.advance(1000);
    expect(autosave.state).toEqual({ kind: "offline", kept: true });
    expect(storage.length).toBe(1);

    server.trouble = null;
    await timers.advance(2000);

    expect(autosave.state.kind).toBe("saved");
    expect(server.text).toBe("mine");
  });

  it("waits as long as a busy server asks", async () => {
    server.trouble = refusal(503, null, 60);
    document.accept("mine");
    await timers.advance(1000);
    server.trouble = null;
    await timers.advance(59_000);
    expect(autosave.state.kind).toBe("failing");

    await timers.advance(2000);

    expect(autosave.state.kind).toBe("saved");
  });

  it("shows a refusal and does not repeat the same request", async () => {
    server.trouble = refusal(413);
    document.accept("mine");
    await timers.advance(60_000);

    expect(autosave.state).toEqual({ kind: "refused", title: "No", detail: "because" });
    expect(storage.length).toBe(1);
  });

  it("meets a newer draft with a conflict and sends nothing more by itself", async () => {
    await server.save("theirs", '"r1"');
    document.accept("mine");
    await timers.advance(1000);
    document.accept("mine too");
    await timers.advance(60_000);

    expect(autosave.state.kind).toBe("conflict");
    expect(server.puts).toEqual(["theirs"]);
    expect(storage.length).toBe(1);
  });

  it("keeps mine on top of theirs", async () => {
    await server.save("theirs", '"r1"');
    document.accept("mine");
    await timers.advance(1000);

    expect(await autosave.resolve("mine")).toBe(true);
    expect(server.puts).toEqual(["theirs", "mine"]);
    expect(document.text).toBe("mine");
  });

  it("takes theirs; the server has kept mine aside", async () => {
    await server.save("theirs", '"r1"');
    document.accept("mine");
    await timers.advance(1000);

    expect(await autosave.resolve("theirs")).toBe(true);
    expect(server.puts).toEqual(["theirs"]);
    expect([document.text, document.dirty, storage.length]).toEqual(["theirs", false, 0]);
  });

  it("saves what was typed since the refusal before it takes theirs", async () => {
    await server.save("theirs", '"r1"');
    document.accept("mine");
    await timers.advance(1000);
    document.accept("mine too");

    expect(await autosave.resolve("theirs")).toBe(true);
    expect(server.puts).toEqual(["theirs", "mine too", "theirs"]);
  });

  it("saves a merged text on top of theirs and knows the base", async () => {
    await server.save("theirs", '"r1"');
    document.accept("mine");
    await timers.advance(1000);
    expect(autosave.state).toMatchObject({ kind: "conflict", base: "base", aside: "mine" });

    expect(await autosave.resolve({ merged: "both" })).toBe(true);
    expect(server.puts).toEqual(["theirs", "both"]);
    expect(document.text).toBe("both");
  });

  it("is no conflict when both wrote the same", async () => {
    await server.save("same", '"r1"');
    document.accept("same");
    await timers.advance(1000);

    expect(autosave.state.kind).toBe("saved");
    expect(document.etag).toBe('"r2"');
  });

  it("goes on when only the number of its own base moved", async () => {
    server.revision = 5;
    document.accept("mine");
    await timers.advance(1000);

    expect(server.puts).toEqual(["mine"]);
    expect(autosave.state.kind).toBe("saved");
  });

  it("saves what was typed while a save was on its way", async () => {
    document.accept("a");
    const first = autosave.flush();
    document.accept("ab");
    await first;
    await timers.advance(800);
    await settled();

    expect(server.puts).toEqual(["a", "ab"]);
  });

  it("has nothing to send after undo back to the saved text", async () => {
    document.accept("a");
    document.accept("base");
    await timers.advance(5000);

    expect(server.puts).toEqual([]);
    expect(autosave.state.kind).toBe("saved");
  });
});

describe("LocalBackup", () => {
  it("leaves alone what another tab keeps", () => {
    const storage = new MemoryStorage();
    const [here, there] = [new LocalBackup(storage, "7", "p", "c"), new LocalBackup(storage, "7", "p", "c")];
    there.keep("theirs", { etag: '"r1"', revision: 1, savedText: "base" }, 0);
    here.release("mine");

    expect(here.read()?.text).toBe("theirs");
  });

  it("is forgotten when the account signs out, and nothing else with it", () => {
    const storage = new MemoryStorage();
    storage.setItem("theme", "dark");
    new LocalBackup(storage, "7", "p", "a").keep("x", { etag: "", revision: 1, savedText: "" }, 0);
    new LocalBackup(storage, "7", "p", "b").keep("y", { etag: "", revision: 1, savedText: "" }, 0);
    forgetBackups(storage);

    expect(storage.getItem("theme")).toBe("dark");
    expect(storage.length).toBe(1);
  });

  it("takes no account of what is not its own form", () => {
    const storage = new MemoryStorage();
    storage.setItem(`${BACKUP_PREFIX}7:p:c`, "{broken");

    expect(new LocalBackup(storage, "7", "p", "c").read()).toBeNull();
  });
});
