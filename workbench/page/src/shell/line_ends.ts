/* line_ends.ts - a file whose lines end as on Windows keeps them so, while the page holds every text in one way. */
let windows = false; // the file at work

/* The text of a file as the page holds it. */
export function fromFile(content: string): string {
  return content.replace(/\r\n?/g, "\n");
}

/* The text of the page as its file is to hold it. */
export function toFile(content: string, asOnWindows = windows): string {
  return asOnWindows ? content.replace(/\n/g, "\r\n") : content;
}

/* Where the ends are mixed, most of them decide. */
export function endsAsOnWindows(content: string): boolean {
  const both = content.split("\r\n").length - 1;
  return both > 0 && 2 * both >= content.split("\n").length - 1;
}

export function linesOfWindows(): boolean {
  return windows;
}

export function noteLineEnds(asOnWindows: boolean): void {
  windows = asOnWindows;
}
