/* search.ts - finding a channel by a few letters: every letter in order, whole words and beginnings of words first. */

export interface Hit<T> {
  item: T;
  score: number;
  marks: number[]; // which letters of the text were meant
}

const WORD_START = 8;
const FOLLOWS = 5;

function isStart(text: string, at: number): boolean {
  if (at === 0) return true;
  return !/[a-z0-9]/i.test(text[at - 1]!);
}

/* Where the whole query stands, at the beginning of a word where it can. */
function wholeIn(text: string, wanted: string): number {
  const first = text.indexOf(wanted);
  for (let at = first; at >= 0; at = text.indexOf(wanted, at + 1)) if (isStart(text, at)) return at;
  return first;
}

/* The best way to find the letters of `query` in `text`; null where they are not there in this order. */
export function match(query: string, text: string): { score: number; marks: number[] } | null {
  const wanted = query.toLowerCase();
  const from = text.toLowerCase();
  const whole = wholeIn(from, wanted);
  if (whole >= 0) {
    const marks = Array.from({ length: wanted.length }, (_, i) => whole + i);
    const end = whole + wanted.length;
    const closed = end === from.length || !/[a-z0-9]/.test(from[end]!);
    return {
      score: 1000 + (isStart(from, whole) ? 200 : 0) + (closed ? 100 : 0) + (whole === 0 ? 50 : 0) - from.length,
      marks,
    };
  }
  const marks: number[] = [];
  let score = 0;
  let at = 0;
  for (const letter of wanted) {
    const found = bestNext(from, letter, at);
    if (found < 0) return null;
    score += isStart(from, found) ? WORD_START : 0;
    score += marks.length > 0 && found === marks[marks.length - 1]! + 1 ? FOLLOWS : 0;
    marks.push(found);
    at = found + 1;
  }
  return { score: score - from.length / 10, marks };
}

/* A letter that follows at once, else one that begins a word, else the next. */
function bestNext(text: string, letter: string, at: number): number {
  const next = text.indexOf(letter, at);
  if (next === at || next < 0) return next;
  for (let i = next; i >= 0; i = text.indexOf(letter, i + 1)) if (isStart(text, i)) return i;
  return next;
}

/* Words of the query are looked for one by one, in the name or in the words that describe it; best first. */
export function find<T>(
  query: string,
  items: T[],
  textOf: (item: T) => string,
  moreOf?: (item: T) => string,
): Hit<T>[] {
  const words = query.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return items.map((item) => ({ item, score: 0, marks: [] }));
  const hits: Hit<T>[] = [];
  for (const item of items) {
    let score = 0;
    const marks: number[] = [];
    const all = words.every((word) => {
      const inName = match(word, textOf(item));
      if (inName) {
        score += inName.score;
        marks.push(...inName.marks);
        return true;
      }
      const described = (moreOf?.(item) ?? "").toLowerCase().indexOf(word.toLowerCase());
      if (described >= 0) score -= 50;
      return described >= 0;
    });
    if (all) hits.push({ item, score, marks: marks.sort((a, b) => a - b) });
  }
  return hits.sort((a, b) => b.score - a.score);
}
