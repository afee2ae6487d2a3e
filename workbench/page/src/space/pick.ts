/* pick.ts - what lies under the pointer in space, in the order in which one means it.
 *
 * Of what is seen there (not hidden behind something else) points come before joints, forces and bodies, as they are smaller; what
 * is hidden comes after, so that it can be reached by another tap.
 */
import type { Selected } from "../state/selection";

export interface Candidate {
  selected: Selected;
  depth: number; // m from the eye
  off: number; // px from the pointer
}

const RANK: Partial<Record<Selected["kind"], number>> = { point: 0, joint: 1, force: 2, driver: 2, body: 3 };

/* thick: how far behind the foremost surface a thing still counts as seen, m. */
export function inOrder(candidates: Candidate[], thick: number): Selected[] {
  const solid = candidates.filter(({ selected }) => selected.kind !== "point");
  const foremost = Math.min(...(solid.length > 0 ? solid : candidates).map(({ depth }) => depth));
  const key = ({ selected, depth }: Candidate): number =>
    (depth > foremost + thick ? 10 : 0) + (RANK[selected.kind] ?? 4);
  const sorted = [...candidates].sort((a, b) => key(a) - key(b) || a.off - b.off || a.depth - b.depth);
  const seen = new Set<string>();
  return sorted.flatMap(({ selected }) => {
    const name = `${selected.kind} ${selected.name}`;
    if (seen.has(name)) return [];
    seen.add(name);
    return [selected];
  });
}

/* Where rays are cast for a reach: the pointer itself, then round it. */
export function probes(reach: number): [x: number, y: number][] {
  const ring = [0, 1, 2, 3, 4, 5].map((i): [number, number] => {
    const angle = (i * Math.PI) / 3;
    return [reach * 0.75 * Math.cos(angle), reach * 0.75 * Math.sin(angle)];
  });
  return [[0, 0], ...ring];
}
