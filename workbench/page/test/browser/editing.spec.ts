/* editing.spec.ts - the drawing and the text are two views of one model: what is done in one is seen in the other, comments and layout
 * stay, and undo brings back every byte. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import {
  agrees,
  area,
  boxOf,
  drag,
  drawn,
  hasRun,
  inBar,
  linkTo,
  modelText,
  pin,
  replace,
  runs,
  sidePanel,
} from "./acts";
import { expect, MODELS, test, type Workbench } from "./workbench";

const FOURBAR = readFileSync(join(MODELS, "fourbar-motor/fourbar-motor.yaml"), "utf8")
  .replace("joints:\n", "# the pins, from left to right\njoints: # four of them\n")
  .replace("  B: {", "  B:   {");

/* Everything but the numbers. */
const layout = (text: string): string => text.replace(/-?\d+(\.\d+)?(e[-+]?\d+)?/g, "#");

async function open(workbench: Workbench, page: Page, text = FOURBAR): Promise<void> {
  await page.goto(linkTo(workbench.address, text));
  await hasRun(page);
  await page.getByRole("button", { name: /^Pause/ }).click();
  await page.getByRole("button", { name: /^To the start/ }).click();
  await agrees(page);
}

async function undo(page: Page): Promise<void> {
  await inBar(page, "Undo").click();
}

async function redo(page: Page): Promise<void> {
  await inBar(page, "Redo").click();
}

test("dragging a point changes its numbers in the text and nothing else; undo and redo are exact", async ({
  workbench,
  page,
}) => {
  await open(workbench, page);
  const [x, y] = await pin(page, "A");
  await drag(page, [x, y], [x + 60, y + 30]);
  await expect.poll(() => modelText(page)).not.toBe(FOURBAR);
  const after = await modelText(page);
  expect(layout(after)).toBe(layout(FOURBAR));
  expect(after).toContain("# the pins, from left to right\njoints: # four of them\n");
  await agrees(page);
  await undo(page);
  expect(await modelText(page)).toBe(FOURBAR);
  await agrees(page);
  await redo(page);
  expect(await modelText(page)).toBe(after);
  await agrees(page);
});

test("dragging a ground pin moves it in its bodies", async ({ workbench, page }) => {
  await open(workbench, page);
  const [x, y] = await pin(page, "C");
  await drag(page, [x, y], [x + 40, y - 20]);
  await expect.poll(() => modelText(page)).not.toBe(FOURBAR);
  const after = await modelText(page);
  expect(layout(after)).toBe(layout(FOURBAR));
  const [, cx] = /C: \[([\d.]+), /.exec(after.split("\n").find((line) => line.includes("ground:"))!)!;
  expect(Number(cx)).toBeGreaterThan(2.5);
  await agrees(page);
  await undo(page);
  expect(await modelText(page)).toBe(FOURBAR);
});

test("Escape cancels a drag and restores everything", async ({ workbench, page }) => {
  await open(workbench, page);
  const [x, y] = await pin(page, "A");
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 80, y + 10, { steps: 5 });
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await agrees(page);
  expect(await modelText(page)).toBe(FOURBAR);
});

test("changing the length of links is drawn at once, written on release, and undone in one step", async ({
  workbench,
  page,
}) => {
  await open(workbench, page);
  const shapes = (): Promise<string[]> =>
    page
      .locator("svg.plane-svg .part.body")
      .evaluateAll((parts) => parts.map((part) => part.firstElementChild!.getAttribute("d")!));
  const before = await shapes();
  const [x, y] = await pin(page, "A");
  await page.keyboard.down("Alt");
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y - 30, { steps: 5 });
  await expect.poll(shapes).not.toEqual(before);
  await expect.poll(() => modelText(page)).not.toBe(FOURBAR); // it rests
  await agrees(page);
  await page.mouse.move(x + 30, y - 40, { steps: 5 });
  await page.mouse.up();
  await page.keyboard.up("Alt");
  await agrees(page);
  expect(layout(await modelText(page))).toBe(layout(FOURBAR));
  await undo(page);
  expect(await modelText(page)).toBe(FOURBAR);
  await expect(inBar(page, "Undo")).toBeDisabled();
  await agrees(page);
  expect(await shapes()).toEqual(before);
});

test("Escape restores the length of links", async ({ workbench, page }) => {
  await open(workbench, page);
  const [x, y] = await pin(page, "A");
  await page.keyboard.down("Alt");
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 80, y + 10, { steps: 5 });
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await page.keyboard.up("Alt");
  await agrees(page);
  expect(await modelText(page)).toBe(FOURBAR);
});

const KINDS = `trammel: 1
title: One of many kinds
gravity: [0, -9.81]
points: {O: [0, 0], A: [0.3, 0.4], S: [1.5, 0], G: [-0.8, 0], E: [-0.8, 0.3], P: [2.4, 0]}
bodies:
  crank: {points: [O, A], mass: 1, shape: rod}
  rod: {points: [A, S], mass: 2, shape: rod}
  slider: {points: [S], mass: 1, inertia: 0.1}
  wheel: {points: [G, E], mass: 1, inertia: 0.1}
joints:
  O: {revolute: [ground, crank]}
  A: {revolute: [crank, rod]}
  S: {revolute: [rod, slider]}
  guide: {prismatic: [ground, slider], at: S, axis: [1, 0]}
  G: {revolute: [ground, wheel]}
  mesh: {gear: [O, G], ratio: -2}
forces:
  coil: {spring: [ground.P, slider.S], stiffness: 100, damping: 5, length: 0.8}
  twist: {torsion: A, stiffness: 2, angle: 0}
  drive: {motor: O, torque: 3}
  push: {force: wheel.E, value: [1, 0]}
analyses:
  - dynamics: {end: 0.5, output: 0.01}
`;

/* All elements at the start of a run, as they are written in the page, but for what is chosen or has the focus. */
async function picture(page: Page): Promise<string[]> {
  await hasRun(page);
  const pause = page.getByRole("button", { name: /^Pause/ });
  if (await pause.isVisible()) await pause.click();
  await page.getByRole("button", { name: /^To the start/ }).click();
  await page.getByRole("button", { name: /^Show everything/ }).click();
  await page.mouse.move(5, 5);
  await agrees(page);
  return page.locator("svg.plane-svg .part, svg.plane-svg .mass").evaluateAll((parts) =>
    parts.map((part) => {
      const copy = part.cloneNode(true) as Element;
      for (const name of ["tabindex", "aria-pressed"]) copy.removeAttribute(name);
      copy.classList.remove("selected", "hovered");
      return copy.outerHTML;
    }),
  );
}

test("a model edited step by step is drawn as one that is opened", async ({ workbench, page, context }) => {
  await open(workbench, page, KINDS);
  const reshape = async (joint: string, dx: number, dy: number): Promise<void> => {
    const [x, y] = await pin(page, joint);
    await page.keyboard.down("Alt");
    await drag(page, [x, y], [x + dx, y + dy]);
    await page.keyboard.up("Alt");
    await agrees(page);
  };
  await reshape("A", 30, -20);
  await reshape("G", -25, 10);
  await reshape("S", 40, 0);
  await replace(page, "damping: 5", "damping: 0");
  await replace(page, "wheel: {points: [G, E], mass: 1", "wheel: {points: [G, E], mass: 0");
  await replace(page, "inertia: 0.1}\njoints", "inertia: 0}\njoints");
  await replace(page, "torque: 3", "torque: -3");
  await agrees(page);
  await runs(page);
  const other = await context.newPage();
  await other.goto(linkTo(workbench.address, await modelText(page)));
  const [changed, opened] = [await picture(page), await picture(other)];
  expect(opened.length).toBeGreaterThan(15);
  expect(changed).toEqual(opened);
});

test("typing in the text changes the drawing", async ({ workbench, page }) => {
  await open(workbench, page);
  await sidePanel(page, "Text");
  await replace(page, "angle: 60 deg", "angle: 80 deg");
  await replace(page, "O.angle: 60 deg", "O.angle: 80 deg");
  await agrees(page);
  const crank = (await drawn(page)).bodies.find((body) => body.name === "crank")!;
  expect(crank.angle).toBeCloseTo((80 * Math.PI) / 180, 3);
});

test("numbers can be typed into the properties", async ({ workbench, page }) => {
  await open(workbench, page);
  await sidePanel(page, "Properties");
  const panel = page.locator("#side-panel-properties");
  await panel.getByRole("option", { name: /^crank/ }).click();
  const mass = panel.getByRole("textbox", { name: "mass", exact: true });
  await expect(mass).toHaveValue("1");
  await mass.fill("1.25");
  await mass.press("Enter");
  expect(await modelText(page)).toBe(FOURBAR.replace("mass: 1, ", "mass: 1.25, "));
  const com = panel.getByRole("textbox", { name: "com x" });
  await com.fill("0.75");
  await com.press("Enter");
  await agrees(page);
  await undo(page);
  await undo(page);
  expect(await modelText(page)).toBe(FOURBAR);
  await agrees(page);
});

test("analyses are reordered with their comments by buttons and by keys", async ({ workbench, page }) => {
  const list = (...items: string[]): string =>
    FOURBAR.replace(/analyses:[^]*$/, "analyses: # in this order\n" + items.join("") + "# the end\n");
  const [move, rest, modes] = [
    "  # it moves\n  - dynamics: {end: 1, output: 0.01} # for a second\n",
    "  - static\n",
    "  - modes:\n      count: 2 # the slowest\n",
  ] as const;
  await page.goto(linkTo(workbench.address, list(move, rest, modes)));
  await sidePanel(page, "Properties");
  const panel = page.locator("#side-panel-properties");
  const modesItem = panel.locator(".outline").getByRole("option", { name: /^modes/ });
  await panel
    .locator(".outline")
    .getByRole("option", { name: /^dynamics/ })
    .click();
  await expect(panel.getByRole("button", { name: "Move up" })).toBeDisabled();
  await panel.getByRole("button", { name: "Move down" }).click();
  expect(await modelText(page)).toBe(list(rest, move, modes));
  await expect(panel.getByRole("heading", { name: "Analysis 2" })).toBeVisible();
  await modesItem.focus();
  await page.keyboard.press("Enter");
  await modesItem.focus();
  await page.keyboard.press("Alt+ArrowUp");
  await page.keyboard.press("Alt+ArrowUp");
  expect(await modelText(page)).toBe(list(modes, rest, move));
  await expect(modesItem).toBeFocused();
  for (const before of [list(rest, modes, move), list(rest, move, modes), list(move, rest, modes)]) {
    await undo(page);
    expect(await modelText(page)).toBe(before);
  }
});

test("renaming changes every mention", async ({ workbench, page }) => {
  await open(workbench, page);
  await sidePanel(page, "Properties");
  const panel = page.locator("#side-panel-properties");
  await panel.getByRole("option", { name: /^crank/ }).click();
  const name = panel.getByRole("textbox", { name: "Name", exact: true });
  await name.fill("arm");
  await name.press("Enter");
  await expect(page.getByRole("button", { name: "body arm", exact: true })).toBeVisible();
  expect((await modelText(page)).replace(/\barm\b/g, "crank").replace(/ +/g, " ")).toBe(FOURBAR.replace(/ +/g, " "));
  await agrees(page);
  await name.fill("coupler"); // taken
  await name.press("Enter");
  await expect(panel.getByRole("alert")).toBeVisible();
  await page.keyboard.press("Escape");
  await undo(page);
  expect(await modelText(page)).toBe(FOURBAR);
});

test("deleting an element deletes what depends on it", async ({ workbench, page }) => {
  await open(workbench, page);
  const part = page.getByRole("button", { name: /^body coupler/ });
  await part.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Delete");
  await expect(page.locator(".toasts")).toContainText("Deleted link coupler with joints A, B");
  const after = await modelText(page);
  expect(after).not.toContain("coupler");
  expect(after).toContain("# the pins, from left to right\njoints: # four of them\n");
  await agrees(page);
  await undo(page);
  expect(await modelText(page)).toBe(FOURBAR);
  await agrees(page);
});

/* ---- a long walk ---- */

/* Numbers that look random and are the same each time. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const STEPS = Number(process.env.EDITS ?? 24);

test("the drawing and the text always agree", async ({ workbench, page }) => {
  await open(workbench, page);
  await sidePanel(page, "Text");
  const random = dice(20);
  const among = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const box = await boxOf(area(page));
  const somewhere = (): [number, number] => [
    box.x + box.width * (0.25 + 0.5 * random()),
    box.y + box.height * (0.2 + 0.55 * random()),
  ];
  const keep = async (tool: string, ...places: [number, number][]): Promise<void> => {
    await page.keyboard.press("Escape");
    await page.getByRole("toolbar", { name: "Tools" }).getByRole("button", { name: tool }).click();
    for (const place of places) await page.mouse.click(...place);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.keyboard.press("v");
  };
  const joints = async (): Promise<[number, number][]> => {
    const labels = (await drawn(page)).labels.filter((label) => /^pin /.test(label));
    return Promise.all(labels.map((label) => pin(page, /^pin (\S+)/.exec(label)![1]!)));
  };
  const dragPin = async (alt: boolean): Promise<void> => {
    const list = await joints();
    if (list.length === 0) return;
    const [x, y] = among(list);
    if (alt) await page.keyboard.down("Alt");
    await drag(page, [x, y], [x + 80 * (random() - 0.5), y + 80 * (random() - 0.5)], 4);
    if (alt) await page.keyboard.up("Alt");
  };
  const step = async (key: string): Promise<void> => {
    const list = page.locator("svg.plane-svg .part");
    const count = await list.count();
    await list.nth(Math.floor(random() * count)).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press(key);
  };
  const type = async (): Promise<void> => {
    const text = await modelText(page);
    const numbers = [...text.matchAll(/(?:mass|inertia): ([\d.]+)/g)];
    if (numbers.length === 0) return;
    const [words] = among(numbers);
    await replace(page, words!, words!.replace(/[\d.]+$/, (1 + 3 * random()).toFixed(2)));
  };
  const acts: [string, () => Promise<void>][] = [
    ["drag a pin", () => dragPin(false)],
    ["reshape at a pin", () => dragPin(true)],
    ["draw a link", () => keep("Link", somewhere(), somewhere())],
    ["hang a link on a pin", async () => keep("Link", among(await joints()) ?? somewhere(), somewhere())],
    ["pin to the ground", async () => keep("Ground pin", among(await joints()) ?? somewhere())],
    ["add a spring", async () => keep("Spring and damper: Spring", among(await joints()) ?? somewhere(), somewhere())],
    ["nudge by key", () => step(among(["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"]))],
    ["delete by key", () => step("Delete")],
    ["type a number", type],
    ["undo", () => undoable(page, "Undo")],
    ["undo", () => undoable(page, "Undo")],
    ["redo", () => undoable(page, "Redo")],
  ];
  let changes = 0;
  for (let i = 0; i < STEPS; i++) {
    const before = await modelText(page);
    const [name, act] = among(acts);
    await test.step(`${i + 1}: ${name}`, async () => {
      await act();
      await agrees(page);
    });
    if ((await modelText(page)) !== before) changes++;
  }
  expect(changes).toBeGreaterThan(0.4 * STEPS);
  const undoButton = inBar(page, "Undo");
  while (await undoButton.isEnabled()) await undoButton.click();
  expect(await modelText(page)).toBe(FOURBAR);
  await agrees(page);
});

async function undoable(page: Page, name: "Undo" | "Redo"): Promise<void> {
  const button = inBar(page, name);
  if (await button.isEnabled()) await button.click();
}
