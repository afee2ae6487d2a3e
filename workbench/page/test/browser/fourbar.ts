/* fourbar.ts - the four-bar that tests of the page draw, edit and run: its points, and what else a test needs in the model. */

const PLACES = "\n  O: [0, 0]\n  A: [0, 0.1]\n  B: [0.3, 0.2]\n  C: [0.3, 0]";

/* `points`: in the place of the usual ones, as they are written; `more`: what follows the joints. */
export function fourbarText({ points = PLACES, more = "" } = {}): string {
  return `trammel: 1
points:${points}
bodies:
  crank: {points: [O, A], mass: 1, shape: rod}
  coupler: {points: [A, B], mass: 1, shape: rod}
  rocker: {points: [B, C], mass: 1, shape: rod}
joints:
  O: {revolute: [ground, crank]}
  A: {revolute: [crank, coupler]}
  B: {revolute: [coupler, rocker]}
  C: {revolute: [ground, rocker]}
${more}`;
}
