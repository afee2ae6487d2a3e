/* english.ts - what the page says, in English. Another language is another file of this shape, laid over it (texts.ts).
 *
 * A section a subject; what needs a number or a name is a function, so that a language puts it where its grammar wants it.
 */

/* "1 body", "2 bodies". */
export function counted(count: number, one: string, many = one + "s"): string {
  return `${count} ${count === 1 ? one : many}`;
}

export const english = {
  drawing: {
    otherEnd: "Click the other end, or type its length. Shift+click adds a corner; Esc ends.",
  },
  snaps: {
    point: "on a point",
    middle: "middle of a link",
    crossing: "where links cross",
    horizontal: "horizontal",
    vertical: "vertical",
    parallel: "parallel",
    perpendicular: "perpendicular",
    tangent: "tangent",
    equal: "equal length",
    aligned: "in line",
    grid: "",
    button: "Snap to points, to links, to directions and lengths of others, and to the grid",
    on: "on",
    off: "off",
    release: "Hold Ctrl to place freely",
  },
  sizes: {
    formOf: (body: string) => `Length and angle of ${body}`,
    close: "Close",
    length: "length",
    angle: "angle",
    lengthOf: (from: string, to: string) => `length ${from}–${to}`,
    angleOf: (from: string, to: string) => `angle ${from}–${to}`,
    lengthDoc: "distance of its ends; the other links keep their lengths where they can",
    angleDoc: "from the horizontal, anticlockwise; the mechanism follows with all lengths kept",
    group: "length and angle",
    notANumber: "That is not a number with a unit of this kind.",
    notPositive: "A length is above zero.",
    gone: (body: string) => `${body} is no longer there.`,
    expression: (point: string) =>
      `Point ${point} is given by an expression: change it in the text or by its parameters.`,
    parameterSet: (parameter: string, value: string) => `Parameter ${parameter} is now ${value}.`,
    noLength: (held: string[]) =>
      held.length > 0
        ? `The link cannot have this length while ${held.join(", ")} holds.`
        : "The link cannot have this length: its ends cannot be moved.",
    noAngle: "The mechanism cannot be assembled with the link at this angle.",
    noAnswer: "The mechanism could not be moved just now. Try again.",
    othersChanged: (bodies: string[]) =>
      `The other links could not keep their lengths: ${bodies.join(", ")} ${bodies.length === 1 ? "has" : "have"} another length now.`,
  },
};
