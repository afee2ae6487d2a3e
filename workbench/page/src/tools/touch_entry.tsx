/* touch_entry.tsx - numbers typed where there are no keys: a button beside the hint of a tool opens their fields at the foot of the drawing. */
import { useEffect, useRef, useState } from "preact/hooks";
import { shownUnit } from "../shell/display_units";
import { IconButton } from "../shell/widgets";
import { perDocument } from "../state/loads";
import { texts } from "../texts/texts";
import { board, middleOf } from "./board";
import { EMPTY_ENTRY, fieldsFor, type Field } from "./entry";
import { fingers } from "./hints";
import { itemOf } from "./kit";
import { placeExactly } from "./keyboard";
import { gridStep } from "./snap";
import { aim, base, components, entry, spatial, toolId, typedPlace } from "./tool_state";

const isOpen = perDocument(false);
const isPlacing = (): boolean => itemOf(toolId.value).tool !== null;

export function TypeButton() {
  if (!fingers.value || !isPlacing()) return null;
  return (
    <button
      type="button"
      class="button type-numbers"
      aria-expanded={isOpen.value}
      onClick={() => (isOpen.value = !isOpen.value)}
    >
      {texts.touchEntry.open}
    </button>
  );
}

/* Length and angle say where the next place is, or its coordinates. */
function fieldsShown(): Field[] {
  const all = fieldsFor(base.value, components.value !== null, spatial.value);
  return all.includes("angle") ? ["length", "angle"] : all.filter((field) => field !== "length");
}

function unitOf(field: Field): string {
  return shownUnit(components.value ? "N" : field === "angle" ? "rad" : "m").unit;
}

/* What is left empty is where it would be without typing: none of them needs a pointer. */
function place(typed: Partial<Record<Field, string>>): string {
  const on = board.value!;
  entry.value = { texts: { ...EMPTY_ENTRY.texts, ...typed }, active: null };
  const exact = typedPlace(aim.value?.spot.anchor.at ?? middleOf(on), gridStep(on.scale()));
  if (exact) placeExactly(on, exact, false);
  entry.value = EMPTY_ENTRY;
  return exact ? "" : texts.tools.keyboard.thatIsNotANumber;
}

export function TouchEntry() {
  const form = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState("");
  const shown = isOpen.value && fingers.value && isPlacing() && board.value !== null;
  const fields = shown ? fieldsShown() : [];
  const first = (): void => form.current?.querySelector("input")?.select();
  useEffect(() => {
    if (shown) first();
  }, [shown, fields.join()]);
  if (!shown) return null;
  const words = texts.touchEntry;
  return (
    <form
      class="tool-sizes touch-entry"
      ref={form}
      aria-label={words.title}
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        const why = place(
          Object.fromEntries(fields.map((field) => [field, String(data.get(field) ?? "").trim() || "0"])),
        );
        setWrong(why);
        first();
      }}
    >
      {fields.map((field) => (
        <label key={field}>
          <span>{words.label(words.fields[field], unitOf(field))}</span>
          <input class="input" name={field} autocomplete="off" spellcheck={false} placeholder="0" />
        </label>
      ))}
      <button type="submit" class="button primary">
        {words.place}
      </button>
      <IconButton icon="close" label={words.close} onClick={() => (isOpen.value = false)} />
      {wrong && <p role="alert">{wrong}</p>}
    </form>
  );
}
