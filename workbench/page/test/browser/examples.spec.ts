/* examples.spec.ts - models of models/ open from the gallery, run by themselves, and move; what cannot move shows its numbers. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { hasRun, moves, openExample, results, spacePicture } from "./acts";
import { expect, MODELS, test } from "./workbench";

interface Model {
  folder: string;
  file: string;
  text: string;
}

const models: Model[] = readdirSync(MODELS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap((entry) => readdirSync(join(MODELS, entry.name)).map((file) => join(entry.name, file)))
  .filter((path) => path.endsWith(".yaml"))
  .sort()
  .map((path) => ({
    folder: path.split("/")[0]!,
    file: path.split("/").pop()!,
    text: readFileSync(join(MODELS, path), "utf8"),
  }));

const inSpace = (model: Model): boolean => /^space:\s*space\b/m.test(model.text);
const analyses = (model: Model): string[] => [...model.text.matchAll(/^ +- (\w+):/gm)].map((match) => match[1]!);

async function movesInSpace(page: Page): Promise<void> {
  await expect(page.locator("main canvas").first()).toBeVisible();
  const before = await spacePicture(page);
  await expect.poll(async () => [before, ""].includes(await spacePicture(page))).toBe(false);
  await page.getByRole("button", { name: /^Pause/ }).click(); // frames drawn by software take all the time there is
}

/* Motions in which nothing moves: a pile, and a block that friction holds. */
const AT_REST = ["discs-in-trough.yaml", "stays.yaml"];

async function opensAndMoves(page: Page, model: Model): Promise<void> {
  const title = /^title: *"?(.*?)"? *$/m.exec(model.text)![1]!;
  await openExample(page, model.file, title);
  await expect(page.locator(".file-title-name")).toHaveText(model.file);
  await hasRun(page);
  const kinds = analyses(model);
  const still =
    kinds.every((kind) => ["evaluate", "steady"].includes(kind)) || AT_REST.some((file) => model.file.endsWith(file));
  if (still) {
    await results(page, "Table");
    await expect(page.locator("#dock-panel-table")).toContainText(/\d/);
    return;
  }
  if (kinds.includes("modes") && !kinds.includes("dynamics"))
    await expect(page.getByRole("region", { name: "Playback" })).toContainText(/Mode \d+ of \d+/);
  if (inSpace(model)) await movesInSpace(page);
  else await moves(page);
}

test.use({ viewport: { width: 900, height: 500 } }); // drawn by software: fewer pixels, less time

/* What a model asks of the page: to draw a plane or space, with the results of each of its analyses. */
const asks = (model: Model): string[] => analyses(model).map((kind) => `${inSpace(model)} ${kind}`);
const asked = new Set<string>();
const asksMore = (model: Model): boolean => {
  const before = asked.size;
  asks(model).forEach((one) => asked.add(one));
  return asked.size > before;
};

/* Those that ask more than the ones before them, and all with LONG=1 (make test-long); one page opens several, one after the other, as somebody does who
 * looks through them. */
const opened = process.env.LONG ? models : models.filter(asksMore);
const GROUPS = 2;
for (let group = 0; group < GROUPS; group++)
  test(`examples open, run and move (${group + 1} of ${GROUPS})`, async ({ workbench, page }) => {
    await page.goto(workbench.address);
    for (const model of opened.filter((_, i) => i % GROUPS === group))
      await test.step(model.file, () => opensAndMoves(page, model));
  });

/* What stands in a family and is a model of models/ at the same time is shown once. */
const templates = readdirSync(join(MODELS, "../workbench/page/templates"));

test("the gallery shows every mechanism and every model, and its picture", async ({ workbench, page }) => {
  await page.goto(workbench.address);
  await page.getByRole("button", { name: "All examples" }).click();
  const cards = page.getByRole("dialog").locator("button.example");
  await expect(cards).toHaveCount(models.length + templates.length);
  const drawn = await cards.locator(".thumbnail").count();
  expect(drawn).toBeGreaterThan(templates.length);
  const sizes = await cards.locator("img").evaluateAll((images) =>
    Promise.all(
      images.map(async (image) => {
        const picture = image as HTMLImageElement;
        picture.loading = "eager";
        await picture.decode();
        return picture.naturalWidth;
      }),
    ),
  );
  expect(sizes).toHaveLength(models.length + templates.length - drawn);
  expect(Math.min(...sizes)).toBeGreaterThan(0);
  await page.getByRole("searchbox").fill("flyball governor");
  await expect(cards).toHaveCount(3);
  await page.getByRole("searchbox").fill("no such thing");
  await expect(page.getByText("No example matches.")).toBeVisible();
});
