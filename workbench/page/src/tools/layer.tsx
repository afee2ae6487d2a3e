/* layer.tsx - the words of the tools: what to do next in the line of the status, and numbers beside the pointer, over the drawing. */
import { computed } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Place as Point } from "../drawing/camera";
import { shownUnit } from "../shell/display_units";
import { withUnitText } from "../shell/number_text";
import { IconButton } from "../shell/widgets";
import { playing } from "../state/clock";
import { perDocument } from "../state/loads";
import { checkedText, messages, scene } from "../state/model";
import { LooseNote } from "./loose_note";
import { MisfitNote } from "./misfit_note";
import {
  aim,
  base,
  commitOutcome,
  components,
  crosshair,
  done,
  dragging,
  entry,
  preview,
  sketch,
  immobileNoteShown,
  toolId,
} from "./tool_state";
import { activeField, angleOnPlane, fieldsFor, isEmptyEntry, type Field } from "./entry";
import { distance, minus } from "./geometry";
import { GroupsPanel, groupsOpen } from "./groups_panel";
import { hint } from "./hints";
import { adjusting } from "./background";
import { BackgroundForm } from "./background_form";
import { OptionForm } from "./option_form";
import { SizeForm, sizing } from "./size_rows";
import { TouchEntry, TypeButton } from "./touch_entry";
import { DimensionForm } from "./dimension_form";
import { openEntry } from "./measured";
import { texts } from "../texts/texts";
import { itemOf } from "./kit";
import { verdictOn } from "./mobility";
import { fineness, tidy } from "./numbers";
import { removeElement } from "./remove";
import { lastName, renameTo, renaming, type Renaming } from "./renaming";
import { nameOfNode, readSketch } from "./sketch";
import { gridStep } from "./snap";
import { board } from "./board";

/* Numbers in the unit of the document, as fine as the grid lets one read them. */
function reading(at: Point, from: Point | null): Record<Field, string> {
  const grid = gridStep(board.value!.scale());
  const { unit, factor } = shownUnit("m");
  const step = fineness(grid * factor, 1);
  const length = (x: number): string => `${tidy(x * factor, step)} ${unit}`;
  const turned = shownUnit("rad");
  const angle = from ? angleOnPlane(minus(at, from)) * turned.factor : 0;
  return {
    x: length(at[0]),
    y: length(at[1]),
    z: length(at[2] ?? 0),
    length: from ? length(distance(from, at)) : "",
    angle: withUnitText(tidy(angle, turned.factor > 1 ? 0.1 : 1e-3), turned.unit),
  };
}

/* The unit that is meant by what is typed; "" where that says one itself. */
function unitMeant(field: Field): string {
  const text = entry.value.texts[field];
  if (text === "" || /[a-z°]/i.test(text.replace(/\de/gi, ""))) return "";
  return shownUnit(components.value ? "N" : field === "angle" ? "rad" : "m").unit;
}

function typedText(field: Field): ComponentChildren {
  const [text, unit] = [entry.value.texts[field], unitMeant(field)];
  return (
    text && (
      <>
        {text} {unit && <small>{unit}</small>}
      </>
    )
  );
}

const SIGNS: Record<Field, string> = { x: "x", y: "y", z: "z", length: "L", angle: "∠" };

const WIDEST = 260; // px: with its distance from the pointer

function Numbers() {
  const now = aim.value;
  const placing = itemOf(toolId.value).tool !== null;
  if (!now || !board.value || playing.value || (!placing && dragging.value === "")) return null;
  const box = board.value.element.getBoundingClientRect();
  const from = base.value;
  const { at } = now.spot.anchor;
  const words = reading(at, from);
  const typing = !isEmptyEntry(entry.value);
  const per = components.value;
  const fields = per && !typing ? [] : fieldsFor(from, per !== null, at[2] !== undefined);
  const active = fields.length > 0 ? activeField(entry.value, fields) : null;
  const held = [...new Set(now.signs)].map((sign) => texts.snaps[sign]).join(", ");
  const client = crosshair.value ? board.value.toClient(at) : now.client;
  const across = client[0] - box.left;
  /* how wide it is depends on what is typed: near the right edge it grows from there; a phone is too narrow for both */
  const beyond = across + WIDEST > box.width && across > box.width / 2;
  const side = beyond ? { right: `${Math.max(box.width - across + 18, 8)}px` } : { left: `${across + 18}px` };
  const top = client[1] - box.top + 96 > box.height ? client[1] - box.top - 84 : client[1] - box.top + 18;
  return (
    <div class={`tool-numbers ${typing ? "typing" : ""}`} style={{ ...side, top: `${top}px` }} aria-hidden="true">
      {preview.value.label && <b>{preview.value.label}</b>}
      {!typing && held && <small>{held}</small>}
      <dl>
        {fields.map((field) => (
          <div key={field} class={typing && active === field ? "active" : ""}>
            <dt>{per ? per.signs[fields.indexOf(field)] : SIGNS[field]}</dt>
            <dd>{typedText(field) || (typing && (per || active === field) ? "\u00a0" : words[field])}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const verdict = computed(() => {
  const of = checkedText.value;
  return of === null || dragging.value ? null : verdictOn(readSketch(of, scene.value), messages.value);
});

const closedWords = perDocument(""); // what the user has read and put away

/* Why it cannot move, and what to take away. */
function Stuck() {
  const words = verdict.value?.text ?? "";
  const shown = words !== "" && words !== closedWords.value;
  useEffect(() => {
    immobileNoteShown.value = shown;
  }, [shown]);
  if (!verdict.value || !shown) return null;
  return (
    <div class="tool-stuck" role="status">
      <p>{words}</p>
      {verdict.value.remove.map((what) => (
        <button
          type="button"
          key={what.name}
          class="button"
          onClick={() => void commitOutcome(() => removeElement(sketch.value, what))}
        >
          {texts.tools.layer.remove} {what.name}
        </button>
      ))}
      <IconButton icon="close" label={texts.tools.layer.dismiss} onClick={() => (closedWords.value = words)} />
    </div>
  );
}

/* Where the crosshair stands, and what is typed, for those who do not see it. */
function placeInWords(): string {
  const now = aim.value;
  if (!crosshair.value || !now || !board.value) return "";
  const { texts: typedTexts, active } = entry.value;
  if (!isEmptyEntry(entry.value)) {
    const field = active ?? fieldsFor(base.value)[0]!;
    return `${field} ${typedTexts[field]} ${unitMeant(field)}`.trim();
  }
  const { at, node, body } = now.spot.anchor;
  const words = reading(at, null);
  const on = node ? texts.tools.layer.at(nameOfNode(node)) : body ? texts.tools.layer.on(body) : "";
  return `x ${words.x}, y ${words.y}${at[2] === undefined ? "" : `, z ${words.z}`}${on}`;
}

function Spoken() {
  return (
    <>
      <p class="unseen" role="status">
        {done.value}
      </p>
      <p class="unseen" role="status">
        {placeInWords()}
      </p>
    </>
  );
}

function Hint() {
  const placing = itemOf(toolId.value).tool !== null;
  return (
    <p class={`tool-hint ${placing || dragging.value ? "strong" : ""}`} role="status">
      {hint.value}
    </p>
  );
}

function Rename({ now }: { now: Renaming }) {
  const input = useRef<HTMLInputElement>(null);
  const close = (): void => void (renaming.value = null);
  useEffect(() => input.current!.select(), []);
  const width = board.value?.element.clientWidth ?? 400;
  const height = board.value?.element.clientHeight ?? 300;
  return (
    <form
      class="tool-rename"
      style={{
        left: `${Math.max(Math.min(now.at[0], width - 250), 8)}px`,
        top: `${Math.max(Math.min(now.at[1], height - 110), 8)}px`,
      }}
      onSubmit={(event) => {
        event.preventDefault();
        renameTo(input.current!.value);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        close();
      }}
    >
      <label for="tool-rename">
        {texts.tools.layer.newNameOf} {now.what.name}
      </label>
      <div>
        <input
          id="tool-rename"
          class="input"
          ref={input}
          autocomplete="off"
          spellcheck={false}
          defaultValue={lastName(now.what)}
          aria-invalid={now.wrong ? true : undefined}
          aria-describedby={now.wrong ? "tool-rename-wrong" : undefined}
        />
        <button type="submit" class="button primary">
          {texts.tools.layer.rename}
        </button>
      </div>
      {now.wrong && (
        <p id="tool-rename-wrong" role="alert">
          {now.wrong}
        </p>
      )}
    </form>
  );
}

/* In the line of the status, so that nothing lies over what is drawn. */
export function ToolStatus() {
  return (
    <>
      <MisfitNote />
      <Stuck />
      {!verdict.value && <LooseNote />}
      <Hint />
      <TypeButton />
    </>
  );
}

/* `barred`: options of a tool stand in a bar, and not here at the upper right. */
export function ToolLayer({ barred = false }: { barred?: boolean }) {
  return (
    <>
      <Spoken />
      <Numbers />
      <OptionForm only={barred ? "form" : undefined} />
      {groupsOpen.value && <GroupsPanel />}
      {adjusting.value && <BackgroundForm />}
      <TouchEntry />
      {openEntry.value && <DimensionForm key={openEntry.value.name} />}
      {sizing.value && <SizeForm key={sizing.value.body} />}
      {renaming.value && <Rename key={renaming.value.what.name} now={renaming.value} />}
    </>
  );
}
