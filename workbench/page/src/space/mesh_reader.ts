/* mesh_reader.ts - the triangles of a file as one form in its own coordinates: STL (binary and text), OBJ, Collada.
 *
 * Colours and textures are not read: a body has one colour. Of Collada the unit counts, the axis that is up does not: descriptions of
 * robots take coordinates as they stand.
 */
import { BufferGeometry, LoadingManager, Mesh, type Object3D } from "three";
import { STLLoader } from "three/examples/jsm/loaders/STLLoader.js";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";

type Attribute = ReturnType<BufferGeometry["getAttribute"]>;

const NO_PICTURE = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=";

/* Many programs write normals of zero into STL. */
function areNormals(list: Attribute | undefined): list is Attribute {
  for (let i = 0; i < (list?.count ?? 0); i++)
    if (!(Math.hypot(list!.getX(i), list!.getY(i), list!.getZ(i)) > 0.5)) return false;
  return list !== undefined;
}

/* Corners and normals alone, so that all can be joined. */
function bare(geometry: BufferGeometry): BufferGeometry {
  const whole = geometry.index ? geometry.toNonIndexed() : geometry;
  const made = new BufferGeometry();
  made.setAttribute("position", whole.getAttribute("position"));
  const normal = whole.getAttribute("normal");
  if (areNormals(normal)) made.setAttribute("normal", normal);
  else made.computeVertexNormals();
  return made;
}

function joined(root: Object3D): BufferGeometry {
  const found: BufferGeometry[] = [];
  root.updateMatrixWorld(true);
  root.traverse((one) => {
    if (one instanceof Mesh) found.push(bare(one.geometry as BufferGeometry).applyMatrix4(one.matrixWorld));
  });
  if (found.length === 0) throw new Error("there are no triangles in it");
  return mergeGeometries(found);
}

/* Nothing is fetched for it. */
function alone(): LoadingManager {
  const manager = new LoadingManager();
  manager.setURLModifier(() => NO_PICTURE);
  return manager;
}

async function readCollada(text: string): Promise<BufferGeometry> {
  const { ColladaLoader } = await import("three/examples/jsm/loaders/ColladaLoader.js");
  const read = new ColladaLoader(alone()).parse(text, "");
  if (!read) throw new Error("it is no Collada file");
  read.scene.quaternion.identity();
  return joined(read.scene);
}

async function readObj(text: string): Promise<BufferGeometry> {
  const { OBJLoader } = await import("three/examples/jsm/loaders/OBJLoader.js");
  return joined(new OBJLoader(alone()).parse(text));
}

export async function readMesh(file: string, bytes: ArrayBuffer): Promise<BufferGeometry> {
  const ending = file.slice(file.lastIndexOf(".")).toLowerCase();
  const text = (): string => new TextDecoder().decode(bytes);
  const form =
    ending === ".obj"
      ? await readObj(text())
      : ending === ".dae"
        ? await readCollada(text())
        : bare(new STLLoader().parse(bytes));
  const count = form.getAttribute("position")?.count ?? 0;
  if (count < 3 || !Number.isFinite(form.getAttribute("position").getX(0)))
    throw new Error("there are no triangles in it");
  return form;
}
