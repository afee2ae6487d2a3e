/* phase_plot.ts - speed over position of a joint coordinate: a plot of one click. */
import { menuSources } from "../drawing/context_menu";
import { shownScene } from "../drawing/player";
import type { Scene, Table } from "../engine/engine";
import { table } from "../state/runs";
import { texts } from "../texts/texts";
import { columnOf } from "./channels";
import { addPlot } from "./plots";
import { showResults } from "./tabs";

export interface Phase {
  joint: string;
  position: string; // channels: "O.angle"
  speed: string;
}

/* Coordinates whose position and speed a table tells. */
export function phasesOf(scene: Scene, of: Table): Phase[] {
  return scene.joints.flatMap(({ name, coordinates }) =>
    coordinates.flatMap(({ channel }): Phase[] => {
      const speed = [`${channel}_speed`, `${name}.speed`].find((one) => columnOf(of, one) !== null);
      return speed && columnOf(of, channel) ? [{ joint: name, position: channel, speed }] : [];
    }),
  );
}

export function addPhasePlot({ position, speed }: Phase): void {
  addPlot([speed], { x: position });
  showResults("plots");
}

/* Also in the menu of a joint. */
menuSources.push((hits) => {
  const [scene, of] = [shownScene.peek(), table.peek()];
  const joint = hits.find(({ kind }) => kind === "joint")?.name;
  const found = scene && of ? phasesOf(scene, of).filter((one) => one.joint === joint) : [];
  return found.map((phase) => ({ label: texts.teach.phasePlotOf(phase.position), act: () => addPhasePlot(phase) }));
});
