/* menu.tsx - a button that opens a list of things to do, and that list. See widgets.tsx for its use. */
import { useId, useRef, useState } from "preact/hooks";
import { Icon, type IconName } from "./icons";
import { keysLabel } from "./keys";
import { MenuList, type MenuListProps } from "./menu_list";
import { below } from "./popover";

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

function Entry({ entry, close }: { entry: MenuEntry; close: () => void }) {
  if (entry === "line") return <div role="separator" class="menu-line" />;
  if ("heading" in entry)
    return (
      <div role="presentation" class="menu-heading">
        {entry.heading}
      </div>
    );
  return (
    <button
      type="button"
      role={entry.checked === undefined ? "menuitem" : "menuitemcheckbox"}
      aria-checked={entry.checked}
      tabIndex={-1}
      disabled={entry.disabled}
      onClick={() => {
        close();
        entry.run();
      }}
    >
      <span class="menu-icon">{entry.checked ? <Icon name="check" /> : entry.icon && <Icon name={entry.icon} />}</span>
      <span class="menu-title">
        {entry.title}
        {entry.note && <small>{entry.note}</small>}
      </span>
      {entry.keys && <kbd>{keysLabel(entry.keys)}</kbd>}
    </button>
  );
}

/* The list by itself: of what a button opens, or of what lies under the pointer. */
export function OpenMenu({ entries, ...list }: { entries: MenuEntry[] } & Omit<MenuListProps, "children" | "class">) {
  return (
    <MenuList {...list} class={entries.some(hasPicture) ? "pictured" : ""}>
      {entries.map((entry, i) => (
        <Entry key={i} entry={entry} close={list.close} />
      ))}
    </MenuList>
  );
}

export function Menu({ label, icon, text, class: extra, disabled, items }: MenuProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
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
        <OpenMenu
          id={id}
          label={label}
          entries={typeof items === "function" ? items() : items}
          at={(box) => below(button.current!, box)}
          owner={() => button.current}
          close={() => setOpen(false)}
        />
      )}
    </>
  );
}
