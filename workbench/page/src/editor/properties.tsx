/* properties.tsx - everything in the model as a list to choose from, and what is chosen as a form with numbers to type. */
import { description, kindSuits, titleOf } from "../state/description";
import { computed } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Chunks, placeIn } from "../shell/chunks";
import { type Command, register } from "../shell/commands";
import { Icon } from "../shell/icons";
import { IconButton, Menu, type MenuEntry } from "../shell/widgets";
import { settledText, text } from "../state/document";
import { perDocument } from "../state/loads";
import { scene } from "../state/model";
import { hovered, meant, type Selected } from "../state/selection";
import * as make from "./additions";
import { addAndChoose, canMove, choose, chosen, deleteChosen, moveChosen } from "./chosen";
import { keysFor } from "./complete";
import { ElementForm } from "./element_form";
import { faultAt } from "./form";
import { freePlace } from "./free_place";
import { knowledge, schema } from "./knowledge";
import { type Chosen, filtered, type Group, type Item, outline, sameChosen } from "./outline";
import { readyParts } from "./ready_parts";
import { homeOf } from "./scope";
import { addStudy } from "./studies";
import { keysOf } from "./text_edits";
import { addContact, addFloor } from "./touching";
import { showWhenThere } from "./show_when_there";
import { faults } from "./values";
import { readTree } from "./tree";
import "./units_dialog";
import "./properties.css";
import { texts } from "../texts/texts";

const query = perDocument("");
const closed = perDocument<ReadonlySet<string>>(new Set());

/* Points of a body, and what belongs to a use, are listed while that or one of them is chosen. */
function isListed(item: Item, what: Chosen): boolean {
  if (item.under === undefined || query.value.trim() !== "") return true;
  return "name" in what && isWithin(what.name, item.under);
}

/* leg1.knee is within leg1, and with that within leg, which makes leg1 to leg6. */
function isWithin(name: string, under: string): boolean {
  return name.startsWith(under) && /^\d*(\.|$)/.test(name.slice(under.length));
}

const groups = computed<Group[]>(() => {
  const all = outline(readTree(settledText.value).root);
  const found = query.value.trim() === "" ? all : filtered(all, query.value);
  return found.map((group) => ({ ...group, items: group.items.filter((item) => isListed(item, chosen.value)) }));
});

/* ---- adding ---- */

function typeEntries(section: string, add: (type: string) => make.Addition): MenuEntry[] {
  const path = [section, section === "analyses" ? 0 : ""];
  const types = schema.value?.types(path) ?? [];
  return types
    .filter(({ type }) => kindSuits(section, type, knowledge.value.space))
    .map(({ type, doc }) => ({ title: titleOf(type), note: doc, run: () => addAndChoose(() => add(type)) }));
}

function outputEntries(): MenuEntry[] {
  const kinds = [{ name: "", doc: texts.editor.properties.anExpressionOverAllChannels }, ...make.requests()];
  return kinds.map(({ name, doc }) => ({
    title: name === "" ? "expression" : name.replace(/_/g, " "),
    note: doc.replace(/^instead: /, ""),
    run: () => addAndChoose((old) => make.addOutput(old, name)),
  }));
}

function useEntries(space: boolean): MenuEntry[] {
  const ready = readyParts(readTree(text.value).root).filter((one) => (space ? one.space : one.plane));
  const written = keysOf(text.value, ["parts"]).map((name) => ({ name, doc: "" }));
  return [...written, ...ready].map(({ name, doc }) => ({
    title: name,
    note: doc,
    run: () => addAndChoose((old) => make.addUse(old, name, space)),
  }));
}

function addBody(space: boolean): void {
  addAndChoose((old) => make.addBody(old, space, freePlace(scene.peek(), space)));
  if (chosen.peek().kind === "body") showWhenThere((chosen.peek() as Selected).name);
}

function AddTo({ group }: { group: Group }) {
  const space = knowledge.value.space;
  const now = () => text.value;
  const single: Record<string, { label: string; run: () => void }> = {
    parameters: {
      label: texts.editor.properties.addAParameter,
      run: () => addAndChoose((old) => make.addParameter(old)),
    },
    points: { label: texts.editor.properties.addAPoint, run: () => addAndChoose((old) => make.addPoint(old, space)) },
    bodies: { label: texts.editor.properties.addABody, run: () => addBody(space) },
    tables: { label: texts.editor.properties.addATable, run: () => addAndChoose((old) => make.addTable(old)) },
    drivers: { label: texts.editor.properties.addADriver, run: () => addAndChoose((old) => make.addDriver(old)) },
    events: { label: texts.editor.properties.addAnEvent, run: () => addAndChoose((old) => make.addEvent(old)) },
  };
  const several: Record<string, { label: string; items: () => MenuEntry[] }> = {
    joints: {
      label: texts.editor.properties.addAJoint,
      items: () => typeEntries("joints", (type) => make.addJoint(now(), type, space)),
    },
    forces: {
      label: texts.editor.properties.addAForce,
      items: () => typeEntries("forces", (type) => make.addForce(now(), type, space)),
    },
    states: {
      label: texts.editor.properties.addAState,
      items: () => typeEntries("states", (type) => make.addState(now(), type, space)),
    },
    outputs: { label: texts.editor.properties.addAnOutput, items: outputEntries },
    use: { label: texts.editor.properties.addAUseOfAPart, items: () => useEntries(space) },
    analyses: {
      label: texts.editor.properties.addAnAnalysis,
      items: () => typeEntries("analyses", (kind) => make.addAnalysis(now(), kind)),
    },
    studies: {
      label: texts.editor.properties.addAStudy,
      items: () =>
        (description.value.studies ?? []).map(({ name, doc }) => ({
          title: titleOf(name),
          note: doc,
          run: () => addAndChoose((old) => addStudy(old, name)),
        })),
    },
    initial: {
      label: texts.editor.properties.addAnInitialValue,
      items: () =>
        keysFor(["initial"], readTree(now()).root, knowledge.value).map((channel) => ({
          title: channel,
          run: () => addAndChoose((old) => make.addInitial(old, channel)),
        })),
    },
  };
  const one = single[group.id];
  const many = several[group.id];
  if (one) return <IconButton icon="plus" class="small" label={one.label} onClick={one.run} />;
  if (group.id === "use" && useEntries(space).length === 0) return null;
  return many ? <Menu icon="plus" class="small" label={many.label} items={many.items} /> : null;
}

/* ---- the list ---- */

/* The focus goes along where it is in the list. */
function moveAnalysis(by: 1 | -1): void {
  const inList = document.activeElement?.closest(".outline [role=option]");
  moveChosen(by);
  if (inList) focusChosen();
}

function focusChosen(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(".outline [aria-selected=true]")?.focus());
}

function moving(by: 1 | -1, way: "Up" | "Down"): Command {
  return {
    id: `move-${way.toLowerCase()}`,
    title: texts.editor.properties.moveTheAnalysis(way.toLowerCase()),
    group: texts.editor.properties.edit,
    keys: [`Alt+Arrow${way}`],
    enabled: () => canMove(chosen.value, by),
    run: () => moveAnalysis(by),
  };
}

register(moving(-1, "Up"), moving(1, "Down"));

/* ---- what touches ---- */

const bodySelected = (): string | null => {
  const what = meant.value;
  return what?.kind === "body" && what.name !== "ground" ? what.name : null;
};

register(
  {
    id: "add-floor",
    title: texts.editor.properties.addAFloor,
    group: texts.editor.properties.edit,
    run: () => addAndChoose((now) => addFloor(now, scene.peek()!)),
    enabled: () => scene.value !== null,
  },
  {
    id: "touch-ground",
    title: texts.editor.properties.letTheSelectedBodyTouchThe,
    group: texts.editor.properties.edit,
    run: () => addAndChoose((now) => addContact(now, scene.peek()!, bodySelected()!, "ground")),
    enabled: () => scene.value !== null && bodySelected() !== null,
  },
);

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/* What an option stands for, as it is written on it. */
const markOf = (what: Chosen): string => JSON.stringify(what);

/* To another of the items in open groups, be it on the page already or not. */
function move(event: KeyboardEvent, list: HTMLElement): void {
  const step = STEPS[event.key];
  const mark = (document.activeElement as HTMLElement | null)?.dataset.item;
  if (event.altKey || !step || mark === undefined) return;
  event.preventDefault();
  const from = JSON.parse(mark) as Chosen;
  const items = groups.value.flatMap(({ id, items }) => (closed.value.has(id) ? [] : items));
  const at = items.findIndex((item) => sameChosen(item.chosen, from));
  const next = items[step(at, items.length - 1)]?.chosen;
  if (!next) return;
  const option = [...list.querySelectorAll<HTMLElement>("[role=option]")].find(
    ({ dataset }) => dataset.item === markOf(next),
  );
  option?.focus();
  choose(next);
  if (!option) focusChosen();
}

function focusForm(selector: string): void {
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLInputElement>(selector);
    field?.focus();
    if (field instanceof HTMLInputElement) field.select();
  });
}

interface OptionProps {
  item: Item;
  at: number; // its place
  of: number; // among so many
  isChosen: boolean;
  tabbable: boolean;
}

function Option({ item, at, of, isChosen, tabbable }: OptionProps) {
  const own = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isChosen) own.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  const element = "name" in item.chosen ? item.chosen : null;
  const wrong = isWrong(item.chosen);
  const key = (event: KeyboardEvent) => {
    if (event.key === " " && isChosen) return; // it is chosen already: the key is free for others
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      choose(item.chosen);
      if (event.key === "Enter") focusForm(".prop-rows input, .prop-rows select");
    } else if (event.key === "Delete") {
      event.preventDefault();
      event.stopPropagation();
      deleteChosen(item.chosen);
    } else if (event.key === "F2") {
      event.preventDefault();
      focusForm("#prop-name");
    }
  };
  return (
    <li
      ref={own}
      role="option"
      class={`outline-item ${item.depth > 0 ? "deep" : ""}`}
      style={item.depth > 1 ? `--depth: ${item.depth}` : undefined}
      aria-selected={isChosen}
      {...placeIn(of, at)}
      data-item={markOf(item.chosen)}
      tabIndex={tabbable ? 0 : -1}
      onClick={() => choose(item.chosen)}
      onKeyDown={key}
      onPointerEnter={() => (hovered.value = element)}
      onPointerLeave={() => (hovered.value = null)}
    >
      <span class="outline-title">{item.title}</span>
      <span class="outline-note">{item.note}</span>
      {wrong && (
        <span class="outline-wrong" role="img" aria-label={texts.editor.properties.hasAProblem}>
          <Icon name="warning" size={14} />
        </span>
      )}
    </li>
  );
}

function isWrong(what: Chosen): boolean {
  if (!("name" in what) || faults.value.length === 0) return false;
  const home = homeOf(readTree(settledText.value).root, what);
  return home !== null && !home.one && faultAt(faults.value, home.path) !== undefined;
}

const ROW = 28; // px, as properties.css has it

function GroupList({ group }: { group: Group }) {
  const open = !closed.value.has(group.id);
  const what = chosen.value;
  const here = group.items.findIndex((item) => sameChosen(item.chosen, what));
  const toggle = () => {
    const next = new Set(closed.value);
    if (open) next.add(group.id);
    else next.delete(group.id);
    closed.value = next;
  };
  const count = group.items.filter((item) => item.depth === 0).length;
  return (
    <section class="outline-group">
      <div class="outline-head">
        <button type="button" aria-expanded={open} onClick={toggle} disabled={group.items.length === 0}>
          <Icon name={open && group.items.length > 0 ? "down" : "right"} size={14} />
          <span>{group.title}</span>
          {count > 0 && group.id !== "model" && <small>{count}</small>}
        </button>
        <AddTo group={group} />
      </div>
      {open && group.items.length > 0 && (
        <ul role="listbox" aria-label={group.title}>
          <Chunks
            count={group.items.length}
            height={ROW}
            within=".outline"
            kept={here}
            draw={(from, to) =>
              group.items
                .slice(from, to)
                .map((item, i) => (
                  <Option
                    key={markOf(item.chosen)}
                    item={item}
                    at={from + i}
                    of={group.items.length}
                    isChosen={from + i === here}
                    tabbable={from + i === Math.max(here, 0)}
                  />
                ))
            }
          />
        </ul>
      )}
    </section>
  );
}

function Search() {
  return (
    <div class="outline-search">
      <Icon name="search" size={16} />
      <input
        class="input"
        type="search"
        aria-label={texts.editor.properties.searchTheModel}
        placeholder={texts.editor.properties.searchTheModel}
        value={query.value}
        onInput={(event) => (query.value = event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape" && query.value !== "") {
            query.value = "";
            event.stopPropagation();
          }
        }}
      />
    </div>
  );
}

export function Properties() {
  const list = useRef<HTMLDivElement>(null);
  void scene.value;
  return (
    <div class="properties">
      <Search />
      <div class="outline" ref={list} onKeyDown={(event) => list.current && move(event, list.current)}>
        {groups.value.map((group) => (
          <GroupList key={group.id} group={group} />
        ))}
        {groups.value.length === 0 && <p class="prop-empty">{texts.editor.properties.noNameMatches}</p>}
      </div>
      <ElementForm />
    </div>
  );
}
