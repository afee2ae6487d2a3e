/* menu.tsx - a button that opens a list of things to do; arrow keys, first letters, Escape. See widgets.tsx for its use.
 *
 * The list is put on the top layer (popover), where no panel cuts it off, and placed beside its button by hand.
 */
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { Icon, type IconName } from "./icons";
import { keysLabel } from "./keys";

export type MenuEntry =
  | "line"
  | { heading: string }
  | {
      title: string;
      run: () => void;
      icon?: IconName;
      keys?: string;
      note?: string;
      disabled?: boolean;
      checked?: boolean;
    };

interface MenuProps {
  label: string;
  icon?: IconName;
  text?: boolean; // write the label on the button
  class?: string;
  disabled?: boolean;
  items: MenuEntry[] | (() => MenuEntry[]); // a function is asked when the menu opens
}

function hasPicture(entry: MenuEntry): boolean {
  return entry !== "line" && "run" in entry && (entry.icon !== undefined || entry.checked !== undefined);
}

function place(list: HTMLElement, button: HTMLElement): void {
  const box = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = list;
  const below = box.bottom + 4 + height <= innerHeight || box.top < height;
  const left = Math.max(8, Math.min(box.left, innerWidth - width - 8));
  list.style.left = `${left}px`;
  const top = below ? Math.min(box.bottom + 4, innerHeight - height - 8) : box.top - 4 - height;
  list.style.top = `${Math.max(8, top)}px`;
}

function itemsOf(list: HTMLElement): HTMLButtonElement[] {
  return [...list.querySelectorAll<HTMLButtonElement>("button:not(:disabled)")];
}

function moveFocus(event: KeyboardEvent, list: HTMLElement): void {
  const items = itemsOf(list);
  const at = items.indexOf(document.activeElement as HTMLButtonElement);
  const { key } = event;
  let next = -1;
  if (key === "ArrowDown") next = (at + 1) % items.length;
  else if (key === "ArrowUp") next = (at + items.length - 1) % items.length;
  else if (key === "Home") next = 0;
  else if (key === "End") next = items.length - 1;
  else if (/^\S$/.test(key) && !event.ctrlKey && !event.metaKey) {
    const order = [...items.slice(at + 1), ...items.slice(0, at + 1)];
    const found = order.find((item) => item.textContent!.trim().toLowerCase().startsWith(key.toLowerCase()));
    next = found ? items.indexOf(found) : at;
  } else return;
  event.preventDefault();
  event.stopPropagation();
  items[next]?.focus();
}

export function Menu({ label, icon, text, class: extra, disabled, items }: MenuProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const close = (focus: boolean) => {
    setOpen(false);
    if (focus) button.current?.focus();
  };

  useEffect(() => {
    const box = list.current;
    if (!open || !box || !button.current) return;
    box.showPopover?.();
    place(box, button.current);
    itemsOf(box)[0]?.focus();
    const outside = (event: Event) => {
      const target = event.target as Node;
      if (!box.contains(target) && !button.current?.contains(target)) setOpen(false);
    };
    const away = () => setOpen(false);
    document.addEventListener("pointerdown", outside, true);
    addEventListener("resize", away);
    addEventListener("blur", away);
    return () => {
      document.removeEventListener("pointerdown", outside, true);
      removeEventListener("resize", away);
      removeEventListener("blur", away);
    };
  }, [open]);

  const key = (event: KeyboardEvent) => {
    if (event.key === "Escape" || event.key === "Tab") {
      if (event.key === "Escape") event.preventDefault();
      event.stopPropagation();
      close(true);
    } else if (list.current) moveFocus(event, list.current);
  };
  const entries = open ? (typeof items === "function" ? items() : items) : [];
  const pictured = entries.some(hasPicture);
  return (
    <>
      <button
        type="button"
        ref={button}
        class={`icon-button ${text ? "with-text" : ""} ${extra ?? ""}`}
        title={text ? undefined : label}
        aria-label={text ? undefined : label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        disabled={disabled}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" || open) return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {icon && <Icon name={icon} />}
        {text && <span>{label}</span>}
        {text && <Icon name="down" size={12} />}
      </button>
      {open && (
        <div
          id={id}
          class={pictured ? "menu pictured" : "menu"}
          role="menu"
          aria-label={label}
          popover="manual"
          ref={list}
          onKeyDown={key}
        >
          {entries.map((entry, i) => {
            if (entry === "line") return <div key={i} role="separator" class="menu-line" />;
            if ("heading" in entry)
              return (
                <div key={i} role="presentation" class="menu-heading">
                  {entry.heading}
                </div>
              );
            return (
              <button
                key={i}
                type="button"
                role={entry.checked === undefined ? "menuitem" : "menuitemradio"}
                aria-checked={entry.checked}
                tabIndex={-1}
                disabled={entry.disabled}
                onClick={() => {
                  close(true);
                  entry.run();
                }}
              >
                <span class="menu-icon">
                  {entry.checked ? <Icon name="check" /> : entry.icon && <Icon name={entry.icon} />}
                </span>
                <span class="menu-title">
                  {entry.title}
                  {entry.note && <small>{entry.note}</small>}
                </span>
                {entry.keys && <kbd>{keysLabel(entry.keys)}</kbd>}
              </button>
            );
          })}
        </div>
      )}
    </>
  );
}
