/* display_list.ts - what there is to paint of sheets of the drawing: the shapes in their groups, in the order in which they lie.
 *
 * It is read from the elements of the page, which parts are made of: what parts draw is written once. A part is read again where its
 * elements or classes change; places and lines are those that parts were given last, whether the page has them yet or not.
 */
import { CLEAR, likeness, Looks, type Veil } from "./looks";
import { FIELDS, type Picture, type Shape } from "./paint";
import { placeOf, type Kept, type Place } from "./writes";

const WATCHED = { subtree: true, childList: true, attributes: true, attributeFilter: ["class", "data-hidden"] };

/* One part as it was read. Carriers are counted from its first; `around` is that of its own group, -1: none. */
interface Read {
  carriers: { place: Place; around: number }[];
  leaves: { element: Element; carrier: number; look: number }[];
}

/* Matrix of a place on a carrier: a c e / b d f. */
export function matrixOn(m: Float32Array, at: number, { x, y, turn, then }: Place, around: number): void {
  const [cos, sin] = turn === 0 ? [1, 0] : [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  const flip = then === "" ? 1 : -1; // a rail that is turned round: nothing else is said by parts
  const [a, b, c, d, e, f] = [cos, sin, -flip * sin, flip * cos, x, y];
  if (around < 0) return m.set([a, b, c, d, e, f], at);
  const k = around;
  const [A, B, C, D] = [m[k]!, m[k + 1]!, m[k + 2]!, m[k + 3]!];
  m[at] = A * a + C * b;
  m[at + 1] = B * a + D * b;
  m[at + 2] = A * c + C * d;
  m[at + 3] = B * c + D * d;
  m[at + 4] = A * e + C * f + m[k + 4]!;
  m[at + 5] = B * e + D * f + m[k + 5]!;
}

function wordsOf(text: Element): Shape {
  const number = (name: string): number => Number(text.getAttribute(name) ?? 0);
  return { words: text.textContent ?? "", x: number("x"), y: number("y") };
}

export class DisplayList {
  private looks = new Looks();
  private parts = new Map<Element, Read>();
  private ids = new Map<string, number>(); // of shapes that look alike
  private own = new Map<Element, number>(); // of lines that change
  private shapes: [number, Shape][] = []; // that nobody was told of
  private count = 0; // of shapes
  private carriers: Place[] = [];
  private around: number[] = []; // in `carriers`; -1: none
  private list: Int32Array | null = null; // null: to be made anew
  private entries = new Map<Element, number>(); // where a leaf is in the list
  private told = false; // of the list
  private observer = new MutationObserver((records) => this.changed(records));

  constructor(
    private sheets: SVGGElement[],
    private kept: Kept,
  ) {
    for (const sheet of sheets) this.observer.observe(sheet, WATCHED);
  }

  dispose(): void {
    this.observer.disconnect();
  }

  /* Whatever colours were, they are others. */
  forget(): void {
    this.looks = new Looks();
    this.parts.clear();
    this.list = null;
  }

  private changed(records: MutationRecord[]): void {
    if (records.length > 0) this.list = null;
    for (const { target } of records) {
      const sheet = this.sheets.find((one) => one.contains(target))!;
      let part = target as Element;
      while (part !== sheet && part.parentNode !== sheet) part = part.parentNode as Element;
      if (part === sheet && records.some((one) => one.target === sheet && one.type === "attributes"))
        for (const child of sheet.children) this.parts.delete(child);
      this.parts.delete(part);
    }
  }

  /* What has changed since it was asked last. */
  news(): Pick<Picture, "shapes" | "looks" | "list" | "matrices"> {
    this.changed(this.observer.takeRecords());
    for (const path of this.kept.drawn) this.redrawn(path);
    this.kept.drawn.clear();
    if (!this.list) this.arrange();
    const list = this.told ? null : this.list!.slice();
    this.told = true;
    return { shapes: this.shapes.splice(0), looks: this.looks.news(), list, matrices: this.matrices() };
  }

  private matrices(): Float32Array {
    const matrices = new Float32Array(6 * this.carriers.length);
    this.carriers.forEach((place, i) => matrixOn(matrices, 6 * i, place, 6 * this.around[i]!));
    return matrices;
  }

  /* A line that changes has a number of its own, and only it is told. One that comes or goes is another list. */
  private redrawn(path: SVGPathElement): void {
    const line = this.kept.lineOf(path);
    const entry = this.entries.get(path);
    if (!this.list || entry === undefined || line === "") return void (this.list = null);
    let id = this.own.get(path);
    if (id === undefined) this.own.set(path, (id = this.count++));
    this.shapes.push([id, line]);
    if (this.list[entry + 1] === id) return;
    this.list[entry + 1] = id;
    this.told = false;
  }

  private arrange(): void {
    [this.carriers, this.around] = [[{ x: 0, y: 0, turn: 0, then: "" }], [-1]];
    const list: number[] = [];
    this.entries.clear();
    for (const sheet of this.sheets) {
      const like = likeness(sheet, "");
      for (const part of sheet.children) this.append(this.read(part, like), list);
    }
    this.list = Int32Array.from(list);
    this.told = false;
  }

  private append({ carriers, leaves }: Read, list: number[]): void {
    const first = this.carriers.length;
    for (const { place, around } of carriers) {
      this.carriers.push(place);
      this.around.push(around < 0 ? -1 : first + around);
    }
    for (const { element, carrier, look } of leaves) {
      const shape = this.shapeOf(element);
      if (shape < 0) continue;
      this.entries.set(element, list.length);
      list.push(carrier < 0 ? 0 : first + carrier, shape, look);
    }
    console.assert(list.length % FIELDS === 0);
  }

  /* -1: there is no line. */
  private shapeOf(leaf: Element): number {
    const line = leaf.tagName === "path" ? this.kept.lineOf(leaf as SVGPathElement) : null;
    if (line === "") return -1;
    const own = this.own.get(leaf);
    if (own !== undefined) {
      this.shapes.push([own, line!]);
      return own;
    }
    const shape = line ?? wordsOf(leaf);
    const key = line ?? JSON.stringify(shape);
    let id = this.ids.get(key);
    if (id === undefined) {
      this.ids.set(key, (id = this.count++));
      this.shapes.push([id, shape]);
    }
    return id;
  }

  private read(part: Element, around: string): Read {
    let found = this.parts.get(part);
    if (!found) {
      found = { carriers: [], leaves: [] };
      this.enter(part, around, CLEAR, -1, found);
      this.parts.set(part, found);
    }
    return found;
  }

  private enter(element: Element, around: string, veil: Veil, carrier: number, into: Read): void {
    const like = likeness(element, around);
    const place = placeOf(element);
    const on = place ? into.carriers.push({ place, around: carrier }) - 1 : carrier;
    if (element.tagName === "g") {
      const own = this.looks.veilOf(element, like, veil);
      if (own.shown) for (const child of element.children) this.enter(child, like, own, on, into);
      return;
    }
    const look = this.looks.numberOf(element, like, veil);
    if (look >= 0) into.leaves.push({ element, carrier: on, look });
  }
}
