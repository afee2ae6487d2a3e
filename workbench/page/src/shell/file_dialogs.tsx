/* file_dialogs.tsx - choose a file to open, or a name to save under; and save, which asks for a name where there is none. */
import { useEffect, useState } from "preact/hooks";
import type { FileEntry } from "../engine/engine";
import { connection, engine } from "../state/connection";
import { text } from "../state/document";
import { name } from "../state/model";
import { showDialog } from "./ask";
import { bringBack, forgetDraft, otherDrafts, whenAndWhere } from "./autosave";
import { clockTime, keyOf, type Draft } from "./drafts";
import { openFile, pickFile } from "./files";
import { folderName } from "./folder";
import { Icon } from "./icons";
import { fileNameFor, titleOf, wholeName } from "./naming";
import { downloadModel, nameBeingSaved, noteHeld, saveTo } from "./saves";
import { openDraft } from "./session";
import { texts } from "../texts/texts";
import { toast } from "./toast";
import { Dialog, Field, IconButton } from "./widgets";
import { phase, stamp } from "./work";
import "./file_dialogs.css";

function DraftList({ drafts, onOpen, onDrop }: DraftListProps) {
  if (drafts.length === 0) return null;
  return (
    <>
      <h3>{texts.drafts.title(drafts.length)}</h3>
      <ul class="file-list">
        {drafts.map((draft) => (
          <li key={keyOf(draft)}>
            <button type="button" class="file-row" onClick={() => onOpen(draft)}>
              <Icon name="text" />
              <span class="file-name">{draft.name}</span>
              <span class="file-time">{whenAndWhere(draft)}</span>
            </button>
            <IconButton
              icon="trash"
              label={texts.shell.fileDialogs.discard(draft.name)}
              onClick={() => onDrop(draft)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

interface DraftListProps {
  drafts: Draft[];
  onOpen: (draft: Draft) => void;
  onDrop: (draft: Draft) => void;
}

interface FolderListProps {
  query: string;
  onOpen: (name: string) => void;
  onRead?: (count: number) => void;
}

export function FolderList({ query, onOpen, onRead }: FolderListProps) {
  const [entries, setEntries] = useState<FileEntry[] | null>(null);
  const [fault, setFault] = useState("");
  useEffect(() => {
    if (connection.value !== "open") {
      setFault(texts.shell.fileDialogs.trammelIsNotRespondingSoIts);
      return;
    }
    engine.files!.list().then(
      (found) => {
        setEntries(found);
        onRead?.(found.length);
      },
      (error: Error) => setFault(error.message),
    );
  }, []);
  if (fault) return <p class="file-fault">{fault}</p>;
  if (!entries) return <p class="file-none">{texts.shell.fileDialogs.readingTheFolder}</p>;
  const found = entries
    .filter((entry) => entry.name.toLowerCase().includes(query.toLowerCase()))
    .sort((a, b) => a.name.localeCompare(b.name));
  if (found.length === 0)
    return (
      <p class="file-none">
        {entries.length ? texts.shell.fileDialogs.noFileMatches : texts.shell.fileDialogs.thereAreNoModelFilesHere}
      </p>
    );
  return (
    <ul class="file-list">
      {found.map((entry) => (
        <li key={entry.name}>
          <button type="button" class="file-row" onClick={() => onOpen(entry.name)}>
            <Icon name="file" />
            <span class="file-name">{entry.name}</span>
            <span class="file-time">{clockTime(1000 * entry.modified)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function OpenDialog({ onClose }: { onClose: () => void }) {
  const [query, setQuery] = useState("");
  const [drafts, setDrafts] = useState(otherDrafts);
  const matching = drafts.filter((draft) => draft.name.toLowerCase().includes(query.toLowerCase()));
  return (
    <Dialog
      title={texts.shell.fileDialogs.open}
      onClose={onClose}
      class="open-dialog"
      actions={
        <button
          type="button"
          class="button"
          onClick={() => {
            onClose();
            pickFile();
          }}
        >
          <Icon name="open" /> {texts.shell.fileDialogs.fromThisComputer}
        </button>
      }
    >
      <input
        class="input"
        type="search"
        placeholder={texts.shell.fileDialogs.searchByName}
        aria-label={texts.shell.fileDialogs.searchByName}
        data-autofocus
        value={query}
        onInput={(event) => setQuery(event.currentTarget.value)}
      />
      <DraftList
        drafts={matching}
        onOpen={(draft) => {
          onClose();
          openDraft(draft);
        }}
        onDrop={(draft) => {
          forgetDraft(draft);
          setDrafts(otherDrafts());
          toast(texts.drafts.discarded(draft.name), {
            action: {
              title: texts.drafts.restore,
              run: () => {
                bringBack(draft);
                setDrafts(otherDrafts());
              },
            },
          });
        }}
      />
      {engine.files && (
        <>
          <h3>
            {texts.shell.fileDialogs.inWord} {folderName()}
          </h3>
          <FolderList
            query={query}
            onOpen={(fileName) => {
              onClose();
              void openFile(fileName, { run: true });
            }}
          />
        </>
      )}
    </Dialog>
  );
}

/* The name to suggest: of the file, or from the title of a model that is none yet. */
function suggestion(): string {
  if (stamp.value !== null || !name.value.startsWith("untitled")) return name.value;
  const title = titleOf(text.value);
  return title && !/^New mechanism( in space)?$/.test(title) ? fileNameFor(title) : name.value;
}

function SaveAsDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState(suggestion);
  const [tried, setTried] = useState(false);
  const whole = wholeName(typed);
  const submit = (event: Event) => {
    event.preventDefault();
    setTried(true);
    if ("error" in whole) return;
    onClose();
    if (engine.files) void saveTo(whole.name, saveAs);
    else {
      name.value = whole.name;
      downloadModel();
    }
  };
  return (
    <Dialog
      title={texts.shell.fileDialogs.saveAs}
      onClose={onClose}
      actions={
        <>
          <button type="button" class="button" onClick={onClose}>
            {texts.shell.fileDialogs.cancel}
          </button>
          <button type="submit" form="save-as" class="button primary">
            {texts.shell.fileDialogs.save}
          </button>
        </>
      }
    >
      <form id="save-as" onSubmit={submit}>
        <Field
          label={texts.shell.fileDialogs.nameOfTheFile}
          value={typed}
          autofocus
          hint={
            engine.files
              ? texts.shell.fileDialogs.itIsSavedIn(folderName())
              : texts.shell.fileDialogs.theBrowserDownloadsIt
          }
          error={tried && "error" in whole ? whole.error : undefined}
          onInput={setTyped}
        />
      </form>
    </Dialog>
  );
}

export function chooseFile(): void {
  showDialog((close) => <OpenDialog onClose={close} />);
}

export function saveAs(): void {
  if (phase.value === "model") showDialog((close) => <SaveAsDialog onClose={close} />);
}

export function save(): void {
  if (phase.value !== "model") return;
  if (!engine.files) {
    downloadModel();
    noteHeld(text.value, null);
    return;
  }
  const fileName = nameBeingSaved() ?? (stamp.value === null ? null : name.value);
  if (fileName === null) saveAs();
  else void saveTo(fileName, saveAs);
}
