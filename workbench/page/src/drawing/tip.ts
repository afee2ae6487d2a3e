/* tip.ts - name, kind and key numbers of what is under the pointer, has the focus or was tapped; the numbers follow the motion.
 *
 * Under the pointer it comes when that rests for a moment, and not over what was just clicked: nobody draws by it.
 */
import { listen } from "../shell/listen";
import { hovered, selected, type Selected } from "../state/selection";
import { describe, type Description } from "./describe";
import type { Point } from "./camera";
import type { Frame } from "./stage";

const APART = 14; // px from the pointer
const TAP = 10; // px that a finger moves while it taps
const REST_MS = 350; // before it comes
const TIP = "drawing-tip";

/* Class of a drawing on which a tool places something, and says itself where: a tip would lie over that. */
export const PLACING = "placing";

/* What a tip needs of a drawing, in the plane or in space. */
export interface TipView {
  svg: SVGSVGElement | HTMLElement; // what the pointer moves over
  hitTest(clientX: number, clientY: number): Selected[];
  frame(): Frame | null;
  onFrame(listener: () => void): () => void;
  locate(what: Selected): Point | null; // px of the drawing
}

export class Tip {
  private box = document.createElement("div");
  private what: Selected | null = null;
  private at: [number, number] = [0, 0]; // px of the drawing
  private pinned: Selected | null = null;

  constructor(
    private host: HTMLElement,
    private view: TipView,
  ) {
    this.box.className = "tip";
    this.box.setAttribute("role", "tooltip");
    this.box.id = TIP;
    this.box.hidden = true;
    host.append(this.box);
  }

  watch(): () => void {
    const { svg } = this.view;
    let waiting = 0;
    let last: PointerEvent | null = null;
    let clicked: string | null = null; // it is known: nothing is said of it until the pointer was elsewhere
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hide = (): void => {
      clearTimeout(timer);
      this.show(null);
    };
    const shortly = (what: Selected | null): void => {
      const name = what ? `${what.kind} ${what.name}` : "";
      if (name !== clicked) clicked = null;
      clearTimeout(timer);
      if (clicked !== null || what === null) return this.show(this.pinned);
      if (this.what) return this.show(what);
      timer = setTimeout(() => this.show(what), REST_MS);
    };
    const look = (): void => {
      waiting = 0;
      if (!last || last.buttons !== 0 || last.pointerType === "touch") return;
      const hit = this.view.hitTest(last.clientX, last.clientY)[0] ?? null;
      const best = this.best(last, hit);
      if (best?.name !== hovered.value?.name || best?.kind !== hovered.value?.kind) hovered.value = best;
      svg.classList.toggle("over", best !== null);
      this.place(last.clientX, last.clientY);
      if (svg.classList.contains(PLACING)) hide();
      else shortly(best);
    };
    const move = (event: PointerEvent): void => {
      last = event;
      if (event.buttons !== 0) hide();
      else if (!waiting) waiting = requestAnimationFrame(look);
    };
    const leave = (): void => {
      last = null;
      hovered.value = null;
      clearTimeout(timer);
      this.show(this.pinned);
    };
    /* who takes a tool in hand wants to see where it acts */
    const toTools = (event: PointerEvent): void => {
      if (this.pinned && event.target instanceof Element && event.target.closest("[role=toolbar]")) this.pin(null);
    };
    /* what a finger has tapped, whoever took the tap: it is selected by then */
    let down: PointerEvent | null = null;
    const press = (event: PointerEvent): void => {
      down = event.pointerType === "touch" && event.isPrimary ? event : null;
      clicked = hovered.value ? `${hovered.value.kind} ${hovered.value.name}` : "";
      clearTimeout(timer);
    };
    const release = (event: PointerEvent): void => {
      const still = down && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < TAP;
      down = null;
      if (still) requestAnimationFrame(() => this.pin(svg.classList.contains(PLACING) ? null : selected.value));
    };
    const deaf = listen(svg, { pointermove: move, pointerleave: leave, pointerdown: press, pointerup: release });
    document.addEventListener("pointerdown", toTools);
    const stop = this.view.onFrame(() => this.refresh());
    return () => {
      cancelAnimationFrame(waiting);
      clearTimeout(timer);
      deaf();
      document.removeEventListener("pointerdown", toTools);
      stop();
      this.box.remove();
    };
  }

  /* At a pin the joint says more than one of its points. */
  private best(event: PointerEvent, hit: Selected | null): Selected | null {
    if (hit?.kind !== "point") return hit;
    return this.view.hitTest(event.clientX, event.clientY).find((one) => one.kind === "joint") ?? hit;
  }

  private place(clientX: number, clientY: number): void {
    const { left, top } = this.host.getBoundingClientRect();
    this.at = [clientX - left, clientY - top];
  }

  focus(part: { selected: Selected; element: Element } | null): void {
    if (!part) return this.show(null);
    part.element.setAttribute("aria-describedby", TIP);
    this.at = this.view.locate(part.selected) ?? this.at;
    this.show(part.selected);
  }

  /* After a tap of a finger it stays until the next. */
  pin(what: Selected | null): void {
    this.pinned = what;
    this.at = (what && this.view.locate(what)) ?? this.at;
    this.show(what);
  }

  private show(what: Selected | null): void {
    this.what = what;
    this.refresh();
  }

  private refresh(): void {
    const frame = this.view.frame();
    const said = this.what && frame ? describe(frame.scene, this.what, frame.poses, frame.value) : null;
    this.box.hidden = said === null;
    if (said) this.write(said);
  }

  private write(said: Description): void {
    const rows = said.numbers.map(([label, text]) => {
      const [name, value] = [document.createElement("dt"), document.createElement("dd")];
      name.textContent = label;
      value.textContent = text;
      return [name, value];
    });
    const title = document.createElement("strong");
    title.textContent = said.title;
    const kind = document.createElement("span");
    kind.textContent = said.kind;
    const list = document.createElement("dl");
    list.append(...rows.flat());
    this.box.replaceChildren(title, kind, ...(rows.length > 0 ? [list] : []));
    const { clientWidth, clientHeight } = this.host;
    const { offsetWidth: width, offsetHeight: height } = this.box;
    const x = this.at[0] + APART + width > clientWidth ? Math.max(this.at[0] - APART - width, 4) : this.at[0] + APART;
    const y = Math.min(this.at[1] + APART, Math.max(clientHeight - height - 4, 4));
    this.box.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  }
}
