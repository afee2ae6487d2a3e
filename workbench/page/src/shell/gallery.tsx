/* gallery.tsx - the examples as cards with pictures: to search, by keyboard and by touch. One press opens a model and runs it. */
import { useEffect, useState } from "preact/hooks";
import { showDialog } from "./ask";
import { loadExamples, searchExamples, type Example } from "./examples";
import { openText } from "./session";
import { openTemplate, searchTemplates } from "./templates";
import { Dialog } from "./widgets";
import "./gallery.css";

export function openExample(example: Example): void {
  openText(example.text, example.file, { run: true });
}

/* null: on their way; a text: what went wrong. */
export function useExamples(): Example[] | string | null {
  const [examples, setExamples] = useState<Example[] | string | null>(null);
  useEffect(() => {
    loadExamples().then(setExamples, (error: Error) =>
      setExamples(`The examples could not be loaded. ${error.message}`),
    );
  }, []);
  return examples;
}

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

function Group({ title, examples, onOpen }: GroupProps) {
  if (examples.length === 0) return null;
  return (
    <section>
      <h3 class="gallery-heading">{title}</h3>
      <div class="example-grid">
        {examples.map((example) => (
          <ExampleCard key={`${example.folder}/${example.file}`} example={example} onOpen={onOpen} />
        ))}
      </div>
    </section>
  );
}

/* Small models to begin from, by name alone. */
function Templates({ query, onClose }: { query: string; onClose: () => void }) {
  const found = searchTemplates(query);
  if (found.length === 0) return null;
  return (
    <section>
      <h3 class="gallery-heading">To begin from</h3>
      <div class="gallery-templates">
        {found.map((one) => (
          <button
            type="button"
            key={one.file}
            class="button"
            onClick={() => {
              onClose();
              openTemplate(one);
            }}
          >
            {one.title}
          </button>
        ))}
      </div>
    </section>
  );
}

interface GroupProps {
  title: string;
  examples: Example[];
  onOpen: (example: Example) => void;
}

function Gallery({ onClose }: { onClose: () => void }) {
  const [query, setQuery] = useState("");
  const examples = useExamples();
  const found = Array.isArray(examples) ? searchExamples(examples, query) : [];
  const open = (example: Example) => {
    onClose();
    openExample(example);
  };
  return (
    <Dialog title="Examples" size="large" class="gallery" onClose={onClose}>
      <div onKeyDown={moveAmong}>
        <input
          class="input"
          type="search"
          placeholder="Search examples"
          aria-label="Search examples"
          data-autofocus
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && query && found[0]) open(found[0]);
          }}
        />
        <p class="unseen" role="status">
          {Array.isArray(examples) ? `${found.length} examples` : ""}
        </p>
        {typeof examples === "string" && <p class="gallery-none">{examples}</p>}
        {Array.isArray(examples) && found.length === 0 && <p class="gallery-none">No example matches.</p>}
        <Group title="In the plane" examples={found.filter((one) => !one.space)} onOpen={open} />
        <Group title="In space" examples={found.filter((one) => one.space)} onOpen={open} />
        <Templates query={query} onClose={onClose} />
      </div>
    </Dialog>
  );
}

export function showGallery(): void {
  showDialog((close) => <Gallery onClose={close} />);
}
