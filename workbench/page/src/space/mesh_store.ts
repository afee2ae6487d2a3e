/* mesh_store.ts - files of triangles, each read once; the bodies that are drawn with one get it when it has come. */
import { Group, type BufferGeometry, type Material, type Object3D } from "three";
import type { MeshShape } from "../engine/engine";
import { mesh } from "./meshes";
import { meshFile, undrawnMeshes } from "../state/mesh_files";
import { readMesh } from "./mesh_reader";

export class MeshStore {
  private forms = new Map<string, Promise<BufferGeometry>>();

  private waiting = 0;
  private scene = 0;

  constructor(private readonly grown: () => void) {}

  /* For another scene: what is still under way is of the one before. */
  begin(): void {
    this.scene++;
    undrawnMeshes.value = new Map();
  }

  /* In the next frame, once for all that have come. */
  private arrived(): void {
    if (!this.waiting)
      this.waiting = requestAnimationFrame(() => {
        this.waiting = 0;
        this.grown();
      });
  }

  /* One that did not come is asked for again with the next scene. */
  private form(file: string): Promise<BufferGeometry> {
    const found = this.forms.get(file) ?? meshFile(file).then((bytes) => readMesh(file, bytes));
    this.forms.set(file, found);
    return found;
  }

  object(shape: MeshShape, material: Material): Object3D {
    const group = new Group();
    const [w, x, y, z] = shape.q;
    group.position.set(...shape.at);
    group.quaternion.set(x, y, z, w);
    group.scale.set(...shape.scale);
    const of = this.scene;
    this.form(shape.file).then(
      (form) => {
        group.add(mesh(form, material));
        this.arrived();
      },
      (error: unknown) => {
        this.forms.delete(shape.file);
        if (of !== this.scene) return;
        const why = error instanceof Error ? error.message : String(error);
        undrawnMeshes.value = new Map([...undrawnMeshes.peek(), [shape.file, why]]);
      },
    );
    return group;
  }

  dispose(): void {
    cancelAnimationFrame(this.waiting);
    for (const form of this.forms.values())
      form.then(
        (one) => one.dispose(),
        () => undefined,
      );
    this.forms.clear();
  }
}
