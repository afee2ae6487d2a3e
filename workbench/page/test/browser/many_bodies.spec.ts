/* many_bodies.spec.ts - mechanisms of hundreds of bodies, made here: the work of the page grows no faster than their number.
 *
 * Work is counted in calls of the page's functions and in calls that draw (work.ts). How long they take: make bench-page.
 */
import type { Page } from "@playwright/test";
import { hasRun, linkTo, pin } from "./acts";
import { fourBars, pendulums, sliderCranks } from "./large_models";
import { callsDuring, countDraws, opens, plays, type Played } from "./work";
import { expect, test } from "./workbench";

test.use({ viewport: { width: 640, height: 480 } });

/* Of lists of thousands the page has what is in sight; keys, the wheel and those who do not see come to all of them. */
async function goesThroughLists(page: Page, joints: number): Promise<void> {
  await page.setViewportSize({ width: 1000, height: 640 });
  await page.keyboard.press("Space"); // it stands still
  await page.getByRole("tab", { name: "Properties" }).click();
  const outline = page.locator(".outline");
  const option = outline.getByRole("option");
  const focused = outline.locator("[role=option]:focus");
  await option.first().focus();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowUp"); // from the only analysis to the last joint
  await expect(focused).toHaveAttribute("aria-posinset", String(joints));
  await expect(focused).toHaveAttribute("aria-setsize", String(joints));
  await expect(focused).toHaveText(/^C\d+pin: ground/);
  const isSeen = (): Promise<boolean> =>
    focused.evaluate((one) => {
      const { x, y, height } = one.getBoundingClientRect();
      return one.contains(document.elementFromPoint(x + 40, y + height / 2)); // not below the head of its group
    });
  await expect.poll(isSeen).toBe(true);
  await page.keyboard.press("ArrowUp");
  await expect(focused).toHaveAttribute("aria-posinset", String(joints - 1));
  expect(await option.count()).toBeLessThan(400);
  await outline.evaluate((list) => (list.scrollTop = list.scrollHeight / 2));
  const inTheMiddle = (): Promise<string> =>
    outline.evaluate((list) => {
      const { x, y, width, height } = list.getBoundingClientRect();
      const hit = document.elementFromPoint(x + width / 2, y + height / 2);
      return hit?.closest("[role=option]")?.textContent ?? "";
    });
  await expect.poll(inTheMiddle).toMatch(/^(crank|coupler|rocker)\d+/);
  await expect(page.locator("#dock .channel-group").first()).toBeVisible();
  expect(await page.locator("#dock .channel-group").count()).toBeLessThan(400);
}

interface Counts {
  open: number; // calls of functions from the file to the picture
  frame: number; // calls of functions a frame, while it plays
  draws: number; // calls that draw, a picture
  nodes: number; // elements of the page, while it plays
}

/* On a page that has been empty until then. */
async function countsOf(page: Page, address: string, text: string, drawn: string): Promise<Counts> {
  const PICTURES = 10;
  const client = await page.context().newCDPSession(page);
  await page.addInitScript(countDraws);
  await page.goto(address);
  await expect(page.locator(".welcome button.example").first()).toBeVisible();
  const open = await callsDuring(client, () => opens(page, text, drawn));
  await hasRun(page);
  if (!drawn.includes("space")) await expect(page.locator(".plane-canvas")).toBeAttached();
  await plays(page, 3);
  let played: Played = { frames: 1, draws: 0 };
  const calls = await callsDuring(client, async () => (played = await plays(page, PICTURES)));
  const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
  return { open, frame: calls / played.frames, draws: played.draws / PICTURES, nodes };
}

/* Thousands in space take a minute without a graphics card: with LONG=1 (make test-long). */
const SIZES: [
  where: string,
  make: (bodies: number) => string,
  few: number,
  many: number,
  calls: number,
  draws: number,
][] = [
  ["space", pendulums, 50, 200, 1200, 60],
  ["the plane", fourBars, 240, 960, 150, 0],
];
if (process.env.LONG) SIZES.push(["space", pendulums, 250, 1000, 1200, 60]);

for (const [where, make, few, many, calls, draws] of SIZES)
  test(`${many} bodies in ${where} take four times the work of ${few}`, async ({ workbench, page, browser }) => {
    const drawn = where === "space" ? ".space-canvas" : "svg.plane-svg:not(.thumbnail-svg) .part.body";
    const another = await browser.newContext({ viewport: { width: 640, height: 480 } });
    const small = await countsOf(await another.newPage(), workbench.address, make(few), drawn);
    await another.close();
    const large = await countsOf(page, workbench.address, make(many), drawn);
    const told = (what: keyof Counts): string => `${small[what].toFixed(0)} and ${large[what].toFixed(0)}`;
    console.log(
      `${few} and ${many} bodies in ${where}: calls to open ${told("open")}, calls a frame ${told("frame")}, ` +
        `calls that draw ${told("draws")}, elements ${told("nodes")}`,
    );
    expect(large.open).toBeLessThan(5 * small.open);
    expect(large.frame).toBeLessThan(calls * many);
    expect(large.draws).toBeLessThanOrEqual(draws);
    if (where === "the plane") await goesThroughLists(page, 4 * Math.ceil(many / 3));
  });

/* Which part of the pixels of two pictures differ by more than the edges of lines do. */
async function difference(page: Page, one: Buffer, other: Buffer): Promise<number> {
  return page.evaluate(
    async (pictures) => {
      const [a, b] = await Promise.all(
        pictures.map(async (picture) => {
          const image = new Image();
          image.src = "data:image/png;base64," + picture;
          await image.decode();
          const pen = new OffscreenCanvas(image.width, image.height).getContext("2d")!;
          pen.drawImage(image, 0, 0);
          return pen.getImageData(0, 0, image.width, image.height).data;
        }),
      );
      let [off, all] = [0, 0];
      for (let i = 0; i < a!.length; i += 4, all++)
        if ([0, 1, 2].some((k) => Math.abs(a![i + k]! - b![i + k]!) > 80)) off++;
      return off / all;
    },
    [one.toString("base64"), other.toString("base64")],
  );
}

test("many parts that move are painted as they are drawn, and can be chosen meanwhile", async ({ workbench, page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(linkTo(workbench.address, sliderCranks(50)));
  await hasRun(page);
  const canvas = page.locator(".plane-canvas");
  const picture = async (): Promise<Buffer> => {
    await page.mouse.move(2, 2);
    return page.locator(".plane").screenshot();
  };
  await page.locator("select.speed").selectOption("0.001"); // so that both pictures are of one instant
  await expect(canvas).toBeAttached();

  /* a pin on the ground is where it was; what is chosen is seen in both pictures */
  const [x, y] = await pin(page, "O0");
  await page.mouse.click(x, y);
  await expect(page.locator(".plane-svg.painted .part.selected")).toHaveCount(1);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator(`html[data-theme=${colorScheme}]`)).toBeAttached();
    await expect(canvas).toBeAttached();
    const painted = await picture();
    await page.getByRole("button", { name: /^Pause/ }).click();
    await expect(canvas).not.toBeAttached();
    const drawn = await picture();
    const off = await difference(page, painted, drawn);
    console.log(`${colorScheme}: ${(100 * off).toFixed(2)} % of the pixels differ`);
    expect(off).toBeLessThan(0.001);
    await page.getByRole("button", { name: /^Play/ }).click();
  }
});
