/* share_dialog.tsx - the model as a link: made, copied, and told how to use. */
import { useEffect, useRef, useState } from "preact/hooks";
import { text } from "../state/document";
import { showDialog } from "./ask";
import { Icon } from "./icons";
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
  const [copied, setCopied] = useState<"" | "Copied" | "Press Ctrl+C to copy">("");
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
        aria-label={`Copy: ${label}`}
        onClick={async () => setCopied((await copy(value, box.current)) ? "Copied" : "Press Ctrl+C to copy")}
      >
        <Icon name={copied === "Copied" ? "check" : "copy"} />
        <span role="status">{copied || "Copy"}</span>
      </button>
    </div>
  );
}

function ShareDialog({ onClose }: { onClose: () => void }) {
  const [link, setLink] = useState("");
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    void linkTo(text.value, location.origin + location.pathname).then(async (made) => {
      setLink(made);
      setCopied(await copy(made, null).catch(() => false));
    });
  }, []);
  return (
    <Dialog title="Share as a link" class="share" onClose={onClose}>
      <p role="status">
        {link === ""
          ? "Making the link…"
          : `${copied ? "The link is on the clipboard" : "This link holds the whole model"}: ${link.length.toLocaleString("en")} characters.`}
        {link.length > SAFE_LENGTH && " Some programs cut off links of this length; share the file instead."}
      </p>
      <CopyBox label="Link" value={link} rows={3} />
      <p>Nothing is sent anywhere: the model is in the link itself. On a computer with Trammel, this opens it:</p>
      <CopyBox label="Command" value={link && `trammel view '${link}'`} rows={3} />
    </Dialog>
  );
}

export function showShare(): void {
  showDialog((close) => <ShareDialog onClose={close} />);
}
