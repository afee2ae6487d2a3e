/* large_models.ts - mechanisms of as many bodies as asked for, for tests and benchmarks of the page. */

/* Scissors of n crosses: 2 n links, pinned in their middles and to the next ones; the first cross stands on a pin and a slot. */
export function scissors(n: number): string {
  const points: string[] = [];
  const bodies: string[] = [];
  const joints: string[] = [];
  for (let i = 0; i <= n; i++) points.push(`  L${i}: [${i}, 0]\n  R${i}: [${i}, 1]`);
  for (let i = 0; i < n; i++) {
    points.push(`  M${i}: [${i + 0.5}, 0.5]`);
    bodies.push(`  a${i}: {points: [L${i}, M${i}, R${i + 1}], mass: 1, inertia: 0.2}`);
    bodies.push(`  b${i}: {points: [R${i}, M${i}, L${i + 1}], mass: 1, inertia: 0.2}`);
    joints.push(`  M${i}: {revolute: [a${i}, b${i}]}`);
    if (i > 0) {
      joints.push(`  L${i}: {revolute: [b${i - 1}, a${i}]}`);
      joints.push(`  R${i}: {revolute: [a${i - 1}, b${i}]}`);
    }
  }
  joints.unshift("  L0: {revolute: [ground, a0]}", "  R0: {slot: [ground, b0], axis: [0, 1]}");
  return [
    "trammel: 1",
    `title: Scissors of ${2 * n} links`,
    "gravity: [0, -9.81]",
    "points:",
    ...points,
    "bodies:",
    ...bodies,
    "joints:",
    ...joints,
    "analyses:",
    "  - dynamics: {end: 0.2, output: 0.01}",
    "",
  ].join("\n");
}

/* A square of four-bars: three bodies each. */
export function fourBars(bodies: number): string {
  const count = Math.ceil(bodies / 3);
  const across = Math.ceil(Math.sqrt(count));
  const all = <T>(make: (i: number, x: number, y: number) => T): T[] =>
    Array.from({ length: count }, (_, i) => make(i, 0.6 * (i % across), 0.5 * Math.floor(i / across)));
  const at = (x: number, y: number): string => `[${x.toFixed(2)}, ${y.toFixed(2)}]`;
  return [
    "trammel: 1\npoints:",
    ...all((i, x, y) =>
      [
        `  O${i}: ${at(x, y)}`,
        `  A${i}: ${at(x + 0.1, y + 0.1)}`,
        `  B${i}: ${at(x + 0.4, y + 0.25)}`,
        `  C${i}: ${at(x + 0.4, y)}`,
      ].join("\n"),
    ),
    "bodies:",
    ...all((i) =>
      [
        `  crank${i}: {points: [O${i}, A${i}], mass: 1, shape: rod}`,
        `  coupler${i}: {points: [A${i}, B${i}], mass: 1, shape: rod}`,
        `  rocker${i}: {points: [B${i}, C${i}], mass: 1, shape: rod}`,
      ].join("\n"),
    ),
    "joints:",
    ...all((i) =>
      [
        `  O${i}: {revolute: [ground, crank${i}]}`,
        `  A${i}: {revolute: [crank${i}, coupler${i}]}`,
        `  B${i}: {revolute: [coupler${i}, rocker${i}]}`,
        `  C${i}: {revolute: [ground, rocker${i}]}`,
      ].join("\n"),
    ),
    "analyses:\n  - dynamics: {end: 2, output: 0.05}\n",
  ].join("\n");
}

/* A field of pendulums in space, of two links each, of several lengths. */
export function pendulums(bodies: number): string {
  const count = Math.ceil(bodies / 2);
  const across = Math.ceil(Math.sqrt(count));
  const all = (make: (i: number, x: number, y: number) => string): string[] =>
    Array.from({ length: count }, (_, i) => make(i, 0.5 * (i % across), 0.3 * Math.floor(i / across)));
  const reach = (i: number): number => 0.15 + 0.02 * (i % 4);
  const at = (x: number, y: number): string => `[${x.toFixed(2)}, ${y.toFixed(2)}, 0]`;
  return [
    "trammel: 1\nspace: space\ngravity: [0, 0, -9.81]\npoints:",
    ...all((i, x, y) => `  O${i}: ${at(x, y)}\n  A${i}: ${at(x + reach(i), y)}\n  B${i}: ${at(x + 2 * reach(i), y)}`),
    "bodies:",
    ...all(
      (i) =>
        `  a${i}: {points: [O${i}, A${i}], mass: 1, shape: rod}\n  b${i}: {points: [A${i}, B${i}], mass: 1, shape: rod}`,
    ),
    "joints:",
    ...all((i) => `  O${i}: {revolute: [ground, a${i}], axis: y}\n  A${i}: {revolute: [a${i}, b${i}], axis: y}`),
    "analyses:\n  - dynamics: {end: 2, output: 0.05}\n",
  ].join("\n");
}

/* Rows of slider-cranks, each with a motor and a spring: nine parts. */
export function sliderCranks(count: number): string {
  const all = (make: (i: number, x: number, y: number) => string): string[] =>
    Array.from({ length: count }, (_, i) => make(i, i % 10, 0.6 * Math.floor(i / 10)));
  const at = (x: number, y: number): string => `[${x.toFixed(2)}, ${y.toFixed(2)}]`;
  return [
    "trammel: 1\npoints:",
    ...all((i, x, y) => `  O${i}: ${at(x, y)}\n  A${i}: ${at(x + 0.1, y + 0.15)}\n  B${i}: ${at(x + 0.5, y)}`),
    ...all((i, x, y) => `  E${i}: ${at(x + 0.85, y)}`),
    "bodies:",
    ...all((i) => `  crank${i}: {points: [O${i}, A${i}], mass: 1, shape: rod}`),
    ...all((i) => `  rod${i}: {points: [A${i}, B${i}], mass: 1, shape: rod}`),
    ...all((i) => `  block${i}: {points: [B${i}], mass: 1, inertia: 0.01}`),
    ...["  ground:", "    points:", ...all((i) => `      - E${i}`)],
    "joints:",
    ...all((i) => `  O${i}: {revolute: [ground, crank${i}]}\n  A${i}: {revolute: [crank${i}, rod${i}]}`),
    ...all(
      (i) =>
        `  B${i}: {revolute: [rod${i}, block${i}]}\n  slide${i}: {prismatic: [ground.B${i}, block${i}.B${i}], axis: x}`,
    ),
    "forces:",
    ...all((i) => `  spring${i}: {spring: [ground.E${i}, block${i}.B${i}], stiffness: 100}`),
    ...all((i) => `  motor${i}: {motor: O${i}, torque: 1}`),
    "analyses:\n  - dynamics: {end: 2, output: 0.05}\n",
  ].join("\n");
}
