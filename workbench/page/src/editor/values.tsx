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
import { type Shown, shownUnit, siUnit } from "../shell/display_units";
import { fieldUnit, shownNumber, writtenList, writtenNumber } from "./typed";
import { few, withUnitText } from "../shell/number_text";
import { knowledge } from "./knowledge";
import type { FieldPicture } from "./picture/choose";
import { explains } from "./picture/field_help";
import { readNumber } from "./numbers";
import { get, remove, setValue, sourceOf, type Value } from "./text_edits";
import { type Node, nodeAt, type Path, readTree } from "./tree";
import { texts } from "../texts/texts";

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
  unit?: string; // as it is printed
  note?: string;
  error?: string;
  triple?: boolean; // three numbers: the label gives them room
  ways?: ComponentChildren; // to write it otherwise
  onRemove?: () => void;
  picture?: FieldPicture; // of what it gives
  children: ComponentChildren;
}

/* A label at the left, a value at the right, below it what it comes to or what is wrong with it. */
export function Frame({ label, doc, unit, note, error, triple, ways, onRemove, picture, children }: FrameProps) {
  return (
    <div class={triple ? "prop-row triple" : "prop-row"} role="group" aria-label={label} {...explains(picture)}>
      <span class="prop-label" title={doc} aria-hidden="true">
        {label}
      </span>
      <div class={unit ? "prop-value" : "prop-value wide"}>{children}</div>
      {unit && (
        <span class="prop-unit" title={unit}>
          {unit}
        </span>
      )}
      <span class="prop-end">
        {ways}
        {onRemove && (
          <IconButton icon="close" class="small" label={texts.editor.values.remove(label)} onClick={onRemove} />
        )}
      </span>
      {(error ?? note) && <p class={error ? "prop-note error" : "prop-note"}>{error ?? note}</p>}
    </div>
  );
}

/* ---- values ---- */

/* The unit beside a field for one number, or for a list of so many. */
export function unitBeside(path: Path, unit: string, count = 0): Shown {
  const paths = count === 0 ? [path] : Array.from({ length: count }, (_, i) => [...path, i]);
  return fieldUnit(paths.map(shownValue), unit);
}

interface NumberProps {
  path: Path;
  label: string;
  unit?: Shown; // that stands beside it; without one, numbers are as the file has them
  doc?: string;
  optional?: boolean; // an empty field takes the value away
}

export function NumberEntry({ path, label, unit = siUnit(""), doc, optional }: NumberProps) {
  const value = shownNumber(shownValue(path), unit);
  return (
    <Entry
      label={label}
      value={value}
      doc={doc}
      steps
      error={faultAt(faults.value, path)}
      onCommit={(next) => {
        if (next === "")
          return optional ? commit((now) => remove(now, path)) : texts.editor.values.aNumberIsRequiredHere;
        return set(path, writtenNumber(next, unit));
      }}
    />
  );
}

/* What an expression comes to; of several, what all of them come to. */
export function noteOf(path: Path, unit: string, count: number): string {
  if (stale.value) return "";
  if (count === 0) return evaluatedTo(shownValue(path), valueAt(scene.value, path), unit);
  const notes = Array.from({ length: count }, (_, i) => {
    const here = [...path, i];
    return { source: shownValue(here), note: evaluatedTo(shownValue(here), valueAt(scene.value, here), unit).slice(2) };
  });
  if (notes.every(({ note }) => note === "")) return "";
  const { factor, unit: printed } = shownUnit(unit);
  const numberOf = ({ source, note }: { source: string; note: string }): string => {
    const number = readNumber(source);
    return number ? withUnitText(few(number.value * factor, 5), printed) : note || source;
  };
  return `= ${notes.map(numberOf).join(", ")}`;
}

const AXES = ["x", "y", "z"];

interface NumbersProps extends NumberProps {
  count: number;
}

export function NumbersEntry({ path, label, unit = siUnit(""), count, doc }: NumbersProps) {
  if (nodeAt(root(), path) === undefined)
    return (
      <Entry
        label={label}
        value=""
        doc={doc}
        placeholder={"[" + Array.from({ length: count }, () => "0").join(", ") + "]"}
        onCommit={(next) => (next === "" ? undefined : set(path, writtenList(next, unit)))}
      />
    );
  return (
    <>
      {Array.from({ length: count }, (_, i) => (
        <NumberEntry
          key={i}
          path={[...path, i]}
          label={`${label} ${count <= 3 ? AXES[i] : i + 1}`}
          unit={unit}
          doc={doc}
        />
      ))}
    </>
  );
}

/* `needed`: what is said where nothing is left. */
export function NameEntry({
  path,
  label,
  doc,
  needed = texts.editor.values.aNameIsRequiredHere,
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
