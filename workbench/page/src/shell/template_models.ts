/* template_models.ts - the texts of the mechanisms to begin from; a file of its own, so that it is fetched when needed. */
import { commentOf, descriptionOf, isSpatial, titleOf } from "./naming";
import { FAMILIES, FAMILY_IDS } from "./template_families";
import type { ModelTemplate } from "./template_search";

/* Those that are models of the repository at the same time are not written twice. */
const texts = import.meta.glob<string>(
  [
    "../../templates/*.yaml",
    "../../../../models/{ratchet,escapement,half-car,full-car,cv-shaft,peaucellier,jansen,delta,stewart}/*.yaml",
  ],
  { query: "?raw", import: "default", eager: true },
);

const fileOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
const stemOf = (path: string): string => fileOf(path).replace(/\.yaml$/, "");

const places = new Map(
  FAMILY_IDS.flatMap((family, row) =>
    FAMILIES[family].map((stem, i) => [stem, { family, at: 100 * row + i }] as const),
  ),
);

function placeOf(path: string) {
  const place = places.get(stemOf(path));
  if (!place) throw new Error(`${fileOf(path)} has no family: template_families.ts`);
  return place;
}

export const modelTemplates: ModelTemplate[] = Object.entries(texts)
  .sort(([a], [b]) => placeOf(a).at - placeOf(b).at)
  .map(([path, text]) => ({
    file: fileOf(path),
    family: placeOf(path).family,
    title: titleOf(text),
    line: descriptionOf(text) || commentOf(text),
    space: isSpatial(text),
    text,
  }));
