/* model_in_page.ts - the model that a page made by Trammel carries: such a file opens anywhere, and here as the model it was made of. */
const DATA = /<script type="application\/json" id="data">([^<]+)<\/script>/;

export const LARGEST_PAGE = 256 * 1024 * 1024; // bytes: it holds all numbers of a run

export interface CarriedModel {
  name: string;
  text: string;
}

export function isPage(content: string): boolean {
  return /^\s*<!doctype html/i.test(content.slice(0, 200));
}

/* null: it is a page of somebody else. */
export function modelInPage(content: string): CarriedModel | null {
  try {
    const { name, text } = JSON.parse(DATA.exec(content)?.[1] ?? "null") as Partial<CarriedModel>;
    return typeof name === "string" && typeof text === "string" ? { name, text } : null;
  } catch {
    return null;
  }
}
