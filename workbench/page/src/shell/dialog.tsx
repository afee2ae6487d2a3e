/* dialog.tsx - a question or a list in front of the page: the browser's own modal dialog, which keeps the focus inside.
 *
 * It is open while it is rendered. Focus goes to what has `data-autofocus`, else to the first control, and back when it closes.
 */
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { focusReleases, releaseFocus } from "./focus_origin";
import { matchesKeys } from "./keys";
import { IconButton } from "./widgets";
import { texts } from "../texts/texts";

interface DialogProps {
  title: string;
  size?: "small" | "large";
  class?: string;
  hideTitle?: boolean; // the title is only for those who do not see
  reading?: boolean; // nothing to press inside: the focus is on the text, so that keys scroll it
  onClose: () => void;
  actions?: ComponentChildren;
  children: ComponentChildren;
}

/* Ctrl+Enter is the main button of a dialog, as it is Run on the page. */
function pressPrimary(event: KeyboardEvent, box: HTMLElement | null): void {
  const primary = box?.querySelector<HTMLButtonElement>(".dialog-foot .button.primary");
  if (event.defaultPrevented || !primary || !matchesKeys("Mod+Enter", event)) return;
  event.preventDefault();
  primary.click();
}

export function Dialog(props: DialogProps) {
  const { title, size = "small", class: extra, hideTitle, reading, onClose, actions, children } = props;
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  /* at once, not after the next paint: what is typed meanwhile would go to the page behind it */
  useLayoutEffect(() => {
    const box = dialog.current!;
    const before = document.activeElement as HTMLElement | null;
    const releases = focusReleases();
    box.showModal();
    const first = box.querySelector<HTMLElement>("[data-autofocus]");
    first?.focus();
    if (first instanceof HTMLInputElement) first.select();
    return () => {
      box.close(); // which gives the focus back, too
      if (focusReleases() === releases) before?.focus?.();
      else releaseFocus(); // another model came: keys are for it
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`dialog ${size} ${extra ?? ""}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => pressPrimary(event, dialog.current)}
      onPointerDown={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div class="dialog-box">
        <header class={hideTitle ? "dialog-head unseen" : "dialog-head"}>
          <h2 id={id}>{title}</h2>
          {!hideTitle && <IconButton icon="close" label={texts.shell.dialog.close} onClick={onClose} />}
        </header>
        <div
          class="dialog-body"
          {...(reading ? { tabIndex: 0, role: "region", "aria-labelledby": id, "data-autofocus": true } : {})}
        >
          {children}
        </div>
        {actions && <footer class="dialog-foot">{actions}</footer>}
      </div>
    </dialog>
  );
}
