/* points_rows.tsx - the points of a body in its form. */
import { settledText } from "../state/document";
import { choose } from "./chosen";
import { faultAt, type Row } from "./form";
import { firstUse, scoped } from "./scope";
import { get } from "./text_edits";
import type { Path } from "./tree";
import { faults, noteOf, NumbersEntry, root, unitBeside } from "./values";
import { texts } from "../texts/texts";

/* Each point of a body: its name, which shows it in the drawing, and its coordinates. */
export function PointsRows({ row, add }: { row: Row; add: (() => void) | undefined }) {
  const points = get(settledText.value, row.path);
  const names = typeof points === "object" && !Array.isArray(points) ? Object.keys(points) : [];
  const { scope, path: own } = scoped(row.path, root());
  const body = String(own[1]);
  const use = scope.length > 0 ? firstUse(root(), String(scope[1])) : "";
  return (
    <fieldset class="prop-group">
      <legend>{texts.editor.pointsRows.points}</legend>
      {names.map((name) => {
        const path = [...row.path, name];
        const at = get(settledText.value, path);
        const count = Array.isArray(at) ? at.length : row.count;
        const beside = unitBeside(path, "m", count);
        return (
          <div
            class={count > 2 ? "prop-row triple" : "prop-row"}
            role="group"
            aria-label={texts.editor.pointsRows.point(name)}
            key={name}
          >
            <button
              type="button"
              class="prop-label prop-link"
              title={texts.editor.pointsRows.showThisPoint}
              onClick={() => choose({ kind: "point", name: `${use ? use + "." : ""}${body}.${name}` })}
            >
              {name}
            </button>
            <div class="prop-value">
              <NumbersEntry path={path} label={name} unit={beside} count={count} doc={row.doc} />
            </div>
            <span class="prop-unit">{beside.unit}</span>
            <span class="prop-end" />
            <NoteLine path={path} unit="m" count={count} />
          </div>
        );
      })}
      {add && (
        <button type="button" class="button quiet" onClick={add}>
          {texts.editor.pointsRows.addAPoint}
        </button>
      )}
    </fieldset>
  );
}

function NoteLine({ path, unit, count }: { path: Path; unit: string; count: number }) {
  const error = faultAt(faults.value, path);
  const note = error ?? noteOf(path, unit, count);
  return note ? <p class={error ? "prop-note error" : "prop-note"}>{note}</p> : null;
}
