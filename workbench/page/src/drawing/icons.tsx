/* icons.tsx - the pictures on the buttons of the drawing: lines on a square of 20. */
const PATHS = {
  play: "M6 4l10 6-10 6z",
  pause: "M6 4h3v12H6zM11 4h3v12h-3z",
  next: "M5 4l7 6-7 6zM13 4h2v12h-2z",
  back: "M15 4l-7 6 7 6zM5 4h2v12H5z",
  start: "M11 4L5 10l6 6zM17 4l-6 6 6 6zM3 4h1.6v12H3z",
  end: "M9 4l6 6-6 6zM3 4l6 6-6 6zM15.4 4H17v12h-1.6z",
} as const;

const LINES = {
  loop: "M4 9a5.5 5.5 0 0 1 9.5-3L16 8.500M16 4.500v4h-4M16 11a5.500 5.500 0 0 1-9.500 3L4 11.500M4 15.500v-4h4",
  fit: "M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4M7 7h6v6H7z",
  plus: "M10 4v12M4 10h12",
  minus: "M4 10h12",
  eye: "M2 10c3-5 13-5 16 0-3 5-13 5-16 0zM10 7.600a2.400 2.400 0 1 0 .010 0z",
  layers: "M10 3l7 4-7 4-7-4zM3 10.5l7 4 7-4M3 14l7 4 7-4",
  close: "M5 5l10 10M15 5L5 15",
  move: "M10 3v14M3 10h14M8 5l2-2 2 2M8 15l2 2 2-2M5 8l-2 2 2 2M15 8l2 2-2 2",
  copy: "M7 7h9v9H7zM4 13V4h9",
  body: "M4 14L14 4M10 4h4v4M4 9v5h5M10 10h.010",
} as const;

export type Icon = keyof typeof PATHS | keyof typeof LINES;

function Picture({ of }: { of: Icon }) {
  const filled = of in PATHS;
  const d = filled ? PATHS[of as keyof typeof PATHS] : LINES[of as keyof typeof LINES];
  return (
    <svg class={filled ? "icon icon-filled" : "icon"} viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path d={d} />
    </svg>
  );
}

interface ButtonProps {
  of: Icon;
  label: string;
  act(): void;
  text?: string;
  kind?: string;
  pressed?: boolean;
  expanded?: boolean;
  disabled?: boolean;
}

export function IconButton({ of, label, act, text, kind, pressed, expanded, disabled }: ButtonProps) {
  return (
    <button
      type="button"
      class={`icon-button ${text ? "with-text" : ""} ${kind ?? ""}`}
      aria-label={text ? undefined : label}
      title={label}
      aria-pressed={pressed}
      aria-expanded={expanded}
      aria-haspopup={expanded === undefined ? undefined : "dialog"}
      disabled={disabled}
      onClick={act}
    >
      <Picture of={of} />
      {text && <span>{text}</span>}
    </button>
  );
}
