import { describe, expect, it, vi } from "vitest";
import { Modes } from "../src/ui/modes";

describe("The views of a card", () => {
  it("stay for the next card where a person chose them, not where a jump showed one, and never on a phone", () => {
    let isNarrow = false;
    vi.stubGlobal("document", { documentElement: { dataset: {} }, querySelectorAll: () => [] });
    vi.stubGlobal("window", { matchMedia: () => ({ matches: isNarrow }) });
    const rows = new Map<string, string>();
    const storage = { getItem: (key: string) => rows.get(key) ?? null, setItem: (key: string, value: string) => rows.set(key, value) };
    const modes = () => new Modes(storage as unknown as Storage, "7");

    const desk = modes();
    desk.show("text");
    expect([desk.mode, modes().mode]).toEqual(["split", "form"]);
    desk.set("json");
    expect(modes().mode).toBe("json");
    isNarrow = true;
    const phone = modes();
    expect(phone.mode).toBe("form");
    phone.set("json");
    expect([phone.mode, modes().mode]).toEqual(["json", "form"]);
  });
});
