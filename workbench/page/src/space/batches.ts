/* batches.ts - many solids drawn in few calls: all of one material at once, each where its own object stands.
 *
 * Parts stay as they are built: they are posed, pointed at and outlined one by one. Only their drawing is done here, where there are
 * many of them: a call for each takes longer than the graphics card needs for what it draws.
 */
import { BatchedMesh, Group, LineSegments, Mesh, type BufferGeometry, type Material, type Object3D } from "three";

export const BATCHED = 3; // layer of what is drawn in a batch and not by itself
const MANY = 150; // solids

/* A geometry that stays as it is made, so that a copy of it can be drawn. */
export function still<T extends BufferGeometry>(geometry: T): T {
  geometry.userData.still = true;
  return geometry;
}

/* The same for lines: three.js has batches of triangles only, and looks at these flags to know what to draw. */
class BatchedLines extends BatchedMesh {
  constructor(count: number, vertices: number, indices: number, material: Material) {
    super(count, vertices, indices, material);
    Object.assign(this, { isMesh: false, isLine: true, isLineSegments: true });
  }
}

type Solid = Mesh | LineSegments;

interface Member {
  object: Solid;
  above: Object3D[]; // up to the part's own, which may be hidden
  seen: boolean;
}

interface Batch {
  drawn: BatchedMesh;
  members: Member[];
}

/* What can be drawn together: the same material, the same arrays, the same shadows. */
function sortOf({ geometry, material, castShadow, receiveShadow, type }: Solid): string {
  const arrays = Object.keys(geometry.attributes).sort().join();
  return [type, (material as Material).uuid, geometry.index !== null, arrays, castShadow, receiveShadow].join(" ");
}

function isBatchable(one: Object3D): one is Solid {
  if (!(one instanceof Mesh || one instanceof LineSegments) || !one.geometry.userData.still) return false;
  /* what is behind glass depends on the order */
  return !Array.isArray(one.material) && (one instanceof LineSegments || !one.material.transparent);
}

function chainTo(part: Object3D, object: Object3D): Object3D[] {
  const above: Object3D[] = [];
  for (let one: Object3D | null = object; one && one !== part.parent; one = one.parent) above.push(one);
  return above;
}

function batchOf(members: Member[]): Batch {
  const { object } = members[0]!;
  const kinds = new Set(members.map((one) => one.object.geometry));
  let [vertices, indices] = [0, 0];
  for (const kind of kinds) {
    vertices += kind.getAttribute("position").count;
    indices += kind.index?.count ?? 0;
  }
  const Made = object instanceof LineSegments ? BatchedLines : BatchedMesh;
  const drawn = new Made(members.length, vertices, indices, object.material as Material);
  const ids = new Map([...kinds].map((kind) => [kind, drawn.addGeometry(kind)]));
  for (const { object: one } of members) drawn.addInstance(ids.get(one.geometry)!);
  drawn.castShadow = object.castShadow;
  drawn.receiveShadow = object.receiveShadow;
  drawn.frustumCulled = drawn.perObjectFrustumCulled = drawn.sortObjects = false;
  drawn.raycast = () => {}; // the parts themselves are pointed at
  return { drawn, members };
}

export class Batches {
  readonly group = new Group();
  private list: Batch[] = [];

  /* Takes over the drawing of the parts' solids, where they are many. */
  build(parts: Object3D[]): void {
    this.clear();
    const members = parts.flatMap((part) => {
      const found: Member[] = [];
      part.traverse((object) => {
        if (isBatchable(object)) found.push({ object, above: chainTo(part, object), seen: true });
      });
      return found;
    });
    if (members.length < MANY) return;
    const sorts = new Map<string, Member[]>();
    for (const member of members) {
      const sort = sortOf(member.object);
      const alike = sorts.get(sort);
      if (alike) alike.push(member);
      else sorts.set(sort, [member]);
      member.object.layers.disable(0);
      member.object.layers.enable(BATCHED);
    }
    this.list = [...sorts.values()].map(batchOf);
    for (const { drawn } of this.list) this.group.add(drawn);
  }

  /* In each frame, once the objects have their places in the world. */
  follow(): void {
    for (const { drawn, members } of this.list)
      for (let i = 0; i < members.length; i++) {
        const member = members[i]!;
        let seen = true;
        for (const one of member.above) seen &&= one.visible;
        if (seen !== member.seen) drawn.setVisibleAt(i, (member.seen = seen));
        if (seen) drawn.setMatrixAt(i, member.object.matrixWorld);
      }
  }

  /* These are drawn no more: something else has come in their place. */
  leave(parts: Object3D[]): void {
    if (this.list.length === 0) return;
    const gone = new Set(parts);
    for (const { members } of this.list)
      for (const { above } of members) {
        const own = above[above.length - 1]!;
        if (gone.has(own)) own.visible = false;
      }
  }

  clear(): void {
    for (const { drawn } of this.list) drawn.dispose();
    this.group.clear();
    this.list = [];
  }
}
