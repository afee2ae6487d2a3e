/* gizmo.spec.ts - handles that move and rotate what is selected in space, by hand, by keys and by numbers; and the cube of views. */
import type { Locator, Page } from "@playwright/test";
import { readFile } from "node:fs/promises";
import { boxOf, hasRun, linkTo, modelText, sidePanel } from "./acts";
import { expect, test } from "./workbench";

test.use({ contextOptions: { reducedMotion: "reduce" }, viewport: { width: 1000, height: 640 } });

const MODEL = `trammel: 1
space: space
display: {length: mm}
bodies:
  box: {mass: 2, shape: {box: [0.3, 0.2, 0.1]}, points: {A: [0.15, 0, 0]}, position: [0, 0, 0]} # stays
  rod: {points: [P, Q], mass: 1, shape: {rod: 0.01}}
points: {P: [0.3, 0, 0], Q: [0.3, 0.2, 0]}
joints:
  P: {revolute: [ground, rod], axis: z}
analyses:
  - dynamics: {end: 0.1}
`;

const handle = (page: Page, name: string) => page.getByRole("slider", { name, exact: true });

async function drag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 6 });
}

/* From the head of an arrow, as far again along it; where it stands still. */
async function along(page: Page, name: string): Promise<[[number, number], [number, number]]> {
  const middle = async (of: Locator): Promise<[number, number]> => {
    const box = await boxOf(of);
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const head = handle(page, name).locator(".gizmo-head");
  let at = await middle(head);
  await expect(async () => {
    const before = at;
    at = await middle(head);
    expect(at).toEqual(before);
  }).toPass();
  const from = await middle(page.locator(".gizmo-centre"));
  return [at, [2 * at[0] - from[0], 2 * at[1] - from[1]]];
}

test("handles move and rotate bodies and points, by hand, keys and numbers, each one step of undo", async ({
  workbench,
  page,
}) => {
  await page.goto(linkTo(workbench.address, MODEL));
  await page.getByRole("button", { name: "body box" }).dispatchEvent("click");
  /* by hand: whole steps of the grid, said while they are made, the text at the end */
  await hasRun(page); // the page is laid out
  await drag(page, ...(await along(page, "Move along x")));
  await expect(page.locator(".gizmo-value output")).toHaveText(/^\+\d+ mm$/);
  const said = Number(/\d+/.exec(await page.locator(".gizmo-value output").innerText())![0]);
  expect(await modelText(page)).toBe(MODEL);
  await page.mouse.up();
  await expect
    .poll(() => modelText(page))
    .toBe(MODEL.replace("position: [0, 0, 0]", `position: [${said / 1000}, 0, 0]`));
  await page.keyboard.press("Control+z");
  await expect.poll(() => modelText(page)).toBe(MODEL);
  await drag(page, ...(await along(page, "Move along x")));
  await expect(page.locator(".gizmo-value output")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.mouse.up();
  expect(await modelText(page)).toBe(MODEL);

  /* by a number, and by keys */
  await handle(page, "Rotate about z").focus();
  await page.keyboard.type("30");
  await page.keyboard.press("Enter");
  await expect.poll(() => modelText(page)).toContain("orientation: {axis: z, angle: 30 deg}");
  await expect(handle(page, "Rotate about z")).toBeFocused();
  await page.keyboard.press("Shift+ArrowUp");
  await expect.poll(() => modelText(page)).toContain("angle: 45 deg}");
  await handle(page, "Move along z").focus();
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => modelText(page)).toMatch(/position: \[0, 0, 0\.0[125]\d*\]/);

  /* a drawn body goes with its points and its pin; about one of its points */
  await page.getByRole("button", { name: "body rod" }).dispatchEvent("click");
  await page.getByLabel("Rotate about", { exact: true }).selectOption("about P");
  await handle(page, "Rotate about x").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Rotate about x" }).fill("90 deg");
  await page.keyboard.press("Enter");
  await expect.poll(() => modelText(page)).toMatch(/Q: \[0\.3, 0, 0\.2\]/);
  await expect.poll(() => modelText(page)).toMatch(/axis: \[0, -1, 0\]/);

  /* the cube looks from where it is clicked, and arrow keys go on to the next view */
  const faces = page.getByRole("group", { name: /^Cube of views/ }).getByRole("button");
  await expect(faces).toHaveCount(3);
  await page.getByRole("button", { name: "Look from: top" }).click();
  await expect(faces).toHaveCount(1);
  await faces.press("ArrowDown");
  await expect(faces).toHaveCount(2);
});

const CHAIN = `trammel: 1
space: space
display: {length: mm}
points:
  O: [0, 0, 0]
  A: [0, 0.1, 0]
  B: [0.2, 0.1, 0.1]
bodies:
  crank: {points: [O, A], mass: 1, shape: {rod: 0.01}}
  coupler: {points: [A, B], mass: 1, shape: {rod: 0.01}}
joints:
  O: {revolute: [ground, crank], axis: z}
  A: {spherical: [crank, coupler]}
analyses:
  - dynamics: {end: 0.1}
`;

type Places = Record<"O" | "A" | "B", number[]>;

async function placesIn(page: Page): Promise<Places> {
  const found = [...(await modelText(page)).matchAll(/^ {2}([OAB]): \[(.*)\]$/gm)];
  return Object.fromEntries(found.map(([, name, list]) => [name, list!.split(",").map(Number)])) as Places;
}

const apart = (a: number[], b: number[]): number => Math.hypot(...a.map((one, i) => one - b[i]!));

test("lengths in space are dimensions on the drawing: kept, typed, held while points are moved, and on a transparent picture", async ({
  workbench,
  page,
}) => {
  await page.setViewportSize({ width: 1200, height: 900 }); // what is clicked lies below the bar
  await page.goto(linkTo(workbench.address, CHAIN));
  await hasRun(page);
  const select = (what: string): Promise<void> =>
    page.getByRole("button", { name: what, exact: true }).dispatchEvent("click");
  await page.getByRole("button", { name: "Look along z" }).click();

  /* by two clicks on points; their distance is that in space, 224 mm, not the 200 mm that are seen */
  await select("body coupler");
  const centre = async (): Promise<[number, number]> => {
    const box = await boxOf(page.locator(".gizmo-centre"));
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const spotOf = async (about: string): Promise<[number, number]> => {
    const before = await centre();
    await page.getByLabel("Rotate about", { exact: true }).selectOption(`about ${about}`);
    await expect.poll(centre).not.toEqual(before);
    return centre();
  };
  await expect(page.getByRole("button", { name: "Look from: top" })).toBeVisible();
  const [a, b] = [await spotOf("A"), await spotOf("B")];
  await page.locator("#tool-I").click();
  await page.mouse.click(...a);
  await page.mouse.click(...b);
  await expect
    .poll(() => modelText(page), { timeout: 20_000 })
    .toContain("sketch:\n  d1: {length: [coupler.A, coupler.B]}");
  const label = page.getByRole("button", { name: /^Length of coupler\.A–coupler\.B: 223\.6 mm$/ });
  await expect(label).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");

  /* typed, and held */
  await label.click();
  const form = page.getByRole("dialog", { name: /^Length of / });
  await form.getByRole("textbox", { name: "value" }).fill("300");
  await form.getByRole("textbox", { name: "value" }).press("Enter");
  await expect.poll(async () => (({ A, B }) => apart(A, B))(await placesIn(page))).toBeCloseTo(0.3, 6);
  await form.getByRole("checkbox", { name: "Hold this value" }).check();
  await expect.poll(() => modelText(page)).toContain("d1: {length: [coupler.A, coupler.B], is: 300 mm}");
  await page.keyboard.press("Escape");
  await select("body crank");
  await sidePanel(page, "Properties");
  await page.locator("#side").getByRole("button", { name: "Hold this value: length" }).click();
  await expect.poll(() => modelText(page)).toContain("d2: {length: crank, is: 100 mm}");

  /* an end that is moved by its handle goes as far as they let it, and the other follows */
  const before = await placesIn(page);
  await select("body coupler");
  await handle(page, "Move along x").focus();
  await page.keyboard.type("40");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await placesIn(page)).A[0]).toBeGreaterThan(0.02);
  const { O, A, B } = await placesIn(page);
  expect(apart(O, A)).toBeCloseTo(0.1, 6);
  expect(apart(A, B)).toBeCloseTo(0.3, 6);
  expect([O, apart(B, before.B) > 0.02]).toEqual([before.O, true]);

  /* a picture without its paper */
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Export" });
  await dialog.getByRole("radio", { name: /^Drawing PNG/ }).check();
  await expect(dialog.getByRole("radio", { name: "SVG", exact: true })).toBeDisabled();
  await expect(dialog).toContainText("an SVG without them would not be what is seen");
  await dialog.getByLabel("Width, px").fill("300");
  await dialog.getByLabel("Height, px").fill("200");
  await dialog.getByRole("combobox", { name: "Scale" }).selectOption("1");
  await dialog.getByRole("checkbox", { name: "Transparent background" }).check();
  const saved = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save" }).click();
  const data = (await readFile(await (await saved).path())).toString("base64");
  const opaque = await page.evaluate(async (of) => {
    const image = new Image();
    image.src = `data:image/png;base64,${of}`;
    await image.decode();
    const pen = new OffscreenCanvas(300, 200).getContext("2d")!;
    pen.drawImage(image, 0, 0);
    const all = pen.getImageData(0, 0, 300, 200).data.filter((_, i) => i % 4 === 3);
    return all.filter((one) => one > 250).length / all.length;
  }, data);
  expect(opaque).toBeGreaterThan(0.01);
  expect(opaque).toBeLessThan(0.5);
});
