/* naming.ts - names of files: from titles, made free, made whole. */
import { texts } from "../texts/texts";

/* What a text gives for one of its plain keys; "" where it has none. */
function valueOf(key: "title" | "description", text: string): string {
  const found = new RegExp(`^${key}:[ \\t]*(.*)$`, "m").exec(text);
  if (!found) return "";
  const value = found[1]!.trim();
  const quoted = /^(["'])(.*?)\1/.exec(value);
  return quoted ? quoted[2]! : value.replace(/\s+#.*$/, "").trim();
}

export function titleOf(text: string): string {
  return valueOf("title", text);
}

/* What it says it does. */
export function descriptionOf(text: string): string {
  return valueOf("description", text);
}

/* With which a new text begins, for whoever writes it: they say nothing of the model. */
export const HINTS = [
  "# Draw with the tools, or write here: both show the same model.",
  '# Numbers without a unit are SI: m, kg, s, rad. "40 mm", "12 g" and "30 deg" also work.',
] as const;

/* What the comment at the head of a text says of the model. */
export function commentOf(text: string): string {
  const lines: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (!line.startsWith("#")) break;
    if ((HINTS as readonly string[]).includes(line.trim())) continue;
    lines.push(line.replace(/^#+\s*/, ""));
  }
  return lines.join(" ").trim();
}

export function isSpatial(text: string): boolean {
  return /^space:[ \t]*["']?space\b/m.test(text);
}

/* "Four-bar linkage (A02)" -> "four-bar-linkage-a02.yaml" */
export function fileNameFor(title: string): string {
  const plain = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60)
    .replace(/-+$/, "");
  return (plain || "untitled") + ".yaml";
}

/* The name, or with a number such that nothing taken has it: "fourbar-2.yaml". */
export function freeName(name: string, taken: (name: string) => boolean): string {
  if (!taken(name)) return name;
  const dot = name.lastIndexOf(".");
  const [stem, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  for (let i = 2; ; i++) {
    const next = `${stem}-${i}${end}`;
    if (!taken(next)) return next;
  }
}

/* What was typed as a name, with the end that model files have; an error in words where it cannot be one. */
export function wholeName(typed: string): { name: string } | { error: string } {
  const name = typed.trim();
  if (name === "") return { error: texts.shell.naming.giveTheFileAName };
  if (/[/\\:*?"<>|\x00-\x1f]/.test(name)) return { error: texts.shell.naming.aNameCannotContainAnyOf };
  if (name.startsWith(".")) return { error: texts.shell.naming.aNameCannotBeginWithA };
  return { name: /\.(yaml|yml|json)$/i.test(name) ? name : name + ".yaml" };
}
