/* touch.spec.ts - space under fingers: one orbits, two pan and zoom, also where the first comes down on a point; a tap chooses. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { linkTo } from "./acts";
import { expect, MODELS, test } from "./workbench";

const SPACE = readFileSync(join(MODELS, "governor-damped/governor-damped.yaml"), "utf8");
type Spot = [x: number, y: number];

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/* Fingers come down, move by `by` each in steps, and leave. */
async function fingers(page: Page, from: Spot[], by: Spot[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", spots: Spot[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: spots.map(([x, y], id) => ({ x, y, id })) });
  await send("touchStart", from);
  for (let step = 1; step <= 8; step++)
    await send(
      "touchMove",
      from.map(([x, y], i): Spot => [x + (by[i]![0] * step) / 8, y + (by[i]![1] * step) / 8]),
    );
  await send("touchEnd", []);
}

test("touch rotates, pans and zooms a mechanism in space", async ({ workbench, page }) => {
  await page.goto(linkTo(workbench.address, SPACE));
  const canvas = page.locator(".space-canvas");
  await expect(canvas).toBeVisible();
  await page.getByRole("button", { name: /^Pause/ }).tap();
  await page.getByRole("slider", { name: "Time" }).fill("5");
  const seen = async (): Promise<string> => (await canvas.screenshot()).toString("base64");
  const settled = async (): Promise<string> => {
    let last = await seen();
    await expect.poll(async () => last === (last = await seen())).toBe(true);
    return last;
  };
  const box = (await canvas.boundingBox())!;
  const [x, y]: Spot = [box.x + box.width / 2, box.y + box.height / 2];
  const first = await settled();
  await fingers(page, [[x - 110, y + 150]], [[90, 20]]);
  const turned = await settled();
  expect(turned).not.toBe(first);
  /* the first finger is at the end of an arm, which one finger alone would lead */
  await page.keyboard.press("1");
  const [left, right]: [Spot, Spot] = [
    [x - 60, y + 20],
    [x + 60, y + 20],
  ];
  for (const [one, other] of [
    [left, right],
    [[x - 20, y - 150] as Spot, [x + 20, y + 150] as Spot],
  ] as [Spot, Spot][]) {
    const before = await settled();
    await fingers(page, [one, other], [[-30, -20], [30, 20]]); // prettier-ignore
    expect(await settled()).not.toBe(before);
  }
});
