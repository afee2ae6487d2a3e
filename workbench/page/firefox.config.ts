/* firefox.config.ts - `make test-firefox`: a few things that everybody does, in Debian's Firefox. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["test/firefox/*.test.ts"], testTimeout: 1_200_000, hookTimeout: 1_200_000 },
});
