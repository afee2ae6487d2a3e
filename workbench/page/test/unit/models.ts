/* models.ts - every model text of the repository, for tests that must hold for all of them. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../../../..");

function under(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder + "/" + entry.name;
    return entry.isDirectory() ? under(path) : path.endsWith(".yaml") ? [path] : [];
  });
}

export function modelText(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

export const MODELS: [path: string, text: string][] = [
  ...under("models"),
  ...under("docs/guide"),
  ...under("test/fuzz/seed"),
].map((path) => [path, modelText(path)]);
