/* acceleration_polygon.tsx - the acceleration polygon of the mechanism at this instant, to scale. */
import { texts } from "../../texts/texts";
import type { CardProps, OverlayKind } from "../overlay_kind";
import { PolygonCard } from "../polygon_card";

function AccelerationPolygon({ now, of }: CardProps) {
  return <PolygonCard now={now} of={of} kind="acceleration" unit="m/s^2" title={texts.teach.accelerationPolygon} />;
}

export const overlay: OverlayKind = {
  id: "acceleration-polygon",
  order: 7,
  title: () => texts.teach.accelerationPolygon,
  about: () => texts.teach.accelerationPolygonAbout,
  Card: AccelerationPolygon,
};
