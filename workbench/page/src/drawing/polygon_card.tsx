/* polygon_card.tsx - a velocity or acceleration polygon and its sides in numbers; of the whole mechanism, or of one body. */
import { texts } from "../texts/texts";
import { Choice } from "./overlay_choice";
import type { CardProps } from "./overlay_kind";
import { polygonOf } from "./overlay_state";
import { polygonAt, polygonReach, type PolygonKind } from "./polygon";
import { quantity } from "../shell/quantity";
import { plainName, VectorDiagram } from "./vector_diagram";

export function PolygonCard({
  now,
  of,
  kind,
  unit,
  title,
}: CardProps & { kind: PolygonKind; unit: string; title: string }) {
  const sample = now.value.diagram;
  if (!sample) return <p class="panel-none">{texts.teach.noDiagram}</p>;
  const { scene, table } = of;
  const only = scene.bodies.some(({ name }) => name === polygonOf.value) ? polygonOf.value : "";
  const sides = polygonAt(scene, sample, kind, only);
  return (
    <>
      <Choice
        label={texts.teach.ofBody}
        value={polygonOf}
        choices={[
          { id: "", title: texts.teach.allBodies },
          ...scene.bodies.slice(1).map(({ name }) => ({ id: name, title: name })),
        ]}
      />
      <VectorDiagram sides={sides} reach={polygonReach(scene, table, kind, only)} unit={unit} label={title} pole fits />
      <dl class="vector-numbers">
        {sides.map(({ name, from, to }) => (
          <div key={plainName(name)}>
            <dt>
              {name.base}
              {name.above && <sup>{name.above}</sup>}
              <sub>{name.index}</sub>
            </dt>
            <dd>{quantity(Math.hypot(to[0] - from[0], to[1] - from[1]), unit)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
