/* run_labels.ts - what a run is called in the list: what is different from the one before. */
import type { Scene, Status } from "../engine/engine";
import { few } from "../shell/number_text";
import type { Run } from "../state/runs";

function changedParameters(now: Scene, before: Scene): string[] {
  const old = new Map(before.parameters.map((one) => [one.name, one.value]));
  return now.parameters
    .filter((one) => old.has(one.name) && old.get(one.name) !== one.value)
    .map((one) => `${one.name} = ${few(one.value, 4)}${one.unit ? " " + one.unit : ""}`);
}

export function nextLabel(others: Run[], scene: Scene, text: string, id: number, status: Status): string {
  const before = others.filter((one) => one.id < id).pop();
  const parts: string[] = [];
  if (before) {
    const changed = changedParameters(scene, before.scene);
    if (changed.length > 0) parts.push(changed.slice(0, 2).join(", ") + (changed.length > 2 ? " …" : ""));
    else parts.push(before.text === text ? "again" : "edited");
  }
  if (status === "stopped") parts.push("stopped");
  if (status === "failed") parts.push("failed");
  return `Run ${id}${parts.length > 0 ? ": " + parts.join(", ") : ""}`;
}
