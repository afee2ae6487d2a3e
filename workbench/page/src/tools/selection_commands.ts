/* selection_commands.ts - what can be done with the selection, as commands with keys. */
import { register, type Command } from "../shell/commands";
import { showPart } from "../shell/layout";
import { toastWithUndo } from "../shell/undo_toast";
import { undo } from "../state/document";
import { scene } from "../state/model";
import { selectAll, selection } from "../state/selection";
import { texts } from "../texts/texts";
import { mirror, rotation } from "./affine";
import type { Alignment } from "./align";
import { unseen } from "../state/hidden";
import { hideMeant, hideOthers, showAll, watchHidden } from "./hiding";
import { copyByCommand, pasteByCommand } from "./clipboard";
import { whenChecked } from "./drags";
import { allMeant, deleteMeant } from "./keyboard";
import {
  alignSelection,
  copyMeant,
  cutMeant,
  duplicateMeant,
  invertSelection,
  middleOfSelection,
  selectEverything,
  transformSelection,
} from "./selection_acts";
import { spatial } from "./tool_state";

const ALIGNMENTS: Alignment[] = ["left", "centre", "right", "top", "middle", "bottom", "columns", "rows"];

const some = (): boolean => allMeant().length > 0;
const inPlane = (): boolean => some() && !spatial.value;
const several = (): boolean => selection.value.length > 1 && !spatial.value;

type Normal = readonly [1, 0] | readonly [0, 1];

/* A copy beside the original, across its right or its upper edge: what lies on that edge is shared by a pin. */
function mirroredCopy(normal: Normal): void {
  const edge = middleOfSelection(normal[0] ? "right" : "upper");
  if (edge) transformSelection([mirror(edge, [...normal])], true);
}

/* Where it stands, as everywhere by these keys; who meant a copy is offered one. */
function mirrored(normal: Normal): void {
  const all = [...allMeant()];
  const middle = middleOfSelection();
  if (!middle || !transformSelection([mirror(middle, [...normal])], false)) return;
  const copyInstead = async (): Promise<void> => {
    undo();
    await whenChecked();
    selectAll(all);
    mirroredCopy(normal);
  };
  toastWithUndo(texts.selection.mirrored, { title: texts.selection.copyInstead, run: () => void copyInstead() });
}

function turned(quarters: 1 | -1): void {
  const middle = middleOfSelection();
  if (middle) transformSelection([rotation((quarters * Math.PI) / 2, middle)], false);
}

/* The form of the selection, ready to be filled in. */
function showArrange(): void {
  showPart("properties");
  requestAnimationFrame(() => {
    document.querySelector(".arrange-one")?.setAttribute("open", "");
    document.querySelector<HTMLElement>(".arrange select")?.focus();
  });
}

/* Said when the page has its language. */
function commands(): Command[] {
  const words = texts.selection;
  return [
    {
      id: "select-all",
      title: words.selectAll,
      keys: ["Mod+A"],
      run: selectEverything,
      enabled: () => scene.value !== null,
    },
    { id: "select-others", title: words.invert, run: invertSelection, enabled: () => scene.value !== null },
    {
      id: "copy",
      title: words.copy,
      keys: ["Mod+C"],
      native: true,
      run: () => void copyByCommand(copyMeant),
      enabled: some,
    },
    {
      id: "cut",
      title: words.cut,
      keys: ["Mod+X"],
      native: true,
      run: () => void copyByCommand(cutMeant),
      enabled: some,
    },
    { id: "paste", title: words.paste, keys: ["Mod+V"], native: true, run: () => void pasteByCommand() },
    { id: "duplicate-selected", title: words.duplicate, keys: ["Mod+D"], run: duplicateMeant, enabled: some },
    {
      id: "delete-selected",
      title: words.remove,
      keys: ["Delete"],
      run: () => void deleteMeant(),
      enabled: some,
    },
    {
      id: "mirror-x",
      title: words.mirrorAcross,
      keys: ["Shift+H"],
      run: () => mirrored([1, 0]),
      enabled: inPlane,
    },
    {
      id: "mirror-y",
      title: words.mirrorUpDown,
      keys: ["Shift+V"],
      run: () => mirrored([0, 1]),
      enabled: inPlane,
    },
    {
      id: "mirror-copy-x",
      title: words.mirrorCopyAcross,
      keys: ["Alt+Shift+H"],
      run: () => mirroredCopy([1, 0]),
      enabled: inPlane,
    },
    {
      id: "mirror-copy-y",
      title: words.mirrorCopyUp,
      keys: ["Alt+Shift+V"],
      run: () => mirroredCopy([0, 1]),
      enabled: inPlane,
    },
    { id: "turn-left", title: words.quarterLeft, keys: ["["], run: () => turned(1), enabled: inPlane },
    { id: "turn-right", title: words.quarterRight, keys: ["]"], run: () => turned(-1), enabled: inPlane },
    { id: "arrange", title: words.arrangeCommand, run: showArrange, enabled: some },
    { id: "hide", title: words.hide, keys: ["H"], run: hideMeant, enabled: some },
    { id: "hide-others", title: words.hideOthers, run: hideOthers, enabled: some },
    {
      id: "show-hidden",
      title: words.showHidden,
      keys: ["Alt+H"],
      run: showAll,
      enabled: () => unseen.value.length > 0,
    },
    ...ALIGNMENTS.map((how) => ({
      id: `align-${how}`,
      title: words.align[how],
      run: () => alignSelection(how),
      enabled: several,
    })),
  ];
}

export function registerSelectionCommands(): () => void {
  const stops = [
    register(...commands().map((command) => ({ ...command, group: texts.selection.group }))),
    watchHidden(),
  ];
  return () => stops.forEach((stop) => stop());
}
