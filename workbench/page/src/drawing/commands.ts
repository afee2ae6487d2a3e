/* commands.ts - what the drawing and its player can do, as commands with keys (shell/commands.ts finds and lists them). */
import { register, type Command } from "../shell/commands";
import { texts } from "../texts/texts";
import { meant } from "../state/selection";
import { follows } from "./follow";
import { arrows, showConstruction, showDimensions, showGrid, showMasses, showNames } from "../state/settings";
import { freeBody } from "./free_body_state";
import { overlayKinds } from "./overlay_kind";
import { isOn, setOverlay } from "./overlay_state";
import { played, step, toEnd, toStart, togglePlay } from "./player";
import { shown } from "../state/runs";
import { viewer } from "./viewer";

/* Where the arrow keys, Home and End have a meaning of their own. */
const SLIDING =
  "input, select, textarea, [contenteditable], [role=slider], [role=tablist], [role=tree], [role=listbox], [role=grid], " +
  "[role=radiogroup], [role=toolbar], [role=separator], [role=menu], [role=region]";

const canStep = (): boolean => played.value !== null && !document.activeElement?.closest(SLIDING);
const hasStage = (): boolean => viewer.value !== null;

function bodyMeant(): string | null {
  const what = meant.value;
  return what?.kind === "body" && what.name !== "ground" ? what.name : null;
}

const motion: Command[] = [
  {
    id: "play",
    title: texts.view.commands.playOrPause,
    keys: ["Space"],
    run: togglePlay,
    enabled: () => shown.value !== null,
  },
  {
    id: "step-on",
    title: texts.view.commands.oneRowForward,
    keys: ["ArrowRight"],
    run: () => step(1),
    enabled: canStep,
  },
  {
    id: "step-back",
    title: texts.view.commands.oneRowBack,
    keys: ["ArrowLeft"],
    run: () => step(-1),
    enabled: canStep,
  },
  {
    id: "leap-on",
    title: texts.view.commands.tenRowsForward,
    keys: ["Shift+ArrowRight"],
    run: () => step(10),
    enabled: canStep,
  },
  {
    id: "leap-back",
    title: texts.view.commands.tenRowsBack,
    keys: ["Shift+ArrowLeft"],
    run: () => step(-10),
    enabled: canStep,
  },
  { id: "to-start", title: texts.view.commands.toTheStart, keys: ["Home"], run: toStart, enabled: canStep },
  { id: "to-end", title: texts.view.commands.toTheEnd, keys: ["End"], run: toEnd, enabled: canStep },
];

const view: Command[] = [
  {
    id: "fit",
    title: texts.view.commands.showTheWholeMechanism,
    keys: ["Shift+F", "0"], // a digit is a number while a tool is in hand
    run: () => viewer.value?.fit(),
    enabled: hasStage,
  },
  {
    id: "zoom-in",
    title: texts.view.commands.zoomIn,
    keys: ["+", "="],
    run: () => viewer.value?.zoomCentre(1.25),
    enabled: hasStage,
  },
  {
    id: "zoom-out",
    title: texts.view.commands.zoomOut,
    keys: ["-"],
    run: () => viewer.value?.zoomCentre(0.8),
    enabled: hasStage,
  },
  {
    id: "free-body",
    title: texts.view.commands.freeBodyDiagramOfTheSelected,
    run: () => (freeBody.value = bodyMeant()),
    enabled: () => played.value !== null && bodyMeant() !== null,
  },
  { id: "follow", title: texts.loose.followOrNot, run: () => (follows.value = !follows.value), enabled: hasStage },
  { id: "show-names", title: texts.view.commands.showOrHideNames, run: () => (showNames.value = !showNames.value) },
  {
    id: "show-masses",
    title: texts.view.commands.showOrHideCentresOfMass,
    run: () => (showMasses.value = !showMasses.value),
  },
  {
    id: "show-dimensions",
    title: texts.dimensions.showCommand,
    run: () => (showDimensions.value = !showDimensions.value),
  },
  {
    id: "show-construction",
    title: texts.view.commands.showOrHideTheConstructionOf,
    run: () => (showConstruction.value = !showConstruction.value),
  },
  { id: "show-grid", title: texts.view.commands.showOrHideTheGrid, run: () => (showGrid.value = !showGrid.value) },
  ...(["velocity", "acceleration", "force"] as const).map((kind) => ({
    id: `arrows-${kind}`,
    title: texts.view.commands.showOrHideArrows(kind),
    run: () => (arrows.value = { ...arrows.value, [kind]: !arrows.value[kind] }),
  })),
];

const teaching: Command[] = overlayKinds.map(({ id, title }) => ({
  id: `teach-${id}`,
  title: texts.teach.toggle(title()),
  run: () => setOverlay(id, !isOn(id)),
}));

export function registerCommands(): () => void {
  return register(
    ...motion.map((command) => ({ ...command, group: texts.view.commands.motion })),
    ...view.map((command) => ({ ...command, group: texts.view.commands.drawing })),
    ...teaching.map((command) => ({ ...command, group: texts.teach.legend })),
  );
}
