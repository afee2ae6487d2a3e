/* welcome.tsx - where there is no model yet: three ways to begin, and the unsaved work of before. */
import { useState } from "preact/hooks";
import { engine } from "../state/connection";
import { texts } from "../texts/texts";
import { chooseFile, FolderList } from "./file_dialogs";
import { openFile } from "./files";
import { folderName } from "./folder";
import { otherDrafts, whenAndWhere } from "./autosave";
import { perform } from "./commands";
import { keyOf } from "./drafts";
import { showGallery, TemplateCard, useTemplates } from "./gallery";
import { Icon, type IconName } from "./icons";
import { openDraft } from "./session";
import { FAMILY_IDS, FEATURED } from "./template_families";
import { openTemplate } from "./templates";
import { folderListed, phase } from "./work";
import "./welcome.css";

const SHOWN_DRAFTS = 4;

function Way({ icon, title, words, onClick }: { icon: IconName; title: string; words: string; onClick: () => void }) {
  return (
    <button type="button" class="way" onClick={onClick}>
      <Icon name={icon} size={26} />
      <span>
        <strong>{title}</strong>
        <small>{words}</small>
      </span>
    </button>
  );
}

function Drafts() {
  const [drafts] = useState(otherDrafts);
  if (drafts.length === 0) return null;
  return (
    <>
      <h2>{texts.shell.welcome.unsavedWork}</h2>
      <ul class="welcome-drafts">
        {drafts.slice(0, SHOWN_DRAFTS).map((draft) => (
          <li key={keyOf(draft)}>
            <button type="button" class="button" onClick={() => openDraft(draft)}>
              <Icon name="text" /> {draft.name} <small>{whenAndWhere(draft)}</small>
            </button>
          </li>
        ))}
        {drafts.length > SHOWN_DRAFTS && (
          <li>
            <button type="button" class="button quiet" onClick={chooseFile}>
              {texts.drafts.all(drafts.length)}
            </button>
          </li>
        )}
      </ul>
    </>
  );
}

/* What there is to open; where nobody asked for a folder, only if there is something. */
function FolderFiles() {
  const [empty, setEmpty] = useState(false);
  if (!engine.files || (empty && !folderListed.value)) return null;
  return (
    <section class="welcome-folder" aria-label={texts.files.inFolder(folderName())}>
      <h2>{texts.files.inFolder(folderName())}</h2>
      <FolderList
        query=""
        onRead={(count) => setEmpty(count === 0)}
        onOpen={(name) => void openFile(name, { run: true })}
      />
    </section>
  );
}

function WelcomePage() {
  const templates = useTemplates();
  const featured = Array.isArray(templates)
    ? FEATURED.flatMap((name) => templates.find(({ file }) => file === `${name}.yaml`) ?? [])
    : [];
  return (
    <main class="welcome">
      <div class="welcome-box">
        <h1>{texts.shell.welcome.mechanismsYouCanSeeTouchAnd}</h1>
        <div class="ways">
          <Way
            icon="drawing"
            title={texts.shell.welcome.drawANewMechanism}
            words={texts.shell.welcome.pointsLinksJointsAMotor}
            onClick={() => perform("new")}
          />
          <Way
            icon="space"
            title={texts.space.newTitle}
            words={texts.space.newWords}
            onClick={() => perform("new-space")}
          />
          <Way icon="play" title={texts.tour.way} words={texts.tour.wayText} onClick={() => perform("tour")} />
          <Way
            icon="open"
            title={texts.shell.welcome.openAFile}
            words={texts.shell.welcome.orDropOneOnThisPage}
            onClick={chooseFile}
          />
          <Way
            icon="examples"
            title={texts.shell.welcome.allExamples}
            words={texts.shell.welcome.browseThemByPicture}
            onClick={() => showGallery()}
          />
        </div>
        {folderListed.value && <FolderFiles />}
        <Drafts />
        {!folderListed.value && <FolderFiles />}
        <h2>{texts.gallery.watch}</h2>
        {typeof templates === "string" && <p>{templates}</p>}
        <div class="example-grid welcome-examples">
          {featured.map((one) => (
            <TemplateCard key={one.file} template={one} onOpen={openTemplate} />
          ))}
        </div>
        <h2>{texts.gallery.browse}</h2>
        <div class="gallery-families welcome-families">
          {FAMILY_IDS.map((id) => (
            <button type="button" class="family" key={id} onClick={() => showGallery(id)}>
              {texts.gallery.families[id]}
            </button>
          ))}
        </div>
      </div>
    </main>
  );
}

export function Welcome() {
  return phase.value === "welcome" ? <WelcomePage /> : null;
}
