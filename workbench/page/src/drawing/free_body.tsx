/* free_body.tsx - a body alone with all that acts on it, at the instant shown: arrows with numbers, components, and their sum against m a. */
import { useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Pose, Scene, Table, Vec } from "../engine/engine";
import type { Pixel } from "./camera";
import { nonUniqueParts } from "../engine/unique";
import { NotUnique } from "../shell/not_unique";
import { toast } from "../shell/toast";
import { texts } from "../texts/texts";
import { playing, row as shownRow } from "../state/clock";
import { bodyPath, massMark } from "./body_part";
import { exportSvg } from "./export_svg";
import { few, orZero, steady } from "../shell/number_text";
import { shownUnit } from "../shell/display_units";
import { quantity, steadyQuantity } from "../shell/quantity";
import { freeBody } from "./free_body_state";
import { outlineOf } from "./free_body_outline";
import {
  diagramExtent,
  diagramOf,
  FROM_THE_FRONT,
  HEIGHT,
  reach,
  WIDTH,
  type Diagram,
  type DiagramArrow,
} from "./free_body_layout";
import { watchPlace, type Drawn, type Edges } from "./free_body_place";
import "./free_body.css";
import { arrow, circle, roundArrow } from "./geometry";
import { roundValue } from "./grid";
import { magnitude, minus, type Load } from "./loads";
import { colourClass, type Pen } from "./part";
import { nearestMoment, played, snapToRow, type Moment } from "./player";
import { stage } from "./stage";
import { IconButton } from "./icons";
import { stateLabel } from "./states";
import { dot } from "./vectors";
import { outlook } from "./viewer";

function Arrow({ of }: { of: DiagramArrow }) {
  const [[x, y], [dx, dy]] = [of.from, of.by];
  const drawn = of.round === 0 ? arrow(x, y, dx, dy) : roundArrow(x, y, 15, of.round);
  const size = Math.hypot(dx, dy);
  const back = size > 14 ? 1 - 7 / size : 1;
  const second = of.double ? arrow(x, y, back * dx, back * dy).head : "";
  return (
    <g class={`load-of ${of.kind} ${of.shared ? "shared" : ""}`}>
      <path class="arrow-shafts" d={drawn.shaft} />
      <path class="arrow-heads" d={drawn.head + second} />
      <text x={of.textAt[0]} y={of.textAt[1]}>
        {of.text}
      </text>
    </g>
  );
}

/* The body itself, its centre of mass at the origin. */
function Shape({ scene, body, pose, diagram }: { scene: Scene; body: number; pose: Pose; diagram: Diagram }) {
  if (scene.space) {
    const [right, up] = outlook.value ?? FROM_THE_FRONT;
    const see = (at: Vec): Pixel => {
      const by = minus(at, pose.at);
      return [diagram.scale * dot(by, right), -diagram.scale * dot(by, up)];
    };
    const { fill, bars } = outlineOf(scene, body, pose, see);
    return (
      <g class={`body ${colourClass(body)}`}>
        <path class="link" d={fill} />
        <path class="free-body-bars" d={bars} />
      </g>
    );
  }
  const pen: Pen = { scale: diagram.scale, half: 6, travel: () => null };
  return (
    <g transform={`rotate(${(-pose.angle * 180) / Math.PI})`} class={`body ${colourClass(body)}`}>
      <path class="link" d={bodyPath(scene, body, pen)} />
    </g>
  );
}

/* The axes of the ground as they are seen, in the corner. */
function Axes() {
  const [right, up] = outlook.value ?? FROM_THE_FRONT;
  return (
    <g class="free-body-axes" transform={`translate(${WIDTH - 34} ${HEIGHT - 34})`}>
      {AXES.map((name, i) => {
        const [x, y] = [24 * right[i]!, -24 * up[i]!];
        return (
          <g key={name} class={`axis-${name}`}>
            <path d={`M0 0L${x} ${y}`} />
            <text x={1.3 * x} y={1.3 * y + 4}>
              {name}
            </text>
          </g>
        );
      })}
    </g>
  );
}

function Picture({ scene, body, pose, diagram }: { scene: Scene; body: number; pose: Pose; diagram: Diagram }) {
  const [x, y] = diagram.centre;
  const value = diagram.perNewton > 0 ? roundValue(30 / diagram.perNewton, "N") : 0;
  const bar = arrow(14, HEIGHT - 14, value * diagram.perNewton, 0);
  return (
    <>
      <g transform={`translate(${x} ${y})`}>
        <Shape scene={scene} body={body} pose={pose} diagram={diagram} />
      </g>
      {scene.space && <Axes />}
      <g transform={`translate(${x} ${y})`}>
        <path class="mass-ring" d={circle(0, 0, 5.5)} />
        <path class="mass-quarters" d={massMark(5.5)} />
      </g>
      {diagram.arrows.map((one, i) => (
        <Arrow of={one} key={i} />
      ))}
      {value > 0 && (
        <g class="load-of scale">
          <path class="arrow-shafts" d={bar.shaft} />
          <path class="arrow-heads" d={bar.head} />
          <text x={20 + value * diagram.perNewton} y={HEIGHT - 10}>
            {quantity(value, "N", 1)}
          </text>
        </g>
      )}
    </>
  );
}

const AXES = ["x", "y", "z"] as const;

/* What rounding leaves of a sum is nothing. */
function shown(value: number, whole: number, unit: string): string {
  return steady(orZero(value, whole, 1e-9) * shownUnit(unit).factor);
}

/* "revolute", and which of its components are not unique. */
function What({ load, table }: { load: Load; table: Table | null }) {
  const loose = load.kind === "force" ? [] : nonUniqueParts(table, load.name);
  return (
    <>
      <span>{load.what === load.name ? "" : load.what}</span>
      {loose.length > 0 && <NotUnique of={table} parts={loose} />}
    </>
  );
}

const TORQUES = ["tx", "ty", "tz"];

/* A component of a load; what is not unique says so, in few digits. */
function componentText(load: Load, table: Table | null, part: string, value: number, whole: number): string {
  const loose = load.kind === "force" ? [] : nonUniqueParts(table, load.name);
  const shared = loose.includes(part) || (part === "tz" && loose.includes("torque"));
  const unit = part.startsWith("t") ? "N*m" : "N";
  return shared ? `≈ ${few(orZero(value, whole, 1e-9) * shownUnit(unit).factor, 2)}` : shown(value, whole, unit);
}

function Components({ scene, diagram, table }: { scene: Scene; diagram: Diagram; table: Table | null }) {
  const { loads, balance } = diagram;
  const forceAxes = scene.space ? [0, 1, 2] : [0, 1];
  const torqueAxes = scene.space ? [0, 1, 2] : [2];
  const whole = Math.max(...loads.map((load) => magnitude(load.force)), 1e-30);
  const wholeTorque = Math.max(...loads.map((load) => magnitude(load.torque)), whole * (scene.size || 1) * 1e-3);
  const ofLoad = (load: Load) => (
    <tr class={load.kind} key={load.name + load.what}>
      <th scope="row">
        {load.name} <What load={load} table={table} />
      </th>
      {forceAxes.map((i) => (
        <td>{componentText(load, table, `f${AXES[i]}`, load.force[i]!, whole)}</td>
      ))}
      {torqueAxes.map((i) => (
        <td>{componentText(load, table, TORQUES[i]!, load.torque[i]!, wholeTorque)}</td>
      ))}
    </tr>
  );
  const row = (title: string, what: string, force: Load["force"], torque: Load["torque"], kind: string) => (
    <tr class={kind} key={title + what}>
      <th scope="row">
        {title} <span>{what}</span>
      </th>
      {forceAxes.map((i) => (
        <td>{shown(force[i]!, whole, "N")}</td>
      ))}
      {torqueAxes.map((i) => (
        <td>{shown(torque[i]!, wholeTorque, "N*m")}</td>
      ))}
    </tr>
  );
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{texts.view.freeBody.load}</th>
          {forceAxes.map((i) => (
            <th scope="col">
              {texts.view.freeBody.f}
              <sub>{AXES[i]}</sub> {shownUnit("N").unit}
            </th>
          ))}
          {torqueAxes.map((i) => (
            <th scope="col">
              {scene.space ? (
                <>
                  {texts.view.freeBody.t}
                  <sub>{AXES[i]}</sub>
                </>
              ) : (
                "T"
              )}{" "}
              {shownUnit("N*m").unit}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {loads.map(ofLoad)}
        {row("sum", texts.view.freeBody.momentsAboutTheCentreOfMass, balance.force, balance.moment, "sum")}
        {row(
          scene.space ? texts.view.freeBody.mADIDt : "m a, I α",
          "",
          balance.inertia,
          balance.angularInertia,
          "inertia",
        )}
      </tbody>
    </table>
  );
}

function Verdict({ diagram, reach, when }: { diagram: Diagram; reach: number; when: string }) {
  const { balance, loads } = diagram;
  const whole = Math.max(...loads.map((load) => magnitude(load.force)), 1e-30);
  const wholeMoment = Math.max(...loads.map((load) => magnitude(load.torque)), whole * reach);
  const good = balance.residual < 1e-6 * whole && balance.residualMoment < 1e-6 * wholeMoment;
  const force = (amount: number): string => steadyQuantity(orZero(amount, whole, 1e-9), "N");
  return (
    <p class={good ? "verdict good" : "verdict"}>
      {when}
      {texts.view.freeBody.sum} {force(magnitude(balance.force))}
      {texts.view.freeBody.mA} {force(magnitude(balance.inertia))};{" "}
      {good
        ? texts.units.balanced
        : texts.units.residual(
            steadyQuantity(balance.residual, "N", 2),
            steadyQuantity(balance.residualMoment, "N*m", 2),
          )}
    </p>
  );
}

function Content({ scene, body, now }: { scene: Scene; body: number; now: Moment }) {
  const svg = useRef<SVGSVGElement>(null);
  const shownRun = played.value;
  if (!shownRun || shownRun.modes) return <p class="free-body-note">{texts.view.freeBody.runAnAnalysisToSeeThe}</p>;
  const extent = diagramExtent(scene, shownRun.table, shownRun.motion, body);
  const diagram = diagramOf(scene, now.poses, now.value, body, extent, outlook.value ?? undefined);
  if (!diagram) return <p class="free-body-note">{texts.view.freeBody.thisRunIsTooLargeFor}</p>;
  const { table, motion } = shownRun;
  const when = motion.timed ? texts.view.freeBody.atS(steady(now.time)) : stateLabel(table, shownRow.value);
  const copy = (): void => {
    navigator.clipboard.writeText(exportSvg(svg.current!, { width: WIDTH, height: HEIGHT })).then(
      () => toast(texts.view.freeBody.copiedTheDiagramAsSvg),
      () => toast(texts.view.freeBody.theDiagramCouldNotBeCopied, { kind: "error" }),
    );
  };
  return (
    <>
      <svg
        ref={svg}
        class="plane-svg free-body-picture"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={texts.view.freeBody.freeBodyDiagramOf(scene.bodies[body]!.name)}
      >
        <Picture scene={scene} body={body} pose={now.poses[body]!} diagram={diagram} />
      </svg>
      <Verdict diagram={diagram} reach={scene.size} when={when} />
      <div class="free-body-table" tabIndex={0} role="region" aria-label={texts.view.freeBody.components}>
        <Components scene={scene} diagram={diagram} table={table} />
      </div>
      <button type="button" class="text-button" onClick={copy}>
        {texts.view.freeBody.copyAsSvg}
      </button>
    </>
  );
}

/* Where the body and the whole mechanism are drawn, px of the window; null where that is not known. */
function drawnAt({ scene, poses }: Moment, body: number): Drawn | null {
  const on = stage.peek();
  if (!on || scene.space) return null;
  const edgesOf = (i: number): Edges => {
    const [x, y] = poses[i]!.at;
    const far = reach(scene, i);
    const [left, top] = on.toClient(x - far, y + far);
    const [right, bottom] = on.toClient(x + far, y - far);
    return { left, top, right, bottom };
  };
  const mechanism = scene.bodies
    .slice(1)
    .map((_, i) => edgesOf(i + 1))
    .reduce(together);
  return { body: edgesOf(body), mechanism };
}

const together = (a: Edges, b: Edges): Edges => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
});

export function FreeBody() {
  const now = freeBody.value === null ? null : nearestMoment();
  const body = now?.scene.bodies.findIndex((one) => one.name === freeBody.value) ?? -1;
  return now && body > 0 ? <Panel now={now} body={body} /> : null;
}

function Panel({ now, body }: { now: Moment; body: number }) {
  const panel = useRef<HTMLElement>(null);
  const header = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current!.showPopover();
    return watchPlace(panel.current!, header.current!, () => drawnAt(now, body));
  }, [body]);
  /* sums hold on rows only: while nothing plays the clock stands on one, and all that is read is of one instant */
  useSignalEffect(() => {
    if (!playing.value) snapToRow();
  });
  const { scene } = now;
  return (
    <section
      class={`popover free-body with-picture ${scene.space ? "in-space" : ""}`}
      popover="manual"
      ref={panel}
      aria-label={texts.view.freeBody.freeBodyDiagram}
      onKeyDown={(event) => {
        if (event.key === "Escape") freeBody.value = null;
      }}
    >
      <header ref={header}>
        <IconButton of="move" kind="grip" label={texts.view.freeBody.moveDragOrUseTheArrow} act={() => {}} />
        <label>
          <span>{texts.view.freeBody.freeBody}</span>
          <select value={freeBody.value!} onChange={(event) => (freeBody.value = event.currentTarget.value)}>
            {scene.bodies.slice(1).map((one) => (
              <option key={one.name} value={one.name}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
        <IconButton
          of="close"
          label={texts.view.freeBody.closeTheFreeBodyDiagram}
          act={() => (freeBody.value = null)}
        />
      </header>
      <Content scene={scene} body={body} now={now} />
    </section>
  );
}
