/* guide_state.ts - whether the guide is open, and at which page. */
import { signal } from "@preact/signals";

export interface GuidePlace {
  page: string; // "": the list of all
  anchor: string;
}

export const guideAt = signal<GuidePlace | null>(null); // null: closed

export function showGuide(page = "", anchor = ""): void {
  guideAt.value = { page, anchor };
}

export function closeGuide(): void {
  guideAt.value = null;
}
