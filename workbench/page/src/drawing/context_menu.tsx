/* context_menu.tsx - what can be done with what lies under the pointer: by right click, by a long press, or by the menu key.
 *
 * Other parts of the page add entries of their own to `menuSources`.
 */
import { signal } from "@preact/signals";
import type { ComponentChild } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { selected, type Selected } from "../state/selection";
import { traces } from "../state/settings";
import { freeBody } from "./free_body_state";
import type { Stage } from "./stage";

/* What a menu needs of a drawing. */
export type Menued = Pick<Stage, "hitTest" | "fit"> & Partial<Pick<Stage, "toModel">> & { svg: Element };

export interface MenuEntry {
  label: string;
  checked?: boolean;
  act(): void;
}

export type MenuSource = (hits: Selected[], at: [x: number, y: number]) => MenuEntry[];
export const menuSources: MenuSource[] = [];
export const contextMenu = signal<ComponentChild>(null);

export function toggleTrace(name: string): void {
  const on = traces.value.includes(name);
  traces.value = on ? traces.value.filter((one) => one !== name) : [...traces.value, name];
}

function traceEntry(name: string): MenuEntry {
  return { label: `Trace the path of ${name}`, checked: traces.value.includes(name), act: () => toggleTrace(name) };
}

/* Points of the drawing belong to no body; paths are of bodies' points and centres of mass. Points of one pin have one path. */
function ofThings(hits: Selected[]): MenuEntry[] {
  const moving = hits.filter(({ name }) => name.split(".")[0] !== "ground");
  const point = moving.find(({ kind, name }) => kind === "point" && name.includes("."));
  const bodies = moving.filter(({ kind }) => kind === "body");
  const traced = point ?? bodies[0];
  return [
    ...(traced ? [traceEntry(traced.name)] : []),
    ...bodies.map(({ name }) => ({
      label: `Free-body diagram of ${name}`,
      act: () => void (freeBody.value = name),
    })),
  ];
}
menuSources.push(ofThings);

function Menu({ entries, x, y }: { entries: MenuEntry[]; x: number; y: number }) {
  const list = useRef<HTMLDivElement>(null);
  const close = (): void => void (contextMenu.value = null);
  useEffect(() => {
    const box = list.current!;
    box.showPopover();
    box.style.left = `${Math.max(Math.min(x, innerWidth - box.offsetWidth - 8), 8)}px`;
    box.style.top = `${Math.max(Math.min(y, innerHeight - box.offsetHeight - 8), 8)}px`;
    box.querySelector<HTMLElement>("button")?.focus();
    const outside = (event: Event): void => {
      if (!list.current?.contains(event.target as Node)) close();
    };
    document.addEventListener("pointerdown", outside, true);
    return () => document.removeEventListener("pointerdown", outside, true);
  }, []);
  const key = (event: KeyboardEvent): void => {
    const buttons = [...list.current!.querySelectorAll<HTMLElement>("button")];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + buttons.length, Home: 0, End: buttons.length - 1 }[event.key];
    if (to !== undefined) buttons[to % buttons.length]?.focus();
    else if (event.key === "Escape" || event.key === "Tab") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="context-menu" role="menu" aria-label="Of what is here" popover="manual" ref={list} onKeyDown={key}>
      {entries.map((entry) => (
        <button
          type="button"
          role={entry.checked === undefined ? "menuitem" : "menuitemcheckbox"}
          aria-checked={entry.checked}
          tabIndex={-1}
          onClick={() => {
            close();
            entry.act();
          }}
        >
          <span aria-hidden="true">{entry.checked ? "✓" : ""}</span>
          {entry.label}
        </button>
      ))}
    </div>
  );
}

/* In space there is no place under the pointer, only things: other parts' entries, which are about places, are left out. */
export function openMenu(view: Menued, clientX: number, clientY: number): void {
  const hits = view.hitTest(clientX, clientY, 12);
  const at = view.toModel?.(clientX, clientY);
  const entries = at ? menuSources.flatMap((source) => source(hits, at)) : ofThings(hits);
  if (hits[0]) selected.value = hits.find((one) => one.kind === "joint") ?? hits[0];
  entries.push({ label: "Show everything", act: () => view.fit() });
  contextMenu.value = <Menu key={`${clientX} ${clientY}`} entries={entries} x={clientX} y={clientY} />;
}
