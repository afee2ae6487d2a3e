/* guide_text.ts - what can be found in the pages of the guide: their titles and sections, a search in them, and where links lead. */

export interface Section {
  page: string; // "drives.md"
  title: string; // of the page
  heading: string; // "" before the first
  anchor: string;
  text: string;
}

export interface Found extends Section {
  excerpt: string;
}

/* "Where a table ends" -> "where-a-table-ends", as links of Markdown have it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");
}

export function titleOf(text: string): string {
  return /^# (.*)$/m.exec(text)?.[1] ?? "";
}

/* Without the signs of Markdown. */
function plain(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*]/g, "")
    .replace(/\s*\n\s*/g, " ");
}

export function sectionsOf(page: string, text: string): Section[] {
  const title = titleOf(text);
  const sections: Section[] = [{ page, title, heading: "", anchor: "", text: "" }];
  let fenced = false;
  for (const line of text.split("\n")) {
    if (/^```/.test(line)) fenced = !fenced;
    const heading = fenced ? null : /^#{2,4} (.*)$/.exec(line);
    if (heading) {
      const words = plain(heading[1]!);
      sections.push({ page, title, heading: words, anchor: anchorOf(words), text: "" });
    } else if (!/^# /.test(line)) sections[sections.length - 1]!.text += line + "\n";
  }
  return sections.map((section) => ({ ...section, text: plain(section.text) }));
}

const AROUND = 60;
const MOST = 30;

function excerptOf(text: string, word: string): string {
  const at = text.toLowerCase().indexOf(word);
  if (at < 0) return text.slice(0, 2 * AROUND).trim();
  const from = Math.max(0, at - AROUND);
  return (from > 0 ? "…" : "") + text.slice(from, at + AROUND + word.length).trim() + "…";
}

/* How well a section fits; 0: a word is missing. A title or heading with the words comes first. */
function rankOf({ title, heading, text }: Section, words: string[]): number {
  const [head, name, body] = [heading.toLowerCase(), title.toLowerCase(), text.toLowerCase()];
  if (!words.every((word) => head.includes(word) || name.includes(word) || body.includes(word))) return 0;
  const inHead = words.filter((word) => head.includes(word)).length;
  const inTitle = words.filter((word) => name.includes(word)).length;
  const often = words.reduce((sum, word) => sum + Math.min(body.split(word).length - 1, 5), 0);
  return 1 + 8 * inHead + 4 * inTitle + (heading === "" ? inTitle : 0) + 0.2 * often;
}

export function searchGuide(sections: readonly Section[], query: string): Found[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return sections
    .map((section) => ({ section, rank: rankOf(section, words) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .slice(0, MOST)
    .map(({ section }) => ({ ...section, excerpt: excerptOf(section.text, words[0]!) }));
}

export type Target =
  | { kind: "page"; page: string; anchor: string }
  | { kind: "model"; name: string }
  | { kind: "web"; address: string }
  | { kind: "none" }; // not part of the guide

/* Where a link on a page leads. */
export function targetOf(
  link: string,
  page: string,
  pages: ReadonlyMap<string, string>,
  models: ReadonlyMap<string, string>,
): Target {
  // prettier-ignore
  if (/^https?:/.test(link)) return { kind: "web", address: link };
  const [path = "", anchor = ""] = link.split("#");
  const name = path.slice(path.lastIndexOf("/") + 1);
  const near = path === "" || /^(\.\.\/)?(guide\/)?[^/]*$/.test(path);
  if (path === "") return { kind: "page", page, anchor };
  if (near && pages.has(name)) return { kind: "page", page: name, anchor };
  return near && models.has(name) ? { kind: "model", name } : { kind: "none" };
}
