/* plane_scene.ts - scenes of mechanisms in the plane, made by hand. */
import { MOBILE } from "./tables";
import type { Pose, Scene, SceneBody, Vec } from "../../src/engine/engine";

export function pose(at: [number, number], angle: number): Pose {
  return { at: [at[0], at[1], 0], angle, q: [Math.cos(angle / 2), 0, 0, Math.sin(angle / 2)] };
}

export function body(name: string, com: Vec, drawn: boolean, at: Pose): SceneBody {
  return {
    ...{ name, line: 1, column: 1, drawn, mass: 1, inertia: [0, 0, 1, 0, 0, 0], com, points: [] },
    ...{ shape: { kind: "none" as const }, pose: at },
  };
}

export function scene(bodies: SceneBody[], dof: number, joints: Scene["joints"] = []): Scene {
  return {
    ...{ title: "", space: false, size: 1, gravity: [0, -9.81, 0], bodies, joints, forces: [], drivers: [] },
    ...{ parameters: [], analyses: [], drawing: [], channels: [], assembled: true, dof, mobility: MOBILE },
  };
}

export const GROUND = body("ground", [0, 0, 0], false, pose([0, 0], 0));
