/* vite.config.ts - builds the page into build/page of the repository, from where CMake puts it into the program. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { reports } from "./report.config";

/* Tests that change what the modules of the page hold for all of it (signals, effects), or put something false into their place, get
 * modules of their own; the others share theirs, which are then read once rather than once a file. */
const CHANGES = /\bvi\.|\.value = |\beffect\(|\buse[A-Z]\w*\(/;
const UNIT = "test/unit/";
const alone = readdirSync(fileURLToPath(new URL(UNIT, import.meta.url)))
  .filter((file) => file.endsWith(".test.ts"))
  .map((file) => UNIT + file)
  .filter((file) => CHANGES.test(readFileSync(fileURLToPath(new URL(file, import.meta.url)), "utf8")));

const isolate = (forks: boolean) => ({ forks: { isolate: forks } });

export default defineConfig({
  base: "./",
  plugins: [reports()],
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  build: {
    outDir: process.env.TRAMMEL_PAGE ?? "dist",
    emptyOutDir: true,
    target: "es2022",
    chunkSizeWarningLimit: 1000,
  },
  server: {
    host: "127.0.0.1", // needs no look-up of a name
    fs: { allow: ["../.."] }, // the examples are the models of the repository
  },
  test: {
    projects: [
      { extends: true, test: { name: "alone", include: alone, poolOptions: isolate(true) } },
      { extends: true, test: { name: "shared", include: [UNIT + "*.test.ts"], exclude: alone } },
    ],
    poolOptions: isolate(false), // here, for the processes: those of a project would only hold for its modules
    setupFiles: ["test/unit/anew.ts", "test/unit/description.ts"],
    testTimeout: 1_200_000, // ends what hangs: nothing fails by being slow
    hookTimeout: 1_200_000,
  },
});
