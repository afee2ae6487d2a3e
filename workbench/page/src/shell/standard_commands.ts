/* standard_commands.ts - the commands of the frame: files, undo, parts of the page, help. */
import { canRedo, canUndo, redo, undo, view } from "../state/document";
import { theme } from "../state/settings";
import { texts } from "../texts/texts";
import { perform, register, type Command } from "./commands";
import { chooseFile, save, saveAs } from "./file_dialogs";
import { pickFile } from "./files";
import { showGallery } from "./gallery";
import { closeGuide, guideAt, showGuide } from "./guide_state";
import { showCommands, showKeys } from "./help";
import { dock, showPart, side, toggle, type Part } from "./layout";
import { NEW_NAME, newText } from "./new_model";
import { downloadModel } from "./saves";
import { openText } from "./session";
import { showShare } from "./share_dialog";
import { offerTemplates } from "./templates";
import { phase } from "./work";

/* The list fills with mechanisms to begin from as soon as they have come. */
function searchCommands(): void {
  offerTemplates();
  showCommands();
}

const hasModel = () => phase.value === "model";

function draw(text: string): void {
  openText(text, NEW_NAME);
  showPart("drawing");
  requestAnimationFrame(() => perform("tool-L")); // what a drawing begins with: links
}

const files: Command[] = [
  {
    id: "new",
    title: texts.shell.standardCommands.newMechanism,
    run: () => draw(newText()),
  },
  { id: "new-space", title: texts.space.newMechanism, run: () => draw(newText(true)) },
  { id: "open", title: texts.shell.standardCommands.open, keys: ["Mod+O"], run: chooseFile },
  { id: "pick", title: texts.shell.standardCommands.openAFileFromThisComputer, run: pickFile },
  { id: "examples", title: texts.shell.standardCommands.examples, keys: ["Mod+Shift+E"], run: () => showGallery() },
  { id: "save", title: texts.shell.standardCommands.save, keys: ["Mod+S"], run: save, enabled: hasModel },
  { id: "save-as", title: texts.shell.standardCommands.saveAs, keys: ["Mod+Shift+S"], run: saveAs, enabled: hasModel },
  { id: "share", title: texts.share.command, keys: ["Mod+Shift+L"], run: showShare, enabled: hasModel },
];

const edit: Command[] = [
  { id: "undo", title: texts.shell.standardCommands.undo, keys: ["Mod+Z"], run: undo, enabled: () => canUndo.value },
  {
    id: "redo",
    title: texts.shell.standardCommands.redo,
    keys: ["Mod+Shift+Z", "Mod+Y"],
    run: redo,
    enabled: () => canRedo.value,
  },
];

const FOCUS = "a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex='0']";

/* Brings a part into view and puts the focus into it. */
function goTo(part: Part, within: string): void {
  showPart(part);
  requestAnimationFrame(() => {
    if (part === "text") view.focus();
    else document.querySelector(within)?.querySelector<HTMLElement>(FOCUS)?.focus();
  });
}

const parts: Command[] = [
  {
    id: "go-drawing",
    title: texts.shell.standardCommands.goToTheDrawing,
    keys: ["Alt+1"],
    run: () => goTo("drawing", ".drawing-area"),
  },
  {
    id: "go-properties",
    title: texts.shell.standardCommands.goToTheProperties,
    keys: ["Alt+2"],
    run: () => goTo("properties", "#side-panel-properties"),
  },
  {
    id: "go-text",
    title: texts.shell.standardCommands.goToTheText,
    keys: ["Alt+3"],
    run: () => goTo("text", "#side-panel-text"),
  },
  {
    id: "go-results",
    title: texts.shell.standardCommands.goToTheResults,
    keys: ["Alt+4"],
    run: () => goTo("results", ".dock-open"),
  },
  {
    id: "toggle-side",
    title: texts.shell.standardCommands.showOrHideTheSidePanel,
    keys: ["Mod+B"],
    run: () => toggle(side),
  },
  {
    id: "toggle-dock",
    title: texts.shell.standardCommands.showOrHideTheResults,
    keys: ["Mod+J"],
    run: () => toggle(dock),
  },
  { id: "theme-light", title: texts.shell.standardCommands.lightTheme, run: () => (theme.value = "light") },
  { id: "theme-dark", title: texts.shell.standardCommands.darkTheme, run: () => (theme.value = "dark") },
  { id: "theme-system", title: texts.shell.standardCommands.systemTheme, run: () => (theme.value = "system") },
];

const help: Command[] = [
  {
    id: "commands",
    title: texts.shell.standardCommands.searchCommands,
    keys: ["Mod+K"],
    run: searchCommands,
    unlisted: true,
  },
  { id: "keys", title: texts.shell.standardCommands.keysAndGestures, keys: ["?"], run: showKeys },
  {
    id: "guide",
    title: texts.shell.standardCommands.guide,
    keys: ["F1"],
    run: () => (guideAt.value ? closeGuide() : showGuide()),
  },
];

const grouped = (group: string, list: Command[]) => list.map((command) => ({ ...command, group }));

export function registerStandardCommands(): void {
  register(
    ...grouped(texts.shell.standardCommands.file, files),
    ...grouped(texts.shell.standardCommands.edit, edit),
    ...grouped(texts.shell.standardCommands.view, parts),
    ...grouped(texts.shell.standardCommands.help, help),
    {
      id: "export-model",
      title: texts.shell.standardCommands.modelYaml,
      group: texts.shell.standardCommands.exportWord,
      run: downloadModel,
      enabled: hasModel,
    },
  );
}
