/* keyboard.spec.ts - a mechanism from nothing to a reaction without a mouse, seen and said at every step. */
import type { Page } from "@playwright/test";
import { boxOf, hasRun, linkTo, modelText } from "./acts";
import { expect, test } from "./workbench";

const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const one = document.activeElement;
    return one ? (one.getAttribute("aria-label") ?? one.textContent ?? "").trim() : "";
  });

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/* Presses a key until what has the focus has this name. */
async function pressUntil(page: Page, key: string, name: RegExp): Promise<void> {
  for (let i = 0; i < 60; i++) {
    if (name.test(await focusedName(page))) return;
    await press(page, key);
  }
  throw new Error(`${key} does not lead to ${name}`);
}

/* Types the two coordinates of a place: "x" says that they are meant, and not a length. */
async function type(page: Page, x: string, y: string): Promise<void> {
  await page.keyboard.type("x" + x);
  await press(page, "Tab");
  await page.keyboard.type(y);
}

/* What is told to who does not see it. */
const said = (page: Page) => page.locator(".tool-layer [role=status]");

test("a four-bar can be drawn, driven and run, and a reaction read, by keyboard", async ({ workbench, page }) => {
  await page.goto(workbench.address);
  await expect(page.getByRole("button", { name: /^Draw a new mechanism/ })).toBeVisible();
  await pressUntil(page, "Tab", /^Draw a new mechanism/);
  await press(page, "Enter");
  await expect(page.locator("svg.plane-svg")).toBeFocused();
  await expect(page.locator(".tool-cross")).toBeVisible(); // where the keys act
  await expect(page.locator(".tool-hint")).toContainText("Arrow keys aim and Enter clicks");
  await type(page, "0", "0");
  await expect(said(page).last()).toHaveText("y 0 mm");
  await press(page, "Enter");
  await type(page, "50", "50");
  await press(page, "Enter");
  await expect(said(page).filter({ hasText: "body link1 added" })).toHaveCount(1);
  for (let i = 0; i < 5; i++) await press(page, "Shift+ArrowRight"); // five steps of the grid each
  await press(page, "Shift+ArrowUp", "Shift+ArrowUp");
  await expect(said(page).last()).toHaveText(/^x 300 mm, y 150 mm/);
  await press(page, "Enter");
  await type(page, "200", "0");
  await press(page, "Enter", "Escape", "g"); // pins on the ground
  await type(page, "0", "0");
  await press(page, "Enter");
  await type(page, "200", "0");
  await press(page, "Enter", "m"); // the crosshair stands at C: over to O, which is found by its name
  await type(page, "0", "0");
  await press(page, "Enter");
  await expect(said(page).filter({ hasText: "driver drive added" })).toHaveCount(1);
  const text = await modelText(page);
  for (const words of [
    "B: [300 mm, 150 mm]",
    "O: {revolute: [ground, link1]}",
    "C: {revolute: [ground, link3]}",
    "O.angle",
  ])
    expect(text).toContain(words);
  await press(page, "Control+Enter");
  await hasRun(page);
  await press(page, "Escape", "Escape", "Alt+1"); // the tool is put down; the elements of the drawing
  await pressUntil(page, "ArrowRight", /^pin C /);
  const tip = page.getByRole("tooltip");
  await expect(tip).toContainText(/reaction\s*[\d.]+\s*k?N/);
  const described = await page.evaluate(() => document.activeElement!.getAttribute("aria-describedby"));
  expect(await tip.getAttribute("id")).toBe(described);
  await press(page, "Alt+4"); // and in the results, the largest
  await pressUntil(page, "ArrowRight", /^Results/);
  await press(page, "Enter");
  await expect(page.locator("#dock").getByRole("row", { name: /^\|C\.f\|/ })).toBeVisible();
});

test.describe("with a four-bar", () => {
  test.use({ model: "fourbar/fourbar.yaml" });

  test("Delete deletes the focused element, not the one selected before", async ({ workbench, page }) => {
    await page.goto(workbench.address);
    await page.locator(".part.body").first().click();
    const chosen = page.locator(".part.selected");
    await expect(chosen).toHaveCount(1);
    const kept = (await chosen.getAttribute("aria-label"))!;
    await press(page, "Alt+1");
    for (let i = 0; i < 20; i++) {
      const name = await focusedName(page);
      if (/^body (coupler|rocker)/.test(name) && name !== kept) break;
      await press(page, "ArrowRight");
    }
    const gone = /^body (\S+)/.exec(await focusedName(page))![1]!.replace(/,$/, "");
    await expect(chosen).toHaveAttribute("aria-label", kept); // passing by chooses nothing
    await press(page, "Delete");
    await expect(page.locator(".toast")).toContainText(`Deleted link ${gone}`);
    await expect(page.locator(".part.selected")).toHaveAttribute("aria-label", kept);
  });
});

const HUNG = `trammel: 1
points: {T: [0, 3], A: [0, 1]}
bodies:
  bob: {points: [A], mass: 1, inertia: 0.1}
joints:
  s: {prismatic: [ground, bob], at: A, axis: y}
forces:
  k: {spring: [ground.T, bob.A], stiffness: 1000, length: 2}
analyses:
  - dynamics: {end: 0.2, output: 10 ms}
`;

test("a view of everything includes the ends of springs on the ground", async ({ workbench, page }) => {
  await page.goto(linkTo(workbench.address, HUNG));
  await expect(page.locator(".part.force")).toHaveCount(1);
  await press(page, "Control+Enter");
  await hasRun(page);
  await press(page, "Alt+1", "0");
  await expect(async () => {
    const spring = await boxOf(page.locator(".part.force"));
    const drawing = await boxOf(page.locator("svg.plane-svg"));
    expect(spring.y).toBeGreaterThan(drawing.y);
    expect(spring.height).toBeGreaterThan(0.3 * drawing.height);
  }).toPass();
});
