/* mesh_row.tsx - a joint of two wheels in its form: whether it is given by teeth, whose forces the bearings feel, or by a ratio alone.
 *
 * One becomes the other with the same speeds, also where a wheel stands on an arm.
 */
import { gearRatio, ratioSense } from "../drawing/gear_part";
import { jointKind } from "../state/description";
import { settledText } from "../state/document";
import { scene } from "../state/model";
import { commitOrReport } from "./commit";
import { Select } from "./entry";
import { typeAt } from "./form";
import { remesh } from "./remesh";
import { get } from "./text_edits";
import type { Path } from "./tree";
import { Frame } from "./values";
import { texts } from "../texts/texts";

export function MeshRow({ path }: { path: Path }) {
  const text = settledText.value;
  const type = typeAt(text, path);
  const mesh = type === null ? undefined : jointKind(type)?.mesh;
  const gear = scene.value?.joints.find(({ name }) => name === String(path[path.length - 1]));
  if (!mesh || path.length !== 2) return null;
  const way = get(text, [...path, mesh.teeth]) !== undefined ? "teeth" : "ratio";
  const change = (to: "teeth" | "ratio"): void => {
    const ratio = gear && scene.value ? gearRatio(scene.value, gear) : -1;
    const sense = gear && scene.value ? ratioSense(scene.value, gear) : 1;
    commitOrReport((now) => remesh(now, path, to, ratio, sense));
  };
  return (
    <Frame label={texts.editor.meshRow.givenBy} doc={texts.editor.meshRow.teethWhoseForcesTheBearingsFeel}>
      <Select
        label={texts.editor.meshRow.givenBy}
        value={way}
        words={["teeth", "ratio"]}
        onCommit={(to) => to !== way && change(to as "teeth" | "ratio")}
      />
    </Frame>
  );
}
