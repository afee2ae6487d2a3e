/* help.spec.ts - help inside the page: the tour, the guide, and what a message means. */
import { boxOf, inBar, linkTo, modelText, replace, sidePanel } from "./acts";
import { expect, test } from "./workbench";

test("the tour leads from nothing to a plot in five steps, each the real thing", async ({ workbench, page }) => {
  await page.goto(workbench.address);
  await page.getByRole("button", { name: /^Take the tour/ }).click();
  const card = page.getByRole("region", { name: "Tour" });
  await expect(card).toContainText("1 of 5: draw");
  await card.getByRole("button", { name: "Show me" }).click();
  await expect(card).toContainText("2 of 5: pin");
  await card.getByRole("button", { name: "Show me" }).click();
  await expect(card).toContainText("3 of 5: motor");
  await card.getByRole("button", { name: "Show me" }).click();
  await expect(card).toContainText("4 of 5: run");
  const text = await modelText(page);
  expect(text.match(/shape: rod/g)).toHaveLength(3);
  expect(text.match(/revolute: \[ground, /g)).toHaveLength(2);
  expect(text).toMatch(/drive: \{\w+\.angle: /);
  await inBar(page, "Run").click(); // by hand
  await expect(card).toContainText("5 of 5: plot");
  await card.getByRole("button", { name: "Show me" }).click();
  await expect(card).toContainText("That was all");
  await card.getByRole("button", { name: "Close" }).click();
  await expect(card).toBeHidden();
  await inBar(page, "Help").click();
  await page.getByRole("menuitem", { name: /^Tour/ }).click();
  await page.getByRole("button", { name: "Leave the tour" }).first().click(); // and it can be left at any time
  await expect(card).toBeHidden();
});

const WRONG = `trammel: 1
points: {O: [0, 0], A: [0.4, 0]}
bodies:
  arm: {points: [O, A], mass: 1, shape: rod}
joints:
  O: {revolute: [ground, arm]}
analyses: [dynamics: {end: 1}]
`;

test("the guide is searched and read beside the drawing; a message is explained and mended by one click", async ({
  workbench,
  page,
}) => {
  await page.goto(linkTo(workbench.address, WRONG));
  await sidePanel(page, "Text");
  await page.keyboard.press("F1");
  const guide = page.getByRole("complementary", { name: "Guide" });
  await guide.getByRole("searchbox").fill("trapezoid");
  await guide.getByRole("button", { name: /^Motion profiles: One move/ }).click();
  await expect(guide.getByRole("heading", { name: /^One move/ })).toBeInViewport();
  const picture = guide.getByRole("img", { name: /^Angles, speeds and torques/ });
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  await guide.getByRole("link", { name: "table", exact: true }).first().click();
  await expect(guide.getByRole("heading", { name: "Smooth enough" })).toBeAttached();
  await page.keyboard.press("Escape");
  await expect(guide).toBeHidden();

  await replace(page, "[ground, arm]", "[ground, amr]");
  const code = page.getByRole("button", { name: /^What E\d+ means/ }).first();
  await code.click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("figure")).toHaveCount(2);
  await expect(dialog.locator(".differs").first()).toBeVisible();
  await dialog.getByRole("button", { name: 'Replace "amr" with "arm"' }).click();
  await expect.poll(() => modelText(page)).toBe(WRONG);

  /* values that contradict each other: one unit in the list and in the explanation, and the fix that the engine has tried */
  await replace(page, "analyses:", "initial: {O.angle: 0.5, arm.A.x: 0.2}\nanalyses:");
  const open = page.getByRole("button", { name: /^What E300 means/ }).first();
  await expect(page.locator(".problem").filter({ hasText: "joint O: open by" })).toContainText("38.83 mm");
  await page
    .getByRole("button", { name: /^What E301 means/ })
    .first()
    .click();
  await expect(dialog.locator(".explain-message")).toContainText("open by 38.83 mm");
  await page.keyboard.press("Escape");
  const mark = await boxOf(open);
  expect(Math.abs(mark.width - mark.height)).toBeLessThan(1); // round
  await open.click();
  await dialog.getByRole("button", { name: "Leave initial arm.A.x out" }).click();
  await expect.poll(() => modelText(page)).toContain("initial: {O.angle: 0.5}");
  await expect(open).toHaveCount(0);
});
