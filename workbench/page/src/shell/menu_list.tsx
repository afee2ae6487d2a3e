/* menu_list.tsx - the open list of a menu: arrow keys and first letters go through it, Escape and Tab leave it.
 *
 * The focus then goes back to where it was, and so it does before what is chosen acts. The buttons in it say their roles themselves;
 * one that has `data-autofocus` is the first to have the focus.
 */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { stepFocus } from "./focus_steps";
import { listen } from "./listen";
import { usePopover, type Popover } from "./popover";

export interface MenuListProps extends Popover {
  label: string;
  class?: string;
  id?: string;
  leaveBy?: string; // another key that leaves it
  children: ComponentChildren;
}

function itemsOf(list: HTMLElement): HTMLButtonElement[] {
  return [...list.querySelectorAll<HTMLButtonElement>("button:not(:disabled)")];
}

/* The next item that begins with the letter that was typed. */
function focusByLetter(event: KeyboardEvent, items: HTMLButtonElement[]): boolean {
  if (!/^\S$/.test(event.key) || event.ctrlKey || event.metaKey) return false;
  const after = items.indexOf(document.activeElement as HTMLButtonElement) + 1;
  const order = [...items.slice(after), ...items.slice(0, after)];
  const letter = event.key.toLowerCase();
  order.find((item) => item.textContent!.trim().toLowerCase().startsWith(letter))?.focus();
  event.preventDefault();
  event.stopPropagation();
  return true;
}

export function MenuList({ label, class: extra, id, leaveBy, children, ...popover }: MenuListProps) {
  const { owner, close } = popover;
  const list = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  const pressed = useRef(false);
  usePopover(list, popover);
  useLayoutEffect(() => {
    before.current = document.activeElement;
    const items = itemsOf(list.current!);
    (items.find((item) => item.dataset.autofocus !== undefined) ?? items[0])?.focus();
    return listen(window, { resize: close, blur: close });
  }, []);
  const goBack = (): void => {
    const to = owner?.() ?? before.current;
    if (to instanceof HTMLElement || to instanceof SVGElement) to.focus({ preventScroll: true });
  };
  const key = (event: KeyboardEvent): void => {
    const { key } = event;
    if (key === "Escape" || key === "Tab" || key === leaveBy) {
      if (key !== "Tab") event.preventDefault(); // it goes on from what has the focus again
      event.stopPropagation();
      goBack();
      close();
    } else {
      const items = itemsOf(list.current!);
      if (!stepFocus(event, items)) focusByLetter(event, items);
    }
  };
  /* The finger that opened it by a long press may end in a click on what has come below it: that is no choice. */
  const click = (event: MouseEvent): void => {
    if (event.detail === 0 || pressed.current) goBack();
    else event.stopPropagation();
  };
  return (
    <div
      id={id}
      class={`popover menu ${extra ?? ""}`}
      role="menu"
      aria-label={label}
      popover="manual"
      ref={list}
      onKeyDown={key}
      onPointerDownCapture={() => (pressed.current = true)}
      onClickCapture={click}
    >
      {children}
    </div>
  );
}
