/* space_view.tsx - the view of space on the page: holds the world, brings it the instants, and answers to pointer and keys. */
import { effect, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Scene } from "../engine/engine";
import { arrowScale, arrowsOf } from "../drawing/arrow_state";
import { contextMenu } from "../drawing/context_menu";
import { comparison } from "../drawing/comparison";
import { rangeOf, tapsOf } from "../drawing/plane";
import { follows } from "../drawing/follow";
import { moment, played, modeExtremes, shownScene } from "../drawing/player";
import { drivesAway } from "../drawing/travel";
import { sizeAtStart } from "./bounding_spheres";
import { Roving, type Stop } from "../drawing/roving";
import { Tip } from "../drawing/tip";
import { viewer } from "../drawing/viewer";
import { perform } from "../shell/commands";
import { influenceMarks } from "../state/influence";
import { name as modelName } from "../state/model";
import { concealedIn } from "../drawing/concealed";
import { unseen } from "../state/hidden";
import { focused, hovered, selected, selection, toggleSelected, type Selected } from "../state/selection";
import { arrows, showGrid, showMasses, showNames, traces } from "../state/settings";
import { placeUnder, toolPointer, watchTools } from "./drawing_tools";
import { watchPointer } from "./gestures";
import { watchFollow } from "./follow";
import { GizmoBar } from "./gizmo_bar";
import { watchGizmo } from "./gizmo_view";
import { PlaneBar } from "./plane_bar";
import { SIDES, watchKeys } from "./keys";
import { watchTheme } from "./paint";
import { section } from "./section";
import { SectionBar } from "./section_bar";
import "./space.css";
import { trial } from "./trial";
import { watchCube } from "./view_cube";
import { watchDimensions } from "./dimension_sheet";
import { World } from "./world";
import { undrawnMeshes } from "../state/mesh_files";
import { texts } from "../texts/texts";

const unable = signal(false); // no WebGL

/* From where to look, for those who point. */
function Sides() {
  return (
    <div class="space-sides" role="group" aria-label={texts.spaceView.spaceView.lookFrom}>
      {SIDES.map(({ key, axis, title }) => (
        <button
          type="button"
          key={key}
          class={axis ? `axis-${axis}` : undefined}
          aria-label={title}
          title={`${title} (${key})`}
          onClick={() => perform(`space-look-${axis ?? "side"}`)}
        >
          {axis ?? (
            <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
              <path d="M10 2.500l6.500 3.750v7.500L10 17.500l-6.500-3.750v-7.500zM3.500 6.250L10 10l6.500-3.750M10 10v7.500" />
            </svg>
          )}
        </button>
      ))}
    </div>
  );
}

/* The parts for those who go by keyboard or do not see: a button for each, where only one can be reached by Tab. */
function stopsOf(world: World, list: HTMLElement): Stop[] {
  const stops = world.parts
    .filter(({ object }) => object.visible)
    .map(({ selected: what, label }): Stop => {
      const element = document.createElement("button");
      element.type = "button";
      element.textContent = label;
      element.addEventListener("click", (event) => (event.shiftKey ? toggleSelected(what) : (selected.value = what)));
      return { selected: what, label, element };
    });
  list.replaceChildren(...stops.map((stop) => stop.element));
  return stops;
}

/* What is hidden is neither drawn nor found. */
function conceal(world: World, scene: Scene | null): void {
  const isConcealed = concealedIn(scene, unseen.value);
  for (const { object, selected: what } of world.parts) object.visible = !isConcealed(what);
  world.redraw();
}

/* Keeps the world at what the page shows, from frame to frame. */
function follow(world: World, roving: Roving, list: HTMLElement): () => void {
  let waiting = 0;
  let seen: { scene: Scene | null; name: string; fitted: string } = { scene: null, name: "", fitted: "no" };
  const show = (): void => {
    waiting = 0;
    const tried = trial.peek();
    if (tried)
      return world.set(
        tried.bodies.map(({ pose }) => pose),
        0,
      );
    const now = moment();
    /* A model in the plane has come: this view still has the parts of the one before, and is about to go. */
    if (now?.scene.space) world.set(now.poses, now.time, now.value);
  };
  const requestDraw = (): void => {
    if (!waiting) waiting = requestAnimationFrame(show);
  };
  world.onFrameRequest = requestDraw;
  world.bring = show;
  world.ranges = rangeOf;
  const stops = [
    effect(() => {
      const scene = trial.value ?? shownScene.value;
      const now = played.value;
      if (!scene || !scene.space) return;
      if (trial.value) {
        world.tryScene(scene); // of the same elements
        world.setTraces(traces.peek());
        conceal(world, scene);
        return requestDraw();
      }
      world.setScene(scene, now && !now.modes ? now.motion : null, now?.modes ? modeExtremes(now) : []);
      world.setTraces(traces.peek());
      conceal(world, scene);
      roving.build(stopsOf(world, list));
      /* another model is seen whole, and what is shown of it is, too, until the user chooses what he sees */
      const other = scene !== seen.scene && seen.name !== modelName.peek();
      const wanted = scene.bodies.length < 2 ? "no" : now ? "motion" : "model";
      if (now && !now.modes && seen.fitted !== "motion" && drivesAway(scene, now.motion, sizeAtStart(scene)))
        follows.value = true;
      if (other || (seen.fitted === "no" && !world.eye.moved)) world.eye.home();
      else if (!world.eye.moved && wanted === "motion" && !world.eye.suits()) world.eye.fit(false);
      seen = { scene, name: scene === seen.scene ? seen.name : modelName.peek(), fitted: wanted };
      requestDraw();
    }),
    effect(() => {
      moment();
      requestDraw();
    }),
    effect(() => {
      void [arrows.value, arrowScale.value, arrowsOf.value];
      world.redraw();
    }),
    effect(() => world.setTraces(traces.value)),
    effect(() => world.setSection(section.value)),
    effect(() => world.setGhost(comparison.value)),
    effect(() => {
      void influenceMarks.value;
      world.redraw();
    }),
    effect(() => {
      world.teach.build(world.kit, played.value);
      world.redraw();
    }),
    effect(() => world.setShown({ grid: showGrid.value, masses: showMasses.value, names: showNames.value })),
    effect(() => {
      world.mark(selection.value, hovered.value);
      roving.mark(selection.value, hovered.value, focused.value);
    }),
    watchTheme(() => world.refresh()),
  ];
  return () => {
    cancelAnimationFrame(waiting);
    stops.forEach((stop) => stop());
  };
}

/* Null: the browser gives no WebGL. */
function worldOn(canvas: HTMLCanvasElement, sheet: HTMLCanvasElement): World | null {
  try {
    return new World(canvas, sheet);
  } catch {
    return null;
  }
}

function begin(world: World, box: HTMLElement, list: HTMLElement): () => void {
  const { canvas } = world;
  const view = {
    svg: canvas as HTMLElement,
    hitTest: (x: number, y: number, reach?: number) => world.hitTest(x, y, reach),
    frame: () => world.frame(),
    onFrame: (listener: () => void) => world.onFrame(listener),
    fit: () => world.fit(),
    toModel: placeUnder && ((x: number, y: number) => placeUnder(world, x, y)),
    locate(what: Selected): [number, number] | null {
      const part = world.parts.find((one) => one.selected.kind === what.kind && one.selected.name === what.name);
      return part ? world.project(part.anchor) : null;
    },
  };
  const tip = new Tip(box, view);
  const roving = new Roving((stop) => {
    hovered.value = stop?.selected ?? null;
    tip.focus(stop);
  });
  const sizes = new ResizeObserver(([entry]) => {
    const { width, height } = entry!.contentRect;
    if (width > 0 && height > 0) world.resize(width, height);
  });
  const pointer = watchPointer(world, tapsOf(view, tip), toolPointer(world));
  const stops = [
    follow(world, roving, list),
    tip.watch(),
    pointer.stop,
    watchKeys(world),
    watchTools(world, box, pointer.cancel),
    watchDimensions(world, box),
    watchGizmo(world, box),
    watchCube(world, box),
    watchFollow(world),
  ];
  const key = (event: KeyboardEvent): void => void roving.key(event);
  list.addEventListener("keydown", key);
  sizes.observe(box);
  viewer.value = world;
  return () => {
    viewer.value = null;
    sizes.disconnect();
    stops.forEach((stop) => stop());
    list.removeEventListener("keydown", key);
    hovered.value = null;
    world.dispose();
  };
}

const NAMED = 3; // files that are named in full

/* Nothing stands for a file that is missing. */
function UndrawnMeshes() {
  const files = [...undrawnMeshes.value];
  if (files.length === 0) return null;
  const named = files.slice(0, NAMED).map(([file, why]) => `${file} (${why.replace(/\.$/, "")})`);
  return (
    <p class="space-note" role="status">
      {texts.spaceView.spaceView.meshesNotDrawn(named.join(", "), files.length - named.length)}
    </p>
  );
}

export function SpaceView() {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const sheet = useRef<HTMLCanvasElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const world = worldOn(canvas.current!, sheet.current!);
    unable.value = world === null;
    return world ? begin(world, box.current!, list.current!) : undefined;
  }, []);
  const title = shownScene.value?.title;
  if (unable.value)
    return (
      <p class="drawing-note" role="alert">
        {texts.spaceView.spaceView.thisMechanismMovesInSpaceDrawing}
      </p>
    );
  return (
    <div class="space" ref={box}>
      <canvas
        ref={canvas}
        class="space-canvas"
        tabIndex={0}
        role="application"
        aria-roledescription={texts.spaceView.spaceView.drawingInSpace}
        aria-label={texts.spaceView.spaceView.arrowKeysOrbitPlusAndMinus(title ? `Drawing of ${title}` : "Drawing")}
      />
      <canvas ref={sheet} class="space-sheet" aria-hidden="true" />
      <UndrawnMeshes />
      <div class="space-bar">
        <Sides />
        <SectionBar />
        <PlaneBar />
        <GizmoBar />
      </div>
      <div ref={list} class="space-list" role="group" aria-label={texts.spaceView.spaceView.elementsOfTheDrawing} />
      {contextMenu.value}
    </div>
  );
}
