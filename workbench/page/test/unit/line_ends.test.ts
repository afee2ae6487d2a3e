/* line_ends.test.ts - a file with the line ends of Windows keeps them, and is not changed by being opened. */
import { expect, test } from "vitest";
import { endsAsOnWindows, fromFile, noteLineEnds, toFile } from "../../src/shell/line_ends";

test("line endings of the file are restored", () => {
  const file = "trammel: 1\r\ntitle: A\r\n";
  noteLineEnds(endsAsOnWindows(file));
  expect(fromFile(file)).toBe("trammel: 1\ntitle: A\n");
  expect(toFile(fromFile(file))).toBe(file);
  noteLineEnds(endsAsOnWindows("trammel: 1\n"));
  expect(toFile("a\nb\n")).toBe("a\nb\n");
});
