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
type Menued = Pick<Stage, "hitTest" | "fit"> & Partial<Pick<Stage, "toModel">> & { svg: Element };

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

/* Points of the drawing belong to no body; paths are of bodies' points and centres of mass. */
function ofThings(hits: Selected[]): MenuEntry[] {
    return hits.flatMap(({ kind, name }): MenuEntry[] => {
        if (name.split(".")[0] === "ground") return [];
        if (kind === "point" && name.includes(".")) return [traceEntry(name)];
        if (kind !== "body") return [];
        const diagram = { label: `Free-body diagram of ${name}`, act: () => void (freeBody.value = name) };
        return [diagram, traceEntry(name)];
    });
}
menuSources.push(ofThings);

function Menu({ entries, x, y }: { entries: MenuEntry[]; x: number; y: number }) {
    const list = useRef<HTMLDivElement>(null);
    const close = (): void => void (contextMenu.value = null);
    useEffect(() => {
        list.current!.querySelector<HTMLElement>("button")?.focus();
        const outside = (event: Event): void => {
            if (!list.current!.contains(event.target as Node)) close();
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
        <div
            class="context-menu"
            role="menu"
            aria-label="Of what is here"
            ref={list}
            onKeyDown={key}
            style={{ left: x, top: y }}
        >
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
    const { left, top, width, height } = view.svg.getBoundingClientRect();
    const x = Math.max(Math.min(clientX - left, width - 260), 4);
    const y = Math.max(Math.min(clientY - top, height - 38 * entries.length - 8), 4);
    contextMenu.value = <Menu key={`${x} ${y}`} entries={entries} x={x} y={y} />;
}
