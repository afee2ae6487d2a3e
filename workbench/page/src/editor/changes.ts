/* changes.ts - changes of text: applied, found between two texts, and put one after the other. */
import type { TextChange } from "../state/document";

export function applyChanges(text: string, changes: readonly TextChange[]): string {
  let result = "";
  let at = 0;
  for (const change of [...changes].sort((a, b) => a.from - b.from || a.to - b.to)) {
    result += text.slice(at, change.from) + change.insert;
    at = change.to;
  }
  return result + text.slice(at);
}

/* The changes that lead from one text to another: the lines that differ, without what is equal at their ends. */
export function difference(before: string, after: string): TextChange[] {
  if (before === after) return [];
  const old = before.split(/(?<=\n)/);
  const now = after.split(/(?<=\n)/);
  const changes: TextChange[] = [];
  const common = commonLines(old, now);
  let i = 0;
  let j = 0;
  let at = 0;
  for (const [oldLine, newLine] of [...common, [old.length, now.length] as const]) {
    const gone = old.slice(i, oldLine).join("");
    const come = now.slice(j, newLine).join("");
    if (gone !== come) changes.push(shrink({ from: at, to: at + gone.length, insert: come }, gone));
    at += gone.length + (old[oldLine]?.length ?? 0);
    i = oldLine + 1;
    j = newLine + 1;
  }
  return changes;
}

function shrink(change: TextChange, gone: string): TextChange {
  let head = 0;
  const least = Math.min(gone.length, change.insert.length);
  while (head < least && gone[head] === change.insert[head]) head++;
  let tail = 0;
  while (tail < least - head && gone[gone.length - 1 - tail] === change.insert[change.insert.length - 1 - tail]) tail++;
  return {
    from: change.from + head,
    to: change.to - tail,
    insert: change.insert.slice(head, change.insert.length - tail),
  };
}

/* Pairs of equal lines in order, as many as can be: longest common subsequence between what differs at both ends. */
function commonLines(old: string[], now: string[]): (readonly [number, number])[] {
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < Math.min(old.length, now.length) - head && old[old.length - 1 - tail] === now[now.length - 1 - tail])
    tail++;
  const n = old.length - head - tail;
  const m = now.length - head - tail;
  const pairs: (readonly [number, number])[] = Array.from({ length: head }, (_, i) => [i, i] as const);
  if (n * m <= 4_000_000) {
    const best = new Uint16Array((n + 1) * (m + 1));
    const at = (i: number, j: number): number => best[i * (m + 1) + j]!;
    for (let i = n - 1; i >= 0; i--)
      for (let j = m - 1; j >= 0; j--)
        best[i * (m + 1) + j] =
          old[head + i] === now[head + j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    for (let i = 0, j = 0; i < n && j < m;)
      if (old[head + i] === now[head + j]) pairs.push([head + i++, head + j++]);
      else if (at(i + 1, j) >= at(i, j + 1)) i++;
      else j++;
  }
  for (let k = tail; k > 0; k--) pairs.push([old.length - k, now.length - k]);
  return pairs;
}

/* Several edits, each of the text that the one before it left, as one list of changes of the first text. */
export function combine(text: string, ...edits: ((text: string) => TextChange[])[]): TextChange[] {
  let now = text;
  for (const edit of edits) now = applyChanges(now, edit(now));
  return difference(text, now);
}
