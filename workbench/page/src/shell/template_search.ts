/* template_search.ts - what is known of a mechanism to begin from, and how it is found. */
import { texts } from "../texts/texts";
import { score } from "./commands";
import type { FamilyId } from "./template_families";

export interface ModelTemplate {
  file: string;
  family: FamilyId;
  title: string;
  line: string; // what it does and where it is used
  space: boolean;
  text: string;
}

/* Every word must occur in what is said of it; those whose titles have them come first. */
export function searchTemplates(all: ModelTemplate[], query: string): ModelTemplate[] {
  if (query.trim() === "") return all;
  const said = ({ title, file, line, family }: ModelTemplate): string =>
    `${title} ${file} ${line} ${texts.gallery.families[family]}`;
  return all
    .filter((one) => score(query, said(one)) > 0)
    .sort(
      (a, b) =>
        Math.max(score(query, b.title), score(query, b.file)) - Math.max(score(query, a.title), score(query, a.file)),
    );
}
