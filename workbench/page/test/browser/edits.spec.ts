/* edits.spec.ts - edits go to what they were meant for: not to another element, not to another model, not to a text that they break. */
import type { Page } from "@playwright/test";
import { agrees, area, boxOf, inBar, linkTo, modelText, openExample, pin, replace, sidePanel } from "./acts";
import { expect, test, type Workbench } from "./workbench";

const SLIDER = `trammel: 1
points: {O: [0, 0]}
bodies:
  block: {points: [O], mass: 1}
  other: {points: [O], mass: 2}
joints:
  S: {prismatic: [ground, block], at: O, axis: [1, 0]}
  W: {fixed: [block, other], at: O}
`;

async function open(workbench: Workbench, page: Page, text = SLIDER): Promise<void> {
  await page.goto(linkTo(workbench.address, text));
  await agrees(page);
}

/* Chooses an element in the list of the properties. */
async function choose(page: Page, name: string): Promise<void> {
  await page
    .locator("#side")
    .getByRole("option", { name: new RegExp(`^${name} `) })
    .click();
}

test("a name typed for one element is not given to another", async ({ workbench, page }) => {
  await open(workbench, page);
  await sidePanel(page, "Properties");
  await choose(page, "block");
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  await name.fill("other");
  await name.press("Enter");
  await expect(page.getByText(/There is already a body "other"/)).toBeVisible();
  await choose(page, "other");
  await expect(name).toHaveValue("other");
  await choose(page, "block");
  await expect(name).toHaveValue("block");
  await expect(page.getByText(/already/)).toBeHidden();
  await name.fill("cart");
  await name.press("Enter");
  await expect(name).toHaveValue("cart");
  await expect(name).toBeFocused();
  expect(await modelText(page)).toContain("cart: {points");
});

test("the undo of a toast disappears with the next change", async ({ workbench, page }) => {
  await open(workbench, page);
  await sidePanel(page, "Properties");
  await choose(page, "other");
  await page.getByRole("button", { name: "Delete other" }).click();
  const back = page.locator(".toasts").getByRole("button", { name: "Undo" });
  await expect(back).toBeVisible();
  await sidePanel(page, "Text");
  await replace(page, "mass: 1", "mass: 3");
  await expect(back).toBeHidden();
  expect(await modelText(page)).toContain("mass: 3");
  expect(await modelText(page)).not.toContain("other");
});

test("every press of an arrow key is a step, however fast", async ({ workbench, page }) => {
  await open(workbench, page);
  await page.mouse.click(...(await pin(page, "S")));
  const place = async (): Promise<number> => Number(/O: \[([-\d.e]+), 0\]/.exec(await modelText(page))?.[1]);
  await page.keyboard.press("ArrowRight");
  await expect.poll(place).toBeGreaterThan(0);
  const step = await place();
  for (let i = 0; i < 7; i++) void page.keyboard.press("ArrowRight");
  await expect.poll(place).toBeCloseTo(8 * step, 6);
  await agrees(page);
});

test("a deletion that the text does not allow is explained", async ({ workbench, page }) => {
  await open(workbench, page);
  await sidePanel(page, "Text");
  await replace(page, "trammel: 1", "trammel: [1, {");
  await page.mouse.click(...(await pin(page, "S")));
  const wrong = await modelText(page);
  await page.keyboard.press("Delete");
  await expect(page.locator(".toasts")).toContainText("The text has an error that must be fixed first.");
  expect(await modelText(page)).toBe(wrong);
});

test("a cancelled drag leaves undo and redo unchanged", async ({ workbench, page }) => {
  await open(workbench, page);
  await sidePanel(page, "Text");
  await replace(page, "mass: 1", "mass: 3");
  const changed = await modelText(page);
  await inBar(page, "Undo").click();
  await agrees(page);
  const [x, y] = await pin(page, "S");
  await page.keyboard.press("r");
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y + 40, { steps: 5 });
  await expect.poll(() => modelText(page)).not.toBe(SLIDER);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  expect(await modelText(page)).toBe(SLIDER);
  await agrees(page);
  await expect(inBar(page, "Undo")).toBeDisabled();
  await inBar(page, "Redo").click();
  expect(await modelText(page)).toBe(changed);
  await agrees(page);
  await expect(inBar(page, "Redo")).toBeDisabled();
});

test("an edit begun in one model is cancelled in another", async ({ workbench, page }) => {
  await open(workbench, page);
  await page.keyboard.press("l");
  const box = await boxOf(area(page));
  await page.mouse.click(box.x + 0.7 * box.width, box.y + 0.3 * box.height);
  await expect(page.locator(".tool-hint")).toContainText("Click the other end");
  await openExample(page, "four-bar");
  await expect(page.locator(".tool-hint")).toContainText("Drag a point and the mechanism follows");
});

test("Ctrl+S never opens the browser's dialog", async ({ workbench, page }) => {
  await page.goto(workbench.address);
  await expect(page.getByRole("button", { name: /Draw a new mechanism/ })).toBeVisible();
  await page.evaluate(() =>
    addEventListener("keydown", (event) => setTimeout(() => (document.title = String(event.defaultPrevented))), true),
  );
  await page.keyboard.press("Control+s");
  await expect(page).toHaveTitle("true");
});
