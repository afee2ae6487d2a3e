/* space_drawing.spec.ts - a mechanism in space, drawn from nothing: on work planes, by clicks and by numbers, with joints about axes that
 * are picked. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { boxOf, columnOf, command, hasRun, linkTo, modelText, runs } from "./acts";
import { expect, PROGRAM, test } from "./workbench";

test.use({ contextOptions: { reducedMotion: "reduce" }, viewport: { width: 1000, height: 720 } });

type Place = [x: number, y: number];

/* A new drawing in space, seen from above. */
async function begin(page: Page, address: string): Promise<(x: number, y: number) => Place> {
  await page.goto(address);
  await page.getByRole("button", { name: /^Draw one in space/ }).click();
  const canvas = page.locator(".space-canvas");
  await expect(page.getByLabel("Work plane", { exact: true })).toBeVisible();
  const box = await boxOf(canvas);
  await page.getByRole("button", { name: "Look along z" }).click();
  return (x, y) => [box.x + x * box.width, box.y + y * box.height];
}

const metres = (text: string): number => parseFloat(text) * (text.includes("mm") ? 1e-3 : 1);

function pointsOf(text: string): Record<string, number[]> {
  return Object.fromEntries(
    [...text.matchAll(/^ {2}(\w): *\[(.*)\]$/gm)].map(([, name, list]) => [name!, list!.split(",").map(metres)]),
  );
}

/* Of a shaft that turns once, the table as the command line computes it from the text on the page. */
function computed(folder: string, text: string): string {
  const file = join(folder, "drawn.yaml");
  writeFileSync(file, text);
  execFileSync(PROGRAM, ["run", file, "-o", file + ".csv", "--quiet"]);
  return readFileSync(file + ".csv", "utf8");
}

/* Three coordinates, in metres. */
async function typed(page: Page, at: number[]): Promise<void> {
  await page.keyboard.type(at.map((one) => `${one}m`).join(" "));
  await page.keyboard.press("Enter");
}

test("a universal joint drawn by clicks turns as its closed form says", async ({ workbench, page }) => {
  const at = await begin(page, workbench.address);
  const [first, bend] = [at(0.25, 0.6), at(0.5, 0.6)];
  const click = (place: Place): Promise<void> => page.mouse.click(...place);

  await page.getByLabel("joined by").selectOption("Universal joint");
  for (const place of [first, bend]) await click(place);
  await page.keyboard.type("150"); // so far, at an angle on the work plane
  await page.keyboard.press("Tab");
  await page.keyboard.type("30");
  await page.keyboard.press("Enter");
  await expect.poll(() => modelText(page)).toContain("universal: [link1, link2], axes: [z, ");

  /* bearings about their shafts, said by names, so that they are in line exactly: by itself, and as chosen */
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  const points = pointsOf(await modelText(page));
  await typed(page, points["O"]!);
  await expect.poll(() => modelText(page)).toContain("O: {revolute: [ground, link1], axis: [O, A]}");
  await page.getByLabel("Axis of new joints").selectOption("along the link");
  await typed(page, points["B"]!);
  await expect.poll(() => modelText(page)).toContain("B: {revolute: [ground, link2], axis: [A, B]}");
  await page.keyboard.press("m");
  await typed(page, points["O"]!);
  await expect.poll(() => modelText(page)).toMatch(/drive: \{O\.angle: /);
  await runs(page);

  const text = await modelText(page);
  const { O, A, B } = pointsOf(text) as Record<"O" | "A" | "B", number[]>;
  const [u, v] = [A.map((one, i) => one - O[i]!), B.map((one, i) => one - A[i]!)];
  const cosine = (u[0]! * v[0]! + u[1]! * v[1]!) / (Math.hypot(...u) * Math.hypot(...v));
  expect(cosine).toBeCloseTo(Math.cos(Math.PI / 6), 6);
  expect(Math.hypot(...v)).toBeCloseTo(0.15, 6);
  expect([O[2], A[2], B[2]]).toEqual([0, 0, 0]);
  const table = computed(workbench.folder, text);
  const [angle, into] = [columnOf(table, "O.angle"), columnOf(table, "link1.omegax")];
  const [x, y] = [columnOf(table, "link2.omegax"), columnOf(table, "link2.omegay")];
  expect(Math.max(...angle)).toBeGreaterThan(6);
  /* d(out)/d(in) of tan(out) = tan(in) cos(bend) */
  angle.forEach((one, i) => {
    const out = (x[i]! * v[0]! + y[i]! * v[1]!) / Math.hypot(...v);
    expect(out / into[i]!).toBeCloseTo(cosine / (1 - (1 - cosine ** 2) * Math.sin(one) ** 2), 5);
  });
});

test("links are drawn by numbers and along the normal of the work plane, and a ball joint keeps their lengths", async ({
  workbench,
  page,
}) => {
  const at = await begin(page, workbench.address);
  const type = (...numbers: number[]): Promise<void> => typed(page, numbers);
  await page.getByLabel("joined by").selectOption("Ball joint");
  await page.mouse.move(...at(0.5, 0.5));
  await type(0, 0, 0);
  await type(0, 0, 0.1);
  await type(0.4, 0.3, 0.3);
  await page.getByLabel("Work plane", { exact: true }).selectOption("YZ"); // the plane goes on through where the chain has come to
  await expect(page.getByRole("textbox", { name: /^Distance of the work plane/ })).toHaveValue(/^(0\.4 m|400 mm)$/);
  await type(0.4, 0.3, 0);
  await page.keyboard.press("Escape");
  await expect.poll(() => modelText(page)).toContain("B: {spherical: [link2, link3]}");

  /* held to the ground: about x, then, by its key, about y */
  await page.keyboard.press("g");
  await type(0, 0, 0);
  await expect.poll(() => modelText(page)).toContain("O: {revolute: [ground, link1], axis: x}");
  await page.keyboard.press("y");
  await type(0.4, 0.3, 0);
  await page.keyboard.press("m");
  await type(0, 0, 0);
  await runs(page);
  const table = computed(workbench.folder, await modelText(page));
  const column = (name: string): number[] => columnOf(table, name);
  const [ax, ay, az] = ["link1.A.x", "link1.A.y", "link1.A.z"].map(column);
  const [bx, by, bz] = ["link3.B.x", "link3.B.y", "link3.B.z"].map(column);
  expect(Math.max(...az!)).toBeCloseTo(0.1, 4);
  expect(Math.min(...az!)).toBeCloseTo(-0.1, 4);
  ax!.forEach((x, i) => {
    const far = Math.hypot(bx![i]! - x, by![i]! - ay![i]!, bz![i]! - az![i]!);
    expect(far).toBeCloseTo(Math.hypot(0.4, 0.3, 0.2), 6);
  });

  /* one gesture is one step of undo */
  const moved = await modelText(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+z");
  expect(await modelText(page)).not.toContain("drivers:");
  expect(moved).toContain("drivers:");
});

test.describe("a governor", () => {
  test.use({ model: "governor-damped/governor-damped.yaml", viewport: { width: 900, height: 600 } });

  test("has a free-body diagram with a picture that fits the window, and is cut and seen without perspective", async ({
    workbench,
    page,
  }) => {
    await page.goto(workbench.address);
    await runs(page);
    await page.getByRole("button", { name: "body collar" }).dispatchEvent("click");
    await command(page, "Free-body diagram of the selected body");
    const panel = page.getByRole("region", { name: "Free-body diagram" });
    const picture = panel.getByRole("img", { name: "Free-body diagram of collar" });
    await expect(picture.locator(".load-of.weight text")).toContainText(/9\.810? N/);
    await expect(picture.locator(".free-body-axes text")).toHaveText(["x", "y", "z"]);
    expect(await picture.locator(".load-of.joint .arrow-shafts").count()).toBeGreaterThanOrEqual(2); // of the two rods
    const box = await boxOf(panel);
    expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(900);
    expect(box.y + box.height).toBeLessThanOrEqual(600);
    await page.getByRole("button", { name: "Close the free-body diagram" }).click();

    const look = async (): Promise<string> => (await page.locator(".space-canvas").screenshot()).toString("base64");
    const whole = await look();
    await page.getByRole("button", { name: "Section", exact: true }).click();
    await page.getByRole("slider", { name: "Place of the section" }).fill("0.3");
    await expect.poll(look).not.toBe(whole);
    await page.getByRole("button", { name: "Section", exact: true }).click();
    await expect(page.getByRole("slider", { name: "Place of the section" })).toHaveCount(0);
    await page.getByRole("button", { name: "Without perspective" }).click();
    await expect.poll(look).not.toBe(whole);
  });
});

const THROWN = `trammel: 1
space: space
gravity: [0, 0, 0]
bodies:
  cart:
    mass: 1
    inertia: [1, 1, 1]
    shape: {box: [1, 0.5, 0.5]}
    velocity: [30, 5, 0]
analyses:
  - dynamics: {end: 2, output: 0.01}
`;

/* How much of the picture is of a body: coloured, not grey. */
async function coloured(page: Page): Promise<number> {
  const picture = (await page.locator(".space-canvas").screenshot()).toString("base64");
  return page.evaluate(async (source) => {
    const image = new Image();
    image.src = `data:image/png;base64,${source}`;
    await image.decode();
    const pen = Object.assign(document.createElement("canvas"), { width: 160, height: 90 }).getContext("2d")!;
    pen.drawImage(image, 0, 0, 160, 90);
    const { data } = pen.getImageData(0, 0, 160, 90);
    const spread = (at: number): number => Math.abs(data[at]! - data[at + 2]!);
    return Array.from({ length: 160 * 90 }, (_, i) => spread(4 * i)).filter((one) => one > 60).length;
  }, picture);
}

test("what drives away in space stays in sight, and is fitted into the window where it is", async ({
  workbench,
  page,
}) => {
  await page.goto(linkTo(workbench.address, THROWN));
  await hasRun(page);
  await page.keyboard.press("Space");
  const slider = page.getByRole("slider", { name: "Time" });
  await slider.fill("0");
  await expect.poll(() => coloured(page)).toBeGreaterThan(100);
  const begin = await coloured(page);
  const near = async (): Promise<boolean> => Math.abs((await coloured(page)) / begin - 1) < 0.25;
  await slider.fill("2"); // 60 m away
  await expect.poll(near).toBe(true);
  await page.getByRole("button", { name: "Show everything" }).click();
  await expect.poll(near).toBe(true);
  await slider.fill("1");
  await expect.poll(near).toBe(true);
});
