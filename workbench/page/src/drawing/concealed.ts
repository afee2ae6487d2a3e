/* concealed.ts - what is not drawn: what the user hides, and what stands on nothing but hidden bodies. */
import type { Scene } from "../engine/engine";
import { sameSelected, type Selected } from "../state/selection";

export type IsConcealed = (what: Selected) => boolean;

export function concealedIn(scene: Scene | null, hidden: readonly Selected[]): IsConcealed {
  if (!scene || hidden.length === 0) return () => false;
  const isHidden = (what: Selected): boolean => hidden.some((one) => sameSelected(one, what));
  const gone = scene.bodies.map(({ name }, i) => i > 0 && isHidden({ kind: "body", name }));
  const allGone = (bodies: readonly number[]): boolean => {
    const moving = bodies.filter((body) => body > 0);
    return moving.length > 0 && moving.every((body) => gone[body]);
  };
  const joints = new Set<string>();
  for (const { name, bodies, joints: tied } of scene.joints) {
    const below = tied !== undefined && tied.length > 0 && tied.every((one) => joints.has(one));
    if (isHidden({ kind: "joint", name }) || below || (!tied && allGone(bodies))) joints.add(name);
  }
  const forces = new Set(
    scene.forces
      .filter(
        ({ name, bodies, joint }) => isHidden({ kind: "force", name }) || allGone(bodies) || joints.has(joint ?? ""),
      )
      .map(({ name }) => name),
  );
  const ofHidden = (name: string): boolean =>
    scene.bodies.some((body, i) => gone[i] && name.startsWith(body.name + ".")) ||
    (!name.includes(".") && isHeldByGone(name));
  const isHeldByGone = (name: string): boolean => {
    const holders = scene.bodies.flatMap(({ drawn, points }, i) =>
      drawn && points.some((one) => one.name === name) ? [i] : [],
    );
    return holders.length > 0 && holders.every((body) => gone[body]);
  };
  return (what) => {
    if (isHidden(what)) return true;
    if (what.kind === "joint") return joints.has(what.name);
    if (what.kind === "force") return forces.has(what.name);
    if (what.kind === "point") return ofHidden(what.name);
    if (what.kind !== "driver") return false;
    const channel = scene.drivers.find(({ name }) => name === what.name)?.channel ?? "";
    return [...joints].some((joint) => channel.startsWith(joint + "."));
  };
}
