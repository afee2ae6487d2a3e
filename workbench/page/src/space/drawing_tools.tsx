/* drawing_tools.tsx - the tools on the view of space: they are those of the plane, on a board that is the work plane. */
import { effect } from "@preact/signals";
import { render } from "preact";
import type { Pixel, Place as Point } from "../drawing/camera";
import { element } from "../drawing/layers";
import { PLACING } from "../drawing/tip";
import { register, type Command } from "../shell/commands";
import { toast } from "../shell/toast";
import { texts } from "../texts/texts";
import type { Modifiers } from "../tools/aiming";
import { board, steppedTo, type Board } from "../tools/board";
import { vec } from "../tools/geometry";
import { planeAxes } from "../tools/entry";
import { asked, hand } from "../tools/hints";
import { Keyboard } from "../tools/keyboard";
import { itemOf } from "../tools/kit";
import { ToolLayer } from "../tools/layer";
import { overlayParts } from "../tools/overlay";
import { aim, click, preview, stopAtStart, toolId } from "../tools/tool_state";
import { aimInSpace } from "./aiming";
import { giveUpMove, isMoving } from "./gizmo_drag";
import { length, minus, plus, times, unit } from "./vectors";
import { fromPlane, heightOver, onPlane, planeOn, PLANES } from "./work_plane";
import {
  activePlane,
  chooseAxis,
  movePlane,
  picking,
  turnPlane,
  workPlane,
  type PickedPlace,
} from "./work_plane_state";
import type { World } from "./world";

function boardIn(world: World): Board {
  return {
    element: world.canvas,
    scale: () => world.scale,
    toModel: (x, y) => placeUnder(world, x, y),
    toClient: (at) => world.toClient(vec(at)) ?? [-1e4, -1e4],
    hitTest: (x, y, reach) => world.hitTest(x, y, reach),
    aim: (client, mods) => aimInSpace(world, client, mods),
    step(from, by, size) {
      const plane = activePlane.value;
      const [u, v] = onPlane(plane, vec(from));
      const flat = fromPlane(plane, [steppedTo(u, by[0], size), steppedTo(v, by[1], size)]);
      return plus(flat, times(plane.normal, steppedTo(heightOver(plane, vec(from)), by[2] ?? 0, size)));
    },
    hold: () => void (world.eye.moved = true),
    fit: () => world.fit(),
  };
}

/* What the pointer does while a tool is in hand, or something is to be picked; drags stay the eye's. */
export interface ToolPointer {
  placing(): boolean;
  hover(event: PointerEvent): void;
  place(event: PointerEvent): void;
  leave(): void;
}

function modsOf(event: PointerEvent): Modifiers {
  return { shift: event.shiftKey, free: event.ctrlKey || event.metaKey, touch: event.pointerType === "touch" };
}

/* What is to be clicked. */
function askedFor(): string {
  const now = picking.value;
  const words = texts.space;
  if (!now) return "";
  if (now.what === "axis") return now.from ? words.pickSecond : words.pickFirst;
  return now.what === "point" ? words.pickPoint : words.pickFace;
}

/* A click that chooses the plane or the axis, and makes nothing. */
function pick(world: World, event: PointerEvent): void {
  const wanted = picking.value!;
  const client: Pixel = [event.clientX, event.clientY];
  const { at, node } = aimInSpace(world, client, modsOf(event)).spot.anchor;
  const place = vec(at);
  if (wanted.what === "axis") return pickAxis(wanted.from, { at: place, point: node?.drawing ?? null });
  if (wanted.what === "face") {
    const face = world.faceAt(...client);
    if (!face) return void toast(texts.space.noFace);
    workPlane.value = planeOn(face.at, face.normal);
    chooseAxis(null);
  } else {
    if (!node) return void toast(texts.space.noPoint);
    movePlane(place);
  }
  picking.value = null;
}

function pickAxis(from: PickedPlace | null, to: PickedPlace): void {
  const by = from && minus(to.at, from.at);
  if (by && length(by) < 1e-9) return;
  if (by) chooseAxis(unit(by), from.point && to.point ? [from.point, to.point] : null);
  picking.value = by ? null : { what: "axis", from: to };
}

export function toolPointer(world: World): ToolPointer {
  const client = (event: PointerEvent): Pixel => [event.clientX, event.clientY];
  const inHand = (): boolean => itemOf(toolId.value).tool !== null;
  return {
    placing: () => picking.value !== null || inHand(),
    hover(event) {
      if (inHand() || picking.value) aim.value = aimInSpace(world, client(event), modsOf(event));
    },
    place(event) {
      hand.value = event.pointerType === "touch" ? "touch" : "mouse";
      if (picking.value) return pick(world, event);
      stopAtStart();
      world.eye.moved = true; // what is drawn stays where it was clicked
      aim.value = aimInSpace(world, client(event), modsOf(event));
      click(aim.value.spot);
      if (event.pointerType === "touch") aim.value = null;
    },
    leave: () => void (aim.value = null),
  };
}

/* What a tool shows over the mechanism, in pixels of the view. */
function watchSheet(world: World, sheet: SVGSVGElement): () => void {
  const draw = (): void => {
    const at = (place: Point): Pixel => world.project(vec(place)) ?? [-1e4, -1e4];
    sheet.replaceChildren(...overlayParts(at, world.scale));
  };
  const stops = [
    world.onFrame(() => {
      if (sheet.childElementCount > 0 || aim.peek()) draw();
    }),
    effect(() => {
      void [preview.value, activePlane.value];
      draw();
    }),
    effect(() => {
      world.showWorkPlane(itemOf(toolId.value).tool || picking.value ? activePlane.value : null);
    }),
    effect(() => {
      planeAxes.value = [activePlane.value.x, activePlane.value.y];
    }),
    effect(() => void (asked.value = askedFor())),
    effect(() => {
      world.canvas.dataset.tool = picking.value ? "pick" : toolId.value;
      world.canvas.classList.toggle(PLACING, itemOf(toolId.value).tool !== null);
    }),
  ];
  return () => {
    stops.forEach((stop) => stop());
    planeAxes.value = [PLANES[0]!.x, PLANES[0]!.y]; // those of a planar drawing
  };
}

const KEYS: Record<string, string> = { xy: "Z", xz: "Y", yz: "X" };

function planeCommands(): Command[] {
  return PLANES.map(({ name }) => ({
    id: `space-plane-${name}`,
    group: texts.spaceView.drawingTools.tools,
    title: texts.space.planeCommand(name.toUpperCase()),
    keys: [KEYS[name]!],
    run: () => turnPlane(name),
  }));
}

/* The place under the pointer, for the menu. */
export function placeUnder(world: World, x: number, y: number): Point {
  return aimInSpace(world, [x, y], { shift: false, free: true, touch: false }).spot.anchor.at;
}

export function watchTools(world: World, box: HTMLElement, cancel: () => boolean): () => void {
  const own = boardIn(world);
  board.value = own;
  const sheet = element("svg", { class: "space-tools", "aria-hidden": "true" }) as SVGSVGElement;
  const layer = document.createElement("div");
  layer.className = "tool-layer";
  box.append(sheet, layer);
  render(<ToolLayer barred />, layer);
  const keyboard = new Keyboard(own, {
    get busy() {
      return isMoving();
    },
    cancel() {
      if (giveUpMove()) return true;
      if (!picking.value) return cancel();
      picking.value = null;
      return true;
    },
    start: () => null,
  });
  const stop = watchSheet(world, sheet);
  const forget = register(...planeCommands());
  return () => {
    forget();
    if (board.peek() === own) board.value = null;
    keyboard.dispose();
    stop();
    render(null, layer);
    layer.remove();
    sheet.remove();
    aim.value = null;
  };
}
