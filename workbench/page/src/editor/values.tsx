/* values.tsx - the frame of a row and the values in it: numbers, coordinates, names, each at a path of the text. */
import { computed } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { IconButton } from "../shell/widgets";
import { settledText } from "../state/document";
import { checkedText, messages, scene, stale } from "../state/model";
import { commit } from "./commit";
import { namesFor } from "./complete";
import { Entry } from "./entry";
import { evaluatedTo, type Fault, faultAt, faultsOf, valueAt } from "./form";
import { unitText } from "../shell/unit_text";
import { knowledge } from "./knowledge";
import { get, remove, setValue, sourceOf, type Value } from "./text_edits";
import { type Node, nodeAt, type Path, readTree } from "./tree";

export const faults = computed<Fault[]>(() =>
  checkedText.value === null ? [] : faultsOf(checkedText.value, messages.value),
);

export function root(): Node | null {
  return readTree(settledText.value).root;
}

/* The words of a scalar, without quotes; of anything else its YAML. */
export function shownValue(path: Path): string {
  const data = get(settledText.value, path);
  return typeof data === "string" ? data : (sourceOf(settledText.value, path) ?? "");
}

export function set(path: Path, value: Value): string | undefined {
  return commit((now) => setValue(now, path, value));
}

interface FrameProps {
  label: string;
  doc?: string;
  unit?: string;
  note?: string;
  error?: string;
  triple?: boolean; // three numbers: the label gives them room
  ways?: ComponentChildren; // to write it otherwise
  onRemove?: () => void;
  children: ComponentChildren;
}

/* A label at the left, a value at the right, below it what it comes to or what is wrong with it. */
export function Frame({ label, doc, unit, note, error, triple, ways, onRemove, children }: FrameProps) {
  return (
    <div class={triple ? "prop-row triple" : "prop-row"} role="group" aria-label={label}>
      <span class="prop-label" title={doc} aria-hidden="true">
        {label}
      </span>
      <div class={unit ? "prop-value" : "prop-value wide"}>{children}</div>
      {unit && (
        <span class="prop-unit" title={unit}>
          {unitText(unit)}
        </span>
      )}
      <span class="prop-end">
        {ways}
        {onRemove && <IconButton icon="close" class="small" label={`Remove ${label}`} onClick={onRemove} />}
      </span>
      {(error ?? note) && <p class={error ? "prop-note error" : "prop-note"}>{error ?? note}</p>}
    </div>
  );
}

/* ---- values ---- */

interface NumberProps {
  path: Path;
  label: string;
  doc?: string;
  optional?: boolean; // an empty field takes the value away
}

export function NumberEntry({ path, label, doc, optional }: NumberProps) {
  const value = shownValue(path);
  return (
    <Entry
      label={label}
      value={value}
      doc={doc}
      steps
      error={faultAt(faults.value, path)}
      onCommit={(next) => {
        if (next === "") return optional ? commit((now) => remove(now, path)) : "A number is required here.";
        return set(path, next);
      }}
    />
  );
}

/* What one number comes to; of several, all that are not plain. */
export function noteOf(path: Path, unit: string, count: number): string {
  if (stale.value) return "";
  if (count === 0) return evaluatedTo(shownValue(path), valueAt(scene.value, path), unit);
  const notes = Array.from({ length: count }, (_, i) => {
    const here = [...path, i];
    return evaluatedTo(shownValue(here), valueAt(scene.value, here), "").slice(2);
  });
  if (notes.every((note) => note === "")) return "";
  const numbers = notes.map((note, i) => note || shownValue([...path, i]));
  return `= ${numbers.join(", ")}${unit ? " " + unitText(unit) : ""}`;
}

const AXES = ["x", "y", "z"];

export function NumbersEntry({ path, label, count, doc }: { path: Path; label: string; count: number; doc?: string }) {
  if (nodeAt(root(), path) === undefined)
    return (
      <Entry
        label={label}
        value=""
        doc={doc}
        placeholder={"[" + Array.from({ length: count }, () => "0").join(", ") + "]"}
        onCommit={(next) => (next === "" ? undefined : set(path, /^\[/.test(next) ? next : `[${next}]`))}
      />
    );
  return (
    <>
      {Array.from({ length: count }, (_, i) => (
        <NumberEntry key={i} path={[...path, i]} label={`${label} ${count <= 3 ? AXES[i] : i + 1}`} doc={doc} />
      ))}
    </>
  );
}

/* `needed`: what is said where nothing is left. */
export function NameEntry({
  path,
  label,
  doc,
  needed = "A name is required here.",
}: {
  path: Path;
  label: string;
  doc?: string;
  needed?: string;
}) {
  return (
    <Entry
      label={label}
      value={shownValue(path)}
      doc={doc}
      error={faultAt(faults.value, path)}
      options={namesFor(path, root(), knowledge.value)}
      onCommit={(next) => (next === "" ? needed : set(path, next))}
    />
  );
}
