/* share_dialog.tsx - ways to give a mechanism to others: a page that opens anywhere, the file, a link; and what each of them needs. */
import { useEffect, useRef, useState } from "preact/hooks";
import { text } from "../state/document";
import { name } from "../state/model";
import { texts } from "../texts/texts";
import { showDialog } from "./ask";
import { find, isEnabled, perform } from "./commands";
import { Icon } from "./icons";
import { downloadModel } from "./saves";
import { linkTo, SAFE_LENGTH } from "./share";
import { Dialog } from "./widgets";
import "./share_dialog.css";

async function copy(words: string, from: HTMLTextAreaElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(words);
    return true;
  } catch {
    from?.select();
    return document.execCommand("copy"); // old, but works where the clipboard is closed to pages
  }
}

function CopyBox({ label, value, rows }: { label: string; value: string; rows: number }) {
  const [copied, setCopied] = useState<"" | "copied" | "refused">("");
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => setCopied(""), 3000);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <div class="copy-box">
      <textarea
        ref={box}
        class="input"
        readOnly
        rows={rows}
        aria-label={label}
        value={value}
        onFocus={(event) => event.currentTarget.select()}
      />
      <button
        type="button"
        class="button"
        aria-label={texts.shell.shareDialog.copy(label)}
        onClick={async () => setCopied((await copy(value, box.current)) ? "copied" : "refused")}
      >
        <Icon name={copied === "copied" ? "check" : "copy"} />
        <span role="status">
          {copied === ""
            ? texts.shell.shareDialog.copy2
            : copied === "copied"
              ? texts.shell.shareDialog.copied
              : texts.shell.shareDialog.pressCtrlCToCopy}
        </span>
      </button>
    </div>
  );
}

/* Whether nobody else can reach the page by its address. */
function isOnlyHere(): boolean {
  return /^(localhost|127\.|\[::1\])/.test(location.hostname);
}

function AsPage({ onClose }: { onClose: () => void }) {
  const command = find("export-report");
  const ready = command !== undefined && isEnabled(command);
  return (
    <section>
      <h3>{texts.share.page}</h3>
      <p>{texts.share.pageWords}</p>
      <button
        type="button"
        class="button primary"
        disabled={!ready}
        data-autofocus={ready || undefined}
        onClick={() => {
          onClose();
          perform("export-report");
        }}
      >
        {texts.share.pageButton}
      </button>
      {!ready && <span class="share-note">{texts.share.runFirst}</span>}
    </section>
  );
}

function AsFile() {
  return (
    <section>
      <h3>{texts.share.file}</h3>
      <p>{texts.share.fileWords}</p>
      <button type="button" class="button" onClick={downloadModel}>
        {texts.share.fileButton(name.value)}
      </button>
    </section>
  );
}

function AsLink() {
  const [link, setLink] = useState("");
  useEffect(() => void linkTo(text.value, location.origin + location.pathname).then(setLink), []);
  return (
    <section>
      <h3>{texts.share.link}</h3>
      <p>
        {isOnlyHere() ? texts.share.linkHere : texts.share.linkAnywhere(location.host)}
        {link.length > SAFE_LENGTH && ` ${texts.share.long(link.length)}`}
      </p>
      <CopyBox label={texts.shell.shareDialog.link} value={link} rows={2} />
      <p>{texts.share.commandWords}</p>
      <CopyBox label={texts.shell.shareDialog.command} value={link && `trammel view '${link}'`} rows={2} />
    </section>
  );
}

function ShareDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={texts.share.title} class="share" onClose={onClose}>
      <AsPage onClose={onClose} />
      <AsFile />
      <AsLink />
    </Dialog>
  );
}

export function showShare(): void {
  showDialog((close) => <ShareDialog onClose={close} />);
}
