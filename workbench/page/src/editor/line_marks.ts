/* line_marks.ts - two texts side by side: which lines of one the other lacks. */

/* The lines of a text, each with whether the other lacks it. */
export function marked(lines: string, other: string): { line: string; differs: boolean }[] {
  const left = new Map<string, number>();
  for (const line of other.trimEnd().split("\n")) left.set(line, (left.get(line) ?? 0) + 1);
  return lines
    .trimEnd()
    .split("\n")
    .map((line) => {
      const count = left.get(line) ?? 0;
      left.set(line, count - 1);
      return { line, differs: count <= 0 };
    });
}
