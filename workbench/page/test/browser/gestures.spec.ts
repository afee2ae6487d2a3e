/* gestures.spec.ts - wheel, two fingers and a finger that stays, on the drawing, in space and in plots. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { area, boxOf, hasRun, linkTo, middleOf, pin } from "./acts";
import { expect, MODELS, test } from "./workbench";

const MOTOR = readFileSync(join(MODELS, "fourbar-motor/fourbar-motor.yaml"), "utf8");
const GOVERNOR = readFileSync(join(MODELS, "governor-damped/governor-damped.yaml"), "utf8");

type Touch = (type: "touchStart" | "touchMove" | "touchEnd", ...at: [number, number][]) => Promise<unknown>;

async function fingersOn(page: Page): Promise<Touch> {
  const client = await page.context().newCDPSession(page);
  return (type, ...at) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints: at.map(([x, y], id) => ({ x, y, id })) });
}

/* Whether plots show a part of the motion: their menu then offers to show everything. */
async function zoomed(page: Page): Promise<boolean> {
  await page.locator(".plot").first().getByRole("button", { name: "Plot options" }).click();
  const part = await page.getByRole("menuitem", { name: "Show everything" }).isEnabled();
  await page.keyboard.press("Escape");
  return part;
}

test("the wheel zooms the drawing and the plots", async ({ workbench, page }) => {
  await page.goto(linkTo(workbench.address, MOTOR));
  await hasRun(page);
  const link = page.locator(".part.body .link").first();
  const before = (await boxOf(link)).height + (await boxOf(link)).width;
  await page.mouse.move(...(await middleOf(area(page))));
  await page.mouse.wheel(0, -600);
  await expect.poll(async () => ((await boxOf(link)).height + (await boxOf(link)).width) / before).toBeGreaterThan(1.2);
  expect(await zoomed(page)).toBe(false);
  await page.mouse.move(...(await middleOf(page.locator(".plot-field .u-over").first())));
  await page.mouse.wheel(0, -300);
  expect(await zoomed(page)).toBe(true);
  await page.locator(".plot-field .u-over").first().dblclick();
  expect(await zoomed(page)).toBe(false);
});

test.describe("fingers", () => {
  test.use({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
    contextOptions: { reducedMotion: "reduce" }, // what is pressed stays where it is
  });

  test("a long press opens the menu of the element, and a pinch zooms a plot", async ({ workbench, page }) => {
    await page.goto(linkTo(workbench.address, MOTOR));
    const touch = await fingersOn(page);
    await hasRun(page);
    await touch("touchStart", await pin(page, "A"));
    const menu = page.getByRole("menu", { name: "Actions here" });
    await expect(menu.getByText(/^Trace the path of/)).toBeVisible();
    await touch("touchEnd");
    await expect(menu).toBeVisible();
    await page.touchscreen.tap(20, 20);
    await expect(menu).toHaveCount(0);

    await page
      .getByRole("navigation", { name: "Parts of the workbench" })
      .getByRole("button", { name: "Results" })
      .tap();
    const field = page.locator(".plot-field .u-over").first();
    await expect(field).toBeVisible();
    expect(await zoomed(page)).toBe(false);
    const [x, y] = await middleOf(field);
    await touch("touchStart", [x - 30, y], [x + 30, y]);
    for (let apart = 36; apart <= 90; apart += 6) await touch("touchMove", [x - apart, y], [x + apart, y]);
    await touch("touchEnd");
    expect(await zoomed(page)).toBe(true);
  });

  test("a long press opens the menu in space", async ({ workbench, page }) => {
    await page.goto(linkTo(workbench.address, GOVERNOR));
    const canvas = page.locator(".space-canvas");
    await expect(canvas).toBeVisible();
    const touch = await fingersOn(page);
    await touch("touchStart", await middleOf(canvas));
    const menu = page.getByRole("menu", { name: "Actions here" });
    await expect(menu.getByText("Show everything")).toBeVisible();
    await touch("touchEnd");
    await expect(menu).toBeVisible();
  });
});
