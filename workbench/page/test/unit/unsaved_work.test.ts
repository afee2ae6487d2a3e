/* Unsaved work as the page begins, opens, saves and leaves: what was written is never gone without a word. */
import { webcrypto } from "node:crypto";
import { signal } from "@preact/signals";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { EngineError, type OpenFile } from "../../src/engine/engine";
import { Memory } from "./memory";

/* ---- a browser, an engine and a user of our own ---- */

const local = new Memory();
const session = new Memory();
vi.stubGlobal("window", { localStorage: local, sessionStorage: session });
vi.stubGlobal("location", { hash: "", pathname: "/", search: "" });
vi.stubGlobal("addEventListener", () => {});
vi.stubGlobal("crypto", webcrypto); // Node 18 has none of its own

const text = signal("");
vi.mock("../../src/state/document", () => ({
  text,
  load: (content: string) => (text.value = content.replace(/\r\n?/g, "\n")),
  change: ([one]: { insert: string }[]) => (text.value = one!.insert),
  historyWithin: () => null,
}));

/* The folder's files; their stamp is what they hold. A save is answered by `answer`, or at once. */
let held: Record<string, string>;
let slow: boolean;
let pending: (() => void)[];
const files = {
  folder: "models",
  folderId: "",
  list: () => Promise.resolve([]),
  open: (name: string): Promise<OpenFile> =>
    name in held
      ? Promise.resolve({ name, text: held[name]!, stamp: held[name]! })
      : Promise.reject(new EngineError("absent", "There is none.")),
  save: async (name: string, content: string, stamp: string | null): Promise<string> => {
    if (slow) await new Promise<void>((go) => pending.push(go));
    if ((held[name] ?? null) !== stamp) throw new EngineError(stamp === null ? "exists" : "changed", "It differs.");
    return (held[name] = content);
  },
};
let named: string | null;
const connection = signal("open");
vi.mock("../../src/state/connection", () => ({
  connection,
  engine: {
    get files() {
      return files;
    },
    welcome: () => Promise.resolve({ version: "", file: named }),
  },
}));

let tab: string;
let open: string[];
vi.mock("../../src/shell/tab", () => ({
  thisTab: () => tab,
  isOpenElsewhere: (other: string) => other !== tab && open.includes(other),
  findOtherTabs: () => Promise.resolve(),
  registerTab: () => Promise.resolve(),
}));

let questions: string[];
let choice: string | null;
vi.mock("../../src/shell/ask", () => ({
  ask: (title: string) => {
    questions.push(title);
    return Promise.resolve(choice);
  },
  showDialog: () => questions.push("Save as"),
}));

const downloads: string[] = [];
vi.mock("../../src/shell/download", () => ({ download: (content: string) => downloads.push(content) }));

const { name } = await import("../../src/state/model");
const { keepNow, otherDrafts, present } = await import("../../src/shell/autosave");
const { openFile } = await import("../../src/shell/files");
const { save } = await import("../../src/shell/file_dialogs");
const { openDraft, openText } = await import("../../src/shell/session");
const { start } = await import("../../src/shell/start");
const { toasts } = await import("../../src/shell/toast");
const { phase, restored, unsaved } = await import("../../src/shell/work");

const settled = () => new Promise<void>((go) => setTimeout(go, 0));
const words = () => toasts.value.map((one) => one.text).join(" ");

/* The page as it comes up in a tab, with `trammel view FILE` in a folder. */
async function begin(where: { folder: string; file?: string | null; tab?: string; files?: Record<string, string> }) {
  tab = where.tab ?? "one";
  files.folderId = where.folder;
  named = where.file ?? null;
  held = where.files ?? held;
  phase.value = "starting";
  toasts.value = [];
  await start();
}

function edit(content: string): void {
  text.value = content;
  keepNow();
}

async function answer(): Promise<void> {
  pending.shift()!();
  await settled();
}

beforeEach(() => {
  local.clear();
  session.clear();
  local.room = Infinity;
  held = {};
  slow = false;
  pending = [];
  questions = [];
  choice = null;
  open = [];
  downloads.length = 0;
});

describe("two folders of one name", () => {
  const a = { folder: "a-id", file: "fourbar.yaml", files: { "fourbar.yaml": "A" } };
  const b = { folder: "b-id", file: "fourbar.yaml", files: { "fourbar.yaml": "B" }, tab: "two" };

  it("have unsaved work of their own", async () => {
    await begin(a);
    edit("A, changed");
    session.clear(); // another tab
    await begin(b);
    expect(text.value).toBe("B");
    expect(restored.value).toBeNull();
    session.clear();
    await begin({ ...a, tab: "three" });
    expect(text.value).toBe("A, changed");
  });

  it("and what is unsaved in one is shown in the other as a copy that is no file", async () => {
    await begin(a);
    edit("A, changed");
    session.clear();
    await begin(b);
    openDraft(otherDrafts()[0]!);
    expect([text.value, present().stamp]).toEqual(["A, changed", null]);
    save();
    expect(questions).toEqual(["Save as"]);
    edit("A, changed in B");
    openDraft(otherDrafts().find((one) => one.folder === "a-id")!); // once more: beside the other
    expect(name.value).toBe("fourbar-2.yaml");
    session.clear();
    await begin({ ...a, tab: "three" });
    expect(text.value).toBe("A, changed");
  });

  it("are not taken for each other where nothing is named", async () => {
    await begin(a);
    edit("A, changed");
    session.clear();
    await begin({ ...b, file: null });
    expect(phase.value).toBe("welcome");
    expect(otherDrafts()).toHaveLength(1);
  });
});

describe("a file that is still to be made", () => {
  const fresh = { folder: "a-id", file: "new.yaml" };

  it("has its unsaved work back at the next start", async () => {
    await begin(fresh);
    edit("drawn");
    session.clear();
    await begin({ ...fresh, tab: "two" });
    expect([name.value, text.value]).toEqual(["new.yaml", "drawn"]);
  });

  it("gives way to a file made by others, unless it was worked on", async () => {
    await begin(fresh);
    session.clear();
    await begin({ ...fresh, tab: "two", files: { "new.yaml": "theirs" } });
    expect(text.value).toBe("theirs");
  });

  it("does not write over a file made by others meanwhile", async () => {
    await begin(fresh);
    edit("drawn");
    session.clear();
    await begin({ ...fresh, tab: "two", files: { "new.yaml": "theirs" } });
    expect(text.value).toBe("drawn");
    expect(restored.value).toMatchObject({ fileChanged: true });
    save();
    await settled();
    expect(questions).toEqual(["Save as"]);
    expect(held["new.yaml"]).toBe("theirs");
  });
});

describe("two tabs", () => {
  it("what a closed one left does not take the place of this one's work", async () => {
    const file = { folder: "a-id", file: "a.yaml", files: { "a.yaml": "A" } };
    await begin(file);
    edit("by the first");
    open = ["one"];
    session.clear();
    await begin({ ...file, tab: "two" });
    expect(text.value).toBe("A");
    edit("by the second");
    open = [];
    openDraft(otherDrafts()[0]!);
    expect(text.value).toBe("by the first");
    expect(otherDrafts().map((one) => one.text)).toEqual(["by the second"]);
    expect(words()).toContain("Unsaved changes to a.yaml are kept.");
  });
});

describe("a store that is full or forbidden", () => {
  beforeEach(async () => {
    await begin({ folder: "a-id" });
    openText("old", "a.yaml");
    local.room = 10;
    edit("new");
  });

  it("is told when work is left, which can be gone back to", async () => {
    choice = "back";
    openText("else", "b.yaml");
    await settled();
    expect(questions).toEqual(["Unsaved changes cannot be kept"]);
    expect(words()).not.toContain("are kept");
    expect(text.value).toBe("new");
  });

  it("and the work can be downloaded", async () => {
    choice = "download";
    openText("else", "b.yaml");
    await settled();
    expect([text.value, downloads]).toEqual(["else", ["new"]]);
  });
});

describe("words on restored work", () => {
  beforeEach(async () => {
    const file = { folder: "a-id", file: "a.yaml", files: { "a.yaml": "A" } };
    await begin(file);
    edit("B");
    await begin(file);
    expect(restored.value).not.toBeNull();
  });

  it("go when it is saved", async () => {
    save();
    await settled();
    expect(held["a.yaml"]).toBe("B");
    expect(restored.value).toBeNull();
  });

  it("go when the file is loaded in its place", async () => {
    held["a.yaml"] = "theirs";
    choice = "theirs";
    save();
    await settled();
    expect([text.value, restored.value]).toEqual(["theirs", null]);
  });
});

describe("line ends", () => {
  it.each([
    ["of Windows", "a\r\nb\r\n", "a\r\nb\r\nc"],
    ["mixed, most of Windows", "a\r\nb\r\nc\n", "a\r\nb\r\nc\r\nc"],
    ["mixed, few of Windows", "a\r\nb\nc\nd\n", "a\nb\nc\nd\nc"],
    ["of old", "a\rb\r", "a\nb\nc"],
  ])("%s: opening changes nothing, and a draft keeps them", async (_, content, saved) => {
    const file = { folder: "a-id", file: "a.yaml", files: { "a.yaml": content } };
    await begin(file);
    expect(unsaved.value).toBe(false);
    edit(text.value + "c");
    openText("else", "b.yaml");
    toasts.value[0]!.action!.run(); // go back
    expect(text.value).toBe(content.replace(/\r\n?/g, "\n") + "c");
    save();
    await settled();
    expect(held["a.yaml"]).toBe(saved);
  });
});

describe("saves", () => {
  beforeEach(async () => {
    await begin({ folder: "a-id", file: "a.yaml", files: { "a.yaml": "A", "other.yaml": "O" } });
    edit("B");
    slow = true;
  });

  it("are done one after the other, and blame nobody", async () => {
    save();
    edit("C");
    save();
    save();
    expect(pending).toHaveLength(1);
    await answer();
    expect(held["a.yaml"]).toBe("B");
    await answer();
    expect(held["a.yaml"]).toBe("C");
    expect([pending.length, questions, unsaved.value]).toEqual([0, [], false]);
  });

  it("are not repeated for what is in the file", async () => {
    save();
    save();
    await answer();
    expect([held["a.yaml"], pending.length, questions]).toEqual(["B", 0, []]);
  });

  it("are not repeated where the first was in vain", async () => {
    held["a.yaml"] = "theirs";
    save();
    save();
    await answer();
    expect([questions, pending.length]).toEqual([["The file has changed"], 0]);
  });

  it.each(["theirs", "overwrite"])(
    "a conflict settled (%s) when the model was left leaves the next alone",
    async (way) => {
      held["a.yaml"] = "theirs";
      choice = way;
      save();
      await openFile("other.yaml");
      await answer();
      if (way === "overwrite") await answer();
      expect(held["a.yaml"]).toBe(way === "overwrite" ? "B" : "theirs");
      expect([name.value, text.value, unsaved.value]).toEqual(["other.yaml", "O", false]);
    },
  );
});
