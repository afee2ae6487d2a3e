/* roving.ts - the drawing by keyboard: one stop for Tab, arrow keys from element to element, Enter chooses. */
import { focused, hovered, markedByAny, selected, selection, toggleSelected, type Selected } from "../state/selection";
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

  private byKeys: boolean | null = null; // the focus is being put somewhere: whether keys do it

  /* onFocus: the keyboard has come to an element, or gone */
  constructor(private onFocus: (part: Stop | null) => void) {}

  /* Elements that stay are left as they are. */
  build(parts: Stop[]): void {
    const before = this.parts[this.current]?.selected;
    const hasFocus = this.parts.some((part) => part.element === document.activeElement);
    this.parts = parts;
    this.current = Math.max(
      parts.findIndex((part) => part.selected.kind === before?.kind && part.selected.name === before.name),
      0,
    );
    for (const part of parts) if (!this.known.has(part.element)) this.prepare(part);
    parts.forEach(({ element }, i) => set(element, "tabindex", i === this.current ? "0" : "-1"));
    this.mark(selection.peek(), hovered.peek(), focused.peek());
    const next = parts[this.current];
    if (hasFocus && next) this.go(next, focused.peek() !== null);
  }

  private go({ element }: Stop, byKeys: boolean): void {
    this.byKeys = byKeys;
    element.focus({ preventScroll: true });
    this.byKeys = null;
  }

  private prepare({ element, label }: Stop): void {
    this.known.add(element);
    element.setAttribute("role", "button");
    element.setAttribute("aria-label", label);
    element.addEventListener("focus", () => this.reached(element));
    element.addEventListener("blur", () => this.left());
  }

  private left(): void {
    focused.value = null;
    this.onFocus(null);
  }

  private reached(element: Element): void {
    const i = this.parts.findIndex((part) => part.element === element);
    if (i < 0) return;
    this.parts[this.current]?.element.setAttribute("tabindex", "-1");
    this.current = i;
    element.setAttribute("tabindex", "0");
    /* a click has the focus, too, and chooses by itself: perhaps what lies below */
    if (!(this.byKeys ?? element.matches(":focus-visible"))) return;
    focused.value = this.parts[i]!.selected;
    this.onFocus(this.parts[i]!);
  }

  mark(chosen: readonly Selected[], hover: Selected | null, keyboard: Selected | null): void {
    const all = this.parts.map((part) => part.selected);
    const [isChosen, isHovered, isFocused] = [chosen, hover ? [hover] : [], keyboard ? [keyboard] : []].map((list) =>
      markedByAny(list, all),
    );
    for (const part of this.parts) {
      const on = isChosen!(part.selected);
      part.element.classList.toggle("selected", on);
      part.element.classList.toggle("hovered", isHovered!(part.selected));
      part.element.classList.toggle("focused", isFocused!(part.selected));
      set(part.element, "aria-pressed", String(on));
    }
  }

  /* True: the key was for the drawing. */
  key(event: KeyboardEvent): boolean {
    const i = this.parts.findIndex((part) => part.element === event.target);
    if (i < 0) return false;
    const count = this.parts.length;
    if (NEXT.has(event.key)) this.go(this.parts[(i + 1) % count]!, true);
    else if (BACK.has(event.key)) this.go(this.parts[(i + count - 1) % count]!, true);
    else if (event.key === "Enter" && event.shiftKey) toggleSelected(this.parts[i]!.selected);
    else if (event.key === "Enter") selected.value = this.parts[i]!.selected;
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
}
