/* help.tsx - the list of keys, made of the commands that are there; and the search for commands. */
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { showDialog } from "./ask";
import { commands, isEnabled, searchCommands, type Command } from "./commands";
import { keysLabel } from "./keys";
import { stepped } from "./focus_steps";
import { texts } from "../texts/texts";
import { Dialog } from "./widgets";
import "./help.css";

const FIRST = [
  texts.shell.help.file,
  texts.shell.help.edit,
  texts.shell.help.tools,
  texts.shell.help.analyse,
  texts.shell.help.motion,
  texts.shell.help.text,
];
const LAST = [texts.shell.help.view, texts.shell.help.help];

/* Groups that are named in neither stand between. */
function rank(group: string): number {
  const at = FIRST.indexOf(group);
  return at >= 0 ? at : FIRST.length + 1 + LAST.indexOf(group);
}

/* Commands with keys, by group. */
function grouped(list: readonly Command[]): [string, Command[]][] {
  const groups = new Map<string, Command[]>();
  for (const command of list) {
    if (!command.keys?.length) continue;
    const group = command.group ?? "More";
    groups.set(group, [...(groups.get(group) ?? []), command]);
  }
  return [...groups].sort(([a], [b]) => rank(a) - rank(b));
}

function Gestures() {
  const { title, columns, list } = texts.gestures;
  return (
    <section class="gesture-list">
      <h3>{title}</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">{columns.what}</th>
            <th scope="col">{columns.mouse}</th>
            <th scope="col">{columns.touch}</th>
          </tr>
        </thead>
        <tbody>
          {list.map(({ what, mouse, touch }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{mouse}</td>
              <td>{touch}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function KeyList({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={texts.gestures.head} size="large" class="key-list" reading onClose={onClose}>
      <div class="key-groups">
        {grouped(commands.value).map(([group, list]) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {list.map((command) => (
                <div key={command.id}>
                  <dt>{command.title}</dt>
                  <dd>
                    {command.keys!.map((keys) => (
                      <kbd key={keys}>{keysLabel(keys)}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Gestures />
      <p class="key-note">
        {texts.shell.help.tabGoesFromControlToControl} {keysLabel("Mod+X").replace(/\+?X$/, "")}{" "}
        {texts.shell.help.orAltAreCommands}
      </p>
    </Dialog>
  );
}

function CommandSearch({ onClose }: { onClose: () => void }) {
  const id = useId();
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const found = searchCommands(commands.value, query).filter(isEnabled);
  const chosen = Math.min(at, found.length - 1);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    queueMicrotask(command.run); // after the focus went back
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      event.preventDefault();
      run(found[chosen]);
      return;
    }
    const next = event.key === "Home" || event.key === "End" ? null : stepped(event.key, chosen, found.length, true);
    if (next === null) return;
    event.preventDefault();
    setAt(next);
  };
  return (
    <Dialog title={texts.shell.help.commands} hideTitle class="command-search" onClose={onClose}>
      <input
        class="input"
        role="combobox"
        type="text"
        placeholder={texts.shell.help.searchCommands}
        aria-label={texts.shell.help.searchCommands}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found[chosen] ? `${id}-${chosen}` : undefined}
        autocomplete="off"
        spellcheck={false}
        data-autofocus
        value={query}
        onInput={(event) => {
          setQuery(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={key}
      />
      <ul id={id} role="listbox" aria-label={texts.shell.help.commands} ref={list}>
        {found.map((command, i) => (
          <li
            key={command.id}
            id={`${id}-${i}`}
            role="option"
            aria-selected={i === chosen}
            onPointerMove={() => setAt(i)}
            onClick={() => run(command)}
          >
            <span>{command.title}</span>
            {command.group && <small>{command.group}</small>}
            {command.keys?.[0] && <kbd>{keysLabel(command.keys[0])}</kbd>}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p class="command-none">{texts.shell.help.noCommandMatches}</p>}
    </Dialog>
  );
}

export function showKeys(): void {
  showDialog((close) => <KeyList onClose={close} />);
}

export function showCommands(): void {
  showDialog((close) => <CommandSearch onClose={close} />);
}
