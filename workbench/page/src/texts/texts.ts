/* texts.ts - what the page says, in the language of the user where there is one, else in English. */
import { english } from "./english";

export type Texts = typeof english;

export const texts: Texts = english;
