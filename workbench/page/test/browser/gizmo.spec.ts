/* gizmo.spec.ts - handles that move and rotate what is selected in space, by hand, by keys and by numbers; and the cube of views. */
import type { Locator, Page } from "@playwright/test";
import { hasRun, linkTo, modelText } from "./acts";
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
    const box = (await of.boundingBox())!;
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
