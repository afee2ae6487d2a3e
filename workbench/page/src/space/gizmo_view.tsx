/* gizmo_view.tsx - the handles on the drawing in space: drawn flat over it, so that they are always seen, and each a slider that pointer,
 * finger and keys can move; a press without a move asks for the number.
 */
import { effect, signal, untracked } from "@preact/signals";
import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { typedNumber } from "../editor/typed";
import type { Vec } from "../engine/engine";
import { register, type Command } from "../shell/commands";
import { shownUnit } from "../shell/display_units";
import { quantity } from "../shell/quantity";
import { dragThreshold } from "../shell/pointers";
import { toast } from "../shell/toast";
import { snap } from "../state/settings";
import { texts } from "../texts/texts";
import { whenChecked } from "../tools/drags";
import { Nudges } from "../tools/nudges";
import { tidy } from "../tools/numbers";
import { gridStep } from "../tools/snap";
import { commitMove, GizmoDrag, mayMove, moveUnderWay } from "./gizmo_drag";
import { ARROW, changeOf, RING, ringPlaces, stepped, valueAt, type Handle } from "./gizmo_geometry";
import {
  axesInHand,
  centreIn,
  handleAxes,
  handled,
  handles,
  isPoint,
  isReady,
  measuredPair,
  movable,
  pivotName,
  showHandles,
  showsRun,
} from "./gizmo_state";
import { watchLengths } from "./link_lengths";
import { dot, minus, plus, times } from "./vectors";
import type { World } from "./world";
import "./gizmo.css";

type Pixel = [x: number, y: number];

interface Seen {
  centre: Vec;
  at: Pixel;
  metre: number; // px
}

const seen = signal<Seen | null>(null);
const turned = signal(0); // counts views, so that what is drawn follows

const words = (): typeof texts.gizmo => texts.gizmo;

export function labelOf({ does, letter }: Handle): string {
  const axis = handleAxes.value === "ground" ? letter : words().planeAxes[letter];
  return does === "move" ? words().moveAlong(axis) : words().turnAbout(axis);
}

export function valueText({ does }: Handle, value: number): string {
  if (does === "turn") return quantity(value, "rad", 4);
  const { unit, factor } = shownUnit("m");
  return `${value > 0 ? "+" : ""}${tidy(value * factor, 1e-6)} ${unit}`;
}

/* ---- the pointer on a handle ---- */

/* Of a press on a handle, up to its end. */
function press(world: World, handle: Handle, event: PointerEvent): void {
  const from = seen.peek();
  const all = movable.peek()?.all;
  if (!from || !all || event.button !== 0) return;
  event.preventDefault();
  event.stopPropagation();
  const target = event.currentTarget as SVGElement;
  target.focus({ preventScroll: true });
  if (!isReady()) return void toast(words().notChecked);
  const radius = RING / from.metre;
  const at = (one: PointerEvent): number | null =>
    valueAt(handle, from.centre, radius, world.ray(one.clientX, one.clientY));
  let last = at(event);
  let gone = 0; // m or rad, turns added up
  let drag: GizmoDrag | null = null;
  const on = isPoint() && !showsRun() ? dot(from.centre, handle.axis) : null;
  const move = (one: PointerEvent): void => {
    if (one.pointerId !== event.pointerId) return;
    if (!drag && Math.hypot(one.clientX - event.clientX, one.clientY - event.clientY) < dragThreshold(one)) return;
    const now = at(one);
    if (now === null) return;
    if (!drag) {
      if (!mayMove(all, handle, from.centre)) return finish(false);
      drag = new GizmoDrag(all, handle, from.centre);
      moveUnderWay(() => finish(false));
      world.eye.moved = true; // the view stays while something is moved in it
    }
    if (last !== null) gone += changeOf(handle, last, now);
    last = now;
    const free = one.ctrlKey || one.metaKey || !snap.peek();
    drag.to(stepped(handle, gone, { grid: gridStep(from.metre), coarse: one.shiftKey, free }, on));
  };
  const finish = (kept: boolean): void => {
    stops.forEach((stop) => stop());
    moveUnderWay(null);
    if (!drag && kept) ask(handle);
    else if (kept) void drag!.end();
    else drag?.cancel();
  };
  const listen = <K extends keyof WindowEventMap>(type: K, to: (one: WindowEventMap[K]) => void): (() => void) => {
    addEventListener(type, to, true);
    return () => removeEventListener(type, to, true);
  };
  const own = (one: PointerEvent): boolean => one.pointerId === event.pointerId;
  const stops = [
    listen("pointermove", move),
    listen("pointerup", (one) => own(one) && finish(true)),
    listen("pointercancel", (one) => own(one) && finish(false)),
  ];
}

/* Opens the field in which a number is typed. */
function ask(handle: Handle): void {
  firstKeys = "";
  handled.value = { handle, value: 0, typed: true };
}

/* ---- keys on a handle ---- */

interface Step {
  handle: Handle;
  value: number;
}

/* Steps that come while the text is checked go together, as far as they are of one handle. */
const nudges = new Nudges<Step>(async (steps) => {
  await whenChecked(); // a number that was typed before counts, too
  const last = steps[steps.length - 1]!.handle;
  const value = steps.filter(({ handle }) => handle.id === last.id).reduce((sum, one) => sum + one.value, 0);
  const [now, all] = [seen.peek(), movable.peek()?.all];
  if (now && all && value !== 0) commitMove(all, last, value, now.centre);
  await whenChecked();
});

const WAYS: Record<string, number> = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 };

function key(handle: Handle, event: KeyboardEvent): void {
  const way = WAYS[event.key];
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (way !== undefined) {
    const step = handle.does === "move" ? gridStep(seen.peek()?.metre ?? 100) : Math.PI / 180;
    const many = event.shiftKey ? (handle.does === "move" ? 5 : 15) : 1;
    nudges.add({ handle, value: way * step * many });
  } else if (event.key === "Enter" && handled.peek()?.typed && firstKeys) take(handle, firstKeys);
  else if (event.key === "Enter" || event.key === " ") ask(handle);
  else if (/^[-+.\d]$/.test(event.key)) {
    const before = handled.peek()?.typed ? firstKeys : "";
    ask(handle);
    firstKeys = before + event.key;
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

let firstKeys = ""; // what was typed on the handle, before its field was there

/* ---- what is drawn ---- */

interface Drawn {
  handle: Handle;
  front: string; // a path
  back: string; // of a ring, what lies behind
  head: string;
  faint: boolean; // it points to the eye
}

function pathOf(places: (Pixel | null)[]): string {
  let pen = "M";
  return places
    .map((one) => {
      if (!one) {
        pen = "M";
        return "";
      }
      const part = `${pen}${one[0].toFixed(1)} ${one[1].toFixed(1)}`;
      pen = "L";
      return part;
    })
    .join("");
}

function drawnArrow(world: World, handle: Handle, { centre, at, metre }: Seen): Drawn {
  const tip = world.project(plus(centre, times(handle.axis, ARROW / metre))) ?? at;
  const [dx, dy] = [tip[0] - at[0], tip[1] - at[1]];
  const size = Math.hypot(dx, dy);
  const [ux, uy] = size > 0 ? [dx / size, dy / size] : [1, 0];
  const head = Math.min(13, 0.5 * size);
  const side = (way: number): string =>
    `${(tip[0] - head * ux - way * 0.45 * head * uy).toFixed(1)} ${(tip[1] - head * uy + way * 0.45 * head * ux).toFixed(1)}`;
  const from: Pixel = [at[0] + Math.min(10, 0.3 * size) * ux, at[1] + Math.min(10, 0.3 * size) * uy];
  const neck: Pixel = [tip[0] - 0.8 * head * ux, tip[1] - 0.8 * head * uy];
  return {
    handle,
    front: pathOf([from, neck]),
    back: "",
    head: `M${tip[0].toFixed(1)} ${tip[1].toFixed(1)}L${side(1)}L${side(-1)}Z`,
    faint: size < 0.2 * ARROW,
  };
}

function drawnRing(world: World, handle: Handle, { centre, metre }: Seen): Drawn {
  const [, , towards] = world.eye.screen();
  const places = ringPlaces(centre, handle.axis, RING / metre);
  const isFront = places.map((one) => dot(minus(one, centre), towards) > -1e-9 * Math.max(...centre.map(Math.abs), 1));
  const of = (front: boolean): string =>
    pathOf(places.map((one, i) => (isFront[i] === front || isFront[i - 1] === front ? world.project(one) : null)));
  return { handle, front: of(true), back: of(false), head: "", faint: false };
}

function HandleShape({ world, of }: { world: World; of: Drawn }) {
  const { handle } = of;
  const now = handled.value?.handle.id === handle.id ? handled.value : null;
  const label = labelOf(handle);
  return (
    <g
      class={`gizmo-handle ${handle.does} axis-${handle.letter} ${now ? "active" : ""} ${of.faint ? "faint" : ""}`}
      role="slider"
      tabindex={0}
      data-id={handle.id}
      aria-label={label}
      aria-valuenow={now?.value ?? 0}
      aria-valuetext={valueText(handle, now?.value ?? 0)}
      onPointerDown={(event) => press(world, handle, event)}
      onKeyDown={(event) => key(handle, event)}
    >
      <title>{label}</title>
      {of.back && <path class="gizmo-back" d={of.back} />}
      <path class="gizmo-halo" d={of.front} />
      <path class="gizmo-line" d={of.front} />
      {of.head && <path class="gizmo-head" d={of.head} />}
      <path class="gizmo-hit" d={of.front} />
    </g>
  );
}

/* Moves by what was typed; false: it is no number, or cannot be done, which is told. */
function take(handle: Handle, text: string): boolean {
  const value = typedNumber(text, shownUnit(handle.does === "move" ? "m" : "rad"));
  const [now, all] = [seen.peek(), movable.peek()?.all];
  if (value === null) {
    toast(texts.space.noNumber);
    return false;
  }
  if (now && all && value !== 0 && !commitMove(all, handle, value, now.centre)) return false;
  handled.value = null;
  return true;
}

/* A number for a handle: Enter moves by it. */
function ValueField({ handle }: { handle: Handle }) {
  const input = useRef<HTMLInputElement>(null);
  const unit = shownUnit(handle.does === "move" ? "m" : "rad");
  const close = (): void => {
    handled.value = null;
    document.querySelector<SVGElement>(`.gizmo-handle[data-id="${handle.id}"]`)?.focus();
  };
  useEffect(() => {
    input.current!.value = firstKeys;
    firstKeys = "";
    input.current!.focus();
  }, [handle.id]);
  return (
    <form
      class="gizmo-field"
      onSubmit={(event) => {
        event.preventDefault();
        if (take(handle, input.current!.value)) close();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        close();
      }}
    >
      <label for="gizmo-value">{labelOf(handle)}</label>
      <div>
        <input id="gizmo-value" ref={input} class="input" autocomplete="off" spellcheck={false} inputMode="decimal" />
        <span>{unit.unit}</span>
        <button type="submit" class="button primary">
          {handle.does === "move" ? words().move : words().turn}
        </button>
      </div>
    </form>
  );
}

function Value({ world, at }: { world: World; at: Pixel }) {
  const now = handled.value;
  if (!now) return null;
  const { clientWidth: width, clientHeight: height } = world.canvas;
  const [wide, high] = now.typed ? [230, 84] : [130, 40];
  const left = Math.max(Math.min(at[0] + ARROW, width - wide - 8), 8);
  const top = Math.max(Math.min(at[1] - ARROW - 12, height - high - 8), 8);
  return (
    <div class="gizmo-value" style={{ left: `${left}px`, top: `${top}px` }}>
      {now.typed ? <ValueField handle={now.handle} /> : <output>{valueText(now.handle, now.value)}</output>}
    </div>
  );
}

/* Between two points that are selected, their distance. */
function Measured({ world }: { world: World }) {
  const ends = measuredPair();
  const [a, b] = ends?.map((one) => world.project(one)) ?? [];
  if (!ends || !a || !b) return null;
  return (
    <g class="gizmo-measure" aria-hidden="true">
      {[0, 1].map((i) => (
        <line key={i} x1={a[0]} y1={a[1]} x2={b[0]} y2={b[1]} />
      ))}
      <text x={(a[0] + b[0]) / 2} y={(a[1] + b[1]) / 2 - 8}>
        {quantity(Math.hypot(...minus(ends[1], ends[0])), "m", 5)}
      </text>
    </g>
  );
}

function Gizmo({ world }: { world: World }) {
  const now = seen.value;
  void turned.value;
  if (!now || handles.value.length === 0) return null;
  const drawn = handles.value.map((handle) =>
    handle.does === "move" ? drawnArrow(world, handle, now) : drawnRing(world, handle, now),
  );
  return (
    <>
      <svg class="space-gizmo" role="group" aria-label={words().handles}>
        {drawn.map((one) => (
          <HandleShape key={one.handle.id} world={world} of={one} />
        ))}
        <Measured world={world} />
        <circle class="gizmo-centre" cx={now.at[0]} cy={now.at[1]} r={3.5} />
      </svg>
      <Value world={world} at={now.at} />
    </>
  );
}

/* ---- on the page ---- */

/* Where the centre is seen, from frame to frame. */
function look(world: World): void {
  const frame = world.frame();
  if (!frame && movable.value) return; // between two scenes: what has the focus keeps it
  const centre = frame && movable.value ? centreIn(frame) : null;
  const at = centre && world.project(centre);
  if (!centre || !at) {
    if (seen.peek()) seen.value = null;
    return;
  }
  seen.value = { centre, at, metre: world.scaleAt(centre) };
  turned.value++;
}

function commands(): Command[] {
  const toggle: Command = {
    id: "space-handles",
    group: texts.spaceView.keys.drawing,
    title: words().toggle,
    keys: ["W"],
    run: () => void (showHandles.value = !showHandles.value),
  };
  const each = (["move", "turn"] as const).flatMap((does) =>
    (["x", "y", "z"] as const).map((letter, i): Command => ({
      id: `gizmo-${does}-${letter}`,
      group: texts.spaceView.keys.drawing,
      title: does === "move" ? words().moveCommand(letter) : words().turnCommand(letter),
      enabled: () => handles.value.some(({ id }) => id === `${does}-${letter}`),
      run: () => ask({ id: `${does}-${letter}`, does, letter, axis: axesInHand.peek()[i]! }),
    })),
  );
  return [toggle, ...each];
}

export function watchGizmo(world: World, box: HTMLElement): () => void {
  const layer = document.createElement("div");
  layer.className = "gizmo-layer";
  box.append(layer);
  render(<Gizmo world={world} />, layer);
  const stops = [
    world.onFrame(() => {
      if (movable.peek() || seen.peek()) look(world);
    }),
    effect(() => {
      void [movable.value, handleAxes.value, pivotName.value];
      if (!movable.value && handled.peek()) handled.value = null;
      untracked(() => look(world));
    }),
    register(...commands()),
    watchLengths(),
  ];
  return () => {
    stops.forEach((stop) => stop());
    render(null, layer);
    layer.remove();
    seen.value = null;
    handled.value = null;
  };
}
