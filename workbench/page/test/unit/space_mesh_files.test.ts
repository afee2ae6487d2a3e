/* space_mesh_files.test.ts - files of triangles: a tetrahedron as binary STL, as text STL and as OBJ has the corners that were written. */
import { Box3, type BufferGeometry, Group, Matrix4, MeshBasicMaterial, Vector3 } from "three";
import { expect, test } from "vitest";
import { meshesOf, piecesOf } from "../../src/drawing/shape_pieces";
import type { MeshShape, Vec } from "../../src/engine/engine";
import { readMesh } from "../../src/space/mesh_reader";
import { MeshStore } from "../../src/space/mesh_store";
import { undrawnMeshes, useMeshFiles } from "../../src/state/mesh_files";

const CORNERS: Vec[] = [
  [1, 2, 3],
  [5, 2, 3],
  [1, 8, 3],
  [1, 2, 10],
];
const FACES = [
  [0, 2, 1],
  [0, 1, 3],
  [0, 3, 2],
  [1, 2, 3],
];

function binaryStl(): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(84 + 50 * FACES.length));
  view.setUint32(80, FACES.length, true);
  FACES.forEach((face, i) =>
    face.forEach((corner, k) =>
      CORNERS[corner]!.forEach((x, axis) => view.setFloat32(84 + 50 * i + 12 + 12 * k + 4 * axis, x, true)),
    ),
  );
  return view.buffer;
}

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer as ArrayBuffer;

function textStl(): ArrayBuffer {
  const facets = FACES.map((face) => {
    const corners = face.map((i) => `vertex ${CORNERS[i]!.join(" ")}`).join("\n");
    return `facet normal 0 0 0\nouter loop\n${corners}\nendloop\nendfacet`;
  });
  return bytes(`solid four\n${facets.join("\n")}\nendsolid four\n`);
}

function obj(): ArrayBuffer {
  const corners = CORNERS.map((at) => `v ${at.join(" ")}`);
  return bytes([...corners, ...FACES.map((face) => `f ${face.map((i) => i + 1).join(" ")}`)].join("\n"));
}

function boxOf(form: BufferGeometry): [number[], number[]] {
  form.computeBoundingBox();
  return [form.boundingBox!.min.toArray(), form.boundingBox!.max.toArray()];
}

test("STL and OBJ have the box and the triangles that were written", async () => {
  for (const [file, data] of [
    ["a.stl", binaryStl()],
    ["b.STL", textStl()],
    ["c.obj", obj()],
  ] as const) {
    const form = await readMesh(file, data);
    expect(boxOf(form)).toEqual([
      [1, 2, 3],
      [5, 8, 10],
    ]);
    expect(form.getAttribute("position").count).toBe(12);
    /* the files have none, or zeros: those of the corners, of which the first face looks along -z */
    const normals = form.getAttribute("normal");
    expect(normals.count).toBe(12);
    expect([normals.getX(0), normals.getY(0), normals.getZ(0)]).toEqual([0, 0, -1]);
  }
});

test("a file without triangles is refused", async () => {
  await expect(readMesh("a.obj", bytes("v 1 2 3\n"))).rejects.toThrow("triangles");
  await expect(readMesh("a.stl", bytes("solid nothing\nendsolid nothing\n"))).rejects.toThrow();
});

globalThis.requestAnimationFrame ??= () => 1; // there are no frames here

const half = Math.SQRT1_2;
const shape: MeshShape = { kind: "mesh", file: "a.stl", scale: [2, 1, -1], at: [10, 0, 0], q: [half, 0, 0, half] };

test("a mesh is drawn where a + q (scale p) is, and read once", async () => {
  let asked = 0;
  useMeshFiles(async () => (asked++, binaryStl()));
  const store = new MeshStore(() => {});
  const root = new Group().add(
    store.object(shape, new MeshBasicMaterial()),
    store.object(shape, new MeshBasicMaterial()),
  );
  await expect.poll(() => root.children.every((one) => one.children.length === 1)).toBe(true);
  expect(asked).toBe(1);
  root.updateMatrixWorld(true);
  /* a quarter turn about z: x = 10 - y, y = 2 x, z = -z of the file */
  const box = new Box3().setFromObject(root);
  const near = (is: Vector3, at: Vec): void => expect(is.distanceTo(new Vector3(...at))).toBeLessThan(1e-6);
  near(box.min, [2, 2, -10]);
  near(box.max, [8, 10, -3]);
  expect(new Matrix4().copy(root.children[0]!.matrixWorld).determinant()).toBeLessThan(0);
});

test("one that is missing is told by name, and nothing is drawn", async () => {
  undrawnMeshes.value = new Map();
  useMeshFiles(async () => Promise.reject(new Error("there is none")));
  const made = new MeshStore(() => {}).object({ ...shape, file: "gone.stl" }, new MeshBasicMaterial());
  await expect.poll(() => undrawnMeshes.value.size).toBe(1);
  expect([...undrawnMeshes.value]).toEqual([["gone.stl", "there is none"]]);
  expect(made.children).toEqual([]);
});

test("meshes are no solids with holes", () => {
  const box = { kind: "box", at: [0, 0, 0] as Vec, size: [1, 1, 1] as Vec } as const;
  const both = { kind: "several", shapes: [shape, box] } as const;
  expect(meshesOf({ ...both, shapes: [...both.shapes] })).toEqual([shape]);
  expect(piecesOf({ ...both, shapes: [...both.shapes] })).toEqual([{ solid: box, holes: [] }]);
  expect(piecesOf(shape)).toEqual([]);
});
