/* selection.ts - what the user has chosen, in whichever view. */
import { batch, computed, effect, signal } from "@preact/signals";

export type Kind =
  | "body"
  | "joint"
  | "force"
  | "driver"
  | "state"
  | "output"
  | "event"
  | "use" // of a part: "leg", all of them; "leg1", one
  | "part"
  | "point"
  | "parameter";

export interface Selected {
  kind: Kind;
  name: string; // of a point of a body: "crank.A"; of a drawing point: "A"; in a use of a part: "leg1.knee"
}

export function sameSelected(a: Selected | null, b: Selected | null): boolean {
  return a?.kind === b?.kind && a?.name === b?.name;
}

/* Whether an element is what is marked, or belongs to the use that is; `all`: what there is. */
export function markedBy(what: Selected | null, all: readonly Selected[]): (one: Selected) => boolean {
  if (what?.kind === "joint")
    // of several bodies it is drawn as A.coupler, A.rocker
    return ({ kind, name }) => kind === "joint" && (name === what.name || name.startsWith(what.name + "."));
  if (what?.kind !== "use") return (one) => one.kind === what?.kind && one.name === what.name;
  const { name } = what;
  const one = all.some((other) => other.name.startsWith(name + "."));
  return (other) => other.name.startsWith(name) && (one ? /^\./ : /^\d+\./).test(other.name.slice(name.length));
}

/* The same of several. */
export function markedByAny(list: readonly Selected[], all: readonly Selected[]): (one: Selected) => boolean {
  const marks = list.map((what) => markedBy(what, all));
  return (one) => marks.some((isMarked) => isMarked(one));
}

export const selected = signal<Selected | null>(null);
/* Several that were chosen together; they count as long as the last of them, this very object, is what is selected. */
const several = signal<readonly Selected[]>([]);

/* All that is selected, the last chosen last. Who sets `selected` alone selects that alone. */
export const selection = computed<readonly Selected[]>(() => {
  const last = selected.value;
  if (last === null) return [];
  return several.value[several.value.length - 1] === last ? several.value : [last];
});

export function selectAll(list: readonly Selected[]): void {
  const own = list.map(({ kind, name }) => ({ kind, name }));
  batch(() => {
    several.value = own;
    selected.value = own[own.length - 1] ?? null;
  });
}

/* Puts one to what is selected, or takes it away. */
export function toggleSelected(what: Selected): void {
  const others = selection.peek().filter((one) => !sameSelected(one, what));
  selectAll(others.length < selection.peek().length ? others : [...others, what]);
}

export const hovered = signal<Selected | null>(null);
/* What the keyboard stands on in the drawing. It need not be chosen: arrow keys go past much before Enter chooses. */
export const focused = signal<Selected | null>(null);

/* What a key acts on: of the two the one that came last. */
export const meant = computed(() => focused.value ?? selected.value);

effect(() => {
  void selected.value;
  focused.value = null;
});
