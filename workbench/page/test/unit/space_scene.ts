/* Small scenes of space for tests. */
import { MOBILE } from "./tables";
import type { Scene, SceneBody, SceneForce, SceneJoint, Vec } from "../../src/engine/engine";

export function body(name: string, given: Partial<SceneBody> & { points?: SceneBody["points"] } = {}): SceneBody {
  const com = given.com ?? [0, 0, 0];
  return {
    name,
    line: 0,
    column: 0,
    drawn: false,
    mass: name === "ground" ? 0 : 1,
    inertia: [1, 1, 1, 0, 0, 0],
    com,
    points: [],
    shape: { kind: "none" },
    pose: { at: com, angle: 0, q: [1, 0, 0, 0] },
    ...given,
  };
}

export function point(name: string, at: Vec): SceneBody["points"][number] {
  return { name, line: 0, column: 0, at };
}

export function joint(name: string, type: string, bodies: [number, number], at: [Vec, Vec], axis: Vec): SceneJoint {
  return {
    name,
    line: 0,
    column: 0,
    type,
    bodies,
    points: at,
    axes: [axis, axis],
    numbers: {},
    compliant: false,
    coordinates: [],
  };
}

export function scene(bodies: SceneBody[], joints: SceneJoint[] = [], forces: SceneForce[] = []): Scene {
  return {
    title: "",
    space: true,
    size: 1,
    gravity: [0, 0, -9.81],
    bodies: [body("ground"), ...bodies],
    joints,
    forces,
    drivers: [],
    parameters: [],
    analyses: [],
    drawing: [],
    channels: [],
    assembled: true,
    dof: 1,
    mobility: MOBILE,
  };
}
