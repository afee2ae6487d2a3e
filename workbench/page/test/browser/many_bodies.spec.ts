/* many_bodies.spec.ts - mechanisms of hundreds of bodies, made here: how long a frame takes the page, and how long until one is seen.
 *
 * What is measured is the processor time of the page's own thread; the pixels are drawn by another, which here is a program and elsewhere
 * a graphics card. With a frame below 16 ms a display of 60 frames a second is kept up with, below 33 ms one of 30. In space that is
 * asked of the script alone: the rest is the graphics card's, which here is the same processor.
 */
import type { CDPSession, Page } from "@playwright/test";
import { hasRun, linkTo, pin } from "./acts";
import { expect, test } from "./workbench";

test.use({ viewport: { width: 640, height: 480 } });

/* A square of four-bars: three bodies each. */
function fourBars(bodies: number): string {
  const count = Math.ceil(bodies / 3);
  const across = Math.ceil(Math.sqrt(count));
  const all = <T>(make: (i: number, x: number, y: number) => T): T[] =>
    Array.from({ length: count }, (_, i) => make(i, 0.6 * (i % across), 0.5 * Math.floor(i / across)));
  const at = (x: number, y: number): string => `[${x.toFixed(2)}, ${y.toFixed(2)}]`;
  return [
    "trammel: 1\npoints:",
    ...all((i, x, y) =>
      [
        `  O${i}: ${at(x, y)}`,
        `  A${i}: ${at(x + 0.1, y + 0.1)}`,
        `  B${i}: ${at(x + 0.4, y + 0.25)}`,
        `  C${i}: ${at(x + 0.4, y)}`,
      ].join("\n"),
    ),
    "bodies:",
    ...all((i) =>
      [
        `  crank${i}: {points: [O${i}, A${i}], mass: 1, shape: rod}`,
        `  coupler${i}: {points: [A${i}, B${i}], mass: 1, shape: rod}`,
        `  rocker${i}: {points: [B${i}, C${i}], mass: 1, shape: rod}`,
      ].join("\n"),
    ),
    "joints:",
    ...all((i) =>
      [
        `  O${i}: {revolute: [ground, crank${i}]}`,
        `  A${i}: {revolute: [crank${i}, coupler${i}]}`,
        `  B${i}: {revolute: [coupler${i}, rocker${i}]}`,
        `  C${i}: {revolute: [ground, rocker${i}]}`,
      ].join("\n"),
    ),
    "analyses:\n  - dynamics: {end: 2, output: 0.05}\n",
  ].join("\n");
}

/* A field of pendulums in space, of two links each, of several lengths. */
function pendulums(bodies: number): string {
  const count = Math.ceil(bodies / 2);
  const across = Math.ceil(Math.sqrt(count));
  const all = (make: (i: number, x: number, y: number) => string): string[] =>
    Array.from({ length: count }, (_, i) => make(i, 0.5 * (i % across), 0.3 * Math.floor(i / across)));
  const reach = (i: number): number => 0.15 + 0.02 * (i % 4);
  const at = (x: number, y: number): string => `[${x.toFixed(2)}, ${y.toFixed(2)}, 0]`;
  return [
    "trammel: 1\nspace: space\ngravity: [0, 0, -9.81]\npoints:",
    ...all((i, x, y) => `  O${i}: ${at(x, y)}\n  A${i}: ${at(x + reach(i), y)}\n  B${i}: ${at(x + 2 * reach(i), y)}`),
    "bodies:",
    ...all(
      (i) =>
        `  a${i}: {points: [O${i}, A${i}], mass: 1, shape: rod}\n  b${i}: {points: [A${i}, B${i}], mass: 1, shape: rod}`,
    ),
    "joints:",
    ...all((i) => `  O${i}: {revolute: [ground, a${i}], axis: y}\n  A${i}: {revolute: [a${i}, b${i}], axis: y}`),
    "analyses:\n  - dynamics: {end: 2, output: 0.05}\n",
  ].join("\n");
}

/* Counts, before anything of the page runs, what it draws. */
function countDraws(): void {
  const count = { draws: 0, pictures: 0 };
  Object.assign(window, { count });
  const post = Worker.prototype.postMessage as (this: Worker, ...given: unknown[]) => void;
  Worker.prototype.postMessage = function (this: Worker, ...given: unknown[]) {
    if ((given[0] as { picture?: object }).picture) count.pictures++;
    post.apply(this, given);
  };
  const counted = (owner: object, name: string): void => {
    const own = owner as Record<string, (...given: unknown[]) => unknown>;
    const real = own[name]!;
    own[name] = function (...given) {
      count.draws++;
      return real.apply(this, given);
    };
  };
  for (const name of ["drawElements", "drawArrays", "drawElementsInstanced", "drawArraysInstanced"])
    counted(WebGL2RenderingContext.prototype, name);
  const extension = WebGL2RenderingContext.prototype.getExtension as (this: unknown, name: string) => object | null;
  const known = new Set<object>();
  (WebGL2RenderingContext.prototype as unknown as Record<string, unknown>).getExtension = function (name: string) {
    const found = extension.call(this, name);
    if (name === "WEBGL_multi_draw" && found && !known.has(found)) {
      known.add(found);
      for (const one of ["multiDrawElementsWEBGL", "multiDrawArraysWEBGL"]) counted(found, one);
    }
    return found;
  };
}

interface Costs {
  script: number; // ms of processor time a frame, of the page's own thread
  rest: number; // style, layout, painting
  draws: number; // a frame
}

async function metrics(client: CDPSession): Promise<Map<string, number>> {
  const found = await client.send("Performance.getMetrics");
  return new Map(found.metrics.map(({ name, value }) => [name, value]));
}

/* While it plays, over so many frames that were drawn. */
async function costsOf(page: Page, client: CDPSession, frames: number): Promise<Costs> {
  const play = (count: number): Promise<number> =>
    page.evaluate(async (wanted) => {
      const { count } = window as unknown as { count: { draws: number; pictures: number } };
      const clock = document.querySelector<HTMLInputElement>("input[type=range][aria-label=Time]")!;
      /* where another thread paints, a frame is what it is given */
      const frame = (): string => (count.pictures ? String(count.pictures) : clock.value);
      const before = count.draws;
      for (let seen = 0, last = ""; seen < wanted;) {
        await new Promise(requestAnimationFrame);
        if (frame() === last) continue;
        last = frame();
        seen++;
      }
      return count.draws - before;
    }, count);
  await play(3);
  const before = await metrics(client);
  const draws = await play(frames);
  const after = await metrics(client);
  const took = (name: string): number => (1000 * (after.get(name)! - before.get(name)!)) / frames;
  const script = took("ScriptDuration");
  return { script, rest: took("TaskDuration") - script, draws: draws / frames };
}

/* Seconds of processor time that the page's thread takes from a file dropped on it to the picture of the mechanism. */
async function opens(page: Page, client: CDPSession, text: string, drawn: string): Promise<number> {
  const before = (await metrics(client)).get("TaskDuration")!;
  await page.evaluate(
    async ([text, drawn]) => {
      const given = new DataTransfer();
      given.items.add(new File([text], "many.yaml"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: given, bubbles: true, cancelable: true }));
      while (!document.querySelector(drawn)) await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
    },
    [text, drawn] as const,
  );
  return (await metrics(client)).get("TaskDuration")! - before;
}

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

/* A thousand in space take a minute without a graphics card: with LONG=1 (make test-long). */
const SIZES: [where: string, text: string, bodies: number, frame: number, draws: number][] = [
  ["space", pendulums(200), 200, 16, 60],
  ["the plane", fourBars(1000), 1000, 33, 0],
];
if (process.env.LONG) SIZES.push(["space", pendulums(1000), 1000, 33, 60]);

for (const [where, text, bodies, frame, draws] of SIZES)
  test(`${bodies} bodies in ${where} open at once and play smoothly`, async ({ workbench, page, context }) => {
    await page.addInitScript(countDraws);
    await page.goto(workbench.address);
    await expect(page.locator(".welcome button.example").first()).toBeVisible();
    const client = await context.newCDPSession(page);
    await client.send("Performance.enable", { timeDomain: "threadTicks" });
    const drawn = where === "space" ? ".space-canvas" : "svg.plane-svg:not(.thumbnail-svg) .part.body";
    const seconds = await opens(page, client, text, drawn);
    await hasRun(page);
    if (where !== "space") await expect(page.locator(".plane-canvas")).toBeAttached();
    const costs = await costsOf(page, client, 10);
    console.log(
      `${bodies} bodies in ${where}: seen after ${seconds.toFixed(2)} s; a frame takes ${costs.script.toFixed(1)} ms of script, ` +
        `${costs.rest.toFixed(1)} ms of style, layout and paint, ${costs.draws.toFixed(0)} calls that draw`,
    );
    expect(seconds).toBeLessThan(1);
    expect(costs.script + (where === "space" ? 0 : costs.rest)).toBeLessThan(frame);
    expect(costs.draws).toBeLessThanOrEqual(draws);
    if (where === "the plane") await goesThroughLists(page, 4 * Math.ceil(bodies / 3));
  });

/* Rows of slider-cranks, each with a motor and a spring: nine parts. */
function sliderCranks(count: number): string {
  const all = (make: (i: number, x: number, y: number) => string): string[] =>
    Array.from({ length: count }, (_, i) => make(i, i % 10, 0.6 * Math.floor(i / 10)));
  const at = (x: number, y: number): string => `[${x.toFixed(2)}, ${y.toFixed(2)}]`;
  return [
    "trammel: 1\npoints:",
    ...all((i, x, y) => `  O${i}: ${at(x, y)}\n  A${i}: ${at(x + 0.1, y + 0.15)}\n  B${i}: ${at(x + 0.5, y)}`),
    ...all((i, x, y) => `  E${i}: ${at(x + 0.85, y)}`),
    "bodies:",
    ...all((i) => `  crank${i}: {points: [O${i}, A${i}], mass: 1, shape: rod}`),
    ...all((i) => `  rod${i}: {points: [A${i}, B${i}], mass: 1, shape: rod}`),
    ...all((i) => `  block${i}: {points: [B${i}], mass: 1, inertia: 0.01}`),
    ...["  ground:", "    points:", ...all((i) => `      - E${i}`)],
    "joints:",
    ...all((i) => `  O${i}: {revolute: [ground, crank${i}]}\n  A${i}: {revolute: [crank${i}, rod${i}]}`),
    ...all(
      (i) =>
        `  B${i}: {revolute: [rod${i}, block${i}]}\n  slide${i}: {prismatic: [ground.B${i}, block${i}.B${i}], axis: x}`,
    ),
    "forces:",
    ...all((i) => `  spring${i}: {spring: [ground.E${i}, block${i}.B${i}], stiffness: 100}`),
    ...all((i) => `  motor${i}: {motor: O${i}, torque: 1}`),
    "analyses:\n  - dynamics: {end: 2, output: 0.05}\n",
  ].join("\n");
}

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
