/* bench.config.ts - `make bench-page`: how long the page takes for what is felt. The figures are printed; nothing is asserted of them. */
import { defineConfig } from "@playwright/test";
import tests from "./playwright.config";

export default defineConfig({
  ...tests,
  testDir: "test/bench",
  testMatch: "*.ts",
  outputDir: "../../build/bench-page",
  workers: 1,
  fullyParallel: false,
});
