/* forces.spec.ts - what is seen of forces and motion at an instant: free-body diagram, arrows, traces, modes. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { boxOf, columnOf, hasRun, moves, openExample } from "./acts";
import { expect, PROGRAM, test } from "./workbench";

/* Numbers as they are printed here: "−1.5×10⁻³", "12.34". */
function read(text: string): number {
  const powers = "⁰¹²³⁴⁵⁶⁷⁸⁹";
  const plain = text
    .trim()
    .replace(/−/g, "-")
    .replace(/\s*[×·]\s*10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)/, (_, power: string) => {
      const digits = [...power].map((sign) => (sign === "⁻" ? "-" : String(powers.indexOf(sign))));
      return "e" + digits.join("");
    });
  return Number(plain);
}

async function view(page: Page): Promise<void> {
  await page.getByRole("button", { name: "View", exact: true }).click();
}

test.describe("of a four-bar", () => {
  test.use({ model: "fourbar-motor/fourbar-motor.yaml" });

  test.beforeEach(async ({ workbench, page }) => {
    await page.goto(workbench.address);
    await hasRun(page);
  });

  test("the free-body diagram balances with the numbers of the command line", async ({ workbench, page }) => {
    await page.getByRole("button", { name: /^Pause/ }).click();
    await page.getByRole("button", { name: /^To the end/ }).click();
    await view(page);
    await page.getByLabel("Free-body diagram").selectOption("coupler");
    const diagram = page.getByRole("region", { name: "Free-body diagram", exact: true });
    await expect(diagram.getByRole("img", { name: "Free-body diagram of coupler" })).toBeVisible();
    const lies = await boxOf(diagram);
    for (const link of await page.locator(".layer-bodies .body").all()) {
      const box = await boxOf(link); // of the mechanism nothing is hidden
      expect(box.x + box.width < lies.x || box.y + box.height < lies.y).toBe(true);
    }
    const rows = await diagram
      .getByRole("row")
      .evaluateAll((list) =>
        list.slice(1).map((row) => [...row.querySelectorAll("th, td")].map((cell) => cell.textContent!.trim())),
      );
    const table = new Map(rows.map(([name, ...cells]) => [name!.split(" ")[0]!, cells.map(read)] as const));
    const loads = [...table].filter(([name]) => name !== "sum" && name !== "m");
    expect(loads.map(([name]) => name).sort()).toEqual(["A", "B", "weight"].sort());
    const csv = join(workbench.folder, "there.csv");
    execFileSync(PROGRAM, ["run", workbench.file, "-o", csv, "--quiet"]);
    const text = readFileSync(csv, "utf8");
    const last = (name: string): number => columnOf(text, name).pop()!;
    const scale = Math.hypot(last("A.fx"), last("A.fy"));
    const near = (a: number, b: number): void => expect(Math.abs(a - b)).toBeLessThan(2e-3 * scale);
    near(table.get("A")![0]!, last("A.fx")); // on the second body, which is the coupler
    near(table.get("A")![1]!, last("A.fy"));
    near(table.get("B")![0]!, -last("B.fx")); // and here the first
    near(table.get("B")![1]!, -last("B.fy"));
    near(table.get("weight")![1]!, -9.81 * 2.25);
    for (const axis of [0, 1]) {
      const sum = loads.reduce((total, [, cells]) => total + cells[axis]!, 0);
      near(sum, table.get("sum")![axis]!);
      near(sum, table.get("m")![axis]!);
    }
    near(table.get("m")![0]!, 2.25 * last("coupler.ax"));
    await expect(diagram.locator(".verdict")).toHaveClass(/good/);
  });

  test("arrows have a legend with their scale", async ({ page }) => {
    await view(page);
    const panel = page.getByRole("dialog", { name: "Display options" });
    for (const name of ["Velocity", "Acceleration", "Forces"])
      await panel.getByRole("checkbox", { name, exact: true }).check();
    await page.keyboard.press("Escape");
    const legend = page.locator("svg.plane-svg .legend");
    await expect(legend).toContainText(/[\d.]+ m\/s velocity/);
    await expect(legend).toContainText(/[\d.]+ m\/s² acceleration/);
    await expect(legend).toContainText(/[\d.]+ k?N force/);
    for (const kind of ["velocity", "acceleration", "force"])
      await expect(page.locator(`svg.plane-svg .layer-arrows .arrows.${kind} .arrow-shafts`)).toHaveAttribute("d", /M/);
  });

  test("the path of a point passes through the point", async ({ page }) => {
    await view(page);
    const panel = page.getByRole("dialog", { name: "Display options" });
    await panel.getByRole("checkbox", { name: "coupler, centre of mass" }).check();
    await page.keyboard.press("Escape");
    const path = page.locator("svg.plane-svg .layer-traces path").first();
    await expect(path).toHaveAttribute("d", /M.*L/);
    await page.getByRole("button", { name: /^Pause/ }).click();
    const away = await page.evaluate(() => {
      const trace = document.querySelector<SVGPathElement>("svg.plane-svg .layer-traces path")!;
      const mass = [...document.querySelectorAll<SVGGElement>("svg.plane-svg .part.body")].find(
        (one) => one.getAttribute("aria-label") === "body coupler",
      )!;
      const [x, y] = mass
        .getAttribute("transform")!
        .match(/-?[\d.]+/g)!
        .map(Number) as [number, number];
      const length = trace.getTotalLength();
      let nearest = Infinity;
      for (let i = 0; i <= 2000; i++) {
        const point = trace.getPointAtLength((i / 2000) * length);
        nearest = Math.min(nearest, Math.hypot(point.x - x, point.y - y));
      }
      return nearest;
    });
    expect(away).toBeLessThan(6);
  });
});

test("each mode moves with an adjustable amplitude", async ({ workbench, page }) => {
  await page.goto(workbench.address);
  await openExample(page, "swing-pendulum.yaml");
  await hasRun(page);
  const playback = page.getByRole("region", { name: "Playback" });
  await expect(playback).toContainText(/Mode 1 of \d+/);
  await moves(page);
  await playback.getByRole("button", { name: /^Next mode/ }).click();
  await expect(playback).toContainText(/Mode (2|1) of \d+/);
  await playback.getByRole("slider", { name: "Amplitude" }).focus();
  await page.keyboard.press("Home");
  await expect(playback.getByRole("slider", { name: "Amplitude" })).toHaveValue("0");
});
