/* Keys and commands: which keys call what, and where. */
import { describe, expect, it } from "vitest";
import { allowed, commandFor, score, searchCommands, type Command } from "../../src/shell/commands";
import { keysLabel, keysSpoken, matchesKeys, type KeyPress } from "../../src/shell/keys";

function press(key: string, held: Partial<KeyPress> = {}): KeyPress {
  return { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held };
}

describe("keys", () => {
  it.each<[string, KeyPress, boolean]>([
    ["Mod+S", press("s", { ctrlKey: true }), true],
    ["Mod+S", press("S", { ctrlKey: true }), true], // caps lock
    ["Mod+S", press("s"), false],
    ["Mod+S", press("s", { ctrlKey: true, shiftKey: true }), false],
    ["Mod+S", press("s", { ctrlKey: true, altKey: true }), false],
    ["Mod+S", press("s", { metaKey: true }), false],
    ["Mod+Shift+Z", press("Z", { ctrlKey: true, shiftKey: true }), true],
    ["Space", press(" "), true],
    ["?", press("?", { shiftKey: true }), true],
    ["?", press("?"), true], // where it needs no shift
    ["+", press("+", { shiftKey: true }), true],
    ["Mod++", press("+", { ctrlKey: true }), true],
    ["Alt+1", press("1", { altKey: true }), true],
    ["1", press("1", { altKey: true }), false],
    ["ArrowLeft", press("ArrowLeft"), true],
    ["ArrowLeft", press("ArrowLeft", { shiftKey: true }), false],
  ])("%s", (keys, event, expected) => {
    expect(matchesKeys(keys, event, false)).toBe(expected);
  });

  it.each<[string, KeyPress, boolean, boolean]>([
    ["Alt+1", press("¡", { code: "Digit1", altKey: true }), true, true],
    ["Alt+1", press("&", { code: "Digit1", altKey: true }), false, true], // French
    ["Alt+1", press("™", { code: "Digit2", altKey: true }), true, false],
    ["Mod+S", press("ы", { code: "KeyS", ctrlKey: true }), false, true],
    ["Mod+S", press("o", { code: "KeyS", ctrlKey: true }), false, false], // Dvorak: O is meant
    ["S", press("ы", { code: "KeyS" }), false, false],
  ])("%s by the place of the key, %j", (keys, event, mac, expected) => {
    expect(matchesKeys(keys, event, mac)).toBe(expected);
  });

  it("use the command key on a Mac", () => {
    expect(matchesKeys("Mod+S", press("s", { metaKey: true }), true)).toBe(true);
    expect(matchesKeys("Mod+S", press("s", { ctrlKey: true }), true)).toBe(false);
  });

  it("are written as on each system", () => {
    expect(keysLabel("Mod+Shift+Z", false)).toBe("Ctrl+Shift+Z");
    expect(keysLabel("Mod+Shift+Z", true)).toBe("⇧⌘Z");
    expect(keysLabel("Space", false)).toBe("Space");
    expect(keysLabel("ArrowLeft", false)).toBe("←");
    expect(keysSpoken("Mod+s", false)).toBe("Control+S");
  });
});

describe("where keys are commands", () => {
  it("everywhere on the page", () => expect(allowed("K", "page")).toBe(true));
  it("not plain ones in a field", () => expect(allowed("K", "field")).toBe(false));
  it("with Mod in a field", () => expect(allowed("Mod+S", "field")).toBe(true));
  it("not those that edit text in a field", () => expect(allowed("Mod+Z", "field")).toBe(false));
  it("undo in the editor, where it is the same", () => expect(allowed("Mod+Z", "editor")).toBe(true));
  it("not copy in the editor", () => expect(allowed("Mod+C", "editor")).toBe(false));
  it("function keys in a field", () => expect(allowed("F5", "field")).toBe(true));
  it("not Space on a button", () => expect(allowed("Space", "button")).toBe(false));
  it("Space on a button that was clicked", () => expect(allowed("Space", "clicked")).toBe(true));
  it("not Enter there", () => expect(allowed("Enter", "clicked")).toBe(false));
  it("Enter with Mod on a button", () => expect(allowed("Mod+Enter", "button")).toBe(true));
  it("letters on a button", () => expect(allowed("K", "button")).toBe(true));
});

describe("commands", () => {
  const command = (id: string, given: Partial<Command> = {}): Command => ({ id, title: id, run: () => {}, ...given });

  it("are found by any of their keys", () => {
    const list = [command("redo", { keys: ["Mod+Shift+Z", "Mod+Y"] })];
    expect(commandFor(list, press("y", { ctrlKey: true }), "page", false)?.id).toBe("redo");
  });

  it("leave their keys to others if disabled", () => {
    const list = [command("first", { keys: ["K"] }), command("second", { keys: ["K"], enabled: () => false })];
    expect(commandFor(list, press("k"), "page", false)?.id).toBe("first");
  });

  it("are found even if disabled, so that the browser does not take their keys", () => {
    const list = [command("save", { keys: ["Mod+S"], enabled: () => false })];
    expect(commandFor(list, press("s", { ctrlKey: true }), "page", false)?.id).toBe("save");
    expect(commandFor(list, press("s"), "page", false)).toBeNull();
  });

  it("registered later take precedence", () => {
    const list = [command("first", { keys: ["K"] }), command("second", { keys: ["K"] })];
    expect(commandFor(list, press("k"), "page", false)?.id).toBe("second");
  });

  it("are not triggered by keys of a field", () => {
    const list = [command("play", { keys: ["Space"] })];
    expect(commandFor(list, press(" "), "field", false)).toBeNull();
    expect(commandFor(list, press(" "), "page", false)?.id).toBe("play");
  });

  it("are searched by words, word beginnings first", () => {
    const list = [
      command("a", { title: "Autosave" }),
      command("b", { title: "Quick save" }),
      command("c", { title: "Save as…" }),
      command("d", { title: "Undo" }),
      command("e", { title: "Save silently", unlisted: true }),
    ];
    expect(searchCommands(list, "save").map((one) => one.id)).toEqual(["c", "b", "a"]);
    expect(searchCommands(list, "as save").map((one) => one.id)).toEqual(["c"]);
    expect(searchCommands(list, "").map((one) => one.id)).toEqual(["a", "b", "c", "d"]);
  });

  it("are searched by symbols literally", () => {
    expect(score("(a", "Plot (all)")).toBeGreaterThan(0);
    expect(score(".*", "Plot")).toBe(0);
  });
});
