/* keyboard.spec.ts - a mechanism from nothing to a reaction without a mouse, seen and said at every step. */
import type { Page } from "@playwright/test";
import { hasRun, modelText } from "./acts";
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

/* Types the two coordinates of a place. */
async function type(page: Page, x: string, y: string): Promise<void> {
  await page.keyboard.type(x);
  await press(page, "Tab");
  await page.keyboard.type(y);
}

/* What is told to who does not see it. */
const said = (page: Page) => page.locator(".tool-layer [role=status]");

test("without a mouse: a four-bar is drawn, driven and run, and a reaction is read", async ({ workbench, page }) => {
  await page.goto(workbench.address);
  await expect(page.getByRole("button", { name: /^Draw a new mechanism/ })).toBeVisible();
  await pressUntil(page, "Tab", /^Draw a new mechanism/);
  await press(page, "Enter");
  await expect(page.locator("svg.plane-svg")).toBeFocused();
  await expect(page.locator(".tool-cross")).toBeVisible(); // where the keys act
  await expect(page.locator(".tool-hint")).toContainText("Arrow keys aim and Enter clicks");
  await type(page, "0", "0");
  await expect(said(page).last()).toHaveText("y 0");
  await press(page, "Enter");
  await type(page, "0.1", "0.1");
  await press(page, "Enter");
  await expect(said(page).filter({ hasText: "body link1 is drawn" })).toHaveCount(1);
  await press(page, "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowUp", "ArrowUp");
  await expect(said(page).last()).toHaveText(/^x 0.5 m, y 0.3 m/);
  await press(page, "Enter");
  await type(page, "0.4", "0");
  await press(page, "Enter", "Escape", "g"); // pins on the ground
  await type(page, "0", "0");
  await press(page, "Enter");
  await type(page, "0.4", "0");
  await press(page, "Enter", "m"); // the crosshair stands at C: over to O, which is found by its name
  await type(page, "0", "0");
  await press(page, "Enter");
  await expect(said(page).filter({ hasText: "driver drive is drawn" })).toHaveCount(1);
  const text = await modelText(page);
  for (const words of ["B: [0.5, 0.3]", "O: {revolute: [ground, link1]}", "C: {revolute: [ground, link3]}", "O.angle"])
    expect(text).toContain(words);
  await press(page, "Control+Enter");
  await hasRun(page);
  await press(page, "Escape", "Escape", "Alt+1"); // the tool is put down; the elements of the drawing
  await pressUntil(page, "ArrowRight", /^revolute joint C/);
  const tip = page.getByRole("tooltip");
  await expect(tip).toContainText(/reaction\s*[\d.]+\s*k?N/);
  const described = await page.evaluate(() => document.activeElement!.getAttribute("aria-describedby"));
  expect(await tip.getAttribute("id")).toBe(described);
  await press(page, "Alt+4"); // and in the results, the largest
  await pressUntil(page, "ArrowRight", /^Results/);
  await press(page, "Enter");
  await expect(page.locator("#dock").getByRole("row", { name: /^\|C\.f\|/ })).toBeVisible();
});
