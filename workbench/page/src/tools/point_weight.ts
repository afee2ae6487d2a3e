/* point_weight.ts - whether a point that is given by others moves with them: the sum of their weights in its expression.
 *
 * A point has the weight 1, the vector from one point to another 0, (A + B)/2 has 1 and 2*A has 2. What has the weight 1 is moved by
 * every motion that the points make together; what has another, such as 100 mm/norm(A)*A, depends on where the origin is.
 */

interface Term {
  weight: number | null; // of a vector; null: not known
  vector: boolean;
  value: number | null; // of a plain number
}

const SCALAR: Term = { weight: 0, vector: false, value: null };
const UNKNOWN: Term = { weight: null, vector: true, value: null };
const TOKEN = /\s*([\d.]+(?:e[+-]?\d+)?(?:\s*(?:mm|cm|m|km|in|ft|deg|rad)\b)?|[A-Za-z_][\w.]*|[-+*/^(),[\]])/y;

function tokens(text: string): string[] | null {
  const found: string[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; text.slice(at).trim() !== ""; at = TOKEN.lastIndex) {
    const token = TOKEN.exec(text);
    if (!token) return null;
    found.push(token[1]!);
  }
  return found;
}

function sum(a: Term, b: Term, sign: number): Term {
  if (!a.vector && !b.vector) return a.weight === 0 && b.weight === 0 ? SCALAR : UNKNOWN;
  if (a.weight === null || b.weight === null) return UNKNOWN;
  return { weight: a.weight + sign * b.weight, vector: true, value: null };
}

function times(a: Term, b: Term, divides: boolean): Term {
  if (!a.vector && !b.vector)
    return a.weight === null || b.weight === null ? { ...SCALAR, weight: null } : product(a, b, divides);
  const [vector, factor] = a.vector ? [a, b] : [b, a];
  if (vector.weight === null || factor.weight === null || factor.vector) return UNKNOWN;
  if (vector.weight === 0) return vector;
  if (factor.value === null) return UNKNOWN;
  return { ...vector, weight: divides ? vector.weight / factor.value : vector.weight * factor.value };
}

function product(a: Term, b: Term, divides: boolean): Term {
  if (a.value === null || b.value === null) return SCALAR;
  return { ...SCALAR, value: divides ? a.value / b.value : a.value * b.value };
}

class Reading {
  private at = 0;

  constructor(
    private readonly list: readonly string[],
    private readonly points: (name: string) => boolean,
  ) {}

  private take(...words: string[]): string | null {
    return words.includes(this.list[this.at] ?? "") ? this.list[this.at++]! : null;
  }

  expression(): Term {
    let now = this.product();
    for (let sign = this.take("+", "-"); sign; sign = this.take("+", "-"))
      now = sum(now, this.product(), sign === "+" ? 1 : -1);
    return now;
  }

  private product(): Term {
    let now = this.factor();
    for (let how = this.take("*", "/"); how; how = this.take("*", "/")) now = times(now, this.factor(), how === "/");
    return now;
  }

  private factor(): Term {
    if (this.take("-")) {
      const of = this.factor();
      return { ...of, weight: of.weight === null ? null : -of.weight, value: of.value === null ? null : -of.value };
    }
    const of = this.primary();
    return this.take("^") ? (this.factor(), { ...of, value: null }) : of;
  }

  private primary(): Term {
    if (this.take("(")) return this.inside(")")[0] ?? UNKNOWN;
    if (this.take("[")) return this.inside("]").some((one) => one.weight !== 0) ? UNKNOWN : { ...SCALAR, vector: true };
    const word = this.list[this.at++] ?? "";
    if (/^[\d.]/.test(word)) return { ...SCALAR, value: Number.isFinite(Number(word)) ? Number(word) : null };
    if (this.take("(")) return { ...SCALAR, weight: this.inside(")").every(({ weight }) => weight === 0) ? 0 : null };
    if (this.points(word)) return { weight: 1, vector: true, value: null };
    return this.points(word.split(".")[0]!) ? { ...SCALAR, weight: null } : SCALAR; // A.x is a number, and moves
  }

  private inside(end: string): Term[] {
    const all = [this.expression()];
    while (this.take(",")) all.push(this.expression());
    this.take(end);
    return all;
  }

  get isAtEnd(): boolean {
    return this.at >= this.list.length;
  }
}

/* Whether an expression of points has the weight 1. */
export function movesWithPoints(text: string, isPoint: (name: string) => boolean): boolean {
  const list = tokens(text);
  if (!list) return false;
  const reading = new Reading(list, isPoint);
  const { weight } = reading.expression();
  return reading.isAtEnd && weight !== null && Math.abs(weight - 1) < 1e-9;
}
