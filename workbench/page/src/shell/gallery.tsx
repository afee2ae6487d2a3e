/* gallery.tsx - mechanisms by family, then the models of benchmarks and papers, as cards with pictures: to search, by keyboard and by
 * touch. One press opens a model and runs it. */
import { useEffect, useState } from "preact/hooks";
import { texts } from "../texts/texts";
import { showDialog } from "./ask";
import { loadExamples, searchExamples, type Example } from "./examples";
import { openText } from "./session";
import { FAMILY_IDS, type FamilyId } from "./template_families";
import { searchTemplates, type ModelTemplate } from "./template_search";
import { loadTemplates, openTemplate } from "./templates";
import { LivePicture } from "./thumbnails";
import { Dialog } from "./widgets";
import "./gallery.css";

export function openExample(example: Example): void {
  openText(example.text, example.file, { run: true });
}

/* What is fetched: null, on its way; a text, what went wrong. */
function useLoaded<T>(load: () => Promise<T[]>): T[] | string | null {
  const [found, setFound] = useState<T[] | string | null>(null);
  useEffect(() => {
    load().then(setFound, (error: Error) => setFound(texts.gallery.failed(error.message)));
  }, []);
  return found;
}

export const useTemplates = (): ModelTemplate[] | string | null => useLoaded(loadTemplates);

export function ExampleCard({ example, onOpen }: { example: Example; onOpen: (example: Example) => void }) {
  return (
    <button type="button" class="example" onClick={() => onOpen(example)}>
      <span class="example-picture">
        {example.picture && <img src={example.picture} alt="" loading="lazy" draggable={false} />}
      </span>
      <span class="example-title">{example.title}</span>
      <span class="example-comment">{example.comment}</span>
    </button>
  );
}

export function TemplateCard({ template, onOpen }: { template: ModelTemplate; onOpen: (one: ModelTemplate) => void }) {
  return (
    <button type="button" class="example" onClick={() => onOpen(template)}>
      <span class="example-picture live">
        <LivePicture text={template.text} file={template.file} />
      </span>
      <span class="example-title">{template.title}</span>
      <span class="example-comment">{template.line}</span>
    </button>
  );
}

/* The card that an arrow key leads to: the nearest one in that direction. */
function cardBeside(cards: HTMLElement[], from: HTMLElement, key: string): HTMLElement | undefined {
  const at = cards.indexOf(from);
  if (key === "ArrowRight") return cards[at + 1];
  if (key === "ArrowLeft") return cards[at - 1];
  if (key !== "ArrowUp" && key !== "ArrowDown") return undefined;
  const here = from.getBoundingClientRect();
  const down = key === "ArrowDown";
  const far = (card: HTMLElement) => {
    const box = card.getBoundingClientRect();
    return Math.abs(box.top - here.top) * 10 + Math.abs(box.left - here.left);
  };
  return cards
    .filter((card) => {
      const { top } = card.getBoundingClientRect();
      return down ? top > here.top + 4 : top < here.top - 4;
    })
    .sort((a, b) => far(a) - far(b))[0];
}

function moveAmong(event: KeyboardEvent): void {
  const box = event.currentTarget as HTMLElement;
  const cards = [...box.querySelectorAll<HTMLElement>(".example")];
  const from = (event.target as HTMLElement).closest<HTMLElement>(".example");
  const next = from ? cardBeside(cards, from, event.key) : event.key === "ArrowDown" ? cards[0] : undefined;
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/* A button for each family that was found: it brings its heading to the top. */
function FamilyList({ ids }: { ids: FamilyId[] }) {
  const show = (id: FamilyId): void =>
    document.getElementById(headingOf(id))?.scrollIntoView({ block: "start", behavior: "auto" });
  return (
    <nav class="gallery-families" aria-label={texts.gallery.familyList}>
      {ids.map((id) => (
        <button type="button" class="family" key={id} onClick={() => show(id)}>
          {texts.gallery.families[id]}
        </button>
      ))}
    </nav>
  );
}

const headingOf = (id: FamilyId): string => `family-${id}`;

function Family({
  id,
  templates,
  onOpen,
}: {
  id: FamilyId;
  templates: ModelTemplate[];
  onOpen: (one: ModelTemplate) => void;
}) {
  return (
    <section aria-labelledby={headingOf(id)}>
      <h3 class="gallery-heading" id={headingOf(id)}>
        {texts.gallery.families[id]}
      </h3>
      <div class="example-grid">
        {templates.map((one) => (
          <TemplateCard key={one.file} template={one} onOpen={onOpen} />
        ))}
      </div>
    </section>
  );
}

function Benchmarks({ examples, onOpen }: { examples: Example[]; onOpen: (example: Example) => void }) {
  if (examples.length === 0) return null;
  return (
    <section aria-labelledby="family-benchmarks">
      <h3 class="gallery-heading" id="family-benchmarks">
        {texts.gallery.benchmarks}
      </h3>
      <div class="example-grid">
        {examples.map((example) => (
          <ExampleCard key={`${example.folder}/${example.file}`} example={example} onOpen={onOpen} />
        ))}
      </div>
    </section>
  );
}

/* Models that stand in a family are not shown again. */
function withoutTemplates(examples: Example[], templates: ModelTemplate[]): Example[] {
  const shown = new Set(templates.map(({ text }) => text));
  return examples.filter(({ text }) => !shown.has(text));
}

/* A field that has the focus brings up the keys of a phone, over the half of the cards. */
const byFingers = (): boolean => matchMedia("(pointer: coarse)").matches;

function Gallery({ onClose, first }: { onClose: () => void; first?: FamilyId }) {
  const [query, setQuery] = useState("");
  const templates = useTemplates();
  const examples = useLoaded(loadExamples);
  const loaded = Array.isArray(templates) && Array.isArray(examples);
  const found = loaded ? searchTemplates(templates, query) : [];
  const others = loaded ? searchExamples(withoutTemplates(examples, templates), query) : [];
  const families = FAMILY_IDS.filter((id) => found.some((one) => one.family === id));
  useEffect(() => {
    if (loaded && first) document.getElementById(headingOf(first))?.scrollIntoView({ block: "start" });
  }, [loaded]);
  const open = (one: ModelTemplate | Example): void => {
    onClose();
    if ("family" in one) openTemplate(one);
    else openExample(one);
  };
  const best = found[0] ?? others[0];
  /* Enter opens what is found best for what is typed, also where it comes before the models or before the list of them. */
  const [entered, setEntered] = useState("");
  useEffect(() => {
    if (!loaded || !entered || entered !== query) return;
    if (best) open(best);
    else setEntered("");
  }, [loaded, entered, query]);
  return (
    <Dialog title={texts.shell.gallery.examples} size="large" class="gallery" onClose={onClose}>
      <div onKeyDown={moveAmong}>
        <div class="gallery-head">
          <input
            class="input"
            type="search"
            placeholder={texts.gallery.search}
            aria-label={texts.gallery.search}
            data-autofocus={byFingers() ? undefined : true}
            value={query}
            onInput={(event) => {
              setQuery(event.currentTarget.value);
              setEntered("");
              event.currentTarget.closest(".dialog-body")!.scrollTop = 0; // what was found, from its beginning
            }}
            onKeyDown={(event) => {
              if (event.key === "Enter") setEntered(event.currentTarget.value);
            }}
          />
          {families.length > 1 && <FamilyList ids={families} />}
        </div>
        <p class="unseen" role="status">
          {loaded ? texts.gallery.found(found.length + others.length) : ""}
        </p>
        {[templates, examples].map((one) => typeof one === "string" && <p class="gallery-none">{one}</p>)}
        {loaded && !best && <p class="gallery-none">{texts.gallery.none}</p>}
        {families.map((id) => (
          <Family key={id} id={id} templates={found.filter((one) => one.family === id)} onOpen={open} />
        ))}
        <Benchmarks examples={others} onOpen={open} />
      </div>
    </Dialog>
  );
}

/* first: the family to begin with. */
export function showGallery(first?: FamilyId): void {
  showDialog((close) => <Gallery onClose={close} first={first} />);
}
