/* data_ranges.ts - where the bytes of pictures stand in a text, and the text without them, to be read. */
import { texts } from "../texts/texts";

const DATA = /data:image\/[\w+.-]+;base64,([A-Za-z0-9+/=]{60,})/g;

/* Where the bytes of pictures stand in a text: behind the comma. */
export function dataRanges(text: string): { from: number; to: number }[] {
  if (!text.includes("data:image/")) return [];
  return [...text.matchAll(DATA)].map((found) => {
    const to = found.index + found[0].length;
    return { from: to - found[1]!.length, to };
  });
}

/* A text to be read: without the bytes. */
export function withoutData(text: string): string {
  let at = 0;
  let kept = "";
  for (const { from, to } of dataRanges(text)) {
    kept += text.slice(at, from) + wordFor(to - from);
    at = to;
  }
  return kept + text.slice(at);
}

/* What stands for so many characters of them. */
export function wordFor(length: number): string {
  return texts.background.inText(Math.max(1, Math.round((0.75 * length) / 1000)));
}
