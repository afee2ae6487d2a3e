/* fixes.ts - messages of the engine say what is wrong and, after a semicolon, what would be right. */

/* "joint A: …; did you mean …": what is wrong, then what would be right, on a line of its own. */
export function splitFix(text: string): [what: string, fix: string | null] {
  const at = text.search(/; (?=(did you mean|let |say |give |use |add |write |try ))/);
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 2)];
}
