/* top_bar.tsx - the name of the model and what can be done with it as a whole.
 *
 * The export menu shows every command of the group "Export" (commands.ts); who can export something registers it there. What runs
 * the model is handed in.
 */
import type { ComponentChildren } from "preact";
import { name } from "../state/model";
import { theme } from "../state/settings";
import { OverridesMark } from "./overrides_mark";
import { find, isEnabled, perform, type Command } from "./commands";
import type { IconName } from "./icons";
import { phone } from "./layout";
import { dark } from "./theme";
import { IconButton, Menu, type MenuEntry } from "./widgets";
import { phase, unsaved } from "./work";
import "./top_bar.css";
import { texts } from "../texts/texts";

function Mark() {
  return (
    <svg class="mark" viewBox="0 0 20 20" width="22" height="22" aria-hidden="true">
      <path d="M3.2 16 7 6l9 2 .8 8" />
      <circle cx="3.2" cy="16" r="1.9" />
      <circle cx="7" cy="6" r="1.9" />
      <circle cx="16" cy="8" r="1.9" />
      <circle cx="16.8" cy="16" r="1.9" />
    </svg>
  );
}

function FileName() {
  if (phase.value !== "model") return <div class="file-title" />;
  return (
    <h1 class="file-title" title={unsaved.value ? texts.shell.topBar.unsavedChanges(name.value) : name.value}>
      <span class="file-title-name">{name.value}</span>
      {unsaved.value && (
        <span class="unsaved-dot" role="img" aria-label={texts.shell.topBar.unsavedChanges2}>
          ●
        </span>
      )}
    </h1>
  );
}

/* A button for a command. */
function CommandButton({ id, icon, label, text }: { id: string; icon: IconName; label: string; text?: boolean }) {
  const command = find(id);
  return (
    <IconButton
      icon={icon}
      label={label}
      keys={command?.keys?.[0]}
      text={text}
      disabled={!command || !isEnabled(command)}
      onClick={() => perform(id)}
    />
  );
}

function entry(command: Command, icon?: IconName): MenuEntry {
  return {
    title: command.title,
    keys: command.keys?.[0],
    icon,
    disabled: !isEnabled(command),
    run: command.run,
  };
}

function entryOf(id: string, icon?: IconName): MenuEntry[] {
  const command = find(id);
  return command ? [entry(command, icon)] : [];
}

function themes(): MenuEntry[] {
  return (["system", "light", "dark"] as const).map((one) => ({
    title: { system: texts.shell.topBar.system, light: texts.shell.topBar.light, dark: texts.shell.topBar.dark }[one],
    checked: theme.value === one,
    run: () => (theme.value = one),
  }));
}

function news(): MenuEntry[] {
  return [...entryOf("new", "new"), ...entryOf("new-space", "space")];
}

function helps(): MenuEntry[] {
  return [...entryOf("guide", "text"), ...entryOf("tour", "play"), ...entryOf("keys", "help")];
}

function everything(): MenuEntry[] {
  return [
    ...news(),
    ...entryOf("open", "open"),
    ...entryOf("examples", "examples"),
    ...entryOf("save", "save"),
    ...entryOf("save-as"),
    ...entryOf("share", "share"),
    ...entryOf("export", "export"),
    ...entryOf("units"),
    { heading: texts.shell.topBar.theme },
    ...themes(),
    "line",
    ...entryOf("commands", "search"),
    ...helps(),
  ];
}

function DeskBar({ children }: { children: ComponentChildren }) {
  return (
    <>
      <div class="top-group file-buttons">
        <CommandButton id="new" icon="new" label={texts.shell.topBar.newWord} text />
        <Menu label={texts.space.newWhere} icon="down" items={news} />
        <CommandButton id="open" icon="open" label={texts.shell.topBar.open} text />
        <CommandButton id="examples" icon="examples" label={texts.shell.topBar.examples} text />
        <CommandButton id="save" icon="save" label={texts.shell.topBar.save} text />
        <CommandButton id="share" icon="share" label={texts.shell.topBar.share} text />
        <CommandButton id="export" icon="export" label={texts.shell.topBar.exportWord} text />
      </div>
      <div class="top-group">
        <CommandButton id="undo" icon="undo" label={texts.shell.topBar.undo} />
        <CommandButton id="redo" icon="redo" label={texts.shell.topBar.redo} />
      </div>
      <div class="top-space" />
      {children}
      <div class="top-group">
        <Menu
          label={texts.shell.topBar.theme}
          icon={theme.value === "system" ? "system" : dark.value ? "dark" : "light"}
          items={themes}
        />
        <CommandButton id="commands" icon="search" label={texts.shell.topBar.searchCommands} />
        <Menu label={texts.shell.topBar.help} icon="help" items={helps} />
      </div>
    </>
  );
}

function PhoneBar({ children }: { children: ComponentChildren }) {
  return (
    <>
      <div class="top-space" />
      <CommandButton id="undo" icon="undo" label={texts.shell.topBar.undo} />
      <CommandButton id="redo" icon="redo" label={texts.shell.topBar.redo} />
      {children}
      <Menu label={texts.shell.topBar.menu} icon="menu" items={everything} />
    </>
  );
}

export function TopBar({ children }: { children: ComponentChildren }) {
  return (
    <header class="top-bar">
      <div class="name-mark">
        <Mark />
        <span>{texts.shell.topBar.trammel}</span>
      </div>
      <FileName />
      <OverridesMark />
      {phone.value ? <PhoneBar>{children}</PhoneBar> : <DeskBar>{children}</DeskBar>}
    </header>
  );
}
