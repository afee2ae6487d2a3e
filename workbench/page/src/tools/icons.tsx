/* icons.tsx - the tools as small drawings, in the symbols of the drawing itself. */
import type { ComponentChild } from "preact";
import type { ToolId } from "./kit";

const pin = (x: number, y: number) => <circle cx={x} cy={y} r="2.2" class="open" />;
const hatch = <path d="M4 20.5h16M6 20.5l-2 2.5M10 20.5l-2 2.5M14 20.5l-2 2.5M18 20.5l-2 2.5" stroke-width="1.3" />;

const PICTURES: Record<ToolId, ComponentChild> = {
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
  revolute: (
    <>
      <path d="M3 7l7.5 4M13.5 13l7.5 4" stroke-width="2.4" />
      <circle cx="12" cy="12" r="3.2" class="open" />
    </>
  ),
  prismatic: (
    <>
      <rect x="7" y="9" width="10" height="7" rx="1" />
      {pin(12, 12.5)}
      <path d="M3 18h18M5 18l-2 3M10 18l-2 3M15 18l-2 3M20 18l-2 3" stroke-width="1.3" />
    </>
  ),
  slot: (
    <>
      <rect x="2.5" y="8.5" width="19" height="7" rx="3.5" />
      {pin(9, 12)}
    </>
  ),
  fixed: (
    <>
      <path d="M3 18h9V5" stroke-width="2.4" />
      <path d="M12 18v-6l-6 6z" class="full" />
    </>
  ),
  distance: (
    <>
      <path d="M5 19 19 5" stroke-dasharray="3 2" />
      {pin(5, 19)}
      {pin(19, 5)}
    </>
  ),
  gear: (
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
  spring: <path d="M2 12h3l1.5-5 3 10 3-10 3 10 3-10 1.5 5h3" />,
  damper: <path d="M2 12h7M9 8v8M7 6.5h9v11H7M16 12h6" />,
  actuator: (
    <>
      <rect x="4" y="9" width="9" height="6" />
      <path d="M1 12h3M13 12h8M21 12l-3-2.5M21 12l-3 2.5" />
    </>
  ),
  torsion: <path d="M12 12a2 2 0 1 1 2 2 4 4 0 1 1 1.6-6.6A6.5 6.5 0 1 1 5.5 14M3 20h6" />,
  driver: (
    <>
      <circle cx="12" cy="12" r="3" class="open" />
      <path d="M4.5 12a7.5 7.5 0 1 1 2.4 5.5M4 20l2.6-2.8 3 2.2" />
    </>
  ),
  motor: (
    <>
      <circle cx="12" cy="12" r="8" />
      <path d="M8 15.5v-7l4 5 4-5v7" />
    </>
  ),
  force: <path d="M4 20 18 6M18 6h-6.5M18 6v6.5" stroke-width="2.2" />,
  torque: <path d="M6 17a8 8 0 1 1 12 0M18 17l.6-4.4M18 17l-4.4.4" stroke-width="2" />,
  trace: (
    <>
      <path d="M3 16C5 4 12 4 13 11s6 8 8 0" stroke-dasharray="2.5 2" />
      <circle cx="13" cy="11" r="2.2" class="full" />
    </>
  ),
  delete: <path d="M4 7h16M9 7V4h6v3M6 7l1 14h10l1-14M10 11v6M14 11v6" />,
};

export function ToolIcon({ of, size = 22 }: { of: ToolId; size?: number }) {
  return (
    <svg class="tool-icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      {PICTURES[of]}
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
