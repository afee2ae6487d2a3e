/* guide.tsx - the guide in a sheet beside the drawing, to be read while one works; its pages are fetched when it is opened. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { FunctionComponent } from "preact";
import { texts } from "../texts/texts";
import { closeGuide, guideAt } from "./guide_state";
import { IconButton } from "./widgets";
import "./guide.css";

let fetched: Promise<FunctionComponent> | null = null;

function fetchPages(): Promise<FunctionComponent> {
  fetched ??= import("./guide_pages").then(({ GuidePages }) => GuidePages);
  return fetched;
}

function Sheet() {
  const sheet = useRef<HTMLElement>(null);
  const pages = useSignal<{ Pages: FunctionComponent } | "failed" | null>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    sheet.current?.querySelector<HTMLElement>("button")?.focus();
    fetchPages().then(
      (Pages) => (pages.value = { Pages }),
      () => {
        fetched = null;
        pages.value = "failed";
      },
    );
    return () => before?.focus?.();
  }, []);
  const now = pages.value;
  return (
    <aside
      class="guide"
      ref={sheet}
      aria-label={texts.guide.title}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        closeGuide();
      }}
    >
      <header class="guide-head">
        <h2>{texts.guide.title}</h2>
        <IconButton icon="close" label={texts.guide.close} onClick={closeGuide} />
      </header>
      {now === null && <p class="guide-wait">{texts.guide.waiting}</p>}
      {now === "failed" && <p class="guide-wait">{texts.guide.failed}</p>}
      {now !== null && now !== "failed" && <now.Pages />}
    </aside>
  );
}

export function Guide() {
  return guideAt.value ? <Sheet /> : null;
}
