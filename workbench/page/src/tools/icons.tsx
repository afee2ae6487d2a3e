/* icons.tsx - the tools as small drawings. Those of joints and forces are made from the symbols that the engine describes: of pieces with
 * paths as they are, of motifs by a small picture of each. */
import type { ComponentChild } from "preact";
import { outline, remaining } from "../drawing/symbol";
import type { SymbolPiece } from "../engine/engine";
import type { Item } from "./kit";
import type { Product } from "./products";

const pin = (x: number, y: number) => <circle cx={x} cy={y} r="2.2" class="open" />;
const hatch = <path d="M4 20.5h16M6 20.5l-2 2.5M10 20.5l-2 2.5M14 20.5l-2 2.5M18 20.5l-2 2.5" stroke-width="1.3" />;

const PICTURES: Record<string, ComponentChild> = {
  select: <path d="M6 3v15l4-4 3 7 2.6-1.1-3-6.9H18z" />,
  reshape: (
    <>
      <path d="M5 18 16 8" />
      {pin(5, 18)}
      <path
        d="M18 2v8M14 6h8M18 2l-1.5 1.8M18 2l1.5 1.8M18 10l-1.5-1.8M18 10l1.5-1.8M14 6l1.8-1.5M14 6l1.8 1.5M22 6l-1.8-1.5M22 6l-1.8 1.5"
        stroke-width="1.2"
      />
    </>
  ),
  several: (
    <>
      <path d="M3 3h12v12H3z" stroke-dasharray="3 2.2" stroke-width="1.4" />
      <path d="M11 9v11l3-3 2.2 4.6 2-.9-2.2-4.6h4z" class="open" />
    </>
  ),
  link: (
    <>
      <path d="M5.5 18.5 18.5 5.5" stroke-width="2.6" />
      {pin(5, 19)}
      {pin(19, 5)}
    </>
  ),
  ground: (
    <>
      <path d="M12 8 7 18h10z" />
      {pin(12, 6)}
      {hatch}
    </>
  ),
  point: (
    <>
      <circle cx="12" cy="12" r="2.6" class="full" />
      <path d="M12 3v4M12 17v4M3 12h4M17 12h4" />
    </>
  ),
  dimension: <path d="M4 6v12M20 6v12M4 12h16M4 12l3-2M4 12l3 2M20 12l-3-2M20 12l-3 2" />,
  measure: (
    <>
      <path d="M3 16.5 16.5 3 21 7.5 7.5 21z" />
      <path d="M6.5 13l2 2M9.5 10l2.5 2.5M12.5 7l2 2" stroke-width="1.3" />
    </>
  ),
  distance_x: <path d="M4 5v14M20 5v14M4 16h16M4 16l3-2M4 16l3 2M20 16l-3-2M20 16l-3 2" />,
  distance_y: <path d="M5 4h14M5 20h14M8 4v16M8 4 6 7M8 4l2 3M8 20l-2-3M8 20l2-3" />,
  horizontal: <path d="M4 12h16" stroke-width="2.2" />,
  vertical: <path d="M12 4v16" stroke-width="2.2" />,
  equal: <path d="M5 9h14M5 15h14" stroke-width="2" />,
  parallel: <path d="M6 19 12 5M13 19l6-14" stroke-width="2" />,
  perpendicular: <path d="M5 19h14M12 19V5" stroke-width="2" />,
  collinear: (
    <>
      <path d="M3 19 21 5" stroke-dasharray="3 2" />
      <circle cx="6" cy="16.7" r="2" class="full" />
      <circle cx="12" cy="12" r="2" class="full" />
      <circle cx="18" cy="7.3" r="2" class="full" />
    </>
  ),
  planetary: (
    <>
      <circle cx="12" cy="12" r="9.6" />
      <circle cx="12" cy="12" r="3.4" stroke-dasharray="1.8 1.2" />
      <circle cx="12" cy="5.4" r="2.7" />
      <circle cx="6.3" cy="15.3" r="2.7" />
      <circle cx="17.7" cy="15.3" r="2.7" />
    </>
  ),
  cam: (
    <>
      <path d="M12 8.6c3.4 0 6.2 2.6 6.2 6s-2.8 6.4-6.2 6.4-6.2-2.6-6.2-6c0-2.6 2.6-6.4 6.2-6.4z" />
      <circle cx="12" cy="15.4" r="1.7" class="open" />
      <circle cx="12" cy="6" r="2.6" class="open" />
      <path d="M12 3.4V1" />
    </>
  ),
  path: (
    <>
      <circle cx="13" cy="8" r="5" />
      <circle cx="13" cy="8" r="1.3" class="full" />
      <path d="M3 21 8.6 6.2M18 8v9" />
      <path d="M15.5 17h5v4.5h-5z" class="full" />
    </>
  ),
  loop: (
    <>
      <circle cx="7" cy="15" r="3.2" />
      <circle cx="17" cy="9" r="4.4" />
      <path d="M5.2 10.6 14.4 3.6M8.9 19.2 20 14" />
    </>
  ),
  driver: (
    <>
      <circle cx="12" cy="12" r="3" class="open" />
      <path d="M4.5 12a7.5 7.5 0 1 1 2.4 5.5M4 20l2.6-2.8 3 2.2" />
    </>
  ),
  trace: (
    <>
      <path d="M3 16C5 4 12 4 13 11s6 8 8 0" stroke-dasharray="2.5 2" />
      <circle cx="13" cy="11" r="2.2" class="full" />
    </>
  ),
  delete: <path d="M4 7h16M9 7V4h6v3M6 7l1 14h10l1-14M10 11v6M14 11v6" />,
};

const MOTIFS: Record<string, ComponentChild> = {
  gears: (
    <>
      <circle cx="7.5" cy="14" r="4.6" stroke-dasharray="2.2 1.4" stroke-width="2.6" />
      <circle cx="16.7" cy="9" r="4.6" stroke-dasharray="2.2 1.4" stroke-width="2.6" />
      <path d="M7.5 14h.1M16.7 9h.1" stroke-width="2.4" />
    </>
  ),
  rack: (
    <>
      <circle cx="12" cy="9" r="5.4" stroke-dasharray="2.2 1.4" stroke-width="2.6" />
      <path d="M2 19l1.5-3h2L7 19l1.5-3h2l1.5 3 1.5-3h2l1.5 3 1.5-3h2l1.5 3M12 9h.1" />
    </>
  ),
  coil: <path d="M2 12h3l1.5-5 3 10 3-10 3 10 3-10 1.5 5h3" />,
  dashpot: <path d="M2 12h7M9 8v8M7 6.5h9v11H7M16 12h6" />,
  cylinder: (
    <>
      <rect x="4" y="9" width="9" height="6" />
      <path d="M1 12h3M13 12h8M21 12l-3-2.5M21 12l-3 2.5" />
    </>
  ),
  spiral: <path d="M12 12a2 2 0 1 1 2 2 4 4 0 1 1 1.6-6.6A6.5 6.5 0 1 1 5.5 14M3 20h6" />,
  drive: (
    <>
      <circle cx="12" cy="12" r="8" />
      <path d="M8 15.5v-7l4 5 4-5v7" />
    </>
  ),
  arrow: <path d="M4 20 18 6M18 6h-6.5M18 6v6.5" stroke-width="2.2" />,
  turn: <path d="M6 17a8 8 0 1 1 12 0M18 17l.6-4.4M18 17l-4.4.4" stroke-width="2" />,
};

const SCALE = 0.52; // of a symbol in an icon

function look(piece: SymbolPiece): string {
  const filled = { paper: "open", panel: "open", solid: "full" }[piece.look ?? ""];
  return filled ?? "";
}

const travelled = (x: number): number => (x < 0 ? x - 6 : x > 0 ? x + 6 : x);

/* Pieces between two points lie along a slope, as those who draw them would. */
function pieceOf(piece: SymbolPiece, key: string, at: string): ComponentChild {
  return (
    <g key={key} transform={at}>
      <path
        d={outline(piece, piece.on === "rail" ? travelled : undefined)}
        class={look(piece)}
        stroke-width={(piece.look === "hatch" ? 1.2 : piece.look === "solid" ? 0 : 1.6) / SCALE}
      />
    </g>
  );
}

const MIDDLE = `translate(12 12) scale(${SCALE})`;
const ENDS = [`translate(4.5 19.5) scale(${SCALE})`, `translate(19.5 4.5) scale(${SCALE})`];

/* What joins two bodies at a place is shown with an end of each. */
function SymbolIcon({ product }: { product: Product }) {
  const { symbol, template, gesture, section } = product;
  const fields = template.plane.split(",").map((field) => field.split(":")[0]!.trim());
  const shown = remaining(symbol, (field) => fields.includes(field));
  const motif = shown.find((piece) => piece.motif !== undefined)?.motif;
  if (motif !== undefined && MOTIFS[motif]) return <>{MOTIFS[motif]}</>;
  /* a rail is shown on the ground, and with some travel */
  const unwanted = ({ on }: SymbolPiece): string => (on === "rail" ? "moving" : "ground");
  const drawn = shown.filter((piece) => piece.path !== undefined && piece.when !== unwanted(piece));
  const stubs = gesture === "place" && section === "joints";
  return (
    <>
      {stubs && <path d="M2 7l10 5M12 12l10 5" stroke-width="2.4" />}
      {drawn.flatMap((piece, i) => {
        if (piece.on === "line")
          return [<path key={i} d="M4.5 19.5 19.5 4.5" stroke-width="2" stroke-dasharray="3 2" />];
        const places = piece.on === "ends" ? ENDS : [MIDDLE];
        return places.map((at, k) => pieceOf(piece, `${i} ${k}`, at));
      })}
    </>
  );
}

export function ToolIcon({ of, size = 22 }: { of: Item; size?: number }) {
  return (
    <svg class="tool-icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      {of.product ? <SymbolIcon product={of.product} /> : PICTURES[of.id.split(" ")[0]!]}
    </svg>
  );
}

/* A magnet. */
export function SnapIcon() {
  return (
    <svg class="tool-icon" width={22} height={22} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M5 4v8a7 7 0 0 0 14 0V4h-4.5v8a2.5 2.5 0 0 1-5 0V4zM5 8h4.5M14.5 8H19" />
    </svg>
  );
}
