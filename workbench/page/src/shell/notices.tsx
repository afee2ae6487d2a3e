/* notices.tsx - what the user has to know now: a server that does not answer, unsaved work that was found; and passing words (toasts).
 *
 * Notices have a row of their own below the top bar, toasts the line of the status: neither covers what is drawn.
 */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Connection } from "../engine/engine";
import { connection } from "../state/connection";
import { name } from "../state/model";
import { texts } from "../texts/texts";
import { otherDrafts, present, unkept } from "./autosave";
import { perform } from "./commands";
import { clockTime } from "./drafts";
import { Icon, type IconName } from "./icons";
import { openDraft } from "./session";
import { dismiss, secondsOf, toast, toasts, type Toast } from "./toast";
import { IconButton } from "./widgets";
import { fileNews, restored } from "./work";
import "./notices.css";

const PATIENCE_MS = 700; // a connection that is back sooner was not worth a word

function Notice({ icon, kind, children }: { icon: IconName; kind: string; children: ComponentChildren }) {
  return (
    <div class={`notice ${kind}`} role={kind === "plain" ? "status" : "alert"}>
      <Icon name={icon} />
      {children}
    </div>
  );
}

function ConnectionNotice() {
  const now = connection.value;
  const [shownState, setTold] = useState<Connection>("connecting");
  useEffect(() => {
    const timer = setTimeout(() => setTold(now), now === "lost" ? PATIENCE_MS : 0);
    return () => clearTimeout(timer);
  }, [now]);
  if (now === "lost" && shownState === "lost")
    return (
      <Notice icon="warning" kind="warning">
        <span>{texts.shell.notices.trammelIsNotRespondingYourWork}</span>
      </Notice>
    );
  if (now === "refused")
    return (
      <Notice icon="warning" kind="warning">
        <span>
          {texts.shell.notices.thisAddressIsNoLongerValid} <code>{texts.shell.notices.trammelView}</code>{" "}
          {texts.shell.notices.againAndUseTheAddressIt}
        </span>
      </Notice>
    );
  return null;
}

function RestoredNotice() {
  const found = restored.value;
  if (!found) return null;
  const done = () => (restored.value = null);
  return (
    <Notice icon="undo" kind="plain">
      <span>
        {texts.shell.notices.unsavedChangesFrom} {clockTime(found.time)} {texts.shell.notices.wereRestored}
        {found.fileChanged && texts.shell.notices.anotherProgramHasChangedTheFile}
      </span>
      <button
        type="button"
        class="button"
        onClick={() => {
          const thrown = present();
          done();
          found.discard();
          toast(texts.shell.notices.theUnsavedChangesWereDiscarded, {
            action: { title: texts.shell.notices.restoreThem, run: () => openDraft(thrown) },
          });
        }}
      >
        {texts.shell.notices.discard}
      </button>
      <IconButton icon="close" label={texts.shell.notices.keepThemAndDismissThisMessage} onClick={done} />
    </Notice>
  );
}

/* Unsaved changes are on this page and nowhere else. */
function UnkeptNotice() {
  const why = unkept.value;
  if (!why) return null;
  return (
    <Notice icon="warning" kind="warning">
      <span>{why === "full" ? texts.drafts.full : texts.drafts.forbidden}</span>
      <button type="button" class="button" onClick={() => perform("save")}>
        {texts.drafts.save}
      </button>
      {why === "full" && otherDrafts().length > 0 && (
        <button type="button" class="button" onClick={() => perform("open")}>
          {texts.drafts.makeRoom}
        </button>
      )}
    </Notice>
  );
}

/* The file is not what it was when it was opened, and there are unsaved changes to it here. */
function FileNotice() {
  const news = fileNews.value;
  if (!news) return null;
  return (
    <Notice icon="file" kind="warning">
      <span>{news.what === "gone" ? texts.files.gone(name.value) : texts.files.changed(name.value)}</span>
      {news.load && (
        <button type="button" class="button" onClick={news.load}>
          {texts.files.load}
        </button>
      )}
      <IconButton icon="close" label={texts.files.keepMine} onClick={() => (fileNews.value = null)} />
    </Notice>
  );
}

export function Notices() {
  return (
    <div class="notices">
      <ConnectionNotice />
      <UnkeptNotice />
      <FileNotice />
      <RestoredNotice />
    </div>
  );
}

/* Long ones leave the hint less room, very long ones none. */
function lengthOf({ text, action }: Toast): string {
  const letters = text.length + (action ? action.title.length + 4 : 0);
  return letters > 78 ? "whole" : letters > 54 ? "long" : "";
}

function ToastView({ one }: { one: Toast }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss(one.id), 1000 * secondsOf(one));
    return () => clearTimeout(timer);
  }, [held]);
  return (
    <div
      class={`toast ${one.kind ?? "plain"} ${lengthOf(one)}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocusIn={() => setHeld(true)}
      onFocusOut={() => setHeld(false)}
    >
      <span>{one.text}</span>
      {one.action && (
        <button
          type="button"
          class="button quiet"
          onClick={() => {
            dismiss(one.id);
            one.action!.run();
          }}
        >
          {one.action.title}
        </button>
      )}
      <IconButton icon="close" label={texts.shell.notices.dismiss} onClick={() => dismiss(one.id)} />
    </div>
  );
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite" aria-atomic="false">
      {toasts.value.map((one) => (
        <ToastView key={one.id} one={one} />
      ))}
    </div>
  );
}
