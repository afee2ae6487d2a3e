/* arrange.tsx - the selection rotated, mirrored, scaled and repeated by typed numbers, about a point that is chosen or picked in the
 * drawing; and aligned.
 */
import { effect, signal } from "@preact/signals";
import { stage } from "../drawing/stage";
import { bodyRows } from "../editor/body_rows";
import { Entry } from "../editor/entry";
import { severalRows } from "../editor/several_form";
import { typedNumber } from "../editor/typed";
import { Frame } from "../editor/values";
import { find, perform } from "../shell/commands";
import { shownUnit } from "../shell/display_units";
import { loads } from "../state/document";
import { scene } from "../state/model";
import { selection } from "../state/selection";
import { toast } from "../shell/toast";
import { texts } from "../texts/texts";
import { mirror, rotation, scaling, translation, type Affine, type Place } from "./affine";
import { REACH } from "./aiming";
import type { Alignment } from "./align";
import { distance } from "./geometry";
import { tidy } from "./numbers";
import { middleOfSelection, placeOfPoint, transformSelection } from "./selection_acts";
import { nameOfNode } from "./sketch";
import { sketch, spatial } from "./tool_state";
import "./arrange.css";

type Way = "rotate" | "mirror" | "scale" | "line" | "circle";
const WAYS: Way[] = ["rotate", "mirror", "scale", "line", "circle"];

const way = signal<Way>("rotate");
const centre = signal(""); // a point; "": the middle of the selection
const picked = signal<Place | null>(null); // a place of the drawing without a point
const picking = signal(false);
const copies = signal(false);
const numbers = signal<Record<string, number>>({
  angle: Math.PI / 6,
  factor: 2,
  count: 3,
  around: 6,
  sweep: 2 * Math.PI,
});
const axis = signal("x"); // normal of a mirror; in space also what is rotated about

effect(() => {
  void loads.value;
  centre.value = "";
  picked.value = null;
  picking.value = false;
});

function pivot(): Place | null {
  if (picked.value) return picked.value;
  return centre.value === "" ? middleOfSelection() : placeOfPoint(centre.value);
}

const AXES: Record<string, number[]> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };

/* The images that the form says; null: it lacks something, which is told. */
function images(): { list: Affine[]; copies: boolean } | null {
  const at = pivot();
  if (!at) {
    toast(texts.selection.noCentre);
    return null;
  }
  const now = numbers.value;
  const about = spatial.value ? AXES[axis.value]! : [0, 0, 1];
  switch (way.value) {
    case "rotate":
      return { list: [rotation(now.angle!, at, about)], copies: copies.value };
    case "mirror":
      return { list: [mirror(at, normal(at))], copies: copies.value };
    case "scale":
      return { list: [scaling(now.factor!, at, spatial.value)], copies: copies.value };
    case "line":
      return {
        list: steps(now.count!).map((i) => translation([i * step("dx"), i * step("dy"), i * (now.dz ?? 0)])),
        copies: true,
      };
    case "circle": {
      const full = Math.abs(Math.abs(now.sweep!) - 2 * Math.PI) < 1e-9;
      const each = now.sweep! / (full ? now.around! : now.around! - 1);
      return { list: steps(now.around!).map((i) => rotation(i * each, at, about)), copies: true };
    }
  }
}

/* The first is the original. */
function steps(count: number): number[] {
  return Array.from({ length: Math.max(Math.round(count) - 1, 0) }, (_, i) => i + 1);
}

function step(name: "dx" | "dy"): number {
  return numbers.value[name] ?? (name === "dx" ? 0.25 * sketch.value.size : 0);
}

/* Of a mirror: across an axis, or along the line from the centre to a point. */
function normal(at: Place): Place {
  const to = AXES[axis.value] ?? null;
  if (to) return to;
  const point = placeOfPoint(axis.value);
  return point ? [-(point[1]! - at[1]!), point[0]! - at[0]!] : [1, 0, 0];
}

function Number({ name, label, unit, value }: { name: string; label: string; unit: string; value: number }) {
  const shown = unit === "" ? { unit: "", written: "", factor: 1 } : shownUnit(unit);
  return (
    <Frame label={label} unit={shown.unit || undefined}>
      <Entry
        label={label}
        value={tidy(value * shown.factor, 1e-6)}
        onCommit={(next) => {
          const wanted = typedNumber(next, shown);
          if (wanted === null) return texts.selection.notANumber;
          if (/count|around/.test(name) && (wanted < 2 || wanted > 200)) return texts.selection.fromTo(2, 200);
          if (name === "factor" && wanted <= 0) return texts.selection.notANumber;
          numbers.value = { ...numbers.value, [name]: wanted };
          return undefined;
        }}
      />
    </Frame>
  );
}

function pointNames(): string[] {
  const of = sketch.value;
  return spatial.value
    ? (scene.value?.drawing.map(({ name }) => name) ?? [])
    : of.nodes.map(nameOfNode).filter(Boolean);
}

function Choice({
  label,
  value,
  words,
  set,
}: {
  label: string;
  value: string;
  words: [string, string][];
  set(to: string): void;
}) {
  return (
    <Frame label={label}>
      <select class="input entry" aria-label={label} value={value} onChange={(event) => set(event.currentTarget.value)}>
        {words.map(([word, said]) => (
          <option key={word} value={word}>
            {said}
          </option>
        ))}
      </select>
    </Frame>
  );
}

function Centre() {
  const words = texts.selection;
  const names = pointNames().map((name): [string, string] => [name, name]);
  const own: [string, string][] = picked.value ? [["\0picked", words.pickedPlace]] : [];
  return (
    <>
      <Choice
        label={words.about}
        value={picked.value ? "\0picked" : centre.value}
        words={[...own, ["", words.middle], ...names]}
        set={(to) => {
          picked.value = null;
          centre.value = to;
        }}
      />
      {!spatial.value && (
        <button
          type="button"
          class="button arrange-pick"
          aria-pressed={picking.value}
          onClick={() => (picking.value = !picking.value)}
        >
          {picking.value ? words.picking : words.pick}
        </button>
      )}
    </>
  );
}

function Axis() {
  const words = texts.selection;
  if (way.value === "mirror") {
    const names = pointNames()
      .filter((name) => name !== centre.value)
      .map((name): [string, string] => [name, words.throughPoint(name)]);
    const plane: [string, string][] = [
      ["x", words.mirrorNormal.x],
      ["y", words.mirrorNormal.y],
    ];
    const space: [string, string][] = ["x", "y", "z"].map((one) => [one, words.normalTo(one)]);
    return (
      <Choice
        label={words.mirrorIn}
        value={axis.value}
        words={spatial.value ? space : [...plane, ...names]}
        set={(to) => (axis.value = to)}
      />
    );
  }
  if (!spatial.value || (way.value !== "rotate" && way.value !== "circle")) return null;
  return (
    <Choice
      label={words.axis}
      value={axis.value}
      words={["x", "y", "z"].map((one) => [one, one])}
      set={(to) => (axis.value = to)}
    />
  );
}

function Fields() {
  const words = texts.selection;
  const now = numbers.value;
  return (
    <>
      {way.value === "rotate" && <Number name="angle" label={words.angle} unit="rad" value={now.angle!} />}
      {way.value === "scale" && <Number name="factor" label={words.factor} unit="" value={now.factor!} />}
      {way.value === "line" && (
        <>
          <Number name="count" label={words.howMany} unit="" value={now.count!} />
          <Number name="dx" label={words.stepX} unit="m" value={step("dx")} />
          <Number name="dy" label={words.stepY} unit="m" value={step("dy")} />
          {spatial.value && <Number name="dz" label={words.stepZ} unit="m" value={now.dz ?? 0} />}
        </>
      )}
      {way.value === "circle" && (
        <>
          <Number name="around" label={words.howMany} unit="" value={now.around!} />
          <Number name="sweep" label={words.sweep} unit="rad" value={now.sweep!} />
        </>
      )}
      <Axis />
      {way.value !== "line" && <Centre />}
    </>
  );
}

function apply(): void {
  const made = images();
  if (made) transformSelection(made.list, made.copies);
}

export function ArrangeRows() {
  const words = texts.selection;
  const repeats = way.value === "line" || way.value === "circle";
  return (
    <>
      <fieldset class="prop-group arrange">
        <legend>{words.arrange}</legend>
        <Choice
          label={words.act}
          value={way.value}
          words={WAYS.map((one) => [one, words.ways[one]])}
          set={(to) => (way.value = to as Way)}
        />
        <Fields />
        <div class="arrange-go">
          {!repeats && (
            <label class="arrange-copy">
              <input
                type="checkbox"
                checked={copies.value}
                onChange={(event) => (copies.value = event.currentTarget.checked)}
              />
              {words.asCopy}
            </label>
          )}
          <button type="button" class="button primary" onClick={apply}>
            {words.doIt[way.value]}
          </button>
        </div>
      </fieldset>
      {!spatial.value && selection.value.length > 1 && <AlignRow />}
      <div class="arrange-more">
        {["copy", "duplicate-selected", "hide", "delete-selected"].map((id) => (
          <button type="button" key={id} class="button" onClick={() => perform(id)}>
            {find(id)?.title.replace(/ what is selected$/, "")}
          </button>
        ))}
      </div>
    </>
  );
}

const LINES: Record<Alignment, string> = {
  left: "M3 2v16M6 5h9v3H6zM6 12h5v3H6z",
  centre: "M10 2v3M10 8v4M10 15v3M5 5h10v3H5zM7 12h6v3H7z",
  right: "M17 2v16M5 5h9v3H5zM9 12h5v3H9z",
  top: "M2 3h16M5 6h3v9H5zM12 6h3v5h-3z",
  middle: "M2 10h3M8 10h4M15 10h3M5 5h3v10H5zM12 7h3v6h-3z",
  bottom: "M2 17h16M5 5h3v9H5zM12 9h3v5h-3z",
  columns: "M3 3v14M17 3v14M8.500 5h3v10h-3z",
  rows: "M3 3h14M3 17h14M5 8.500h10v3H5z",
};

function AlignRow() {
  return (
    <fieldset class="prop-group">
      <legend>{texts.selection.alignment}</legend>
      <div class="arrange-align">
        {(Object.keys(LINES) as Alignment[]).map((how) => (
          <button
            type="button"
            key={how}
            class="icon-button"
            aria-label={texts.selection.align[how]}
            title={texts.selection.align[how]}
            onClick={() => perform(`align-${how}`)}
          >
            <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
              <path d={LINES[how]} />
            </svg>
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/* The next click in the drawing is the centre: a pin or a point where one is near. */
function watchPicking(): () => void {
  return effect(() => {
    const on = stage.value;
    if (!on || !picking.value) return;
    return on.claim((event) => {
      if (event.button !== 0) return false;
      const at = on.toModel(event.clientX, event.clientY);
      const reach = (2 * REACH) / on.camera.peek().scale;
      const near = [...sketch.peek().nodes].sort((a, b) => distance(a.at, at) - distance(b.at, at))[0];
      const node = near && distance(near.at, at) <= reach ? near : null;
      centre.value = node ? nameOfNode(node) : "";
      picked.value = node ? null : at;
      picking.value = false;
      return true;
    });
  });
}

/* Of one body the same, folded away below its fields. */
function OfOne() {
  return (
    <details class="arrange-one">
      <summary>{texts.selection.arrange}</summary>
      <ArrangeRows />
    </details>
  );
}

export function watchArrange(): () => void {
  severalRows.value = [...severalRows.value, ArrangeRows];
  bodyRows.value = [...bodyRows.value, OfOne];
  const stop = watchPicking();
  return () => {
    severalRows.value = severalRows.value.filter((one) => one !== ArrangeRows);
    bodyRows.value = bodyRows.value.filter((one) => one !== OfOne);
    stop();
  };
}
