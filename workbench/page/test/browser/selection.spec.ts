/* selection.spec.ts - several at once: chosen by Shift and by boxes, moved, copied to another document, mirrored, aligned, deleted, hidden. */
import { expect, test } from "./workbench";
import { agrees, area, drag, linkTo, modelText, pin, sidePanel } from "./acts";
import type { Page } from "@playwright/test";
import { fourbarText } from "./fourbar";

test.use({ viewport: { width: 1100, height: 640 } });

/* Without analyses, so that nothing plays; with a comment, which edits keep. */
const FOURBAR = fourbarText({
  points: " {O: [0, 0], A: [0, 0.2], B: [0.5, 0.4], C: [0.6, 0]}",
  more: "drivers: {drive: {O.angle: 2*pi*t}}\n",
})
  .replace("[O, A], mass: 1, shape: rod}", "[O, A], mass: 1, shape: rod} # driven")
  .replace("[A, B], mass: 1", "[A, B], mass: 2");

const chosen = (page: Page) => area(page).locator(".part.selected");

/* A place of the model on the window, by two pins of the four-bar. */
async function places(page: Page): Promise<(x: number, y: number) => [number, number]> {
  const [ox, oy] = await pin(page, "O");
  const [cx] = await pin(page, "C");
  const scale = (cx - ox) / 0.6;
  return (x, y) => [ox + scale * x, oy - scale * y];
}

/* Where a place of the model comes to lie. */
async function settled(page: Page): Promise<string> {
  let before = "";
  const stays = async (): Promise<boolean> => {
    const now = String((await places(page))(1, 1));
    const same = now === before;
    before = now;
    return same;
  };
  await expect.poll(stays, { intervals: [400] }).toBe(true);
  return before;
}

async function point(page: Page, name: string): Promise<number[]> {
  const found = new RegExp(`\\b${name}: \\[(\\S+), (\\S+)\\]`).exec(await modelText(page))!;
  return [Number(found[1]), Number(found[2])];
}

test("a box and Shift select; the selection moves, mirrors, and is one step of undo", async ({ workbench, page }) => {
  await page.goto(linkTo(workbench.address, FOURBAR));
  await agrees(page);
  const at = await places(page);
  await drag(page, at(-0.06, 0.26), at(0.06, -0.08)); // encloses the crank, and what stands on it
  await expect(chosen(page)).toHaveCount(4); // crank, O, A, motor
  await page.keyboard.press("Escape");
  await drag(page, at(0.3, 0.45), at(0.2, 0.15)); // to the left: touches the coupler
  await expect(chosen(page)).toHaveCount(1);
  await expect(chosen(page)).toHaveAttribute("aria-label", /coupler/);
  await page.keyboard.down("Shift");
  await page.mouse.click(...at(0.55, 0.2));
  await page.mouse.click(...at(0, 0.1));
  await page.mouse.click(...at(0.55, 0.2));
  await page.mouse.click(...at(0.55, 0.2));
  await page.keyboard.up("Shift");
  await expect(chosen(page)).toHaveCount(3);
  await drag(page, at(0.25, 0.3), at(0.45, 0.2));
  await expect.poll(() => point(page, "O")).not.toEqual([0, 0]);
  const [dx = 0, dy = 0] = await point(page, "O");
  expect(Math.hypot(dx - 0.2, dy + 0.1)).toBeLessThan(0.03);
  const [bx = 0, by = 0] = await point(page, "B");
  expect(bx - dx).toBeCloseTo(0.5, 9);
  expect(by - dy).toBeCloseTo(0.4, 9);
  await agrees(page);
  await page.keyboard.press("Control+z");
  expect(await modelText(page)).toBe(FOURBAR);
  await page.keyboard.press("Shift+H");
  expect(await point(page, "O")).toEqual([0.6, 0]);
  expect(await point(page, "B")).toEqual([0.1, 0.4]);
  expect(await modelText(page)).toContain("# driven");
  await agrees(page);
  await page.keyboard.press("Shift+H");
  expect(await point(page, "B")).toEqual([0.5, 0.4]);
});

test("a copy goes to another document; paste, duplicate and delete", async ({ workbench, page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(linkTo(workbench.address, FOURBAR));
  await agrees(page);
  await page.locator("svg.plane-svg").focus();
  await page.keyboard.press("Control+a");
  await expect(chosen(page)).toHaveCount(8);
  await page.keyboard.press("Control+c");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain("coupler: {points: [A, B], mass: 2, shape: rod}");
  await page.mouse.move(...(await pin(page, "C")));
  await page.keyboard.press("Control+v"); // beside itself
  await expect.poll(() => modelText(page)).toContain("coupler1: {points: [A1, B1]");
  expect(await modelText(page)).toContain("B1: {revolute: [coupler1, rocker1]}");
  await agrees(page);
  await page.keyboard.press("Delete");
  await expect.poll(() => modelText(page)).toBe(FOURBAR);
  await page.goto(linkTo(workbench.address, "trammel: 1\n"));
  await page.locator("svg.plane-svg").focus();
  await page.keyboard.press("Control+v");
  await expect.poll(() => modelText(page)).toContain("coupler: {points: [A, B]");
  await agrees(page);
  const at = await places(page);
  await page.mouse.click(...at(0.25, 0.3));
  await page.keyboard.press("Control+d");
  await expect.poll(() => modelText(page)).toContain("coupler1");
  await agrees(page);
});

test("several are rotated, repeated and changed by typed numbers; what is hidden is seen to be", async ({
  workbench,
  page,
}) => {
  await page.goto(linkTo(workbench.address, FOURBAR));
  await agrees(page);
  const at = await places(page);
  await page.mouse.click(...at(0.25, 0.3));
  await page.keyboard.down("Shift");
  await page.mouse.click(...at(0.55, 0.2));
  await page.keyboard.up("Shift");
  await expect(chosen(page)).toHaveCount(2);
  const form = page.getByRole("region", { name: "Properties of the selection" });
  await expect(form.getByRole("heading")).toHaveText("2 selected");
  await form.getByRole("textbox", { name: "mass" }).fill("5");
  await page.keyboard.press("Enter");
  await expect.poll(() => modelText(page)).toMatch(/coupler: .*mass: 5[^]*rocker: .*mass: 5/);
  await form.getByRole("combobox", { name: "do" }).selectOption("rotate");
  await form.getByRole("textbox", { name: "angle" }).fill("90 deg");
  await page.keyboard.press("Enter");
  await form.getByRole("button", { name: "Pick it in the drawing" }).click();
  await page.mouse.click(...at(0.6, 0)); // C
  await expect(form.getByRole("combobox", { name: "about" })).toHaveValue("C");
  await form.getByRole("button", { name: "Rotate", exact: true }).click();
  await expect.poll(() => point(page, "B")).toEqual([0.2, -0.1]); // (0.5, 0.4) about (0.6, 0)
  await page.keyboard.press("Control+z");
  await form.getByRole("combobox", { name: "do" }).selectOption("circle");
  await form.getByRole("button", { name: "Repeat" }).click();
  await expect.poll(() => modelText(page)).toContain("rocker5:");
  await agrees(page);
  const wide = await settled(page); // the view has made room
  await page.keyboard.press("Control+z");
  await expect.poll(() => modelText(page)).not.toContain("rocker5:");
  await agrees(page);
  expect(await settled(page)).toBe(wide); // and an undo moves nothing in it
  await page.getByRole("button", { name: "Show everything (0)" }).click();
  const back = await places(page);
  await page.mouse.click(...back(0, 0.1));
  await page.keyboard.press("h");
  await expect(area(page).getByRole("button", { name: "1 hidden" })).toBeVisible();
  await expect(area(page).locator(".part.body:visible")).toHaveCount(2);
  await page.mouse.click(...back(0, 0.1));
  await expect(chosen(page)).toHaveCount(0);
  await area(page).getByRole("button", { name: "1 hidden" }).click();
  await expect(area(page).locator(".part.body:visible")).toHaveCount(3);
});

const ARM = `trammel: 1
points: {O: [0, 0], A: [0, 0.2], B: [0.5, 0.4], C: [0.6, 0]}
bodies:
  crank: {points: [O, A], mass: 1, shape: rod}
  arm: {points: [A, B], mass: 2, shape: rod}
  far: {points: [C], mass: 1, shape: {disc: 0.02}}
joints:
  O: {revolute: [ground, crank]}
  A: {revolute: [crank, arm]}
  C: {revolute: [ground, far]}
`;

test("a mirrored copy is pinned where it meets; Pin and Ground pin take all bodies of a place", async ({
  workbench,
  page,
}) => {
  await page.goto(linkTo(workbench.address, ARM));
  await agrees(page);
  const at = await places(page);
  await page.mouse.click(...at(0.25, 0.3));
  await sidePanel(page, "Properties");
  const form = page.locator("#side");
  await form.locator("summary", { hasText: "Rotate, mirror, repeat" }).click();
  await form.getByRole("combobox", { name: "do", exact: true }).selectOption("mirror");
  await form.getByRole("combobox", { name: "about" }).selectOption("A");
  await form.getByRole("checkbox", { name: "make a copy, keep the original" }).check();
  await form.getByRole("button", { name: "Mirror", exact: true }).click();
  await expect.poll(() => modelText(page)).toContain("arm1: {points: [A, B1], mass: 2, shape: rod}");
  const toasts = page.locator(".toasts");
  await expect(toasts).toContainText("Pinned where points meet: A.");
  expect(await modelText(page)).toMatch(/A\d: \{revolute: \[crank, arm1\], at: A\}/);
  await agrees(page);
  await toasts.getByRole("button", { name: "Remove the pins" }).click();
  await expect.poll(() => modelText(page)).not.toMatch(/\[crank, arm1\]/);
  await agrees(page);
  await page.keyboard.press("Escape");
  await page.locator("#tool-G").click();
  const meeting = await pin(page, "A");
  await page.mouse.click(...meeting); // crank and arm are one there, the copy is another
  await expect.poll(async () => (await modelText(page)).match(/revolute: \[ground, \w+\], at: A/g)?.length).toBe(2);
  await page.keyboard.press("Control+z");
  await page.locator("#tool-J").click();
  await page.mouse.click(...meeting);
  await expect.poll(() => modelText(page)).toMatch(/revolute: \[crank, arm1\], at: A/);
  await page.keyboard.press("Control+z");
  await agrees(page);
  await page.locator("#tool-G").click(); // with it in hand, and something standing already, what is loose is told
  await expect(page.getByText("Nothing holds arm1 to the ground")).toBeVisible();
});
