/* template_models.ts - small models to begin from, each with one element that is new to many. */
import { titleOf } from "./naming";

export interface ModelTemplate {
  file: string;
  title: string;
  text: string;
}

/* Those that are models of the repository at the same time are not written twice. */
const texts = import.meta.glob<string>(
  ["../../templates/*.yaml", "../../../../models/{ratchet,escapement,half-car,full-car,cv-shaft}/*.yaml"],
  { query: "?raw", import: "default", eager: true },
);

export const modelTemplates: ModelTemplate[] = Object.entries(texts)
  .map(([path, text]) => ({ file: path.slice(path.lastIndexOf("/") + 1), title: titleOf(text), text }))
  .sort((a, b) => (a.file < b.file ? -1 : 1));
