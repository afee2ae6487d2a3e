/* templates.spec.ts - mechanisms by family: their pictures are drawn from the model and move, one press opens and runs one. */
import type { Locator, Page } from "@playwright/test";
import { hasRun, moves } from "./acts";
import { expect, test } from "./workbench";

test.use({ viewport: { width: 900, height: 560 } });

const card = (page: Page, title: string): Locator => page.locator("button.example").filter({ hasText: title }).last();
const picture = (one: Locator): Locator => one.locator(".thumbnail");

/* How the first link of a picture lies. */
const pose = (one: Locator): Promise<string | null> =>
  one.locator(".layer-bodies .body").first().getAttribute("transform");

test("pictures move under the pointer and the focus, and nothing moves by itself", async ({ workbench, page }) => {
  await page.goto(workbench.address);
  const first = card(page, "Crank-rocker");
  await expect(picture(first)).toHaveAttribute("data-state", "ready");
  const before = await pose(first);
  await first.hover();
  await expect(picture(first)).toHaveAttribute("data-state", "moving");
  await expect.poll(() => pose(first)).not.toBe(before);
  await card(page, "Klann").hover();
  await expect(picture(first)).toHaveAttribute("data-state", "ready");
  await page.mouse.move(2, 200);

  await page.getByRole("button", { name: "Robots", exact: true }).click();
  const gallery = page.getByRole("dialog");
  await expect(gallery.getByRole("heading", { name: "Robots" })).toBeInViewport();
  const delta = card(page, "Delta robot"); // in space
  await expect(picture(delta)).toHaveAttribute("data-state", "ready");
  await gallery.getByRole("searchbox").fill("five-bar");
  await expect(gallery.locator("button.example")).toHaveCount(1);
  await page.keyboard.press("ArrowDown"); // from the search to the card
  await expect(picture(card(page, "Five-bar robot"))).toHaveAttribute("data-state", "moving");
  await page.keyboard.press("Enter");
  await expect(gallery).toBeHidden();
  await expect(page.locator(".file-title-name")).toHaveText("five-bar.yaml");
  await hasRun(page);
  await moves(page);

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search commands" }).fill("new whitworth");
  await page.getByRole("option", { name: "New: Whitworth quick return" }).click();
  await expect(page.locator(".file-title-name")).toHaveText("whitworth.yaml");
});

test.describe("with less motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });
  test("pictures stand still where the user wants less motion", async ({ workbench, page }) => {
    await page.goto(workbench.address);
    const first = card(page, "Crank-rocker");
    await expect(picture(first)).toHaveAttribute("data-state", "ready");
    await first.hover();
    await first.focus();
    await card(page, "Watt governor").scrollIntoViewIfNeeded();
    await expect(picture(card(page, "Watt governor"))).toHaveAttribute("data-state", "ready");
    await expect(picture(first)).toHaveAttribute("data-state", "ready");
  });
});

test.describe("on touch", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 700 } });
  test("pictures in the middle of the window move", async ({ workbench, page }) => {
    await page.goto(workbench.address);
    await card(page, "Excavator").evaluate((one) => one.scrollIntoView({ block: "center" }));
    await expect(picture(card(page, "Excavator"))).toHaveAttribute("data-state", "moving");
    await card(page, "Watt governor").evaluate((one) => one.scrollIntoView({ block: "center" }));
    await card(page, "Watt governor").scrollIntoViewIfNeeded();
    await expect(picture(card(page, "Watt governor"))).toHaveAttribute("data-state", "moving");
    await expect(picture(card(page, "Crank-rocker"))).not.toHaveAttribute("data-state", "moving");
  });
});
