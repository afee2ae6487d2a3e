/* examples.ts - the models that come with Trammel, with what is told of them in the gallery. */
import { score } from "./commands";
import { commentOf, isSpatial, titleOf } from "./naming";

export interface Example {
  folder: string; // "fourbar"
  file: string; // "fourbar.yaml"
  title: string;
  comment: string;
  space: boolean;
  text: string;
  picture: string | null; // address
}

/* What to show first, to somebody who has seen none. */
const FEATURED = [
  "fourbar-motor.yaml",
  "slider-crank.yaml",
  "ica-fourbar.yaml",
  "andrews.yaml",
  "a04-bricard.yaml",
  "suspension-rubber.yaml",
  "governor-damped.yaml",
  "attia.yaml",
];

export function describe(path: string, text: string, pictures: Record<string, string>): Example {
  const parts = path.split("/");
  const file = parts[parts.length - 1]!;
  const folder = parts[parts.length - 2]!;
  const picture = pictures[[...parts.slice(0, -1), "picture.svg"].join("/")] ?? null;
  return {
    folder,
    file,
    title: titleOf(text) || file.replace(/\.ya?ml$/, ""),
    comment: commentOf(text),
    space: isSpatial(text),
    text,
    picture,
  };
}

function rank(example: Example): number {
  const at = FEATURED.indexOf(example.file);
  return at < 0 ? FEATURED.length : at;
}

export function ordered(examples: Example[]): Example[] {
  return [...examples].sort((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title));
}

export function searchExamples(examples: Example[], query: string): Example[] {
  if (query.trim() === "") return examples;
  const fits = (one: Example): boolean => score(query, `${one.title} ${one.file} ${one.folder} ${one.comment}`) > 0;
  const points = (one: Example): number => Math.max(score(query, one.title), score(query, one.file)); // their order is kept else
  return examples.filter(fits).sort((a, b) => points(b) - points(a));
}

let loading: Promise<Example[]> | null = null;

export function loadExamples(): Promise<Example[]> {
  loading ??= import("./examples_data").then(
    ({ texts, pictures }) => ordered(Object.entries(texts).map(([path, text]) => describe(path, text, pictures))),
    (error) => {
      loading = null; // so that it can be tried again
      throw error;
    },
  );
  return loading;
}
