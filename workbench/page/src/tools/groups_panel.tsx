/* groups_panel.tsx - the named groups of the document, over the drawing: each with an eye and a lock, filled from the selection. */
import { useEffect, useRef, useState } from "preact/hooks";
import { commit, commitOrReport } from "../editor/commit";
import { Entry } from "../editor/entry";
import {
  addGroup,
  freeGroupName,
  namesOf,
  putInto,
  removeGroup,
  renameGroup,
  setGroup,
  takeOut,
} from "../editor/groups";
import type { SceneGroup } from "../engine/engine";
import { register } from "../shell/commands";
import { IconButton } from "../shell/widgets";
import { text } from "../state/document";
import { groups, membersOf } from "../state/hidden";
import { perDocument } from "../state/loads";
import { scene } from "../state/model";
import { selectAll, selection } from "../state/selection";
import { texts } from "../texts/texts";
import { board } from "./board";
import "./groups.css";

export const groupsOpen = perDocument(false);

function close(): void {
  groupsOpen.value = false;
  board.value?.element.focus({ preventScroll: true });
}

function Row({ group: { name, of, hidden, locked } }: { group: SceneGroup }) {
  const words = texts.groups;
  const chosen = namesOf(selection.value);
  const inside = chosen.filter((one) => of.includes(one));
  const outside = chosen.filter((one) => !of.includes(one));
  return (
    <li class={hidden ? "group-row off" : "group-row"}>
      <IconButton
        icon={hidden ? "eyeOff" : "eye"}
        class="small"
        label={words.hide(name)}
        pressed={hidden}
        onClick={() => void commitOrReport((now) => setGroup(now, name, "hidden", !hidden))}
      />
      <IconButton
        icon={locked ? "lock" : "unlock"}
        class="small"
        label={words.lock(name)}
        pressed={locked}
        onClick={() => void commitOrReport((now) => setGroup(now, name, "locked", !locked))}
      />
      <Entry
        label={words.nameOf(name)}
        of={name}
        value={name}
        onCommit={(next) => commit((now) => renameGroup(now, name, next))}
      />
      <button
        type="button"
        class="group-count"
        title={of.join(", ") || words.empty}
        aria-label={words.select(name, of.length)}
        onClick={() => scene.value && selectAll(membersOf(scene.value, of))}
      >
        {of.length}
      </button>
      {inside.length > 0 && outside.length === 0 ? (
        <IconButton
          icon="minus"
          class="small"
          label={words.takeOut(name)}
          onClick={() => void commitOrReport((now) => takeOut(now, name, inside))}
        />
      ) : (
        <IconButton
          icon="plus"
          class="small"
          label={words.putInto(name)}
          disabled={outside.length === 0}
          onClick={() => void commitOrReport((now) => putInto(now, name, outside))}
        />
      )}
      <IconButton
        icon="trash"
        class="small"
        label={words.remove(name)}
        onClick={() => void commitOrReport((now) => removeGroup(now, name))}
      />
    </li>
  );
}

/* A new group of what is selected. */
function NewGroup() {
  const words = texts.groups;
  const chosen = namesOf(selection.value);
  const free = freeGroupName(text.value);
  const [name, setName] = useState<string | null>(null);
  const [why, setWhy] = useState<string | undefined>(undefined);
  return (
    <form
      class="group-new"
      onSubmit={(event) => {
        event.preventDefault();
        const refused = commit((now) => addGroup(now, (name ?? free).trim(), chosen));
        setWhy(refused);
        if (refused === undefined) setName(null);
      }}
    >
      <input
        class="input"
        aria-label={words.newName}
        autocomplete="off"
        spellcheck={false}
        value={name ?? free}
        aria-invalid={why ? true : undefined}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <button type="submit" class="button" disabled={chosen.length === 0}>
        {words.make(chosen.length)}
      </button>
      {why && (
        <p class="prop-note error" role="alert">
          {why}
        </p>
      )}
    </form>
  );
}

export function GroupsPanel() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector<HTMLElement>("button, input")?.focus(), []);
  const words = texts.groups;
  const some = groups.value.length > 0;
  return (
    <div
      class="tool-sizes groups-panel"
      role="dialog"
      aria-label={words.title}
      ref={box}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.stopPropagation();
        close();
      }}
    >
      <div class="tool-sizes-head">
        <b>{words.title}</b>
        <IconButton icon="close" class="small" label={words.close} onClick={close} />
      </div>
      {some && (
        <ul>
          {groups.value.map((group) => (
            <Row key={group.name} group={group} />
          ))}
        </ul>
      )}
      <NewGroup />
      <p class="prop-note">{some ? words.note : words.none}</p>
    </div>
  );
}

export function watchGroups(): () => void {
  return register({
    id: "groups",
    title: texts.groups.command,
    group: texts.selection.group,
    keys: ["Shift+G"],
    run: () => void (groupsOpen.value = !groupsOpen.value),
    enabled: () => scene.value !== null,
  });
}
