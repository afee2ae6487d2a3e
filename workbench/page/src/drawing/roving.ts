/* roving.ts - the drawing by keyboard: one stop for Tab, arrow keys from element to element, Enter chooses. */
import { hovered, selected, type Selected } from "../state/selection";
import { set } from "./layers";

const NEXT = new Set(["ArrowRight", "ArrowDown"]);
const BACK = new Set(["ArrowLeft", "ArrowUp"]);

/* What the keyboard goes to: a group of the planar drawing, a button that stands for something in space. */
export interface Stop {
  selected: Selected;
  label: string;
  element: SVGElement | HTMLElement;
}

export class Roving {
  private parts: Stop[] = [];
  private current = 0;
  private readonly known = new WeakSet<Element>();

  constructor(private onFocus: (part: Stop | null) => void) {}

  /* Elements that stay are left as they are. */
  build(parts: Stop[]): void {
    const before = this.parts[this.current]?.selected;
    const focused = this.parts.some((part) => part.element === document.activeElement);
    this.parts = parts;
    this.current = Math.max(
      parts.findIndex((part) => part.selected.kind === before?.kind && part.selected.name === before.name),
      0,
    );
    for (const part of parts) if (!this.known.has(part.element)) this.prepare(part);
    parts.forEach(({ element }, i) => set(element, "tabindex", i === this.current ? "0" : "-1"));
    this.mark(selected.peek(), hovered.peek());
    if (focused) parts[this.current]?.element.focus({ preventScroll: true });
  }

  private prepare({ element, label }: Stop): void {
    this.known.add(element);
    element.setAttribute("role", "button");
    element.setAttribute("aria-label", label);
    element.addEventListener("focus", () => this.focused(element));
    element.addEventListener("blur", () => this.onFocus(null));
  }

  private focused(element: Element): void {
    const i = this.parts.findIndex((part) => part.element === element);
    if (i < 0) return;
    this.parts[this.current]?.element.setAttribute("tabindex", "-1");
    this.current = i;
    element.setAttribute("tabindex", "0");
    this.onFocus(this.parts[i]!);
  }

  mark(chosen: Selected | null, hover: Selected | null = null): void {
    const same = (a: Selected, b: Selected | null): boolean => b !== null && a.kind === b.kind && a.name === b.name;
    for (const part of this.parts) {
      const on = same(part.selected, chosen);
      part.element.classList.toggle("selected", on);
      part.element.classList.toggle("hovered", same(part.selected, hover));
      set(part.element, "aria-pressed", String(on));
    }
  }

  /* True: the key was for the drawing. */
  key(event: KeyboardEvent): boolean {
    const i = this.parts.findIndex((part) => part.element === event.target);
    if (i < 0) return false;
    const count = this.parts.length;
    if (NEXT.has(event.key)) this.parts[(i + 1) % count]!.element.focus({ preventScroll: true });
    else if (BACK.has(event.key)) this.parts[(i + count - 1) % count]!.element.focus({ preventScroll: true });
    else if (event.key === "Enter") selected.value = this.parts[i]!.selected;
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
}
