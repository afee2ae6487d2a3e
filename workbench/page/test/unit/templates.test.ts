/* templates.test.ts - models to begin from: each runs without a message, and has a title of its own. */
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { titleOf } from "../../src/shell/naming";
import { modelText } from "./models";
import { reportOf } from "./program";

const FOLDER = "workbench/page/templates";
const files = readdirSync(fileURLToPath(new URL("../../templates", import.meta.url)));

test.each(files)("%s runs and moves", (file) => {
  const text = modelText(`${FOLDER}/${file}`);
  const { run } = reportOf(text);
  expect(run.status).toBe("ok");
  expect(run.messages.filter(({ severity }) => severity !== "note")).toEqual([]);
  expect(run.tables[0]!.rows).toBeGreaterThan(50);
  expect(run.tables[0]!.columns.some((column) => Math.abs(column.at(-1)! - column[0]!) > 0.01)).toBe(true);
});

test("their titles differ", () => {
  const titles = files.map((file) => titleOf(modelText(`${FOLDER}/${file}`)));
  expect(new Set(titles).size).toBe(files.length);
});
