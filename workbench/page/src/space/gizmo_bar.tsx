/* gizmo_bar.tsx - while handles are shown: along which axes they lie, and what they rotate about. */
import { texts } from "../texts/texts";
import { handleAxes, movable, pivotName, pivots } from "./gizmo_state";

function Select({
  label,
  value,
  words,
  set,
}: {
  label: string;
  value: string;
  words: [string, string][];
  set(to: string): void;
}) {
  return (
    <select
      class="input"
      aria-label={label}
      title={label}
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
    >
      {words.map(([word, said]) => (
        <option key={word} value={word}>
          {said}
        </option>
      ))}
    </select>
  );
}

export function GizmoBar() {
  const now = movable.value;
  if (!now) return null;
  const words = texts.gizmo;
  const names = pivots.value;
  return (
    <div class="plane-group gizmo-bar">
      <Select
        label={words.axes}
        value={handleAxes.value}
        words={(["ground", "plane"] as const).map((one) => [one, words.axesOf[one]])}
        set={(to) => (handleAxes.value = to === "plane" ? "plane" : "ground")}
      />
      {now.turns && names.length > 0 && (
        <Select
          label={words.about}
          value={names.includes(pivotName.value) ? pivotName.value : ""}
          words={[["", words.middle], ...names.map((name): [string, string] => [name, words.aboutPoint(name)])]}
          set={(to) => (pivotName.value = to)}
        />
      )}
    </div>
  );
}
