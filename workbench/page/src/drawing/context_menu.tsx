/* context_menu.tsx - what can be done with what lies under the pointer: by right click, by a long press, or by the menu key.
 *
 * Other parts of the page add entries of their own to `menuSources`.
 */
import { perDocument } from "../state/loads";
import type { ComponentChild } from "preact";
import { OpenMenu } from "../shell/menu";
import { sameSelected, selected, selection, type Selected } from "../state/selection";
import { traces } from "../state/settings";
import { toggleTrace } from "./trace_choice";
import { freeBody } from "./free_body_state";
import type { Place } from "./camera";
import type { Stage } from "./stage";
import { texts } from "../texts/texts";

/* What a menu needs of a drawing. */
export type Menued = Pick<Stage, "hitTest" | "fit"> & {
  svg: Element;
  toModel?(clientX: number, clientY: number): Place;
};

export interface MenuEntry {
  label: string;
  checked?: boolean;
  act(): void;
}

export type MenuSource = (hits: Selected[], at: Place) => MenuEntry[];
export const menuSources: MenuSource[] = [];
export const contextMenu = perDocument<ComponentChild>(null);

function traceEntry(name: string): MenuEntry {
  return {
    label: texts.view.contextMenu.traceThePathOf(name),
    checked: traces.value.includes(name),
    act: () => toggleTrace(name),
  };
}

/* Points of the drawing belong to no body; paths are of bodies' points and centres of mass. Points of one pin have one path. */
function ofThings(hits: Selected[]): MenuEntry[] {
  const moving = hits.filter(({ name }) => name !== "ground" && !name.startsWith("ground."));
  const point = moving.find(({ kind, name }) => kind === "point" && name.includes("."));
  const bodies = moving.filter(({ kind }) => kind === "body");
  const traced = point ?? bodies[0];
  return [
    ...(traced ? [traceEntry(traced.name)] : []),
    ...bodies.map(({ name }) => ({
      label: texts.view.contextMenu.freeBodyDiagramOf(name),
      act: () => void (freeBody.value = name),
    })),
  ];
}
menuSources.push(ofThings);

/* In space: what other parts of the page offer for things, wherever they are. */
export const thingSources: ((hits: Selected[]) => MenuEntry[])[] = [];
function ofSelection(hits: Selected[]): MenuEntry[] {
  return thingSources.flatMap((source) => source(hits));
}

/* In space there is no place under the pointer, only things: other parts' entries, which are about places, are left out. */
export function openMenu(view: Menued, clientX: number, clientY: number): void {
  const hits = view.hitTest(clientX, clientY, 12);
  const at = view.toModel?.(clientX, clientY);
  const entries = at ? menuSources.flatMap((source) => source(hits, at)) : [...ofThings(hits), ...ofSelection(hits)];
  const ofSeveral =
    selection.peek().length > 1 && hits.some((hit) => selection.peek().some((one) => sameSelected(one, hit)));
  if (hits[0] && !ofSeveral) selected.value = hits.find((one) => one.kind === "joint") ?? hits[0];
  entries.push({ label: texts.view.contextMenu.showEverything, act: () => view.fit() });
  contextMenu.value = (
    <OpenMenu
      key={`${clientX} ${clientY}`}
      label={texts.view.contextMenu.actionsHere}
      entries={entries.map(({ label, checked, act }) => ({ title: label, checked, run: act }))}
      at={() => ({ left: clientX, top: clientY })}
      close={() => (contextMenu.value = null)}
    />
  );
}
