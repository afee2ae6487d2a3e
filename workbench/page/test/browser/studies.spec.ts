/* studies.spec.ts - parameters that move: sliders that run the model anew as they are drawn, and studies beside the drawing. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { columnOf, hasRun, inBar, modelText, moves, results } from "./acts";
import { serious } from "./axe";
import { expect, PROGRAM, test } from "./workbench";

test.use({ model: "fourbar/fourbar.yaml" });

test("a slider that is drawn reruns the four-bar as it goes, and its last value is the one that stays", async ({
  workbench,
  page,
  context,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" }); // it stands still at the instant that is looked at
  await page.goto(workbench.address);
  await inBar(page, "Run").click();
  await hasRun(page);
  await page.getByRole("tab", { name: /^Parameters/ }).click();
  const scrub = (await page.getByRole("slider", { name: "Time" }).boundingBox())!;
  await page.mouse.click(scrub.x + scrub.width / 2, scrub.y + scrub.height / 2);
  const client = await context.newCDPSession(page);
  await client.send("Performance.enable", { timeDomain: "threadTicks" });
  const cpu = async (): Promise<number> => {
    const { metrics } = await client.send("Performance.getMetrics");
    return 1000 * metrics.find((one) => one.name === "TaskDuration")!.value;
  };
  const before = await cpu();
  const [drawn, seconds] = await page.evaluate(async () => {
    const slider = document.querySelector<HTMLInputElement>("#parameter-torque")!;
    const seen = (): string =>
      [...document.querySelectorAll("svg.plane-svg .part.body")].map((one) => one.getAttribute("transform")).join();
    const begun = performance.now();
    let [pictures, last, place] = [0, seen(), 60];
    while (pictures < 40 && performance.now() - begun < 60_000) {
      slider.value = String((place = place < 140 ? place + 1 : 60));
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      await new Promise(requestAnimationFrame);
      if (seen() !== last) pictures++;
      last = seen();
    }
    const took = (performance.now() - begun) / 1000;
    slider.value = "200"; // 80 N·m
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    return [pictures, took];
  });
  const cost = ((await cpu()) - before) / drawn;
  const rate = drawn / seconds;
  console.log(
    `a four-bar by its slider: ${rate.toFixed(0)} motions a second, ${cost.toFixed(1)} ms of the page's CPU time each`,
  );
  expect(drawn).toBe(40); // it keeps up with a slider that is drawn in every frame
  expect(cost).toBeLessThan(42); // 19 where nothing else is done, then 33 to 36 motions a second; 36 where the machine has ten times too much to do
  await page.getByRole("tab", { name: /^Runs/ }).click();
  await expect(page.locator("#dock")).toContainText("torque = 80");
});

/* ---- a study ---- */

/* The four-bar with the length of its coupler as a parameter: with 9 m it cannot be closed. */
function withLength(text: string): string {
  return text
    .replace("torque: 39.75", "torque: 39.75\n  L: 4 m")
    .replace("B: [4, 0]}, com: [2, 0], mass: 2.25", "B: [L, 0]}, com: [2, 0], mass: 2.25");
}

/* The middle of a cell of a map of 3 by 2. */
async function cell(page: Page, i: number, j: number): Promise<[number, number]> {
  const { x, y, width, height } = (await page.locator(".study-picture canvas").boundingBox())!;
  return [x + 58 + ((i + 0.5) / 3) * (width - 158), y + 22 + ((1.5 - j) / 2) * (height - 60)];
}

async function openStudy(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await inBar(page, "Run").click();
  await hasRun(page);
  await results(page, "Study");
  await page.getByLabel("L", { exact: true }).check();
  for (const [field, value] of [
    ["Smallest torque", "38"],
    ["Largest torque", "42"],
    ["Number of values of torque", "3"],
    ["Smallest L", "4"],
    ["Largest L", "9"],
    ["Number of values of L", "2"],
    ["Channel, or an expression of channels", "crank.angle"],
  ] as const)
    await page.getByLabel(field, { exact: true }).fill(value);
  await page.getByLabel("What is made of the channel over the run").selectOption("final");
  await page.getByRole("button", { name: "Run the study" }).click();
  await expect(page.locator(".study-progress")).toContainText("6 points, 3 without an answer");
}

test("a point of a map has the answer of a run at its parameters, says why it has none, and is shown moving, kept or left", async ({
  workbench,
  page,
}) => {
  const text = withLength(readFileSync(workbench.file, "utf8"));
  writeFileSync(workbench.file, text);
  await openStudy(page, workbench.address);
  const tip = page.locator(".study-tip");

  await page.mouse.move(...(await cell(page, 2, 0)));
  const csv = join(workbench.folder, "run.csv");
  execFileSync(PROGRAM, ["run", workbench.file, "--set", "torque=42", "-o", csv]);
  const angle = (columnOf(readFileSync(csv, "utf8"), "crank.angle").at(-1)! * 180) / Math.PI;
  await expect(tip).toContainText("torque = 42, L = 4 m");
  await expect(tip).toContainText(`final(crank.angle) = ${Number(angle.toPrecision(6))}`);
  const point = (await tip.locator("strong").textContent())!.toLowerCase();

  await page.mouse.move(...(await cell(page, 0, 1)));
  await expect(tip).toContainText("torque = 38, L = 9 m");
  await expect(tip).toContainText("E300: the mechanism cannot be assembled");

  const bar = page.locator(".drawing-area .variant-bar");
  await page.mouse.click(...(await cell(page, 2, 0)));
  await expect(bar).toContainText(`Variant ${point}: torque = 42, L = 4 m`);
  await moves(page);
  expect(await serious(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(await serious(page, ["color-contrast"])).toEqual([]);
  await bar.getByRole("button", { name: "Back" }).click();
  await expect(bar).toBeHidden();
  await expect(page.locator(".top-bar .beside-text")).toHaveCount(0); // nothing is set beside the text

  await page.locator(".study-picture canvas").focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight"); // wherever it began: to the right end,
  await page.keyboard.press("ArrowDown"); // below
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(bar).toContainText("torque = 40, L = 4 m");
  await bar.getByRole("button", { name: "Keep these values" }).click();
  await expect.poll(() => modelText(page)).toContain("torque: 40\n");
  await expect(page.locator(".study-old")).toBeVisible();
  await inBar(page, "Undo").click();
  expect(await modelText(page)).toBe(text); // one step

  await page.getByRole("button", { name: "What matters most" }).click();
  await expect(page.locator(".tornado li")).toHaveCount(2); // torque, L
  await expect(page.locator(".influence-mark text")).toHaveText(/^L: [+−]/); // at the end of the coupler
  await page.getByRole("button", { name: "Hide", exact: true }).click();
  await expect(page.locator(".influence-mark")).toHaveCount(0);
});

/* ---- studies of the model ---- */

test.describe("studies of the model", () => {
  test.use({ model: "quarter-car/quarter-car.yaml" });

  test("are listed and run by a click, give the file of the command line, and are made, applied and undone", async ({
    workbench,
    page,
  }) => {
    const text = readFileSync(workbench.file, "utf8");
    await page.goto(workbench.address);
    await inBar(page, "Run").click();
    await hasRun(page);
    await results(page, "Study");

    await page.getByRole("button", { name: "damper", exact: true }).click();
    await expect(page.locator(".study-progress")).toContainText(/^damper13 points, [\d.]+ m?s/);
    const csv = join(workbench.folder, "sweep.csv");
    execFileSync(PROGRAM, ["sweep", workbench.file, "damper", "-o", csv, "--quiet"]);
    const [saved] = await Promise.all([page.waitForEvent("download"), saveAs(page, "CSV")]);
    expect(readFileSync((await saved.path())!, "utf8")).toBe(readFileSync(csv, "utf8")); // to the last digit

    await page.getByRole("button", { name: "optimize", exact: true }).click();
    const best = page.locator(".study-best");
    await expect(best).toContainText(/cs = 1\.16\d+ N·s\/mm/); // as test/case/optimize.c finds it
    await best.getByRole("button", { name: "Apply to the model" }).click();
    await expect.poll(() => modelText(page)).toMatch(/cs: 1\.16\d+ N\*s\/mm/);
    await inBar(page, "Undo").click();
    expect(await modelText(page)).toBe(text); // one step

    await page.getByLabel("Channel, or an expression of channels", { exact: true }).fill("body.ay");
    await page.getByRole("button", { name: "Keep this study in the model" }).click();
    const kept = page.getByRole("button", { name: "sweep", exact: true });
    await expect(page.locator(".prop-form h2")).toHaveText("Study sweep");
    await page.getByRole("textbox", { name: "v", exact: true }).fill("8:12:3");
    await page.keyboard.press("Enter");
    await kept.click();
    await expect(page.locator(".study-progress")).toContainText("sweep3 points");
    expect(await serious(page)).toEqual([]);
    await inBar(page, "Undo").click();
    await inBar(page, "Undo").click();
    expect(await modelText(page)).toBe(text);
  });
});

async function saveAs(page: Page, format: string): Promise<void> {
  await page.getByRole("button", { name: "Save the points" }).click();
  await page.getByRole("menuitem", { name: `Save the points as ${format}` }).click();
}
