/* units_dialog.tsx - the units of the document, chosen: written into its text as one step of undo, and what new documents begin with. */
import { batch } from "@preact/signals";
import { useState } from "preact/hooks";
import { showDialog } from "../shell/ask";
import { register } from "../shell/commands";
import { type DisplayUnits, displayUnits, UNIT_CHOICES } from "../shell/display_units";
import { newUnits } from "../shell/new_model";
import { unitText } from "../shell/unit_text";
import { Dialog } from "../shell/widgets";
import { phase } from "../shell/work";
import { text } from "../state/document";
import { runs } from "../state/runs";
import { texts } from "../texts/texts";
import { commitOrReport } from "./commit";
import { setDisplay } from "./display_key";
import "./units_dialog.css";

const SETS: DisplayUnits[] = [
  { length: "mm", force: "N", angle: "deg", speed: "rpm", mass: "kg" },
  { length: "m", force: "N", angle: "deg", speed: "rpm", mass: "kg" },
  { length: "m", force: "N", angle: "rad", speed: "rad/s", mass: "kg" },
  { length: "in", force: "lbf", angle: "deg", speed: "rpm", mass: "lb" },
];

const KINDS = Object.keys(UNIT_CHOICES) as (keyof DisplayUnits)[];

export function unitsInWords(units: DisplayUnits): string {
  return KINDS.map((kind) => unitText(units[kind])).join(", ");
}

/* No number depends on units: what was computed of the text before stays what this text gives. */
function write(units: DisplayUnits): boolean {
  const before = text.peek();
  return batch(() => {
    if (!commitOrReport((now) => setDisplay(now, units))) return false;
    newUnits.value = units;
    runs.value = runs.value.map((run) => (run.text === before ? { ...run, text: text.peek() } : run));
    return true;
  });
}

function UnitsDialog({ onClose }: { onClose: () => void }) {
  const [units, setUnits] = useState(displayUnits.value);
  const words = texts.units;
  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      actions={
        <>
          <button type="button" class="button" onClick={onClose}>
            {words.cancel}
          </button>
          <button type="button" class="button primary" onClick={() => write(units) && onClose()}>
            {words.use}
          </button>
        </>
      }
    >
      <p>{words.about}</p>
      <div class="unit-sets" role="group" aria-label={words.sets}>
        {SETS.map((set) => {
          const name = unitsInWords(set);
          return (
            <button
              type="button"
              key={name}
              class="button"
              aria-pressed={name === unitsInWords(units)}
              onClick={() => setUnits(set)}
            >
              {name}
            </button>
          );
        })}
      </div>
      <div class="unit-choices">
        {KINDS.map((kind) => (
          <label key={kind}>
            <span>{words.kinds[kind]}</span>
            <select
              class="input"
              value={units[kind]}
              onChange={(event) => setUnits({ ...units, [kind]: event.currentTarget.value })}
            >
              {UNIT_CHOICES[kind].map((unit) => (
                <option key={unit} value={unit}>
                  {unitText(unit)}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
    </Dialog>
  );
}

register({
  id: "units",
  title: texts.units.command,
  group: texts.editor.unitsDialog.view,
  run: () => void showDialog((close) => <UnitsDialog onClose={close} />),
  enabled: () => phase.value === "model",
});
