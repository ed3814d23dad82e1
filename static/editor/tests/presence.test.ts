import { beforeEach, describe, expect, it } from "vitest";
import { BEAT_MS, type Person, Presence } from "../src/model/presence";
import { ManualTimers } from "./support";

const ADA: Person = { name: "Ada", initials: "A", tint: 1, pointer: "/cost" };

describe("Presence", () => {
  let timers: ManualTimers;
  let told: string[];
  let here: readonly Person[] | null;
  let presence: Presence;
  let seen: (readonly Person[])[];

  beforeEach(() => {
    [timers, told, here, seen] = [new ManualTimers(), [], [], []];
    const beat = async (body: { pointer: string; leaving?: true }) => {
      told.push(body.leaving ? "left" : body.pointer);
      return here;
    };
    presence = new Presence(beat, timers);
    presence.others.subscribe((people) => seen.push(people));
  });

  it("tells where it is twice within ten seconds and shows who else is", async () => {
    here = [ADA];
    presence.show(true);
    await timers.advance(100);
    await timers.advance(BEAT_MS);

    expect(told.length).toBeGreaterThanOrEqual(2);
    expect(seen).toEqual([[ADA]]);
  });

  it("tells a move within a second", async () => {
    presence.show(true);
    await timers.advance(100);
    presence.move("/cost");
    await timers.advance(1100);

    expect(told).toEqual(["", "/cost"]);
  });

  it("rests while the page is hidden, and says that it left", async () => {
    presence.show(true);
    await timers.advance(100);
    presence.show(false);
    presence.move("/cost");
    await timers.advance(60_000);

    expect(told).toEqual(["", "left"]);
  });

  it("shows nobody while the server is away", async () => {
    here = [ADA];
    presence.show(true);
    await timers.advance(100);
    here = null;
    await timers.advance(BEAT_MS);

    expect(seen).toEqual([[ADA], []]);
  });
});
