/* vite.config.ts - builds the page into build/page of the repository, from where CMake puts it into the program. */
import { defineConfig } from "vitest/config";
import { reports } from "./report.config";

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
    include: ["test/unit/**/*.test.ts"],
    setupFiles: ["test/unit/description.ts"],
    testTimeout: 60_000, // what hangs fails; a machine that is busy does not
  },
});
