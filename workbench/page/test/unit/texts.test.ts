/* texts.test.ts - what the page says stands in its texts, so that another language can replace it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";
import { withArticle } from "../../src/texts/english";

const SOURCE = fileURLToPath(new URL("../../src", import.meta.url));
const SAID = /^(aria-label|aria-description|title|label|placeholder|alt|hint|heading|doc|words)$/; // attributes that are read

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((one) => {
    const path = join(folder, one.name);
    if (one.isDirectory()) return one.name === "texts" ? [] : files(path);
    return one.name.endsWith(".tsx") ? [path] : [];
  });
}

/* Words of the elements of a file: what stands between tags, and in attributes that are read. */
export function wordsIn(source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) && /\p{L}{2}/u.test(node.text)) found.push(node.text.trim());
    const given = ts.isJsxAttribute(node) && SAID.test(node.name.getText()) ? node.initializer : undefined;
    if (given && ts.isStringLiteral(given) && /\p{L}+ \p{L}/u.test(given.text)) found.push(given.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("a.tsx", source, ts.ScriptTarget.ES2022, true, ts.ScriptKind.TSX));
  return found;
}

test("sentences between tags and in attributes are found", () => {
  expect(wordsIn('const a = <p title="To the end" class="some words">Hello <b>{name}</b></p>;')).toEqual([
    "To the end",
    "Hello",
  ]);
});

test("no element of the page has words of its own", () => {
  const own = files(SOURCE).flatMap((path) => wordsIn(readFileSync(path, "utf8")).map((words) => `${path}: ${words}`));
  expect(own).toEqual([]);
});

/* messageText gives the words of a message in the units of the document; who takes them from elsewhere shows another unit. */
test("every element takes the words of a message from one place", () => {
  const raw = files(SOURCE).filter((path) =>
    /\b(message|first|fresh|error)\??\.text\b/.test(readFileSync(path, "utf8")),
  );
  expect(raw.map((path) => path.slice(SOURCE.length))).toEqual(["/analyse/analysis_dialog.tsx"]); // which compares them
});

test("a noun has the article that is heard", () => {
  const said = ["slider", "induction motor", "actuator", "one-way clutch", "universal joint", "hydraulic cylinder"];
  expect(said.map(withArticle).join(", ")).toBe(
    "a slider, an induction motor, an actuator, a one-way clutch, a universal joint, a hydraulic cylinder",
  );
});
