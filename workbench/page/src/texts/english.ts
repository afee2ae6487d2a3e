/* english.ts - what the page says, in English. Another language is another file of this shape, laid over it (texts.ts).
 *
 * A section a subject; what needs a number or a name is a function, so that a language puts it where its grammar wants it.
 */

/* "1 body", "2 bodies". */
export function counted(count: number, one: string, many = one + "s"): string {
  return `${count} ${count === 1 ? one : many}`;
}

export const english = {
  share: {
    command: "Share…",
    title: "Share",
    page: "As a page",
    pageWords:
      "One file that opens in any browser, without Trammel and without a network: it moves, its plots can be read, and it holds the model. Trammel opens it, too, to go on working.",
    pageButton: "Download the page",
    runFirst: "Run the model first.",
    file: "As a model file",
    fileWords: "For others who have Trammel: the text of the model.",
    fileButton: (name: string) => `Download ${name}`,
    link: "As a link",
    linkHere:
      "The link holds the whole model; nothing is sent anywhere. Its address is this computer: it opens in this browser while this workbench runs, and nowhere else.",
    linkAnywhere: (host: string) =>
      `The link holds the whole model; nothing is sent anywhere. It opens for everybody who can reach ${host}.`,
    commandWords: "On any computer that has Trammel, this command opens it:",
    long: (length: number) =>
      `It has ${length.toLocaleString("en")} characters; some programs cut off links of this length.`,
    noModel: "It is not a page that Trammel made, so there is no model in it.",
  },
  loose: {
    falls: (bodies: string[]) => {
      const some = bodies.length > 4 ? [...bodies.slice(0, 3), `${bodies.length - 3} others`] : bodies;
      const listed = some.length < 2 ? some.join("") : `${some.slice(0, -1).join(", ")} and ${some[some.length - 1]}`;
      return `Nothing holds ${listed} to the ground: ${bodies.length === 1 ? "it falls" : "they fall"} out of sight.`;
    },
    pin: (point: string) => `Pin ${point} to the ground`,
    noPoint: "There is no point to pin. Add one to a link.",
    follow: "Follow the mechanism",
    followOrNot: "Follow the mechanism, or not",
  },
  analyses: {
    partly: "Not every analysis succeeded. What was computed is shown.",
    leftOut: (names: string[]) =>
      names.length === 1
        ? `Analysis ${names[0]} is wrong and was left out. The others were run.`
        : `Analyses ${names.join(", ")} are wrong and were left out. The others were run.`,
    needs: (kind: string, what: string) => `This model cannot have ${kind} yet: ${what}.`,
  },
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
  status: {
    label: "Status",
  },
  /* ---- reactions that are not unique ---- */
  unique: {
    mark: (parts: string[]) => [...(parts.length > 0 ? [parts.join(", ")] : []), "not unique"].join(" "),
    reaction: "reaction (≈ not unique)",
    title: "This reaction is not unique",
    explain: "Not unique: what that means",
    why: (shown: string) =>
      `The supports could share the loads in other ways as well, and the motion would be the same. Shown: ${shown || "one of them"}.`,
    note: (names: string, shown: string) =>
      `Reactions of ${names} are not unique; shown: ${shown || "one of many"}. Their sums are unique. Remove what is held twice, or give the joints stiffness, to decide them.`,
    whatIs: "The sum of the reactions on each body and their moment are unique.",
    proposal:
      "To make single reactions unique, remove a joint or a direction that is held twice (a slot instead of a pin, for instance), or give the joints the stiffness that they have, which decides how they share.",
  },
  /* ---- teaching overlays ---- */
  teach: {
    legend: "Teach",
    ghosts: "Ghost positions",
    ghostsAbout: "The mechanism at instants equally far apart.",
    positions: "Positions",
    couplerCurves: "Coupler curves",
    couplerCurvesAbout: "The paths of a grid of points that move with one body.",
    onBody: "On body",
    ofBody: "Of body",
    ofPoint: "Of point",
    inPlane: "In plane",
    allBodies: "all bodies",
    pointsAcross: "Points along",
    centres: "Instant centres",
    centresAbout:
      "Where two bodies have the same velocity. 1 is the ground; dots are joints, rings follow by Kennedy's theorem.",
    centreOf: (one: string, two: string) => `Instant centre of ${one} and ${two}`,
    pairs: "Pairs",
    allPairs: "all",
    groundPairs: "with the ground",
    centrodes: "Centrodes",
    centrodesAbout:
      "The paths of the instant centre: on the ground, and on the body, which rolls on the first without slip.",
    transmission: "Transmission angle",
    transmissionAbout:
      "The angle at which a link pushes the next one: green from 50°, amber from 40°, red below. For a mechanism with one driver.",
    leastAngle: (angle: string) => `least ${angle}`,
    velocityPolygon: "Velocity polygon",
    velocityPolygonAbout:
      "Velocities of all joints from one pole; the sides between their tips are relative velocities.",
    accelerationPolygon: "Acceleration polygon",
    accelerationPolygonAbout:
      "Accelerations of all joints; relative ones in normal (n) and tangential (t) parts, C is Coriolis'.",
    forcePolygon: "Force polygon",
    forcePolygonAbout: "The forces on a body head to tail; mass times acceleration closes them.",
    closes: (gap: string) => `The polygon closes with m a to ${gap}.`,
    sharedSides: "Dashed sides are not unique.",
    energyBars: "Energy bars",
    energyBarsAbout: "Kinetic and potential energy, what drivers put in and what other forces added or took.",
    energies: {
      kinetic: "Kinetic",
      gravity: "Gravity",
      elastic: "Springs and stores",
      input: "Work of drivers",
      other_work: "Work of other forces",
    },
    balance: (error: string) =>
      `Energy now = energy at the start + work, to ${error}. Gravity counts from its lowest value.`,
    hodograph: "Hodograph",
    hodographAbout:
      "The path of the tip of a velocity drawn from one place; its tangent is the direction of the acceleration.",
    hodographOf: (point: string) => `Hodograph of ${point}`,
    speedNow: (point: string, speed: string) => `Speed of ${point}: ${speed}`,
    screws: "Screw axes",
    screwsAbout: "The axes about and along which bodies move at this instant.",
    phasePlot: "Phase plot",
    phasePlotAbout: "A coordinate and its speed, one over the other.",
    phasePlotOf: (joint: string) => `Phase plot of ${joint}`,
    addPhasePlot: "Phase plot: speed over position of",
    diagrams: "Diagrams",
    choose: "Choose diagrams",
    chooseDiagrams: "Choose what is drawn here, live with the motion:",
    runFirst: "Run a motion to see its diagrams.",
    noDiagram: "This run tells no velocities of joints: run a motion of at most 60 bodies.",
    noLoads: "This run tells no forces on bodies.",
    noEnergy: "This run tells no energies.",
    noVelocity: "This run tells no velocities of points.",
    toggle: (what: string) => `Show or hide ${what}`,
  },
  gallery: {
    search: "Search examples",
    found: (count: number) => counted(count, "example"),
    none: "No example matches.",
    failed: (why: string) => `The examples could not be loaded. ${why}`,
    familyList: "Families of mechanisms",
    benchmarks: "Benchmarks and models from papers",
    families: {
      fourBars: "Four-bar linkages",
      straightLines: "Straight-line mechanisms",
      quickReturns: "Quick returns",
      toggles: "Toggles and presses",
      lifting: "Lifting and digging",
      walkers: "Walkers",
      folding: "Folding and closing",
      engines: "Engines",
      gears: "Gears and belts",
      cams: "Cams and steps",
      governors: "Governors",
      vehicles: "Vehicles",
      robots: "Robots",
      shafts: "Shafts, couplings, levers",
      drives: "Motors",
      contacts: "Throwing, touching, rolling",
    },
    newOne: (title: string) => `New: ${title}`,
    watch: "Or watch one move",
    browse: "Browse by family",
  },
};
