/* touch.spec.ts - a phone: space under fingers, where one orbits and two pan and zoom; a template that is found, watched, read and changed;
 * a mechanism drawn by taps and typed lengths. Nothing is out of the window or too small for a finger. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { agrees, area, boxOf, hasRun, linkTo, modelText, moves, pin, stands } from "./acts";
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
  const box = await boxOf(canvas);
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

/* What a finger would miss: smaller than 40 px, or beyond the edge of the window. */
async function faults(page: Page): Promise<string[]> {
  const found = await page.evaluate(() => {
    const list: string[] = [];
    const all = [
      ...document.querySelectorAll<HTMLElement>("button, input, select, summary, [role=tab], [role=option]"),
    ];
    const front = [...document.querySelectorAll("dialog[open], .popover:popover-open")].pop() ?? document.body;
    for (const one of all.filter((it) => front.contains(it) && !it.closest(".space-parts, [inert]"))) {
      if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const { left, right, width, height } = (one.closest("label") ?? one).getBoundingClientRect();
      const name = one.getAttribute("aria-label") ?? one.textContent;
      if (Math.min(width, height) < 39.5 && width > 1) list.push(`${name}: ${width} x ${height} px`);
      const scrolls = one.closest(".tab-bar, .gallery-families, .grid-box") !== null;
      if (!scrolls && width > 1 && (left < -1 || right > innerWidth + 1)) list.push(`${name}: ${left} to ${right} px`);
    }
    return list;
  });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return wide > 0 ? [...found, `the page is ${wide} px too wide`] : found;
}

test("on a phone a template is found, watched, read, changed and run again", async ({ workbench, page }) => {
  await page.goto(workbench.address);
  await page.getByRole("button", { name: "All examples" }).tap();
  const gallery = page.getByRole("dialog");
  await gallery.getByRole("button", { name: "Engines", exact: true }).tap();
  expect(await faults(page)).toEqual([]);
  await gallery.getByRole("searchbox").fill("scissor lift");
  const card = gallery.locator("button.example").first();
  await expect(card).toBeInViewport(); // and not what was scrolled to before
  await card.tap();
  await expect(gallery).toBeHidden();
  await moves(page);
  await page.getByRole("button", { name: /^Pause/ }).tap();
  await page.getByRole("button", { name: /^One row forward/ }).tap(); // forces are known in the rows
  expect(await faults(page)).toEqual([]);

  /* a joint that is tapped says its forces; a tool that is taken in hand needs the place */
  const joint = page.locator(".part.joint").first();
  const name = /(\w+) between /.exec((await joint.getAttribute("aria-label"))!)![1]!;
  await page.touchscreen.tap(...(await pin(page, name)));
  const tip = page.getByRole("tooltip");
  await expect(tip).toContainText(/N\b/);
  const seen = await boxOf(tip);
  expect(seen.x).toBeGreaterThanOrEqual(0);
  expect(seen.x + seen.width).toBeLessThanOrEqual(390);
  await page.getByRole("button", { name: "Link", exact: true }).tap();
  await expect(tip).toBeHidden();
  await page.getByRole("button", { name: /^Select and move/ }).tap();

  const parts = page.getByRole("navigation", { name: "Parts of the workbench" });
  const tabs = page.locator("#dock").getByRole("tab");
  await parts.getByRole("button", { name: "Results" }).tap();
  for (const tab of ["Plots", "Table", "Results"]) {
    await tabs.filter({ hasText: new RegExp(`^${tab}`) }).tap();
    expect(await faults(page)).toEqual([]);
  }
  const ranges = await boxOf(page.locator("#dock .ranges").last());
  expect(ranges.x + ranges.width).toBeLessThanOrEqual(390);
  await tabs.filter({ hasText: /^Parameters/ }).tap();
  const slider = page.locator("#dock .slider-range").first();
  const before = await slider.inputValue();
  const box = await boxOf(slider);
  await page.touchscreen.tap(box.x + box.width * 0.8, box.y + box.height / 2);
  await expect.poll(() => slider.inputValue()).not.toBe(before);
  await hasRun(page);
  await tabs.filter({ hasText: /^Runs/ }).tap();
  await expect(page.locator("#dock").getByText(/^Run 2/)).toBeVisible();
});

test("on a phone a four-bar of given lengths is drawn by taps, and several links are selected", async ({
  workbench,
  page,
}) => {
  await page.goto(workbench.address);
  await page.getByRole("button", { name: /^Draw a new mechanism/ }).tap();
  const tools = page.getByRole("toolbar", { name: "Tools" });
  await page.getByRole("button", { name: "Type it…" }).tap();
  const form = page.getByRole("form", { name: "Where the next point is" });
  for (const [first, second] of [
    ["0", "0"],
    ["100", "90"],
    ["300", "20"],
    ["250", "-90"],
  ]) {
    const inputs = form.getByRole("textbox");
    await inputs.nth(0).fill(first!);
    await inputs.nth(1).fill(second!);
    await form.getByRole("button", { name: "Place" }).tap();
  }
  expect(await faults(page)).toEqual([]);
  await expect(page.getByRole("button", { name: /^body link/ })).toHaveCount(3);
  await form.getByRole("button", { name: "Close the numbers" }).tap();
  const scene = await modelText(page);
  const [cos, sin] = [Math.cos(Math.PI / 9), Math.sin(Math.PI / 9)];
  const written = [...scene.matchAll(/\w+: \[([-\d.]+)(?: mm)?, ([-\d.]+)(?: mm)?\]/g)].map(([, x, y]) => [+x!, +y!]);
  const unit = / mm\]/.test(scene) ? 1000 : 1;
  const ends = [
    [0, 0],
    [0, 0.1],
    [0.3 * cos, 0.1 + 0.3 * sin],
    [0.3 * cos, 0.3 * sin - 0.15],
  ];
  for (const [x, y] of ends)
    expect(
      written.some(([a, b]) => Math.hypot(a! / unit - x!, b! / unit - y!) < 1e-6),
      scene,
    ).toBe(true);

  await tools.getByRole("button", { name: "Ground pin" }).tap();
  await agrees(page);
  const link = async (name: string): Promise<Spot[]> => {
    await stands(page);
    const body = page.locator(`.part.body[aria-label^="body ${name}"] .link`).first();
    const { x, y, width, height } = await boxOf(body);
    return [
      [x + width / 2, y + height / 2],
      [x + width / 2, y + height - 8],
    ];
  };
  for (const one of ["link1", "link3"]) await page.touchscreen.tap(...(await link(one))[1]!);
  await tools.getByRole("button", { name: /^Motor/ }).tap();
  await page.touchscreen.tap(...(await link("link1"))[1]!);
  await page.getByRole("button", { name: "Run", exact: true }).tap();
  await moves(page);
  await page.getByRole("button", { name: /^Pause/ }).tap();
  await page.getByRole("slider", { name: "Time" }).fill("0");

  const arrow = tools.getByRole("button", { name: /^Select and move/ });
  await arrow.tap();
  await arrow.tap();
  await page.getByRole("menuitemradio", { name: /^Select several/ }).tap();
  for (const one of ["link2", "link3"]) await page.touchscreen.tap(...(await link(one))[0]!);
  await expect(page.locator(".part.body.selected, .part.body[aria-pressed=true]")).toHaveCount(2);
  const box = await boxOf(area(page));
  await fingers(page, [[box.x + 20, box.y + box.height - 40]], [[box.width - 40, 60 - box.height + 40]]); // a box
  await expect(page.locator(".part.body.selected, .part.body[aria-pressed=true]")).toHaveCount(3);
});
