/* velocity_polygon.tsx - the velocity polygon of the mechanism at this instant, to scale. */
import { texts } from "../../texts/texts";
import type { CardProps, OverlayKind } from "../overlay_kind";
import { PolygonCard } from "../polygon_card";

function VelocityPolygon({ now, of }: CardProps) {
  return <PolygonCard now={now} of={of} kind="velocity" unit="m/s" title={texts.teach.velocityPolygon} />;
}

export const overlay: OverlayKind = {
  id: "velocity-polygon",
  order: 6,
  title: () => texts.teach.velocityPolygon,
  about: () => texts.teach.velocityPolygonAbout,
  Card: VelocityPolygon,
};
