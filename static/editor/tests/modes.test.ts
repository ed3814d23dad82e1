import { describe, expect, it, vi } from "vitest";
import { Modes } from "../src/ui/modes";

describe("The views of a card", () => {
  it("stay for the next card where a person chose them, and not where a jump showed one", () => {
    vi.stubGlobal("document", { documentElement: { dataset: {} }, querySelectorAll: () => [] });
    vi.stubGlobal("window", { matchMedia: () => ({ matches: true }) });
    const rows = new Map<string, string>();
    const storage = { getItem: (key: string) => rows.get(key) ?? null, setItem: (key: string, value: string) => rows.set(key, value) };
    const modes = () => new Modes(storage as unknown as Storage, "7");

    const phone = modes();
    phone.show("text");
    expect([phone.mode, modes().mode]).toEqual(["json", "form"]);
    phone.set("split");
    expect(modes().mode).toBe("split");
  });
});
