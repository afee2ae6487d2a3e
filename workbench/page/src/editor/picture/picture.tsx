/* picture.tsx - a small drawing of what a field gives, with the quantity in the colour of what is chosen. */
import type { FieldPicture } from "./choose";
import "./picture.css";

export function Picture({ of: { family, of } }: { of: FieldPicture }) {
  const shown = family.filter((piece) => piece.look !== undefined || piece.of?.includes(of));
  return (
    <svg class="field-picture" viewBox="0 0 180 92" aria-hidden="true" data-marks={of}>
      {shown.map(({ look, path, label }, i) => (
        <g key={i} class={look ?? "mark"}>
          <path d={path} />
          {label && (
            <text x={label.x} y={label.y}>
              {label.text}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}
