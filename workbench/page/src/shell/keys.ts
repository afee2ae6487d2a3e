/* keys.ts - how keys are written, "Mod+Shift+Z", and whether an event is such keys.
 *
 * Mod is Ctrl, and on a Mac the command key. The last part is what KeyboardEvent.key says, in any case, with "Space" for " ". A sign
 * such as "?" is itself whatever keys make it; letters and named keys need exactly the modifiers that are written. Where a letter or
 * digit with Mod or Alt makes another sign, as Alt+1 does on a Mac and Ctrl+S on a Greek keyboard, the place of the key counts.
 */
import { texts } from "../texts/texts";
export interface KeyPress {
  key: string;
  code?: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

interface Keys {
  mod: boolean;
  alt: boolean;
  shift: boolean;
  key: string;
}

function isMac(): boolean {
  return typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);
}

export function parseKeys(keys: string): Keys {
  const parts =
    keys === "+" ? ["+"] : keys.split("+").map((part, i, all) => (part === "" && i === all.length - 1 ? "+" : part));
  const has = (name: string) => parts.slice(0, -1).some((part) => part.toLowerCase() === name);
  const last = parts[parts.length - 1]!;
  return {
    mod: has("mod") || has("ctrl"),
    alt: has("alt"),
    shift: has("shift"),
    key: last.toLowerCase() === "space" ? " " : last.toLowerCase(),
  };
}

function isSign(key: string): boolean {
  return key.length === 1 && key !== " " && key.toLowerCase() === key.toUpperCase() && !/[0-9]/.test(key);
}

function isKey({ key, mod, alt }: Keys, press: KeyPress): boolean {
  if (press.key.toLowerCase() === key) return true;
  if (!(mod || alt) || !/^[a-z0-9]$/.test(key) || /^[a-z0-9]$/i.test(press.key)) return false;
  return press.code === (/[0-9]/.test(key) ? "Digit" + key : "Key" + key.toUpperCase());
}

export function matchesKeys(keys: string, press: KeyPress, mac = isMac()): boolean {
  const wanted = parseKeys(keys);
  const mod = mac ? press.metaKey : press.ctrlKey;
  const other = mac ? press.ctrlKey : press.metaKey;
  if (!isKey(wanted, press) || other) return false;
  if (mod !== wanted.mod) return false;
  if (isSign(wanted.key)) return true;
  return press.altKey === wanted.alt && press.shiftKey === wanted.shift;
}

const NAMES: Record<string, string> = {
  " ": texts.shell.keys.space,
  arrowleft: "←",
  arrowright: "→",
  arrowup: "↑",
  arrowdown: "↓",
  escape: texts.shell.keys.esc,
  delete: texts.shell.keys.del,
};

/* As it is shown: "Ctrl+Shift+Z", on a Mac "⇧⌘Z". */
export function keysLabel(keys: string, mac = isMac()): string {
  const { mod, alt, shift, key } = parseKeys(keys);
  const name = NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key[0]!.toUpperCase() + key.slice(1));
  if (mac) return (alt ? "⌥" : "") + (shift ? "⇧" : "") + (mod ? "⌘" : "") + name;
  return (mod ? "Ctrl+" : "") + (alt ? "Alt+" : "") + (shift ? "Shift+" : "") + name;
}

/* As aria-keyshortcuts wants it. */
export function keysSpoken(keys: string, mac = isMac()): string {
  const { mod, alt, shift, key } = parseKeys(keys);
  const name =
    key === " " ? texts.shell.keys.space : key.length === 1 ? key.toUpperCase() : key[0]!.toUpperCase() + key.slice(1);
  return (mod ? (mac ? "Meta+" : "Control+") : "") + (alt ? "Alt+" : "") + (shift ? "Shift+" : "") + name;
}
