/* guide_pages.tsx - the guide in its sheet: its pages, the search in them, links, and models that can be opened. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { texts } from "../texts/texts";
import { guideModels, guidePages, guidePictures } from "./guide_data";
import { searchGuide, sectionsOf, targetOf, titleOf } from "./guide_text";
import { guideAt, showGuide } from "./guide_state";
import { Markdown, type Means } from "./markdown";
import { openText } from "./session";

const FIRST = ["workbench.md", "model-file.md", "run.md", "motion-profiles.md", "messages.md"];

/* What is read first comes first, the words at the end. */
function inOrder(): string[] {
  const rank = (name: string): number =>
    name === "glossary.md" ? 99 : FIRST.includes(name) ? FIRST.indexOf(name) : 50;
  const title = (name: string): string => titleOf(guidePages.get(name)!);
  return [...guidePages.keys()].sort((a, b) => rank(a) - rank(b) || title(a).localeCompare(title(b)));
}

function Link({ to, page, children }: { to: string; page: string; children: ComponentChildren }) {
  const target = targetOf(to, page, guidePages, guideModels);
  if (target.kind === "none") return <span>{children}</span>;
  if (target.kind === "web")
    return (
      <a href={target.address} target="_blank" rel="noreferrer">
        {children}
      </a>
    );
  const go = (event: Event): void => {
    event.preventDefault();
    if (target.kind === "page") showGuide(target.page, target.anchor);
    else openText(guideModels.get(target.name)!, target.name);
  };
  return (
    <a href="#" onClick={go}>
      {children}
    </a>
  );
}

function Page({ page, anchor }: { page: string; anchor: string }) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    box.current?.closest<HTMLElement>(".guide-body")?.focus({ preventScroll: true }); // the link that was clicked is gone
    const found = anchor ? document.getElementById(`guide-${anchor}`) : null;
    if (found) found.scrollIntoView({ block: "start" });
    else box.current?.closest(".guide-body")?.scrollTo(0, 0);
  }, [page, anchor]);
  const means: Means = {
    link: (to, children) => (
      <Link to={to} page={page}>
        {children}
      </Link>
    ),
    picture: (source) => guidePictures.get(source.slice(source.lastIndexOf("/") + 1)),
    afterCode: (code) =>
      /^trammel: \d/m.test(code) && (
        <button
          type="button"
          class="button"
          onClick={() => openText(code.trimEnd() + "\n", page.replace(/md$/, "yaml"))}
        >
          {texts.guide.open}
        </button>
      ),
  };
  const content = useMemo(() => <Markdown text={guidePages.get(page) ?? ""} means={means} />, [page]);
  return (
    <article class="guide-page" ref={box}>
      {content}
    </article>
  );
}

function Contents() {
  return (
    <nav aria-label={texts.guide.contents}>
      <ul class="guide-list">
        {inOrder().map((name) => (
          <li key={name}>
            <button type="button" onClick={() => showGuide(name)}>
              {titleOf(guidePages.get(name)!)}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Results({ query }: { query: string }) {
  const sections = useMemo(() => inOrder().flatMap((name) => sectionsOf(name, guidePages.get(name)!)), []);
  const found = searchGuide(sections, query);
  return (
    <>
      <p class="guide-count" role="status">
        {texts.guide.found(found.length)}
      </p>
      <ul class="guide-list">
        {found.map(({ page, title, heading, anchor, excerpt }) => (
          <li key={`${page}#${anchor}`}>
            <button type="button" onClick={() => showGuide(page, anchor)}>
              <strong>{heading === "" ? title : `${title}: ${heading}`}</strong>
              <small>{excerpt}</small>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

export function GuidePages() {
  const at = guideAt.value!;
  const [query, setQuery] = useState("");
  useEffect(() => setQuery(""), [at.page, at.anchor]);
  return (
    <>
      <div class="guide-bar">
        {at.page !== "" && (
          <button type="button" class="button quiet" onClick={() => showGuide()}>
            {texts.guide.all}
          </button>
        )}
        <input
          class="input"
          type="search"
          aria-label={texts.guide.search}
          placeholder={texts.guide.search}
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
      </div>
      <div class="guide-body" tabIndex={0} role="region" aria-label={texts.guide.title}>
        {query.trim() !== "" ? <Results query={query} /> : at.page === "" ? <Contents /> : <Page {...at} />}
      </div>
    </>
  );
}
