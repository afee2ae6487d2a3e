/* plane.tsx - the planar drawing on the page: holds the view, brings it the instants, and answers to pointer and keys. */
import { effect } from "@preact/signals";
import type { Scene } from "../engine/engine";
import { useEffect, useRef } from "preact/hooks";
import { ConstructionOverlay } from "./construction_overlay";
import { displayUnits } from "../shell/display_units";
import { showGrid, showMasses, showNames } from "../state/settings";
import { unseen } from "../state/hidden";
import { focused, hovered, selected, selection, toggleSelected, type Selected } from "../state/selection";
import { name as modelName } from "../state/model";
import { Arrows } from "./arrows";
import { contextMenu, openMenu, type Menued } from "./context_menu";
import { watchGestures, type Taps } from "./gestures";
import { Follow, follows } from "./follow";
import { drivesAway } from "./travel";
import { sizeAtStart } from "./extent";
import { Ghost } from "./ghost";
import { Halo } from "./halo";
import { InfluenceLayer } from "./influence_layer";
import { unlocked } from "./locked";
import { PaintedParts } from "./painted_parts";
import { PlaneView } from "./plane_view";
import { moment, played, modeExtremes, shownScene } from "./player";
import { Roving } from "./roving";
import { channelColumn } from "./sample";
import { stage } from "./stage";
import { TeachOverlays } from "./teach_overlays";
import { Tip } from "./tip";
import { viewer } from "./viewer";
import { Traces } from "./traces";
import { texts } from "../texts/texts";

/* A tap takes what is seen on top; at the same place again, what lies below it. */
const ORDER: Partial<Record<Selected["kind"], number>> = { joint: 0, force: 1, driver: 1, point: 2, body: 3 };

export function inTapOrder(hits: Selected[]): Selected[] {
  return [...hits].sort((a, b) => (ORDER[a.kind] ?? 4) - (ORDER[b.kind] ?? 4));
}

export function nextOf(hits: Selected[], now: Selected | null): Selected | null {
  const list = inTapOrder(hits);
  const at = list.findIndex((one) => one.kind === now?.kind && one.name === now.name);
  return list[(at + 1) % Math.max(list.length, 1)] ?? null;
}

/* With Shift a tap adds what is on top, or takes it away; beside everything it changes nothing. */
export function toggleAt(hits: Selected[]): void {
  const [first] = inTapOrder(hits).filter(({ name }) => name !== "ground");
  if (first) toggleSelected(first);
}

/* What taps mean on a drawing, in the plane or in space. */
export function tapsOf(view: Menued, tip: Tip): Taps {
  return {
    tap(event) {
      const touch = event.pointerType === "touch";
      const hits = unlocked(view.hitTest(event.clientX, event.clientY, touch ? 16 : undefined));
      if (event.shiftKey) return toggleAt(hits);
      selected.value = nextOf(hits, selected.value);
      if (!touch) tip.pin(null);
    },
    menu: (x, y) => openMenu(view, x, y),
    double(event) {
      if (view.hitTest(event.clientX, event.clientY).length === 0) view.fit();
    },
  };
}

/* Smallest and largest value of a channel of what is played. */
export function rangeOf(channel: string): [number, number] | null {
  const now = played.peek();
  const values = now && channelColumn(now.table, channel);
  if (!values || values.length === 0) return null;
  let [low, high] = [Infinity, -Infinity];
  for (const one of values) {
    if (one < low) low = one;
    if (one > high) high = one;
  }
  return [low, high];
}

/* Whether one scene has nothing of the other: another model was pasted over it. */
function isAnother(before: Scene | null, now: Scene): boolean {
  const names = new Set(before?.bodies.slice(1).map((body) => body.name));
  return names.size > 0 && now.bodies.length > 1 && now.bodies.slice(1).every((body) => !names.has(body.name));
}

/* Keeps the view at what the page shows, from frame to frame. */
function follow(view: PlaneView, roving: Roving): () => void {
  let waiting = 0;
  let seen: { scene: Scene | null; name: string; fitted: "no" | "model" | "motion" } = {
    scene: null,
    name: "",
    fitted: "no",
  };
  const show = (): void => {
    waiting = 0;
    const now = moment();
    if (now) view.set(now.poses, now.time, now.value);
  };
  const requestDraw = (): void => {
    if (!waiting) waiting = requestAnimationFrame(show);
  };
  view.onFrameRequest = requestDraw;
  view.bring = show;
  view.ranges = rangeOf;
  view.onParts = (parts) => roving.build(parts);
  const stops = [
    effect(() => {
      const scene = shownScene.value;
      const now = played.value;
      if (!scene || scene.space) return;
      const other = scene !== seen.scene && (seen.name !== modelName.peek() || isAnother(seen.scene, scene));
      if (other) view.moved = false;
      const fitted = other ? "no" : seen.fitted;
      view.setScene(scene, now && !now.modes ? now.motion : null, now?.modes ? modeExtremes(now) : []);
      /* another model is fitted into the window, and what is shown of it is, too, until the user chooses what he sees */
      const wanted = scene.bodies.length < 2 ? "no" : now ? "motion" : "model";
      const first = fitted === "no" || (fitted === "model" && wanted === "motion");
      if (first && wanted === "motion" && now && !now.modes && drivesAway(scene, now.motion, sizeAtStart(scene)))
        follows.value = true;
      if (other || (!view.moved && ((first && wanted !== fitted) || (now && !view.suits(fitted === "motion")))))
        view.fit();
      seen = { scene, name: modelName.peek(), fitted: fitted === "motion" ? fitted : wanted };
      view.redraw();
      requestDraw();
    }),
    effect(() => {
      moment();
      requestDraw();
    }),
    effect(() => view.setShown({ grid: showGrid.value, masses: showMasses.value, names: showNames.value })),
    effect(() => {
      displayUnits.value; // the numbers of the grid are in them
      view.redraw();
    }),
    effect(() => view.setHidden(unseen.value)),
    effect(() => roving.mark(selection.value, hovered.value, focused.value)),
  ];
  return () => {
    cancelAnimationFrame(waiting);
    stops.forEach((stop) => stop());
  };
}

export function Plane() {
  const svg = useRef<SVGSVGElement>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const view = new PlaneView(svg.current!);
    const painted = (view.painted = new PaintedParts(view.svg, view.layers, () => view.draw()));
    const tip = new Tip(box.current!, view);
    const roving = new Roving((part) => tip.focus(part));
    const overlays = [
      new Ghost(view),
      new Traces(view),
      new Arrows(view),
      new ConstructionOverlay(view),
      new TeachOverlays(view),
      new Halo(view),
      new InfluenceLayer(view),
      new Follow(view),
    ];
    const stops = [
      follow(view, roving),
      ...overlays.map((one) => one.watch()),
      painted.watch(),
      tip.watch(),
      watchGestures(view, tapsOf(view, tip)),
    ];
    const sizes = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      if (width > 0 && height > 0) view.resize({ width, height });
    });
    sizes.observe(box.current!);
    const key = (event: KeyboardEvent): void => void roving.key(event);
    svg.current!.addEventListener("keydown", key);
    stage.value = view;
    viewer.value = view;
    return () => {
      stage.value = null;
      viewer.value = null;
      sizes.disconnect();
      stops.forEach((stop) => stop());
      view.dispose();
    };
  }, []);
  const title = shownScene.value?.title;
  return (
    <div class="plane" ref={box}>
      <svg
        ref={svg}
        class="plane-svg"
        role="group"
        aria-label={title ? texts.view.plane.drawingOf(title) : texts.view.plane.drawing}
      />
      {contextMenu.value}
    </div>
  );
}
