/* constant.ts - what a constant expression comes to: numbers with units, pi, parameters, + - * /, powers and brackets. */
import { readUnit } from "./numbers";

type Known = (name: string) => number | undefined;

const DIGITS = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const WORD = /[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/y;

class Reader {
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly known: Known,
  ) {}

  whole(): number {
    const value = this.sum();
    this.blanks();
    return this.at === this.text.length ? value : NaN;
  }

  private blanks(): void {
    while (this.text[this.at] === " ") this.at++;
  }

  private take(signs: string): string {
    this.blanks();
    const sign = this.text[this.at] ?? "";
    if (sign === "" || !signs.includes(sign)) return "";
    this.at++;
    return sign;
  }

  private sum(): number {
    let value = this.product();
    for (let sign = this.take("+-"); sign; sign = this.take("+-"))
      value += sign === "+" ? this.product() : -this.product();
    return value;
  }

  private product(): number {
    let value = this.signed();
    for (let sign = this.take("*/"); sign; sign = this.take("*/"))
      value = sign === "*" ? value * this.signed() : value / this.signed();
    return value;
  }

  private signed(): number {
    if (this.take("-")) return -this.signed();
    if (this.take("+")) return this.signed();
    const base = this.atom();
    return this.take("^") ? base ** this.signed() : base;
  }

  private atom(): number {
    if (this.take("(")) {
      const value = this.sum();
      return this.take(")") ? value : NaN;
    }
    this.blanks();
    return this.number() ?? this.name() ?? NaN;
  }

  private number(): number | null {
    DIGITS.lastIndex = this.at;
    const digits = DIGITS.exec(this.text);
    if (!digits) return null;
    this.at = DIGITS.lastIndex;
    const blanks = /^ */.exec(this.text.slice(this.at))![0].length;
    const unit = readUnit(this.text, this.at + blanks);
    if (unit) this.at = unit.end;
    return Number(digits[0]) * (unit?.factor ?? 1);
  }

  private name(): number | null {
    WORD.lastIndex = this.at;
    const word = WORD.exec(this.text);
    if (!word) return null;
    this.at = WORD.lastIndex;
    return word[0] === "pi" ? Math.PI : (this.known(word[0]) ?? NaN);
  }
}

/* In SI; null where it is not constant, or says something that is not known here. */
export function constant(text: string, known: Known = () => undefined): number | null {
  const value = text.trim() === "" ? NaN : new Reader(text, known).whole();
  return Number.isFinite(value) ? value : null;
}

/* The terms of a sum, each with its sign, as written: "30 deg", "- 60 rpm*t". */
export function termsOf(text: string): { sign: 1 | -1; text: string }[] {
  const terms: { sign: 1 | -1; text: string }[] = [];
  let [depth, from, sign] = [0, 0, 1 as 1 | -1];
  const end = (at: number): void => {
    const one = text.slice(from, at).trim();
    if (one !== "") terms.push({ sign, text: one });
  };
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!;
    if ("([".includes(letter)) depth++;
    else if (")]".includes(letter)) depth--;
    const behind = text.slice(0, at).trimEnd();
    const isExponent = /[\d.][eE]$/.test(text.slice(0, at)) && /\d/.test(text[at + 1] ?? "");
    if (depth > 0 || !"+-".includes(letter) || /[*/^(,]$/.test(behind) || isExponent) continue;
    end(at);
    [from, sign] = [at + 1, letter === "-" ? -1 : 1];
  }
  end(text.length);
  return terms;
}
