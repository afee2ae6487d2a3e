/* screws.ts - instantaneous screw axes of bodies in space, which space/teach.ts draws. */
import { texts } from "../../texts/texts";
import type { OverlayKind } from "../overlay_kind";

export const overlay: OverlayKind = {
  id: "screws",
  order: 3,
  title: () => texts.teach.screws,
  about: () => texts.teach.screwsAbout,
  onlySpace: true,
};
