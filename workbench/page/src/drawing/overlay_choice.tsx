/* overlay_choice.tsx - the small fields by which overlays are set: of which body, how many. */
import type { Signal } from "@preact/signals";
import type { Scene } from "../engine/engine";
import { shownScene } from "./player";

export function Choice<T extends string>(props: {
  label: string;
  value: Signal<T>;
  choices: { id: T; title: string }[];
  now?: T; // what is chosen where the value is not among them
}) {
  const { label, value, choices, now = value.value } = props;
  return (
    <label class="range">
      <span>{label}</span>
      <select value={now} onChange={(event) => (value.value = event.currentTarget.value as T)}>
        {choices.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

export function Amount(props: { label: string; value: Signal<number>; min: number; max: number }) {
  const { label, value, min, max } = props;
  return (
    <label class="range">
      <span>
        {label}: {value.value}
      </span>
      <input
        type="range"
        min={min}
        max={max}
        value={value.value}
        onInput={(event) => (value.value = Number(event.currentTarget.value))}
      />
    </label>
  );
}

/* The body that is taught first: one that no joint connects with the ground, a coupler; else the last. */
export function couplerOf(scene: Scene): string {
  const grounded = new Set(scene.joints.filter((one) => one.bodies.includes(0)).flatMap((one) => one.bodies));
  const free = scene.bodies.slice(1).find((_, i) => !grounded.has(i + 1));
  return (free ?? scene.bodies.at(-1))?.name ?? "";
}

/* The chosen body where the scene has it, else the coupler. */
export function bodyChosen(scene: Scene, chosen: string): number {
  const named = scene.bodies.findIndex((body) => body.name === chosen);
  return named > 0 ? named : scene.bodies.findIndex((body) => body.name === couplerOf(scene));
}

export function BodyChoice({ label, value }: { label: string; value: Signal<string> }) {
  const scene = shownScene.value;
  if (!scene || scene.bodies.length < 2) return null;
  const now = scene.bodies[bodyChosen(scene, value.value)]?.name ?? "";
  return (
    <label class="range">
      <span>{label}</span>
      <select value={now} onChange={(event) => (value.value = event.currentTarget.value)}>
        {scene.bodies.slice(1).map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
