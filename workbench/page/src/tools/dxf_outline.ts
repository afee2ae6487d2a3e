/* dxf_outline.ts - the chains of a drawing as the outline of a body: closed loops, the largest around, the others its holes.
 *
 * Open chains are joined where their ends meet. Round holes become points, to be pinned at.
 */
import type { Point } from "../drawing/camera";
import type { Chain } from "./dxf_read";
import { distance } from "./geometry";

export interface Outline {
  outer: Point[];
  holes: { points: Point[]; circle?: { at: Point; radius: number } }[];
  open: number; // chains that close to no loop: left out
}

const MOST_CORNERS = 400;

export function areaOf(points: readonly Point[]): number {
  return points.reduce((sum, [x, y], i) => {
    const [u, v] = points[(i + 1) % points.length]!;
    return sum + (x * v - y * u) / 2;
  }, 0);
}

/* Chains one after the other, as long as an end meets another's. */
function joined(chains: Chain[], near: number): { loops: Chain[]; open: number } {
  const loops = chains.filter(({ closed }) => closed);
  const rest = chains.filter(({ closed }) => !closed).map(({ points }) => points);
  let open = 0;
  while (rest.length > 0) {
    let chain = rest.pop()!;
    for (let grown = true; grown && distance(chain[0]!, chain[chain.length - 1]!) > near;) {
      const end = chain[chain.length - 1]!;
      const i = rest.findIndex((one) => distance(one[0]!, end) <= near || distance(one[one.length - 1]!, end) <= near);
      grown = i >= 0;
      if (!grown) break;
      const [next] = rest.splice(i, 1);
      chain = [...chain, ...(distance(next![0]!, end) <= near ? next! : [...next!].reverse()).slice(1)];
    }
    if (chain.length > 3 && distance(chain[0]!, chain[chain.length - 1]!) <= near)
      loops.push({ points: chain.slice(0, -1), closed: true });
    else open++;
  }
  return { loops, open };
}

/* Corners that lie on the line of their neighbours, as nearly as can be seen, are left out. */
function thinned(points: Point[], off: number): Point[] {
  const kept = points.filter((p, i) => {
    const [a, b] = [points[(i + points.length - 1) % points.length]!, points[(i + 1) % points.length]!];
    const along = distance(a, b);
    return along === 0 || Math.abs((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])) / along > off;
  });
  const some = kept.length >= 3 ? kept : points;
  const step = Math.ceil(some.length / MOST_CORNERS);
  return some.filter((_, i) => i % step === 0);
}

function isInside(point: Point, loop: readonly Point[]): boolean {
  let inside = false;
  loop.forEach(([x, y], i) => {
    const [u, v] = loop[(i + 1) % loop.length]!;
    if (y > point[1] !== v > point[1] && point[0] < ((u - x) * (point[1] - y)) / (v - y) + x) inside = !inside;
  });
  return inside;
}

/* Null where nothing closes. */
export function outlineOf(chains: Chain[]): Outline | null {
  const all = chains.flatMap(({ points }) => points);
  const size = Math.max(
    ...([0, 1] as const).map((axis) => {
      const values = all.map((one) => one[axis]);
      return values.length > 0 ? Math.max(...values) - Math.min(...values) : 0;
    }),
  );
  const { loops, open } = joined(chains, 1e-4 * size);
  const sorted = loops.sort((a, b) => Math.abs(areaOf(b.points)) - Math.abs(areaOf(a.points)));
  const outer = sorted[0];
  if (!outer) return null;
  const turned = areaOf(outer.points) < 0 ? [...outer.points].reverse() : outer.points;
  const within = sorted.slice(1).filter(({ points }) => points.every((one) => isInside(one, outer.points)));
  return {
    outer: thinned(turned, 1e-5 * size),
    holes: within.map(({ points, circle }) => ({ points: thinned(points, 1e-5 * size), circle })),
    open: open + (sorted.length - 1 - within.length),
  };
}
