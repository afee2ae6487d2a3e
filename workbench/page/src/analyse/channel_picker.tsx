/* channel_picker.tsx - finding channels: a search over all of them, or element by element; and a dialog that asks for one.
 *
 * In the list Enter takes the first hit, arrow keys go through the hits. A channel can be dragged onto a plot; a click or a tap puts
 * it into the plot that is marked.
 */
import { signal, useSignal, useSignalEffect } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useMemo, useRef } from "preact/hooks";
import { Chunks } from "../shell/chunks";
import { Icon } from "../shell/icons";
import { Dialog } from "../shell/dialog";
import { loads } from "../state/loads";
import { shown, table } from "../state/runs";
import { ownerOf } from "../editor/scope";
import { selected } from "../state/selection";
import { type Described, type Group, groupsOf, suggestionsFor } from "./channels";
import { find, type Hit } from "./search";
import { shownUnit } from "../shell/display_units";
import { texts } from "../texts/texts";

const MOST_HITS = 80;
const ROW = 28; // px of a group that is closed, as analyse.css has it

/* A channel is being dragged, to a plot perhaps. */
export const dragging = signal(false);

const USE = "use "; // before the name of a use: it may be that of a group

/* Groups in their order, those of one use together where the first of them stands. */
function byUse(groups: Group[]): [use: string, groups: Group[]][] {
  const found: [string, Group[]][] = [];
  const known = new Map<string, Group[]>();
  for (const group of groups) {
    const together = group.use === "" ? undefined : known.get(group.use);
    if (together) together.push(group);
    else {
      const own = [group];
      found.push([group.use, own]);
      if (group.use !== "") known.set(group.use, own);
    }
  }
  return found;
}

function useGroups(): Group[] {
  const of = table.value;
  const scene = shown.value?.scene ?? null;
  return useMemo(() => (of ? groupsOf(of, scene) : []), [of, scene]);
}

function Marked({ text, marks }: { text: string; marks: number[] }) {
  if (marks.length === 0) return <>{text}</>;
  return <>{[...text].map((letter, i) => (marks.includes(i) ? <mark key={i}>{letter}</mark> : letter))}</>;
}

interface ListProps {
  chosen: (name: string) => boolean;
  onToggle: (name: string) => void;
  autofocus?: boolean;
}

function drag(event: DragEvent, name: string): void {
  event.dataTransfer?.setData("text/plain", name);
  setTimeout(() => (dragging.value = true)); // a change of the page at once would end the drag
  if (event.dataTransfer) event.dataTransfer.effectAllowed = "copy";
}

/* ---- hits of a search: a list with one that is current ---- */

function Hits({ hits, at, id, chosen, onToggle }: ListProps & { hits: Hit<Described>[]; at: number; id: string }) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [at]);
  if (hits.length === 0) return <p class="browser-none">{texts.results.channelPicker.noChannelMatches}</p>;
  return (
    <ul class="channel-list" role="listbox" id={id} ref={list} aria-label={texts.results.channelPicker.channelsFound}>
      {hits.map(({ item, marks }, i) => (
        <li
          key={item.name}
          id={`${id}-${i}`}
          role="option"
          aria-selected={i === at}
          class={chosen(item.name) ? "channel chosen" : "channel"}
          title={item.words}
          draggable
          onDragStart={(event) => drag(event, item.name)}
          onDragEnd={() => (dragging.value = false)}
          onClick={() => onToggle(item.name)}
        >
          <span class="channel-mark">{chosen(item.name) && <Icon name="check" size={14} />}</span>
          <span class="channel-name">
            {item.shared && <span class="shared-mark">≈ </span>}
            <Marked text={item.name} marks={marks} />
          </span>
          <span class="channel-unit">{shownUnit(item.unit).unit}</span>
        </li>
      ))}
    </ul>
  );
}

/* ---- element by element ---- */

function GroupList({
  group,
  open,
  onOpen,
  chosen,
  onToggle,
}: ListProps & { group: Group; open: boolean; onOpen: () => void }) {
  const short = (name: string): string => {
    const size = /^\|(.+)\|$/.exec(name)?.[1];
    const bare = (size ?? name).slice(group.element ? group.element.length + 1 : 0);
    return size === undefined ? bare : `|${bare}|`;
  };
  const count = group.channels.filter((one) => chosen(one.name)).length;
  return (
    <section class="channel-group">
      <button type="button" class="group-head" aria-expanded={open} onClick={onOpen}>
        <Icon name={open ? "down" : "right"} size={12} />
        <span class="group-name">{group.use ? group.title.slice(group.use.length + 1) : group.title}</span>
        <span class="group-kind">{group.kind}</span>
        {count > 0 && <span class="group-count">{count}</span>}
      </button>
      {open && (
        <ul class="channel-list">
          {group.channels.map((one) => (
            <li key={one.name}>
              <button
                type="button"
                class={chosen(one.name) ? "channel chosen" : "channel"}
                aria-pressed={chosen(one.name)}
                aria-label={`${one.name}, ${one.words}`}
                title={`${one.name}: ${one.words}`}
                draggable
                onDragStart={(event) => drag(event, one.name)}
                onDragEnd={() => (dragging.value = false)}
                onClick={() => onToggle(one.name)}
              >
                <span class="channel-mark">{chosen(one.name) && <Icon name="check" size={14} />}</span>
                <span class="channel-name">
                  {one.shared && <span class="shared-mark">≈ </span>}
                  {short(one.name)}
                </span>
                <span class="channel-words">{one.words}</span>
                <span class="channel-unit">{shownUnit(one.unit).unit}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/* What belongs to one use of a part stands together, and is shown when it is wanted. */
function UseGroup({
  use,
  open,
  onOpen,
  children,
}: {
  use: string;
  open: boolean;
  onOpen: () => void;
  children: ComponentChildren;
}) {
  return (
    <section class="channel-group channel-use">
      <button type="button" class="group-head" aria-expanded={open} onClick={onOpen}>
        <Icon name={open ? "down" : "right"} size={12} />
        <span class="group-name">{use}</span>
        <span class="group-kind">{texts.results.channelPicker.part}</span>
      </button>
      {open && children}
    </section>
  );
}

function Suggestions({ chosen, onToggle }: ListProps) {
  const of = table.value;
  const element = selected.value?.name;
  const proposals = of && element ? suggestionsFor(of, element) : [];
  if (proposals.length === 0) return null;
  return (
    <div class="suggestions" role="group" aria-label={texts.results.channelPicker.channelsOf(element ?? "")}>
      <strong>{element}</strong>
      {proposals.map(({ name, label }) => (
        <button
          type="button"
          key={name}
          class="suggestion"
          aria-pressed={chosen(name)}
          title={name}
          onClick={() => onToggle(name)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

export function ChannelBrowser(props: ListProps) {
  const id = useId();
  const groups = useGroups();
  const query = useSignal("");
  const at = useSignal(0);
  useSignalEffect(() => {
    void loads.value; // another model: the search was for names of the one before
    query.value = "";
  });
  const turned = useSignal<ReadonlySet<string>>(new Set()); // groups that are not as they would be by themselves
  const uses = useMemo(() => byUse(groups), [groups]);
  const all = useMemo(() => groups.flatMap((group) => group.channels), [groups]);
  const searching = query.value.trim() !== "";
  const hits = useMemo(
    () =>
      searching
        ? find(
            query.value,
            all,
            (one) => one.name,
            (one) => one.words,
          ).slice(0, MOST_HITS)
        : [],
    [query.value, all],
  );
  const chosen = selected.value;
  const element = chosen?.kind === "point" ? ownerOf(chosen.name) : chosen?.name;
  const turn = (name: string): void => {
    const next = new Set(turned.value);
    if (!next.delete(name)) next.add(name);
    turned.value = next;
  };
  const isOpen = (name: string): boolean => turned.value.has(name) !== (name === element);
  const key = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && searching) {
      event.preventDefault();
      event.stopPropagation();
      query.value = "";
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (hits.length === 0) return;
      event.preventDefault();
      at.value = (at.value + (event.key === "ArrowDown" ? 1 : hits.length - 1)) % hits.length;
    } else if (event.key === "Enter" && hits[at.value]) {
      event.preventDefault();
      props.onToggle(hits[at.value]!.item.name);
    }
  };
  if (!table.value) return <p class="browser-none">{texts.results.channelPicker.runTheModelToSeeIts}</p>;
  const drawUse = ([use, own]: [string, Group[]]): ComponentChildren => {
    const list = () =>
      own.map((group) => (
        <GroupList
          key={group.title}
          {...props}
          group={group}
          open={isOpen(group.title)}
          onOpen={() => turn(group.title)}
        />
      ));
    if (use === "") return list();
    const isOpenUse = turned.value.has(USE + use) !== own.some(({ element: name }) => name === element);
    return (
      <UseGroup key={USE + use} use={use} open={isOpenUse} onOpen={() => turn(USE + use)}>
        {isOpenUse && list()}
      </UseGroup>
    );
  };
  return (
    <div class="browser">
      <div class="browser-search">
        <Icon name="search" size={14} />
        <input
          class="input"
          type="search"
          role="combobox"
          list={undefined}
          aria-label={texts.results.channelPicker.searchChannels}
          aria-expanded={searching}
          aria-controls={`${id}-hits`}
          aria-activedescendant={searching && hits.length > 0 ? `${id}-hits-${at.value}` : undefined}
          aria-autocomplete="list"
          placeholder={texts.results.channelPicker.searchChannels2(all.length)}
          autocomplete="off"
          spellcheck={false}
          data-autofocus={props.autofocus}
          value={query.value}
          onInput={(event) => {
            query.value = event.currentTarget.value;
            at.value = 0;
          }}
          onKeyDown={key}
        />
      </div>
      <Suggestions {...props} />
      <div class="browser-lists" id={searching ? `${id}-box` : `${id}-hits`} tabIndex={searching ? 0 : undefined}>
        {searching ? (
          <Hits {...props} hits={hits} at={at.value} id={`${id}-hits`} />
        ) : (
          <Chunks
            count={uses.length}
            height={ROW}
            within=".browser-lists"
            draw={(from, to) => uses.slice(from, to).map(drawUse)}
          />
        )}
      </div>
    </div>
  );
}

export function ChannelPicker({
  title,
  onPick,
  onClose,
}: {
  title: string;
  onPick: (name: string) => void;
  onClose: () => void;
}) {
  return (
    <Dialog title={title} onClose={onClose} class="channel-dialog">
      <ChannelBrowser
        autofocus
        chosen={() => false}
        onToggle={(name) => {
          onPick(name);
          onClose();
        }}
      />
    </Dialog>
  );
}
