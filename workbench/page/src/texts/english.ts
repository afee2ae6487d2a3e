/* english.ts - what the page says, in English. Another language is another file of this shape, laid over it (texts.ts).
 *
 * A section a subject; what needs a number or a name is a function, so that a language puts it where its grammar wants it.
 */

/* "1 body", "2 bodies". */
export function counted(count: number, one: string, many = one + "s"): string {
  return `${count} ${count === 1 ? one : many}`;
}

export const english = {
  drafts: {
    title: (count: number) => (count === 1 ? "Unsaved work" : `Unsaved work: ${count} models`),
    all: (count: number) => `All ${count}…`,
    discarded: (name: string) => `Discarded the unsaved changes to ${name}.`,
    restore: "Restore them",
    undoCut: (steps: number, cut: number) =>
      `Undo goes back ${counted(steps, "step")}: there was no room to keep ${counted(cut, "earlier step")}.`,
    full: "The browser has no room left to keep unsaved changes. These are on this page only: save them before you close it.",
    forbidden:
      "The browser does not allow this page to keep unsaved changes. These are on this page only: save them before you close it.",
    save: "Save",
    makeRoom: "Delete other unsaved work…",
  },
  files: {
    inFolder: (folder: string) => `In ${folder}`,
    loadedAgain: (name: string) => `${name} was changed outside of this page and is loaded again.`,
    changed: (name: string) => `${name} was changed outside of this page. You have unsaved changes to it here.`,
    gone: (name: string) =>
      `${name} was deleted or renamed outside of this page. What you see is kept here as unsaved work.`,
    load: "Load the file (can be undone)",
    keepMine: "Keep what is here and dismiss this message",
  },
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
  motor: {
    legend: "Motion",
    way: "motion",
    ways: {
      speed: "constant speed",
      move: "move from A to B",
      cycle: "back and forth",
      swing: "swing, sinusoidal",
      table: "follow a table",
      load: "torque",
      force: "force",
      other: "as written",
    },
    fields: {
      speed: "speed",
      from: "from",
      begin: "starts at",
      to: "to",
      acceleration: "acceleration",
      jerk: "jerk",
      start: "begins at",
      over: "takes",
      dwell: "stays at each end",
      period: "period",
      table: "table",
      load: "torque",
      force: "force",
      profile: "profile",
      phase: "begins",
    },
    about: {
      speed: "how fast it goes; of a move the largest speed",
      from: "where it is at the start",
      to: "where it goes",
      acceleration: "the largest, in starting and in stopping",
      jerk: "the largest rate of the acceleration: it makes the start and the stop soft",
      start: "when the move begins",
      over: "how long the move takes; empty: as little time as the limits allow",
      dwell: "how long it stays before it goes back",
      period: "time of one swing there and back",
      table: "values over the time",
      load: "what it gives; the motion follows from it",
      profile: "trapezoid: the acceleration jumps; S-curve: it rises and falls at the jerk",
      phase: "where the swing begins",
    },
    profiles: { trapezoid: "trapezoid", smooth: "S-curve" },
    phases: { end: "at A, at rest", middle: "in the middle, at full speed" },
    newTable: "a new table",
    editTable: (name: string) => `Edit the table ${name}`,
    required: "A number is required here.",
    direction: (way: string) => `Direction: ${way}. Reverse it`,
    reverse: (name: string) => `Reverse ${name}`,
    senses: {
      turning: { 1: "counter-clockwise", [-1]: "clockwise" },
      turningInSpace: { 1: "positive about its axis", [-1]: "negative about its axis" },
      sliding: { 1: "along its axis", [-1]: "against its axis" },
      cylinder: { 1: "out", [-1]: "in" },
    },
    takes: (time: string) => `The move takes ${time}.`,
    repeats: (time: string) => `There and back in ${time}.`,
    endsEarly: (move: string, end: string) => `The move ends at ${move}, the analysis at ${end}.`,
    runUntil: (end: string) => `Let it run until ${end}`,
    plot: "Position and speed over the time",
    plotLabel: { value: "position", first: "speed" },
    on: "on a",
    places: { turning: "pin", sliding: "slider or cylinder" },
    add: (coordinate: string) => `Put a motor on ${coordinate}`,
    here: "as drawn",
    next: "Motor",
    of: (name: string, channel: string) => `${name}, on ${channel}`,
    another: "Another motor",
    hint: "Click a pin, a slider or a cylinder: it moves as the form says.",
    nothing: "Click a pin, a slider or a cylinder.",
  },
};
