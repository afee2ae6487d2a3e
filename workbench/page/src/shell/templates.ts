/* templates.ts - models to begin from: in the gallery, and a command for each, "New: a stop". */
import { score, type Command } from "./commands";
import { openText } from "./session";
import { modelTemplates, type ModelTemplate } from "./template_models";

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
