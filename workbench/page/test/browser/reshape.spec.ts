/* reshape.spec.ts - lengths by hand: what slides along a link stays along it; and a body that is added is seen. */
import { expect, test } from "./workbench";
import { agrees, area, boxOf, drag, drawn, linkTo, modelText, pin, sidePanel } from "./acts";

test.use({ viewport: { width: 1100, height: 640 } });

const QUICK_RETURN = `trammel: 1
points: {O: [0, 0], C: [0, -1], P: [0.3, 0.2], D: [0.6, 1.4]}
bodies:
  crank: {points: [O, P], mass: 1, shape: rod}
  arm: {points: [C, P, D], mass: 1, shape: rod} # with a slot
joints:
  O: {revolute: [ground, crank]}
  C: {revolute: [ground, arm]}
  P: {slot: [arm, crank], axis: [0.2425356, 0.9701425]}
`; // without analyses, so that nothing plays

test("a slot stays along its link when an end of the link is moved", async ({ workbench, page }) => {
  await page.goto(linkTo(workbench.address, QUICK_RETURN));
  await agrees(page);
  const [cx, cy] = await pin(page, "C");
  const [, oy] = await pin(page, "O");
  const scale = cy - oy; // px per m: C is 1 m below O
  const end: [number, number] = [cx + 0.6 * scale, cy - 2.4 * scale];
  await page.keyboard.down("Alt");
  await drag(page, end, [end[0] + 0.8 * scale, end[1] + 0.4 * scale]);
  await page.keyboard.up("Alt");
  await expect.poll(() => modelText(page)).not.toContain("D: [0.6, 1.4]");
  const text = await modelText(page);
  const numbers = (key: string): number[] =>
    new RegExp(`${key}: \\[(\\S+), (\\S+)\\]`)
      .exec(text)!
      .slice(1)
      .map((one) => Number(one.replace(",", "")));
  const [[dx = 0, dy = 0], [px = 0, py = 0], [ax = 0, ay = 0]] = [numbers("D"), numbers("P"), numbers("axis")];
  expect(dx).toBeGreaterThan(1);
  expect(Math.abs(ax * (dy + 1) - ay * dx)).toBeLessThan(1e-5); // from C at (0, -1) to D
  expect(Math.abs(px * (dy + 1) - (py + 1) * dx)).toBeLessThan(1e-5); // the pin is still on it
  expect(text).toContain("# with a slot");
  await agrees(page);
});

test("a body that is added is seen by itself, and chosen", async ({ workbench, page }) => {
  await page.goto(linkTo(workbench.address, QUICK_RETURN));
  await agrees(page);
  await sidePanel(page, "Properties");
  await page.getByRole("button", { name: "Add a body" }).click();
  await agrees(page);
  const part = area(page).locator(".part.body.selected");
  await expect(part).toHaveAttribute("aria-label", /link1/);
  const box = await boxOf(part);
  const all = await boxOf(area(page));
  expect(box.width).toBeGreaterThan(30);
  expect(box.y + box.height).toBeLessThan(all.y + all.height);
  const { bodies } = await drawn(page);
  const [own, ...others] = [...bodies].sort((a, b) => a.at[1] - b.at[1]);
  expect(own!.name).toBe("link1");
  expect(others[0]!.at[1]).toBeGreaterThan(own!.at[1] + 20);
});
