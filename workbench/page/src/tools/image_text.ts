/* image_text.ts - coordinates as they are written, and as they are written of an image: numbers become numbers in the manner of the old
 * ones, expressions stay expressions: `r + 5 mm` moved by 0.2 is `r + 5 mm + 0.2`, mirrored `-(r + 5 mm)`.
 */
import { formatNumber, readNumber } from "../editor/numbers";
import { decimal } from "../editor/numbers";

const SMALL = 1e-12;

function plain(x: number, step: number): string {
  return decimal(x, Math.max(Math.round(-Math.log10(step)), 0));
}

/* Whether an expression may stand in a sum without brackets. */
function isTerm(text: string): boolean {
  return /^[\w\s.+*/()^-]+$/.test(text) && !/\b(and|or|not)\b/.test(text);
}

function times(factor: number, text: string): string {
  if (Math.abs(factor - 1) < SMALL) return isTerm(text) ? text : `(${text})`;
  const inner = /^[\w.]+$/.test(text) ? text : `(${text})`;
  return Math.abs(factor + 1) < SMALL ? `-${inner}` : `${plain(factor, 1e-9)}*${inner}`;
}

/* The sum of factors times what is written, and a constant (SI); `like`: the text whose manner a number has. */
export function combined(
  given: readonly string[],
  factors: readonly number[],
  constant: number,
  like: string,
  step: number,
): string {
  let sum = constant;
  const terms: string[] = [];
  given.forEach((text, i) => {
    const factor = factors[i] ?? 0;
    const known = readNumber(text);
    if (Math.abs(factor) < SMALL) return;
    if (known) sum += factor * known.value;
    else terms.push(times(factor, text));
  });
  if (terms.length === 0) return formatNumber(sum, readNumber(like) ? like : undefined, step);
  const said = terms.reduce((all, one) => (one.startsWith("-") ? `${all} - ${one.slice(1)}` : `${all} + ${one}`));
  const rest = plain(Math.abs(sum), step);
  return rest === "0" ? said : `${said} ${sum < 0 ? "-" : "+"} ${rest}`;
}

/* A place or, without `t`, a direction: its components. */
export function imageOf(given: readonly string[], m: number[][], t: readonly number[] | null, step: number): string[] {
  return given.map((text, i) => {
    const row = m[i] ?? [];
    const stays = given.every((_, j) => Math.abs((row[j] ?? 0) - (i === j ? 1 : 0)) < SMALL) && !t?.[i];
    return stays ? text : combined(given, row, t?.[i] ?? 0, text, step);
  });
}
