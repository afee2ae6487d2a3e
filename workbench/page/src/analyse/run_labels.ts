/* run_labels.ts - what a run is called in the list: what is different from the one before, and what is set beside its text. */
import type { Scene, SceneParameter, Settings, Status } from "../engine/engine";
import { quantity } from "../shell/quantity";
import type { Run } from "../state/runs";
import { texts } from "../texts/texts";

const MOST = 2; // parameters that are named

function inWords(list: SceneParameter[]): string {
  const words = list.map((one) => `${one.name} = ${quantity(one.value, one.unit, 4)}`);
  return words.slice(0, MOST).join(", ") + (words.length > MOST ? " …" : "");
}

export function nextLabel(
  others: Run[],
  scene: Scene,
  { text, set }: { text: string; set: Settings },
  id: number,
  status: Status,
): string {
  const before = others.filter((one) => one.id < id).pop();
  const old = new Map(before?.scene.parameters.map((one) => [one.name, one.value]));
  const changed = scene.parameters.filter((one) => old.has(one.name) && old.get(one.name) !== one.value);
  const onlySet = scene.parameters.filter((one) => set[one.name] !== undefined && !changed.includes(one));
  const named = [...changed, ...onlySet];
  const parts = named.length > 0 ? [inWords(named)] : [];
  if (before && changed.length === 0) parts.push(before.text === text ? "again" : "edited");
  if (status === "stopped") parts.push("stopped");
  if (status === "failed") parts.push("failed");
  return texts.results.runLabels.run(id, parts.length > 0 ? ": " + parts.join(", ") : "");
}
