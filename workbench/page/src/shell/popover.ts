/* popover.ts - a box on the top layer, where no panel cuts it off: it stands inside the window, and a press elsewhere closes it. */
import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { listen } from "./listen";

const EDGE = 8; // px that are left free along the window's edges
const APART = 4; // px from what it belongs to

export interface Place {
  left: number;
  top: number;
}

export interface Popover {
  at(box: HTMLElement): Place; // where it would be; it is moved into the window
  owner?: () => Element | null; // what opened it: a press there is not elsewhere
  close(): void;
}

/* Below what it belongs to, or above where there is more room. */
export function below(owner: Element, box: HTMLElement): Place {
  const { left, top, bottom } = owner.getBoundingClientRect();
  const { offsetHeight: height } = box;
  const fits = bottom + APART + height <= innerHeight - EDGE || top < height;
  return { left, top: fits ? bottom + APART : top - APART - height };
}

export function rightOf(owner: Element): Place {
  const { right, top } = owner.getBoundingClientRect();
  return { left: right + APART + 2, top };
}

function inside(wanted: number, size: number, whole: number): number {
  return Math.max(EDGE, Math.min(wanted, whole - size - EDGE));
}

function put(box: HTMLElement, wanted: Place): void {
  const top = inside(wanted.top, box.offsetHeight, innerHeight);
  box.style.left = `${inside(wanted.left, box.offsetWidth, innerWidth)}px`;
  box.style.top = `${top}px`;
  box.style.maxHeight = `${innerHeight - top - EDGE}px`; // it may grow
}

/* Shows a box of the class "popover" as long as it is rendered. */
export function usePopover(box: RefObject<HTMLElement | null>, { at, owner, close }: Popover): void {
  /* no later: it would be seen in another place first, and hear of presses when it is gone */
  useLayoutEffect(() => {
    const element = box.current!;
    element.showPopover();
    put(element, at(element));
    const outside = (event: Event): void => {
      const target = event.target as Node;
      if (!element.contains(target) && !owner?.()?.contains(target)) close();
    };
    return listen(document, { pointerdown: outside }, { capture: true });
  }, []);
}
