/* surface_rows.tsx - surfaces in the form of a body: the name of each, and one more. */
import { scene } from "../state/model";
import { commit, commitOrReport } from "./commit";
import { Entry } from "./entry";
import { addSurface, renameSurface } from "./touching";
import type { Path } from "./tree";
import { Frame } from "./values";
import { texts } from "../texts/texts";

/* Of a body: names that contacts mention. */
export const isSurfaces = (path: Path): boolean => path.length === 3 && path[0] === "bodies" && path[2] === "surfaces";

export function AddSurface({ body }: { body: string }) {
  const shown = scene.value;
  return shown ? (
    <button
      type="button"
      class="button quiet"
      onClick={() => commitOrReport((now) => addSurface(now, shown, body).draft.changes())}
    >
      {texts.editor.surfaceRows.addASurface}
    </button>
  ) : null;
}

export function SurfaceName({ path }: { path: Path }) {
  const name = String(path[3]);
  return (
    <Frame label={texts.editor.surfaceRows.name} doc={texts.editor.surfaceRows.ofTheSurfaceAChangeIs}>
      <Entry
        label={texts.editor.surfaceRows.nameOfSurface(name)}
        value={name}
        of={path.join(" ")}
        onCommit={(next) => commit((now) => renameSurface(now, String(path[1]), name, next))}
      />
    </Frame>
  );
}
