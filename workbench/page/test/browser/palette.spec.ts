/* palette.spec.ts - what is drawn by mouse runs; what cannot move is said to, with the way out; the words have room on a phone. */
import type { Page } from "@playwright/test";
import { agrees, area, boxOf, hasRun, linkTo, modelText, pin, runs, sidePanel } from "./acts";
import { fourbarText } from "./fourbar";
import { expect, test } from "./workbench";

const TIGHT = fourbarText({
  points: " {O: [0, 0], A: [0, 0.4], B: [0.6, 0.5], C: [0.9, 0]}",
  more: "analyses:\n  - dynamics: {end: 2, output: 0.01}\n",
});
const LOCKS = TIGHT.replace("analyses:", "drivers:\n  drive: {O.angle: 2*pi*t}\nanalyses:");

async function take(page: Page, key: string, kind: string): Promise<void> {
  await page.locator(`#tool-${key}`).click({ button: "right" }); // its kinds
  await page.getByRole("menuitemradio", { name: new RegExp("^" + kind) }).click();
}

/* Parts of the drawing as it was first: a hint of two lines makes it lower, and moves nothing in it. */
const boxes = new WeakMap<Page, { x: number; y: number; width: number; height: number }>();

async function clickAt(page: Page, x: number, y: number): Promise<void> {
  const box = boxes.get(page) ?? (await boxOf(area(page)));
  boxes.set(page, box);
  await page.mouse.click(box.x + box.width * x, box.y + box.height * y);
}

test("gears and a rack drawn by mouse run", async ({ workbench, page }) => {
  await page.goto(workbench.address);
  await page.getByRole("button", { name: /^Draw a new mechanism/ }).click();
  await page.locator("#tool-J").click({ button: "right" });
  const kinds = page.getByRole("menuitemradio");
  expect(await kinds.count()).toBeGreaterThan(12);
  await expect(kinds.first()).toBeInViewport({ ratio: 1 });
  await expect(kinds.last()).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Escape");
  await take(page, "J", "Gear pair");
  await clickAt(page, 0.3, 0.4);
  await clickAt(page, 0.5, 0.4);
  await page.mouse.move((await boxOf(area(page))).x + 5, 300, { steps: 2 });
  await clickAt(page, 0.5, 0.4); // over what was just drawn, with the tool in hand
  await expect(page.locator(".tool-numbers")).toBeVisible();
  await expect(page.getByRole("tooltip")).toBeHidden();
  await page.keyboard.press("Escape");
  await take(page, "J", "Rack and pinion");
  await clickAt(page, 0.5, 0.4);
  await clickAt(page, 0.5, 0.7);
  await page.locator("#tool-M").click();
  await clickAt(page, 0.3, 0.4);
  await expect.poll(() => modelText(page)).toMatch(/gear1: .*teeth: [^]*rack1:[^]*drive:/);
  await agrees(page);
  await page.keyboard.press("Control+Enter");
  await hasRun(page);
});

test("a gear pair has teeth, which the form changes, or a ratio", async ({ workbench, page }) => {
  await page.goto(workbench.address);
  await page.getByRole("button", { name: /^Draw a new mechanism/ }).click();
  await take(page, "J", "Gear pair");
  await clickAt(page, 0.3, 0.4);
  await clickAt(page, 0.5, 0.4);
  await expect.poll(() => modelText(page)).toMatch(/gear1: \{gear: \[O, A\], teeth: \[30, 30\], module: 3 mm\}/);
  await sidePanel(page, "Properties");
  const way = page.locator("#side").getByRole("combobox", { name: "given by" });
  await expect(way).toHaveValue("teeth");
  await way.selectOption("ratio");
  await expect.poll(() => modelText(page)).toMatch(/gear1: \{gear: \[O, A\], ratio: -1\}/);
  await page.keyboard.press("Control+z");
  await expect.poll(() => modelText(page)).toMatch(/module: 3 mm\}/);
  await take(page, "J", "Ring and wheel");
  await clickAt(page, 0.3, 0.4);
  await clickAt(page, 0.35, 0.7);
  await expect.poll(() => modelText(page)).toMatch(/ring\d: \{gear: \[\w+, \w+\], teeth: \[-\d+, \d+\]/);

  for (let steps = 0; steps < 2; steps++) await page.keyboard.press("Control+z");
  await take(page, "J", "Gear pair");
  await page.getByLabel("teeth, first wheel").fill("20");
  await page.getByLabel("teeth, second").fill("40");
  await page.locator(".tool-options").getByLabel("module").fill("2");
  await clickAt(page, 0.3, 0.4);
  await clickAt(page, 0.5, 0.4); // only the way there: 20, 40 and 2 mm need 60 mm
  await expect.poll(() => modelText(page)).toMatch(/teeth: \[20, 40\], module: 2 mm\}/);
  expect(await modelText(page)).toMatch(/disc: 20 mm\b[^]*disc: 40 mm\b/);
  await agrees(page);
  const teeth = page
    .locator("#side")
    .getByRole("textbox", { name: /^teeth/ })
    .last();
  await teeth.fill("60");
  await page.keyboard.press("Enter");
  const note = page.locator(".tool-stuck.misfit");
  await expect(page.locator(".drawing-stale")).toContainText("these wheels cannot mesh");
  await note.getByRole("button", { name: "Set the module to 1.5 mm" }).click();
  await expect
    .poll(() => modelText(page))
    .toMatch(/disc: 15 mm\b[^]*disc: 45 mm\b[^]*teeth: \[20, 60\], module: 1.5 mm/);
  await expect(note).toBeHidden();
  await agrees(page);
});

test("a crank that cannot rotate fully is reported at once and swings instead", async ({ workbench, page }) => {
  await page.goto(linkTo(workbench.address, TIGHT));
  await hasRun(page);
  await page.locator("#tool-M").click();
  await page.mouse.click(...(await pin(page, "O")));
  const toasts = page.locator(".toasts");
  await expect(toasts).toContainText(/crank cannot make a full turn: it locks after \d+°. Make it shorter than 291 mm/);
  await toasts.getByRole("button", { name: "Let it swing" }).click();
  expect(await modelText(page)).toMatch(/drive: \{O.angle: -?\d+ deg\*\(1 - cos\(2\*pi\*t\)\)\/2\}/);
  await runs(page);
});

test("of two drivers on one degree of freedom the page names and removes one", async ({ workbench, page }) => {
  const two = LOCKS.replace("analyses:", "  second: {C.angle: pi*t}\nanalyses:");
  await page.goto(linkTo(workbench.address, two));
  const note = page.locator(".tool-stuck");
  await expect(note).toContainText("2 drivers for 1 degree of freedom: drive (O.angle) and second (C.angle)");
  await note.getByRole("button", { name: "Remove second" }).click();
  await expect(note).toBeHidden();
  expect(await modelText(page)).toBe(LOCKS);
});

test("on a phone the hint names no keys and leaves the scale bar free; a failure takes two or three lines", async ({
  workbench,
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.goto(linkTo(workbench.address, LOCKS));
  const toast = page.locator(".toast.error");
  await expect(toast).toContainText("It locks at t = 0.107 s");
  expect((await boxOf(toast)).height).toBeLessThan(80);
  const hint = page.locator(".tool-hint");
  await expect(hint).not.toContainText(/Alt|Esc|Press|[Cc]lick/);
  const [words, bar] = [await boxOf(hint), await boxOf(page.locator(".scale-bar"))];
  expect(words.y).toBeGreaterThanOrEqual(bar.y + bar.height); // below the drawing
  await page.getByRole("navigation").getByRole("button", { name: "Results" }).tap();
  await expect(toast).toBeHidden(); // the results say it themselves
  await expect(page.locator(".run-status")).toContainText("It locks at t = 0.107 s");
  await context.close();
});
