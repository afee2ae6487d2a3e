/* templates.ts - small models to begin from, each with one element that is new to many: a command for each, "New: a stop". */
import type { Command } from "./commands";
import { titleOf } from "./naming";
import { openText } from "./session";

const texts = import.meta.glob<string>("../../templates/*.yaml", { query: "?raw", import: "default", eager: true });

export const templateCommands: Command[] = Object.entries(texts).map(([path, text]) => {
  const file = path.slice(path.lastIndexOf("/") + 1);
  const title = titleOf(text);
  return {
    id: `new-${file.replace(/\.yaml$/, "")}`,
    title: `New: ${title[0]!.toLowerCase()}${title.slice(1)}`,
    run: () => openText(text, file, { run: true }),
  };
});
