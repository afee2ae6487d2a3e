/* texts.ts - what the page says: English, or what a translation has laid over it before the page began (language.ts). */
import { english } from "./english";

export type Texts = typeof english;

export const texts: Texts = { ...english };
