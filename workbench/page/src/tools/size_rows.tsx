/* size_rows.tsx - the lengths and angles of a link as fields: in its properties, and over the drawing after a double click. */
import { effect, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { stage } from "../drawing/stage";
import { bodyRows } from "../editor/body_rows";
import { commit } from "../editor/commit";
import { Entry } from "../editor/entry";
import { typedNumber } from "../editor/typed";
import { Frame } from "../editor/values";
import { shownUnit } from "../shell/display_units";
import { IconButton } from "../shell/widgets";
import { toast } from "../shell/toast";
import { toastWithUndo } from "../shell/undo_toast";
import { loads } from "../state/document";
import type { Selected } from "../state/selection";
import { texts } from "../texts/texts";
import { measure, resize, sidesOf, type Side, type Wish } from "./link_size";
import { fineness, tidy } from "./numbers";
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
  const made = resize(now, side, wish);
  if ("why" in made) return made.why;
  stopAtStart();
  const why = commit(() => made.changes);
  if (why === undefined && made.note !== "") toastWithUndo(made.note);
  return why;
}

function lengthText(length: number): string {
  const { factor } = shownUnit("m");
  return tidy(length * factor, fineness(sketch.value.size * factor, 6));
}

function SideRows({ body, side, only }: { body: SketchBody; side: Side; only: boolean }) {
  const { length, angle } = measure(body, side);
  const words = texts.sizes;
  const [lengthLabel, angleLabel] = only
    ? [words.length, words.angle]
    : [words.lengthOf(side.from, side.to), words.angleOf(side.from, side.to)];
  const of = `${body.name} ${side.from} ${side.to}`;
  return (
    <>
      <Frame label={lengthLabel} doc={words.lengthDoc} unit={shownUnit("m").unit}>
        <Entry
          label={lengthLabel}
          doc={words.lengthDoc}
          of={of}
          steps
          value={lengthText(length)}
          onCommit={(next) => {
            const wanted = typedNumber(next, shownUnit("m"));
            return wanted === null ? words.notANumber : setSize(side, { length: wanted });
          }}
        />
      </Frame>
      <Frame label={angleLabel} doc={words.angleDoc} unit={shownUnit("rad").unit}>
        <Entry
          label={angleLabel}
          doc={words.angleDoc}
          of={of}
          steps
          value={tidy(angle * shownUnit("rad").factor, 1e-4)}
          onCommit={(next) => {
            const wanted = typedNumber(next, shownUnit("rad"));
            return wanted === null ? words.notANumber : setSize(side, { angle: wanted });
          }}
        />
      </Frame>
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
