/* english.ts - what the page says, in English. Another language is another file of this shape, laid over it (texts.ts).
 *
 * A section a subject; what needs a number or a name is a function, so that a language puts it where its grammar wants it.
 */

/* "1 body", "2 bodies". */
export function counted(count: number, one: string, many = one + "s"): string {
  return `${count} ${count === 1 ? one : many}`;
}

export const english = {};
