/* force_polygon.tsx - the forces on a body head to tail: together they are m a, which closes the polygon. */
import type { Table } from "../../engine/engine";
import { nonUniqueParts } from "../../engine/unique";
import { texts } from "../../texts/texts";
import type { Point } from "../camera";
import { balanceOf, loadsOn, magnitude } from "../loads";
import { BodyChoice, bodyChosen } from "../overlay_choice";
import type { CardProps, OverlayKind } from "../overlay_kind";
import { polygonOf } from "../overlay_state";
import type { Played } from "../player";
import { sampleAt, type Sample } from "../sample";
import { quantity } from "../../shell/quantity";
import { none, reachOf, VectorDiagram, type Reach, type Side } from "../vector_diagram";

/* The forces in the order of the loads, then m a from the first tail to the last head. */
export function forcePolygon({ scene, table }: Pick<Played, "scene" | "table">, value: Sample, body: number): Side[] {
  const loads = loadsOn(scene, value, body) ?? [];
  const balance = balanceOf(scene, value, body);
  let at: Point = [0, 0];
  const sides = loads
    .filter(({ force }) => magnitude(force) > 0)
    .map(({ name, kind, force }): Side => {
      const from = at;
      at = [at[0] + force[0], at[1] + force[1]];
      const shared = kind !== "weight" && kind !== "force" && nonUniqueParts(table, name).length > 0;
      return { from, to: at, name: { base: "F", index: name }, look: kind === "weight" ? "weight" : "force", shared };
    });
  if (!balance || magnitude(balance.inertia) === 0) return sides;
  const [x, y] = balance.inertia;
  return [...sides, { from: [0, 0], to: [x, y], name: { base: "m a", index: "" }, look: "inertia" }];
}

const reaches = new WeakMap<Table, Map<number, Reach>>();
const ROWS = 100;

function reachFor(of: Played, body: number): Reach {
  let known = reaches.get(of.table);
  if (!known) reaches.set(of.table, (known = new Map()));
  let found = known.get(body);
  if (!found) {
    found = none;
    const step = Math.max(1, Math.floor(of.table.rows / ROWS));
    for (let row = 0; row < of.table.rows; row += step)
      found = reachOf(forcePolygon(of, sampleAt(of.table, row, 0), body), found);
    known.set(body, found);
  }
  return found;
}

function ForcePolygon({ now, of }: CardProps) {
  const body = bodyChosen(of.scene, polygonOf.value);
  if (!now.value.loads || body < 1) return <p class="panel-none">{texts.teach.noLoads}</p>;
  const sides = forcePolygon(of, now.value, body);
  const end = sides.filter(({ look }) => look !== "inertia").at(-1)?.to ?? [0, 0];
  const closing = sides.find(({ look }) => look === "inertia")?.to ?? [0, 0];
  const gap = Math.hypot(end[0] - closing[0], end[1] - closing[1]);
  const whole = Math.max(...sides.map(({ from, to }) => Math.hypot(to[0] - from[0], to[1] - from[1])), 1e-30);
  return (
    <>
      <BodyChoice label={texts.teach.ofBody} value={polygonOf} />
      <VectorDiagram sides={sides} reach={reachFor(of, body)} unit="N" label={texts.teach.forcePolygon} fits />
      <p class="teach-note">
        {texts.teach.closes(quantity(gap < 1e-9 * whole ? 0 : gap, "N", 2))}
        {sides.some(({ shared }) => shared) && ` ${texts.teach.sharedSides}`}
      </p>
    </>
  );
}

export const overlay: OverlayKind = {
  id: "force-polygon",
  order: 8,
  title: () => texts.teach.forcePolygon,
  about: () => texts.teach.forcePolygonAbout,
  Card: ForcePolygon,
};
