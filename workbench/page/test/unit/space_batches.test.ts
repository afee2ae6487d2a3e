/* Many solids are drawn in few calls, each where its object stands; few are left as they are. */
import { BatchedMesh, BoxGeometry, Group, Matrix4, Mesh, MeshBasicMaterial, Raycaster, Vector3 } from "three";
import { expect, test } from "vitest";
import { BATCHED, Batches, still } from "../../src/space/batches";

const materials = [new MeshBasicMaterial(), new MeshBasicMaterial()];

function parts(count: number): Group[] {
  const box = still(new BoxGeometry(1, 1, 1));
  return Array.from({ length: count }, (_, i) => {
    const part = new Group();
    part.add(new Mesh(box, materials[i % 2]!));
    part.position.set(3 * i, 0, 0);
    part.updateMatrixWorld();
    return part;
  });
}

const drawnIn = (batches: Batches): BatchedMesh[] => batches.group.children as BatchedMesh[];

test("solids of two materials are two batches, each solid in its place and hidden with its part", () => {
  const list = parts(200);
  const batches = new Batches();
  batches.build(list);
  expect(drawnIn(batches)).toHaveLength(2);
  expect(drawnIn(batches).map((one) => one.instanceCount)).toEqual([100, 100]);
  list[6]!.visible = false;
  list[8]!.position.y = 5;
  list[8]!.updateMatrixWorld();
  batches.follow();
  const [first] = drawnIn(batches);
  expect(first!.getVisibleAt(3)).toBe(false);
  expect(first!.getVisibleAt(4)).toBe(true);
  expect(new Vector3().setFromMatrixPosition(first!.getMatrixAt(4, new Matrix4())).toArray()).toEqual([24, 5, 0]);
  list[6]!.visible = true;
  batches.follow();
  expect(first!.getVisibleAt(3)).toBe(true);
});

test("a solid in a batch is not drawn by itself, and is pointed at as before", () => {
  const list = parts(200);
  new Batches().build(list);
  const [solid] = list[5]!.children;
  const ray = new Raycaster(new Vector3(15, 0, 9), new Vector3(0, 0, -1));
  expect(solid!.layers.isEnabled(0)).toBe(false);
  ray.layers.enable(BATCHED);
  expect(ray.intersectObjects(list, true)[0]!.object).toBe(solid);
});

test("few solids, and those whose form changes, are drawn one by one", () => {
  const few = new Batches();
  few.build(parts(20));
  expect(drawnIn(few)).toHaveLength(0);
  const many = parts(200);
  const changing = new Mesh(new BoxGeometry(1, 1, 1), materials[0]!);
  many[0]!.add(changing);
  const batches = new Batches();
  batches.build(many);
  expect(drawnIn(batches).reduce((sum, one) => sum + one.instanceCount, 0)).toBe(200);
  expect(changing.layers.isEnabled(0)).toBe(true);
});
