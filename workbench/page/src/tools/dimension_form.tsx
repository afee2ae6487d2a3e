/* dimension_form.tsx - a dimension or constraint, opened over the drawing: its value to type, whether it holds, what to do with it. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Entry } from "../editor/entry";
import { Frame } from "../editor/values";
import { IconButton } from "../shell/widgets";
import { toast } from "../shell/toast";
import { texts } from "../texts/texts";
import { measured, openEntry, sheet, type Sheet } from "./measured";
import { addEntry, entryNamed, holdDimension, removeEntry, setDimension, titleOf } from "./dimension_state";
import { put } from "./edits";
import { Plan } from "./plan";
import { unitOf, type Line, type SketchEntry } from "./sketch_entries";
import { readSize, sizeField, sizeUnit } from "./size_text";
import { commitOutcome, sketch } from "./tool_state";

function close(): void {
  openEntry.value = null;
  (sheet.value?.element as HTMLElement | undefined)?.focus({ preventScroll: true });
}

function ValueRow({ entry, value }: { entry: SketchEntry; value: number }) {
  const words = texts.dimensions;
  const si = unitOf(entry.kind);
  const held = entry.is !== null;
  const [why, setWhy] = useState<string | undefined>(undefined);
  return (
    <>
      <Frame label={words.value} unit={sizeUnit(si)} error={why}>
        <Entry
          label={words.value}
          of={entry.name}
          steps
          value={sizeField(value, si)}
          onCommit={(next) => {
            const wanted = readSize(next, si);
            return wanted === null ? texts.sizes.notANumber : setDimension(entry, wanted);
          }}
        />
      </Frame>
      {entry.kind !== "radius" && (
        <label class="tool-check">
          <input type="checkbox" checked={held} onChange={() => setWhy(holdDimension(entry, held ? null : value))} />
          {words.hold}
        </label>
      )}
    </>
  );
}

/* As an output of the model, so that the engine reports it in every motion. */
function addChannel({ kind, of }: SketchEntry): void {
  const now = sketch.value;
  const plan = new Plan(now);
  const name = plan.newName(kind === "angle" ? "angle" : "distance");
  const ends = (line: Line): string[] => {
    const points = [...(now.bodies.find((one) => one.name === line[0])?.points.keys() ?? [])];
    return line.length === 2 ? line : [`${line[0]}.${points[0]}`, `${line[0]}.${points[points.length - 1]}`];
  };
  /* in space the angle of two bodies is that of their rotation */
  const between = (line: Line): string => (now.space ? `[${ends(line).join(", ")}]` : line[0]);
  const pair = kind === "angle" && of.length > 1 ? of.map(between) : ends(of[0]!);
  const component = kind === "distance_x" ? ", component: x" : kind === "distance_y" ? ", component: y" : "";
  const what = kind === "angle" ? "angle" : "distance";
  commitOutcome(() => ({
    edits: [put(["outputs", name], `{${what}: [${pair.join(", ")}]${component}}`)],
    select: { kind: "output", name },
    toast: texts.dimensions.channelAdded(name),
  }));
}

/* What it comes to in the frame that is shown. */
function useShownValue(entry: SketchEntry | null, on: Sheet | null): number | null {
  const [value, setValue] = useState<number | null>(null);
  const of = JSON.stringify(entry);
  useLayoutEffect(
    () => (entry && on ? on.onFrame(() => setValue(on.figure(entry, [])?.value ?? null)) : undefined),
    [of, on],
  );
  return value;
}

export function DimensionForm() {
  const open = openEntry.value;
  const form = useRef<HTMLDivElement>(null);
  const entry = open && entryNamed(open.name);
  const on = sheet.value;
  const value = useShownValue(entry, on);
  useEffect(() => {
    const first = form.current?.querySelector<HTMLElement>("input[type=text], .tool-sizes-acts button");
    first?.focus();
    if (first instanceof HTMLInputElement) first.select();
  }, [open?.name, value === null]);
  if (!open || !entry || !on) return null;
  const words = texts.dimensions;
  const measuring = entry.name === "";
  const isOutput =
    entry.kind === "length" || entry.kind.startsWith("distance") || (entry.kind === "angle" && entry.of.length > 1);
  return (
    <div
      class="tool-sizes"
      role="dialog"
      aria-label={titleOf(entry)}
      ref={form}
      style={{
        left: `${Math.max(Math.min(open.at[0], on.element.clientWidth - 290), 8)}px`,
        top: `${Math.max(Math.min(open.at[1], on.element.clientHeight - 170), 8)}px`,
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.stopPropagation();
        close();
      }}
    >
      <div class="tool-sizes-head">
        <b>{titleOf(entry)}</b>
        <IconButton icon="close" class="small" label={words.close} onClick={close} />
      </div>
      {value !== null && <ValueRow key={entry.name} entry={entry} value={value} />}
      <div class="tool-sizes-acts">
        {measuring && (
          <button
            type="button"
            class="button"
            onClick={() => {
              const why = addEntry(entry);
              if (why) toast(why);
              measured.value = null;
              close();
            }}
          >
            {words.keep}
          </button>
        )}
        {isOutput && (
          <button type="button" class="button" onClick={() => addChannel(entry)}>
            {words.channel}
          </button>
        )}
        <button
          type="button"
          class="button"
          onClick={() => {
            if (measuring) measured.value = null;
            else removeEntry(entry.name);
            close();
          }}
        >
          {words.remove}
        </button>
      </div>
    </div>
  );
}
