/* screenshots.config.ts - `make screenshots`: pictures of the workbench for the documents, taken as the browser tests are run. */
import { defineConfig } from "@playwright/test";
import tests from "./playwright.config";

export default defineConfig({
  ...tests,
  testMatch: "screenshots.ts",
  outputDir: "../../build/screenshots",
  workers: 1,
  fullyParallel: false,
});
