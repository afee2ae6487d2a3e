/* editor.spec.ts - the text and the properties: messages with their fixes, numbers typed in forms, names, undo; nothing else of the text
 * changes. */
import { copyFileSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, MODELS, test, type Workbench } from "./workbench";

const FOURBAR = readFileSync(join(MODELS, "fourbar/fourbar.yaml"), "utf8");

async function open(workbench: Workbench, page: Page): Promise<void> {
  await workbench.stop();
  copyFileSync(join(MODELS, "fourbar/fourbar.yaml"), join(workbench.folder, "fourbar.yaml"));
  await workbench.start("fourbar.yaml");
  await page.goto(workbench.address);
  await expect(page.getByRole("option", { name: /^crank/ })).toBeVisible();
}

const tab = (page: Page, name: "Text" | "Properties") =>
  page.getByRole("tab", { name: new RegExp("^" + name) }).click();

/* The whole text, also the lines that are not on show. */
async function textOf(page: Page): Promise<string> {
  await tab(page, "Text");
  const editor = page.getByRole("textbox", { name: "Model text" });
  await editor.focus();
  await page.keyboard.press("ControlOrMeta+a");
  return page.evaluate(() => {
    let copied = "";
    const take = (event: ClipboardEvent): void => void (copied = event.clipboardData?.getData("text/plain") ?? "");
    document.addEventListener("copy", take);
    document.execCommand("copy");
    document.removeEventListener("copy", take);
    return copied;
  });
}

/* A word of a line, double-clicked. The editor measures lines only when they come into view, and shifts them then: the place of the
 * word is read once it no longer moves. */
async function chooseWord(page: Page, lineHas: string, word: string): Promise<void> {
  const line = page.locator(".cm-line", { hasText: lineHas });
  const placeOf = () =>
    line.evaluate((element, wanted) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const at = (walker.currentNode.textContent ?? "").indexOf(wanted);
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(walker.currentNode, at);
        range.setEnd(walker.currentNode, at + wanted.length);
        const box = range.getBoundingClientRect();
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      }
      throw new Error("the line has no such word");
    }, word);
  await line.scrollIntoViewIfNeeded();
  let before = { x: -1, y: -1 };
  let place = await placeOf();
  while (place.x !== before.x || place.y !== before.y) {
    before = place;
    await page.waitForTimeout(200);
    place = await placeOf();
  }
  await page.mouse.dblclick(place.x, place.y);
}

async function axe(page: Page): Promise<string[]> {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: (at: string) => Promise<{ violations: { id: string }[] }> } };
    return (await axe.run(".side")).violations.map((violation) => violation.id);
  });
}

test("a misspelled name is underlined with the message of the command line and fixed by a click", async ({
  workbench,
  page,
}) => {
  await open(workbench, page);
  await tab(page, "Text");
  await expect(page.getByText("No problems")).toBeVisible();
  await chooseWord(page, "B: {revolute", "coupler");
  await page.keyboard.type("cupler");
  const problem = page.getByRole("region", { name: "Problems" });
  await expect(problem).toContainText('joint B: no point "B" on body "cupler"; did you mean "coupler"?');
  await expect(page.locator(".cm-lintRange-error")).toHaveText("cupler");
  await problem.getByRole("button", { name: 'Replace "cupler" with "coupler"' }).click();
  await expect(problem).toHaveCount(0);
  expect(await textOf(page)).toBe(FOURBAR);
});

test("a number typed in the form changes that number only, and undo restores it", async ({ workbench, page }) => {
  await open(workbench, page);
  await page.getByRole("option", { name: /^crank/ }).click();
  const mass = page.getByRole("textbox", { name: "mass" });
  await mass.fill("2.5 kg");
  await expect(page.locator(".prop-help .field-picture")).toHaveAttribute("data-marks", "mass");
  await expect(mass).toBeInViewport();
  await mass.press("Enter");
  expect(await textOf(page)).toBe(FOURBAR.replace("mass: 1,", "mass: 2.5 kg,"));
  await page.keyboard.press("ControlOrMeta+z");
  await tab(page, "Properties");
  await expect(mass).toHaveValue("1");
  await mass.fill("2 mm");
  await mass.press("Enter");
  await expect(page.getByText("body crank: mass: expected kg, found mm", { exact: true })).toBeVisible();
});

test("renaming changes every mention, and deleting a body deletes its joints", async ({ workbench, page }) => {
  await open(workbench, page);
  await page.getByRole("option", { name: /^crank/ }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("arm");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("option", { name: "O pin: ground – arm" })).toBeVisible();
  const text = await textOf(page);
  expect(text).toContain("motor: {torque: arm, value: torque}");
  expect(text.split("\n").filter((line) => line.startsWith("#"))).toEqual([FOURBAR.split("\n")[0]]);
  await tab(page, "Properties");
  await page.getByRole("button", { name: "Delete arm" }).click();
  await expect(page.getByText("Deleted body arm with O, A, motor")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).last().click();
  expect(await textOf(page)).toBe(text);
});

test("completion offers what is allowed there", async ({ workbench, page }) => {
  await open(workbench, page);
  await tab(page, "Text");
  await chooseWord(page, "A: {revolute", "crank");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("D: {gear: [O, A], ra");
  await page.getByRole("option", { name: "ratio" }).click();
  await expect(page.locator(".cm-line", { hasText: "D: {gear" })).toContainText("D: {gear: [O, A], ratio: ");
});

test("both panels pass axe", async ({ workbench, page }) => {
  await open(workbench, page);
  await page.getByRole("option", { name: /^crank/ }).click();
  expect(await axe(page)).toEqual([]);
  await tab(page, "Text");
  expect(await axe(page)).toEqual([]);
});
