/* hidden.ts - elements that the user does not want to see for now, or not to take hold of: one by one, and by groups that the file names.
 * They are part of the model all the same. */
import { computed, signal } from "@preact/signals";
import type { Scene, SceneGroup } from "../engine/engine";
import { scene } from "./model";
import type { Kind, Selected } from "./selection";

export const hidden = signal<readonly Selected[]>([]);

export const groups = computed<readonly SceneGroup[]>(() => scene.value?.groups ?? []);

/* The elements that a group names; a use of a part stands for all that is in it. */
export function membersOf(of: Scene, names: readonly string[]): Selected[] {
  const lists: [Kind, { name: string }[]][] = [
    ["body", of.bodies.slice(1)],
    ["joint", of.joints],
    ["force", of.forces],
  ];
  const belongs = (name: string): boolean => names.some((one) => name === one || name.startsWith(one + "."));
  return lists.flatMap(([kind, list]) =>
    list.filter(({ name }) => belongs(name)).map(({ name }): Selected => ({ kind, name })),
  );
}

function membersWhere(is: (group: SceneGroup) => boolean): readonly Selected[] {
  const now = scene.value;
  const names = groups.value.filter(is).flatMap(({ of }) => of);
  return now && names.length > 0 ? membersOf(now, names) : [];
}

const inHiddenGroups = computed(() => membersWhere((group) => group.hidden));

/* All that is not drawn. */
export const unseen = computed<readonly Selected[]>(() =>
  inHiddenGroups.value.length === 0 ? hidden.value : [...hidden.value, ...inHiddenGroups.value],
);

/* The locked group that names an element, or the use of a part that it belongs to; null: none. */
export function lockingGroup(name: string): string | null {
  const belongs = (one: string): boolean => name === one || name.startsWith(one + ".");
  return groups.value.find(({ locked, of }) => locked && of.some(belongs))?.name ?? null;
}

/* All that the pointer passes through. */
export const lockedElements = computed(() => membersWhere((group) => group.locked));
