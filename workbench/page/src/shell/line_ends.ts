/* line_ends.ts - a file whose lines end as on Windows keeps them so, while the page holds every text in one way. */
let windows = false; // the file at work

/* The text of a file as the page holds it. */
export function fromFile(content: string): string {
  return content.replace(/\r\n/g, "\n");
}

/* The text of the page as its file is to hold it. */
export function toFile(content: string): string {
  return windows ? content.replace(/\n/g, "\r\n") : content;
}

export function endsAsOnWindows(content: string): boolean {
  return content.includes("\r\n");
}

export function linesOfWindows(): boolean {
  return windows;
}

export function noteLineEnds(asOnWindows: boolean): void {
  windows = asOnWindows;
}
