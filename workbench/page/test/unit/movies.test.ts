/* movies.test.ts - a GIF is as long as the motion, though its frames count in hundredths of a second. */
import { expect, test } from "vitest";
import { gifDelay } from "../../src/analyse/movies";

test.each([10, 15, 24, 25, 30, 50])("at %d frames a second", (rate) => {
  const delays = Array.from({ length: 10 * rate }, (_, i) => gifDelay(i, rate));
  expect(delays.reduce((sum, one) => sum + one, 0)).toBe(10_000);
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(20); // browsers slow down what is shorter
  for (const one of delays) expect(Math.abs(one - 1000 / rate)).toBeLessThan(10);
});
