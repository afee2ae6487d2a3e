/* icons.tsx - the drawings on buttons: lines of one width in a square of 20 units, in the colour of the text around them.
 *
 *   <Icon name="save" />          decorative; the button around it carries the name
 *
 * Others add theirs to SHAPES, in the same manner: strokes only, ends and corners round, about 2 units from the edge.
 */
const SHAPES = {
  new: "M11 2.5H5.5a1 1 0 0 0-1 1v13a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1V7zM11 2.5V7h4.5M10 10v5M7.5 12.5h5",
  open: "M2.5 15.5v-11a1 1 0 0 1 1-1h4l2 2.5h6a1 1 0 0 1 1 1v1.5M2.5 15.5l2.2-6a1 1 0 0 1 1-.7h11a.8.8 0 0 1 .8 1.1l-1.9 5.5a1 1 0 0 1-1 .7H3a.5.5 0 0 1-.5-.6z",
  examples: "M3 3h5.5v5.5H3zM11.5 3H17v5.5h-5.5zM3 11.5h5.5V17H3zM11.5 11.5H17V17h-5.5z",
  save: "M3 4.5A1.5 1.5 0 0 1 4.5 3H13l4 4v8.5a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 15.5zM6 3v4h6V3M6 17v-5.5h8V17",
  share:
    "M10 12.5V2.5M6.5 6 10 2.5 13.5 6M5.5 9H4a.8.8 0 0 0-.8.8v6.4a.8.8 0 0 0 .8.8h12a.8.8 0 0 0 .8-.8V9.8A.8.8 0 0 0 16 9h-1.5",
  export: "M10 2.5v10M6.5 9.2 10 12.7l3.5-3.5M3.2 13.5v2.7a.8.8 0 0 0 .8.8h12a.8.8 0 0 0 .8-.8v-2.7",
  undo: "M7 3.5 3.5 7 7 10.5M3.5 7H12a4.5 4.5 0 0 1 0 9H8",
  redo: "M13 3.5 16.5 7 13 10.5M16.5 7H8a4.5 4.5 0 0 0 0 9h4",
  play: "M6 3.5 16 10 6 16.5z",
  pause: "M6.5 3.5v13M13.5 3.5v13",
  stop: "M4.5 4.5h11v11h-11z",
  light:
    "M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM10 1.8v1.7M10 16.5v1.7M1.8 10h1.7M16.5 10h1.7M4.2 4.2l1.2 1.2M14.6 14.6l1.2 1.2M4.2 15.8l1.2-1.2M14.6 5.4l1.2-1.2",
  dark: "M16.8 11.8A7 7 0 0 1 8.2 3.2 7 7 0 1 0 16.8 11.8z",
  system: "M3 4h14v9.5H3zM7 17h6M10 13.5V17",
  help: "M7.3 7.5a2.7 2.7 0 1 1 3.7 2.5c-.7.3-1 .8-1 1.5v.5M10 15v.1M10 1.8a8.2 8.2 0 1 0 0 16.4 8.2 8.2 0 0 0 0-16.4z",
  close: "M5 5l10 10M15 5 5 15",
  menu: "M3 5.5h14M3 10h14M3 14.5h14",
  more: "M4.5 10h.1M10 10h.1M15.5 10h.1",
  down: "M5 7.5l5 5 5-5",
  up: "M5 12.5l5-5 5 5",
  left: "M12.5 5l-5 5 5 5",
  right: "M7.5 5l5 5-5 5",
  search: "M8.5 3a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM12.5 12.5 17 17",
  drawing: "M3.5 15.5 7 6l8.5 1.5 1 8M3.5 15.5v.1M7 6v.1M15.5 7.5v.1M16.5 15.5v.1M2 17.5h4M14 17.5h4",
  space: "M10 2.5l6.5 3.75v7.5L10 17.5l-6.5-3.75v-7.5zM3.5 6.250L10 10l6.5-3.75M10 10v7.5",
  text: "M4 4.5h12M4 8.2h8M4 11.8h12M4 15.5h6",
  properties: "M3 5.5h6M13 5.5h4M3 14.5h3M10 14.5h7M11 3.5v4M8 12.5v4",
  results: "M3 3v14h14M5.5 12.5 9 8l3 2.5L16.5 5",
  copy: "M7 7h9.5v9.5H7zM4.5 13H3.5V3.5H13v1",
  file: "M11.5 2.5H5.5a1 1 0 0 0-1 1v13a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1v-10zM11.5 2.5v4h4",
  check: "M4 10.5 8 14.5 16 5.5",
  warning: "M10 3 1.8 16.8h16.4zM10 8v4M10 14.3v.1",
  plus: "M10 4v12M4 10h12",
  minus: "M4 10h12",
  eye: "M2 10c3-5 13-5 16 0-3 5-13 5-16 0zM10 7.6a2.4 2.4 0 1 0 .01 0z",
  eyeOff: "M2 10c3-5 13-5 16 0-3 5-13 5-16 0zM3.5 16.5l13-13",
  lock: "M4.5 9h11v8h-11zM7 9V6a3 3 0 0 1 6 0v3M10 12v2",
  unlock: "M4.5 9h11v8h-11zM7 9V5.5a3 3 0 0 1 5.8-1M10 12v2",
  trash: "M4 5.5h12M8 5.5v-2h4v2M5.5 5.5l.8 11.5h7.4l.8-11.5M8.3 8.5v5.5M11.7 8.5v5.5",
  gear: "M10 7a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM10 2v2.5M10 15.5V18M2 10h2.5M15.5 10H18M4.3 4.3l1.8 1.8M13.9 13.9l1.8 1.8M4.3 15.7l1.8-1.8M13.9 6.1l1.8-1.8",
  turnLeft: "M4.2 12.5a6.2 6.2 0 1 0 1.4-6.6M5.2 2.4v3.8H9",
  turnRight: "M15.8 12.5a6.2 6.2 0 1 1-1.4-6.6M14.8 2.4v3.8H11",
  arrowRight: "M3 10h13.5M12 5.5l4.5 4.5-4.5 4.5",
  arrowLeft: "M17 10H3.5M8 5.5 3.5 10 8 14.5",
} as const;

export type IconName = keyof typeof SHAPES;

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" width={size} height={size} aria-hidden="true" focusable="false">
      <path d={SHAPES[name]} />
    </svg>
  );
}
