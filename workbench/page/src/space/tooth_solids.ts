/* tooth_solids.ts - toothed solids: the outline of a wheel, carried along its teeth: spur and helical wheels, rings, cones, worms and their wheels, racks.
 *
 * A solid is a list of sections with as many points each. In its own frame z is along the axis; of a cone the apex is the origin. A tooth stands at
 * the angle 0 in the middle of the width. Right-hand teeth turn anticlockwise with z:
 * Helix        angle = z tan(beta)/r;     of a worm 2 pi z/lead
 * Spiral       angle = tan(psi) ln(R/R_m)/sin(delta), so that the angle between tooth and line of the cone is psi everywhere
 * Worm wheel   in the plane at z = r_w sin(theta) the worm is a rack, lead theta/(2 pi) further along; its pitch line is C - r_w cos(theta) from the axis of the wheel
 */
import { BufferAttribute, BufferGeometry, ShapeUtils, Vector2 } from "three";
import type { Vec } from "../engine/engine";
import { overTooth, rackTooth, type ToothForm } from "../drawing/tooth_form";

/* Points of a section, and along the solid one section behind the other. */
export type Sections = Vec[][];

/* What the teeth of a wheel are: their form at the pitch radius r, how many there are (of a ring below zero). */
export interface Toothing {
  form: ToothForm;
  r: number;
  teeth: number;
}

const evenly = (from: number, to: number, count: number): number[] =>
  Array.from({ length: count + 1 }, (_, i) => from + ((to - from) * i) / count);

/* How many sections an angle needs that the outline turns by. */
const sectionsFor = (angle: number): number => Math.max(1, Math.min(Math.ceil(Math.abs(angle) / 0.05), 400));

function round(form: ToothForm, teeth: number, place: (h: number, angle: number) => Vec): Vec[] {
  const over = overTooth(form);
  const z = Math.abs(teeth);
  return Array.from({ length: z }, (_, i) => over.map(({ h, at }) => place(h, (2 * Math.PI * (i + at)) / z))).flat();
}

/* Spur, with a twist (rad/m along z) helical. */
export function wheelSections({ form, r, teeth }: Toothing, width: number, twist: number): Sections {
  const sign = teeth < 0 ? -1 : 1;
  return evenly(-width / 2, width / 2, sectionsFor(twist * width)).map((z) =>
    round(form, teeth, (h, angle): Vec => {
      const rho = r + sign * h;
      return [rho * Math.cos(angle + twist * z), rho * Math.sin(angle + twist * z), z];
    }),
  );
}

/* A cone of angle `cone`, its teeth over `width` about the distance `reach` from the apex. Heights are across the cone, and grow with the distance. */
export function coneSections(
  { form, teeth }: Toothing,
  cone: number,
  reach: number,
  width: number,
  spiral: number,
): Sections {
  const [c, s] = [Math.cos(cone), Math.sin(cone)];
  const [near, far] = [reach - width / 2, reach + width / 2];
  const turn = (at: number): number => (Math.tan(spiral) * Math.log(at / reach)) / s;
  /* below the teeth the ends go down across the cone: straight to the axis they would cut through teeth that another part of the spiral has */
  const floor = 1.6 * form[0]!.h;
  const section = (at: number, hub: boolean): Vec[] =>
    round(form, teeth, (h, angle): Vec => {
      const high = ((hub ? floor : h) * at) / reach;
      const rho = Math.max(at * s + high * c, 0.2 * at * s);
      return [rho * Math.cos(angle + turn(at)), rho * Math.sin(angle + turn(at)), at * c - high * s];
    });
  const places = evenly(near, far, sectionsFor(turn(far) - turn(near)));
  return [section(near, true), ...places.map((at) => section(at, false)), section(far, true)];
}

/* The outline of threads across the axis: what is a width along the axis is an angle there, of 2 pi/starts for a pitch. */
export function wormSections(
  r: number,
  starts: number,
  pitch: number,
  pressure: number,
  length: number,
  right: boolean,
): Sections {
  const twist = ((right ? 1 : -1) * 2 * Math.PI) / (starts * pitch);
  const [root, tip] = rackTooth(pitch, pressure) as [{ h: number; w: number }, { h: number; w: number }];
  /* arcs between the corners of the threads */
  const part = (a: number, b: number): number[] =>
    evenly(a, b, Math.max(2, Math.ceil(((b - a) * 36) / starts))).slice(1);
  const over = [
    ...part(root.w - 1, -root.w).map((at) => ({ h: root.h, at })),
    { h: tip.h, at: -tip.w },
    ...part(-tip.w, tip.w).map((at) => ({ h: tip.h, at })),
    { h: root.h, at: root.w },
  ];
  const sections = Math.min(Math.max(Math.ceil((Math.abs(twist) * length) / 0.17), 2), 600);
  return evenly(-length / 2, length / 2, sections).map((z) =>
    Array.from({ length: starts }, (_, i) =>
      over.map(({ h, at }): Vec => {
        const angle = (2 * Math.PI * (i + at)) / starts + twist * z;
        return [(r + h) * Math.cos(angle), (r + h) * Math.sin(angle), z];
      }),
    ).flat(),
  );
}

/* The wheel of a worm of radius `worm` and lead `lead` (below zero: left-hand); it lies hollow about the worm. `side`: +1 where a right-hand
 * thread, farther along z, stands farther round the wheel. */
export function hollowSections(
  { form, r, teeth }: Toothing,
  worm: number,
  lead: number,
  width: number,
  side: number,
): Sections {
  const widest = Math.asin(Math.min(width / 2 / worm, 0.8));
  return evenly(-widest, widest, 12).map((theta) => {
    const turn = (side * lead * theta) / (2 * Math.PI * r);
    const rim = r + worm - worm * Math.cos(theta);
    return round(form, teeth, (h, angle): Vec => {
      const rho = rim + h;
      return [rho * Math.cos(angle + turn), rho * Math.sin(angle + turn), worm * Math.sin(theta)];
    });
  });
}

/* A rack along x with its back below, teeth towards y, so many of them, a gap at x = gap; `slope`: how far the teeth go along x for a step along z. */
export function rackSections(
  form: ToothForm,
  pitch: number,
  [first, last]: [number, number],
  gap: number,
  back: number,
  width: number,
  slope: number,
): Sections {
  const line: [number, number][] = [];
  for (let k = first; k < last; k++)
    for (const { h, at } of overTooth(form)) line.push([gap + (k + 0.5 + at) * pitch, h]);
  const ends: [number, number][] = [
    [gap + last * pitch, -back],
    [gap + first * pitch, -back],
  ];
  return [-width / 2, width / 2].map((z) =>
    [...line, ...ends].reverse().map(([x, y], i): Vec => [i < 2 ? x : x + slope * z, y, z]),
  );
}

/* ---- as triangles ---- */

type Triangle = [number, number, number];

function sides(sections: Sections): Triangle[] {
  const n = sections[0]!.length;
  const found: Triangle[] = [];
  for (let k = 0; k + 1 < sections.length; k++)
    for (let i = 0; i < n; i++) {
      const [a, b] = [k * n + i, k * n + ((i + 1) % n)];
      found.push([a, b, a + n], [b, b + n, a + n]);
    }
  return found;
}

/* A solid whose sections see its axis: its ends are closed by fans round the axis. */
export function solidAbout(sections: Sections): BufferGeometry {
  const n = sections[0]!.length;
  const points = sections.flat();
  const triangles = sides(sections);
  for (const [k, front] of [
    [0, false],
    [sections.length - 1, true],
  ] as const) {
    const section = sections[k]!;
    const middle = points.length;
    points.push([0, 0, section.reduce((sum, [, , z]) => sum + z, 0) / n]);
    for (let i = 0; i < n; i++) {
      const [a, b] = [k * n + i, k * n + ((i + 1) % n)];
      triangles.push(front ? [middle, a, b] : [middle, b, a]);
    }
  }
  return geometryOf(points, triangles);
}

/* Between two sections that are flat, of whatever outline. */
export function solidBetween(sections: Sections): BufferGeometry {
  const n = sections[0]!.length;
  const flat = sections[0]!.map(([x, y]) => new Vector2(x, y));
  const caps = ShapeUtils.triangulateShape(flat, []) as Triangle[];
  const last = (sections.length - 1) * n;
  return geometryOf(sections.flat(), [
    ...sides(sections),
    ...caps.map(([a, b, c]): Triangle => [a, c, b]),
    ...caps.map(([a, b, c]): Triangle => [last + a, last + b, last + c]),
  ]);
}

/* A ring whose inside these sections are: about them a cylinder. */
export function solidRound(sections: Sections, radius: number): BufferGeometry {
  const n = sections[0]!.length;
  const outer = sections.map((section) =>
    section.map(([x, y, z]): Vec => {
      const rho = Math.hypot(x, y);
      return [(radius * x) / rho, (radius * y) / rho, z];
    }),
  );
  const [inside, outside] = [sides(sections), sides(outer)];
  const count = sections.length * n;
  const triangles = [
    ...inside.map(([a, b, c]): Triangle => [a, c, b]),
    ...outside.map(([a, b, c]): Triangle => [count + a, count + b, count + c]),
  ];
  for (const [k, front] of [
    [0, false],
    [sections.length - 1, true],
  ] as const)
    for (let i = 0; i < n; i++) {
      const [a, b] = [k * n + i, k * n + ((i + 1) % n)];
      const [c, d] = [count + a, count + b];
      triangles.push(...((front ? [[a, c, d], [a, d, b]] : [[a, d, c], [a, b, d]]) as Triangle[])); // prettier-ignore
    }
  return geometryOf([...sections.flat(), ...outer.flat()], triangles);
}

/* Each triangle has its own corners: flat faces, as its edges are seen. */
function geometryOf(points: Vec[], triangles: Triangle[]): BufferGeometry {
  const places = new Float32Array(triangles.length * 9);
  triangles.forEach((corners, i) => corners.forEach((at, k) => places.set(points[at]!, 9 * i + 3 * k)));
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(places, 3));
  geometry.computeVertexNormals();
  return geometry;
}
