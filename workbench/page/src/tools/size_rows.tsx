/* size_rows.tsx - the lengths and angles of a link as fields: in its properties, and over the drawing after a double click. */
import { effect, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { stage } from "../drawing/stage";
import { bodyRows } from "../editor/body_rows";
import { combine, setValue } from "../editor/text_edits";
import { commit } from "../editor/commit";
import { Entry } from "../editor/entry";
import { Frame } from "../editor/values";
import { IconButton } from "../shell/widgets";
import { toast } from "../shell/toast";
import { toastWithUndo } from "../shell/undo_toast";
import { loads } from "../state/document";
import type { Selected } from "../state/selection";
import { texts } from "../texts/texts";
import { measure, resize, sidesOf, type Side, type Wish } from "./link_size";
import { drawingGeometry } from "./drawing_rows";
import { entryOfSide, holdDimension, holderOf, removeEntry } from "./dimension_state";
import { unitOf } from "./sketch_entries";
import { heldRows } from "./sketch_rows";
import { readSize, sizeField, sizeUnit, writeSize } from "./size_text";
import { bodyNamed, type SketchBody } from "./sketch";
import { sketch, spatial, stopAtStart } from "./tool_state";
import { turnLink } from "./turn_link";
import "./sizes.css";

/* Writes a size; answers why it could not be. */
export function setSize(side: Side, wish: Wish): string | undefined {
  const now = sketch.value;
  const drawn = bodyNamed(now, side.body)?.drawn;
  if (wish.angle !== undefined && !drawn) {
    void turnLink(now, side, wish.angle).then((why) => why !== undefined && toast(why));
    return undefined;
  }
  const kind = wish.length === undefined ? "angle" : "length";
  const holder = holderOf(kind, side);
  const held = heldRows(now, drawingGeometry(now), holder ? [holder.name] : []);
  const made = resize(now, side, wish, held);
  if ("why" in made) return made.why;
  stopAtStart();
  const value = wish.length ?? wish.angle!;
  const why = commit((old) =>
    combine(
      old,
      () => made.changes,
      (next) => (holder ? setValue(next, ["sketch", holder.name, "is"], writeSize(value, unitOf(kind))) : []),
    ),
  );
  if (why === undefined && made.note !== "") toastWithUndo(made.note);
  return why;
}

/* Holds the value while the drawing changes, or no longer. */
export function HoldButton({ kind, side, value }: { kind: "length" | "angle"; side: Side; value: number }) {
  const holder = holderOf(kind, side);
  const words = texts.dimensions;
  return (
    <button
      type="button"
      class="icon-button small"
      aria-pressed={holder !== null}
      aria-label={`${words.hold}: ${texts.sizes[kind]}`}
      title={holder ? words.release : words.hold}
      onClick={() => {
        if (holder) return removeEntry(holder.name);
        const why = holdDimension(entryOfSide(kind, side), value);
        if (why) toast(why);
      }}
    >
      <svg width="16" height="16" viewBox="0 0 20 20" aria-hidden="true" class="icon">
        <path d={holder ? LOCKED : OPEN} />
      </svg>
    </button>
  );
}

const LOCKED = "M4.5 9h11v8h-11zM7 9V6.5a3 3 0 0 1 6 0V9";
const OPEN = "M4.5 9h11v8h-11zM7 9V6.5a3 3 0 0 1 6 0";

function SizeRow({ kind, side, value, label }: { kind: "length" | "angle"; side: Side; value: number; label: string }) {
  const si = unitOf(kind);
  const doc = kind === "length" ? texts.sizes.lengthDoc : texts.sizes.angleDoc;
  return (
    <Frame label={label} doc={doc} unit={sizeUnit(si)} ways={<HoldButton kind={kind} side={side} value={value} />}>
      <Entry
        label={label}
        doc={doc}
        of={`${side.body} ${side.from} ${side.to}`}
        steps
        value={sizeField(value, si)}
        onCommit={(next) => {
          const wanted = readSize(next, si);
          return wanted === null ? texts.sizes.notANumber : setSize(side, { [kind]: wanted });
        }}
      />
    </Frame>
  );
}

function SideRows({ body, side, only }: { body: SketchBody; side: Side; only: boolean }) {
  const { length, angle } = measure(body, side);
  const words = texts.sizes;
  return (
    <>
      <SizeRow
        kind="length"
        side={side}
        value={length}
        label={only ? words.length : words.lengthOf(side.from, side.to)}
      />
      <SizeRow kind="angle" side={side} value={angle} label={only ? words.angle : words.angleOf(side.from, side.to)} />
    </>
  );
}

export function SizeRows({ body }: { body: string }) {
  const found = spatial.value ? undefined : bodyNamed(sketch.value, body);
  const sides = found ? sidesOf(found) : [];
  if (!found || sides.length === 0) return null;
  return (
    <fieldset class="prop-group">
      <legend>{texts.sizes.group}</legend>
      {sides.map((side) => (
        <SideRows key={`${side.from} ${side.to}`} body={found} side={side} only={sides.length === 1} />
      ))}
    </fieldset>
  );
}

/* ---- over the drawing ---- */

export interface Sizing {
  body: string;
  at: [x: number, y: number]; // px, in the drawing
}

export const sizing = signal<Sizing | null>(null);

effect(() => {
  void loads.value; // a link of another model is not meant
  sizing.value = null;
});

/* Of what was double-clicked, where it has a length. */
export function openSizes(hits: readonly Selected[], client: [number, number]): boolean {
  const what = hits.find(({ kind }) => kind === "body");
  const body = what && bodyNamed(sketch.value, what.name);
  const box = stage.value?.svg.getBoundingClientRect();
  if (!body || !box || spatial.value || sidesOf(body).length === 0) return false;
  sizing.value = { body: body.name, at: [client[0] - box.left, client[1] - box.top] };
  return true;
}

export function SizeForm() {
  const now = sizing.value;
  const form = useRef<HTMLDivElement>(null);
  const close = (): void => void (sizing.value = null);
  useEffect(() => {
    const first = form.current?.querySelector("input");
    first?.focus();
    first?.select();
    const away = (event: PointerEvent): void => {
      if (!(event.target instanceof Node && form.current?.contains(event.target))) close();
    };
    addEventListener("pointerdown", away, true);
    return () => removeEventListener("pointerdown", away, true);
  }, [now?.body]);
  if (!now || !bodyNamed(sketch.value, now.body)) return null;
  const { clientWidth = 400, clientHeight = 300 } = stage.value?.svg ?? {};
  return (
    <div
      class="tool-sizes"
      role="dialog"
      aria-label={texts.sizes.formOf(now.body)}
      ref={form}
      style={{
        left: `${Math.max(Math.min(now.at[0] + 12, clientWidth - 290), 8)}px`,
        top: `${Math.max(Math.min(now.at[1] + 12, clientHeight - 150), 8)}px`,
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.stopPropagation();
        close();
        stage.value?.svg.focus({ preventScroll: true });
      }}
    >
      <div class="tool-sizes-head">
        <b>{now.body}</b>
        <IconButton icon="close" class="small" label={texts.sizes.close} onClick={close} />
      </div>
      <SizeRows body={now.body} />
    </div>
  );
}

export function watchSizes(): () => void {
  bodyRows.value = [...bodyRows.value, SizeRows];
  return () => (bodyRows.value = bodyRows.value.filter((one) => one !== SizeRows));
}
