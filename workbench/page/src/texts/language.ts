/* language.ts - the language of the page: that of the browser where there is a translation, or the one chosen by hand.
 *
 * A translation is a file of this folder named by its tag, such as `de.ts`, that exports `texts` in the shape of english.ts. What it
 * leaves out is said in English.
 */
import { texts } from "./texts";

/* A sentence, a function that makes one, or a section of them; any of them may be missing. */
export type Translation<T> = {
  [K in keyof T]?: T[K] extends string | ((...given: never[]) => string) ? T[K] : Translation<T[K]>;
};

type Tree = Record<string, unknown>;
type Load = () => Promise<{ texts: Tree }>;

const translations = import.meta.glob<{ texts: Tree }>(["./*.ts", "!./english.ts", "!./texts.ts", "!./language.ts"]);

/* Lays a translation over texts, section by section. */
export function layOver(below: Tree, above: Tree): void {
  for (const [key, value] of Object.entries(above)) {
    if (value === undefined) continue;
    if (typeof value !== "object") below[key] = value;
    else layOver((below[key] = { ...(below[key] as Tree | undefined) }) as Tree, value as Tree);
  }
}

/* The first of the wanted languages that there is: "de-AT" is served by de. English needs no translation. */
export function translationFor(
  wanted: readonly string[],
  there: Record<string, Load>,
): { tag: string; load: Load } | null {
  for (const tag of wanted.map((one) => one.toLowerCase().split("-")[0]!)) {
    if (tag === "en") return null;
    const load = there[`./${tag}.ts`];
    if (load) return { tag, load };
  }
  return null;
}

function chosen(): string[] {
  try {
    const kept = localStorage.getItem("trammel.language");
    return kept ? [JSON.parse(kept) as string] : [];
  } catch {
    return []; // nothing is kept where storing is forbidden
  }
}

export async function speak(): Promise<void> {
  const found = translationFor([...chosen(), ...navigator.languages], translations);
  if (!found) return;
  layOver(texts as Tree, (await found.load()).texts);
  document.documentElement.lang = found.tag;
}
