import { describe, expect, it } from "vitest";
import { named } from "../src/ui/toolbar";

describe("A button of the toolbar", () => {
  it("joins its name and what it would do by the colon of the language", () => {
    expect(named("Undo", "Typing", "en")).toBe("Undo: Typing");
    expect(named("撤销", "输入", "zh-Hans")).toBe("撤销：输入");
    expect(named("Undo", "", "en")).toBe("Undo");
  });
});
