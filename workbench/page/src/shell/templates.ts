/* templates.ts - small models to begin from, each with one element that is new to many: in the gallery, and a command for each, "New: a stop". */
import { score, type Command } from "./commands";
import { titleOf } from "./naming";
import { openText } from "./session";

export interface ModelTemplate {
  file: string;
  title: string;
  text: string;
}

const texts = import.meta.glob<string>("../../templates/*.yaml", { query: "?raw", import: "default", eager: true });

export const modelTemplates: ModelTemplate[] = Object.entries(texts).map(([path, text]) => ({
  file: path.slice(path.lastIndexOf("/") + 1),
  title: titleOf(text),
  text,
}));

export function searchTemplates(query: string): ModelTemplate[] {
  return query.trim() === ""
    ? modelTemplates
    : modelTemplates.filter(({ title, file }) => score(query, `${title} ${file}`) > 0);
}

export function openTemplate({ text, file }: ModelTemplate): void {
  openText(text, file, { run: true });
}

export const templateCommands: Command[] = modelTemplates.map((one) => ({
  id: `new-${one.file.replace(/\.yaml$/, "")}`,
  title: `New: ${one.title[0]!.toLowerCase()}${one.title.slice(1)}`,
  run: () => openTemplate(one),
}));
