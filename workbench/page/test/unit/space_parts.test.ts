/* While something is moved in space only what has changed is built anew. */
import { Group } from "three";
import { expect, test, vi } from "vitest";
import type { Scene } from "../../src/engine/engine";
import { body, joint, point } from "./space_scene";
import "./description";

vi.stubGlobal("document", { documentElement: {} });
vi.stubGlobal("getComputedStyle", () => ({ getPropertyValue: () => "#808080" }));
const { Forms } = await import("../../src/space/meshes");
const { Paint } = await import("../../src/space/paint");
const { SceneParts } = await import("../../src/space/scene_parts");

function sceneWith(change: (scene: Scene) => void = () => {}): Scene {
  const rod = (name: string) =>
    body(name, {
      points: [point("A", [0, 0, 0]), point("B", [1, 0, 0])],
      shape: { kind: "rod", from: 0, to: 1 } as never,
    });
  const scene = {
    bodies: [body("ground"), rod("one"), rod("two"), rod("three")],
    joints: [
      joint(
        "J",
        "revolute",
        [1, 2],
        [
          [1, 0, 0],
          [0, 0, 0],
        ],
        [0, 0, 1],
      ),
    ],
    forces: [],
    drivers: [],
    drawing: [],
    gravity: [0, 0, -9.81],
    size: 3,
  } as unknown as Scene;
  change(scene);
  return scene;
}

const paint = new Paint();
const kitOf = (scene: Scene) => ({
  scene,
  grain: 1,
  up: [0, 0, 1] as [number, number, number],
  paint,
  forms: new Forms(paint),
  range: () => null,
});

test("a body that only stands elsewhere keeps its solids; one whose points move is built anew, and so are its joints", () => {
  const group = new Group();
  const parts = new SceneParts(group);
  parts.build(kitOf(sceneWith()));
  const before = [...parts.all];
  const names = () => parts.all.map(({ selected }) => selected.name);
  expect(names()).toEqual(["J", "one", "two", "three"]);

  const moved = sceneWith((scene) => (scene.bodies[3]!.pose = { at: [0, 0, 5], angle: 0, q: [1, 0, 0, 0] }));
  expect(parts.change(kitOf(moved))).toEqual([]);
  expect(parts.all).toEqual(before);

  const longer = sceneWith((scene) => (scene.bodies[2]!.points[1]!.at = [2, 0, 0]));
  expect(parts.change(kitOf(longer))!.map(({ selected }) => selected.name)).toEqual(["J", "two"]);
  expect(parts.all.map((one, i) => one === before[i])).toEqual([false, true, false, true]);
  expect(group.children).toHaveLength(4);
  expect(parts.all.every(({ object }) => object.parent === group)).toBe(true);

  const fewer = sceneWith((scene) => scene.bodies.pop());
  expect(parts.change(kitOf(fewer))).toBeNull();
});
