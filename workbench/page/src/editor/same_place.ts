/* same_place.ts - where the cursor goes when only blanks of the text change. */

/* Where the same letters stand before the cursor as before: blanks are what changes. */
export function samePlace(before: string, after: string, at: number): number {
  let letters = before.slice(0, at).replace(/\s/g, "").length;
  let to = 0;
  for (; letters > 0 && to < after.length; to++) if (!/\s/.test(after[to]!)) letters--;
  const isBeforeLetter = /\S/.test(before[at] ?? " ");
  if (/\s$/.test(before.slice(0, at)) && isBeforeLetter) while (/\s/.test(after[to] ?? "")) to++;
  return to;
}
