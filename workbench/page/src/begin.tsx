/* begin.tsx - puts the workbench together and starts it, once its language is chosen (main.tsx). */
import { render } from "preact";
import { showPlacesBy } from "./analyse/place";
import { App } from "./app";
import { goToText } from "./editor/go_to_text";
import { keepPathsInText } from "./editor/kept_paths";
import { serverAddress, watchAddress } from "./engine/address";
import { ServerEngine } from "./engine/server";
import { watchWork } from "./shell/autosave";
import { watchKeys } from "./shell/commands";
import { watchFile } from "./shell/file_watch";
import { watchLayout } from "./shell/layout";
import { watchErrors } from "./shell/page_errors";
import { registerStandardCommands } from "./shell/standard_commands";
import { start } from "./shell/start";
import { holdStatusLine } from "./shell/status_hold";
import { drawThumbnailsBy } from "./shell/thumbnails";
import { watchTheme } from "./shell/theme";
import { watchTitle } from "./shell/window_title";
import { watchText } from "./state/check";
import { engine, useEngine } from "./state/connection";
import { watchDescription } from "./state/description";
import { useMeshFiles } from "./state/mesh_files";

const root = document.getElementById("app")!;
useEngine(new ServerEngine(serverAddress()));
useMeshFiles(async (file) => {
  if (!engine.files) throw new Error("There are no files here.");
  const [{ data }, { fromBase64 }] = await Promise.all([engine.files.mesh(file), import("./analyse/report_data")]);
  return fromBase64(data).buffer;
});
watchAddress();
showPlacesBy(goToText);
keepPathsInText();
drawThumbnailsBy(async () => (await import("./space/thumbnail")).drawThumbnail);
registerStandardCommands();
watchErrors();
watchTheme();
watchLayout();
holdStatusLine();
watchTitle();
watchDescription();
watchText();
watchWork();
watchFile();
watchKeys();
root.replaceChildren(); // the frame that was painted first
render(<App />, root);
void start();
