/* widgets.tsx - the small controls that every part of the page is made of, so that they look and answer to the keyboard alike.
 *
 *   <IconButton icon="undo" label="Undo" keys="Mod+Z" disabled={!canUndo.value} onClick={undo} />
 *       A button with a drawing; `label` is its accessible name and tooltip. `pressed` makes it a toggle, `text` writes the label too.
 *   <Tabs label="Side panel" tabs={[{ id: "text", title: "Text" }]} chosen={tab.value} onChoose={(id) => (tab.value = id)} prefix="side">
 *       A tab list with arrow keys. The panel of a tab has id={`${prefix}-panel-${id}`}, role="tabpanel" and
 *       aria-labelledby={`${prefix}-tab-${id}`}; `TabPanel` makes one. Children stand at the right end of the bar.
 *   <Menu label="Export" icon="export" items={[{ title: "CSV", keys: "Mod+E", run }, "line", { heading: "Pictures" }]} />
 *       A button that opens a menu; an item has `run`, and may have `keys`, `icon`, `disabled`, `checked`, `note`.
 *   <Dialog title="Save as" onClose={close} actions={<button class="button primary">Save</button>}>…</Dialog>
 *       A modal dialog, open while it is rendered; Escape and the cross call onClose; focus returns to where it was.
 *   <Field label="Mass" value="2.5" unit="kg" onCommit={(value) => …} error={message} />
 *       A labelled input that commits on Enter and on leaving, and goes back on Escape.
 *   <Split direction="columns" label="Side panel" size={…} min={240} max={…} onSize={…} />
 *       A bar to drag or to move by arrow keys; Enter and double click call onToggle.
 *
 * Plain HTML is dressed too: <button class="button">, "button primary", "button quiet"; <input class="input">, <select class="input">.
 */
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { stepped } from "./focus_steps";
import { keysLabel, keysSpoken } from "./keys";
import { Icon, type IconName } from "./icons";
import "./widgets.css";
import { texts } from "../texts/texts";

/* ---- buttons ---- */

interface IconButtonProps {
  icon: IconName;
  label: string;
  keys?: string;
  text?: boolean; // write the label beside the drawing
  pressed?: boolean;
  disabled?: boolean;
  class?: string;
  onClick: (event: MouseEvent) => void;
}

export function IconButton({ icon, label, keys, text, pressed, disabled, class: extra, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      class={`icon-button ${text ? "with-text" : ""} ${extra ?? ""}`}
      title={keys ? `${label} (${keysLabel(keys)})` : label}
      aria-label={text ? undefined : label}
      aria-keyshortcuts={keys && keysSpoken(keys)}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
      {text && <span>{label}</span>}
    </button>
  );
}

/* ---- tabs ---- */

export interface Tab<Id extends string> {
  id: Id;
  title: string;
  badge?: string; // a few letters after the title, e.g. the number of errors
}

interface TabsProps<Id extends string> {
  label: string;
  prefix: string;
  tabs: readonly Tab<Id>[];
  chosen: Id;
  onChoose: (id: Id) => void;
  children?: ComponentChildren;
}

export function Tabs<Id extends string>({ label, prefix, tabs, chosen, onChoose, children }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const next = stepped(
      event.key,
      tabs.findIndex((tab) => tab.id === chosen),
      tabs.length,
    );
    if (next === null) return;
    event.preventDefault();
    onChoose(tabs[next]!.id);
    (list.current?.children[next] as HTMLElement | undefined)?.focus();
  };
  return (
    <div class="tab-bar">
      <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            type="button"
            role="tab"
            key={tab.id}
            id={`${prefix}-tab-${tab.id}`}
            aria-selected={tab.id === chosen}
            aria-controls={`${prefix}-panel-${tab.id}`}
            tabIndex={tab.id === chosen ? 0 : -1}
            onClick={() => onChoose(tab.id)}
          >
            {tab.title}
            {tab.badge && <span class="badge">{tab.badge}</span>}
          </button>
        ))}
      </div>
      <div class="tab-bar-end">{children}</div>
    </div>
  );
}

interface TabPanelProps {
  prefix: string;
  id: string;
  chosen: string;
  class?: string;
  children: ComponentChildren;
}

/* Stays in the page while it is not chosen, so that what was typed and scrolled in it is kept. */
export function TabPanel({ prefix, id, chosen, class: extra, children }: TabPanelProps) {
  return (
    <div
      role="tabpanel"
      class={`tab-panel ${extra ?? ""}`}
      id={`${prefix}-panel-${id}`}
      aria-labelledby={`${prefix}-tab-${id}`}
      hidden={id !== chosen}
    >
      {children}
    </div>
  );
}

/* ---- fields ---- */

interface FieldProps {
  label: string;
  value: string;
  unit?: string;
  hint?: string;
  error?: string;
  placeholder?: string;
  disabled?: boolean;
  autofocus?: boolean; // in a dialog: where the focus begins
  inputMode?: "text" | "decimal" | "numeric";
  onCommit?: (value: string) => void;
  onInput?: (value: string) => void;
}

export function Field(props: FieldProps) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null); // null: not being typed in
  const commit = () => {
    if (draft !== null && draft !== props.value) props.onCommit?.(draft);
    setDraft(null);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === "Enter") commit();
    else if (event.key === "Escape" && draft !== null && draft !== props.value) {
      event.stopPropagation();
      event.preventDefault();
      setDraft(null);
    }
  };
  const note = props.error ?? props.hint;
  return (
    <div class="field">
      <label for={id}>{props.label}</label>
      <div class="field-box">
        <input
          id={id}
          data-autofocus={props.autofocus || undefined}
          class="input"
          type="text"
          value={draft ?? props.value}
          placeholder={props.placeholder}
          disabled={props.disabled}
          inputMode={props.inputMode}
          autocomplete="off"
          spellcheck={false}
          aria-invalid={props.error ? true : undefined}
          aria-describedby={note ? id + "-note" : undefined}
          onInput={(event) => {
            setDraft(event.currentTarget.value);
            props.onInput?.(event.currentTarget.value);
          }}
          onKeyDown={key}
          onBlur={commit}
        />
        {props.unit && <span class="field-unit">{props.unit}</span>}
      </div>
      {note && (
        <p id={id + "-note"} class={props.error ? "field-note error" : "field-note"}>
          {note}
        </p>
      )}
    </div>
  );
}

/* ---- split ---- */

interface SplitProps {
  direction: "columns" | "rows"; // what it stands between; what it sizes is at the right of it, or below
  label: string;
  controls: string; // id of what it sizes
  size: () => number; // px, now
  min: number;
  max: () => number;
  open: boolean;
  onSize: (size: number) => void;
  onToggle: () => void;
}

const KEY_STEP = 24;

export function Split({ direction, label, controls, size, min, max, open, onSize, onToggle }: SplitProps) {
  const columns = direction === "columns";
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    bar.current?.setAttribute("aria-valuenow", String(open ? Math.round(size()) : 0));
    bar.current?.setAttribute("aria-valuemax", String(max()));
  });
  const set = (wanted: number) => onSize(Math.round(Math.max(min, Math.min(wanted, max()))));
  const drag = (event: PointerEvent) => {
    if (event.button !== 0 || !open) return;
    const held = event.currentTarget as HTMLElement;
    const from = columns ? event.clientX : event.clientY;
    const first = size();
    const move = (now: PointerEvent) => set(first + from - (columns ? now.clientX : now.clientY));
    const end = () => {
      held.classList.remove("dragged");
      held.removeEventListener("pointermove", move);
    };
    event.preventDefault();
    held.focus();
    held.classList.add("dragged");
    held.setPointerCapture(event.pointerId);
    held.addEventListener("pointermove", move);
    held.addEventListener("lostpointercapture", end, { once: true });
  };
  const key = (event: KeyboardEvent) => {
    const grow = columns ? "ArrowLeft" : "ArrowUp";
    const shrink = columns ? "ArrowRight" : "ArrowDown";
    if (event.key === "Enter") onToggle();
    else if (!open) return;
    else if (event.key === grow) set(size() + KEY_STEP);
    else if (event.key === shrink) set(size() - KEY_STEP);
    else if (event.key === "Home") set(min);
    else if (event.key === "End") set(max());
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={bar}
      class={`split split-${columns ? "side" : "dock"}`}
      role="separator"
      tabIndex={0}
      aria-orientation={columns ? "vertical" : "horizontal"}
      aria-label={label}
      aria-controls={controls}
      aria-valuemin={0}
      title={texts.shell.widgets.dragOrUseTheArrowKeys}
      onPointerDown={drag}
      onDblClick={onToggle}
      onKeyDown={key}
    />
  );
}

export { Menu, type MenuEntry } from "./menu";
export { Dialog } from "./dialog";
