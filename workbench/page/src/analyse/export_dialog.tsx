/* export_dialog.tsx - everything that can be taken away, in one place: what, in which form, how large; the choice is remembered. */
import { signal } from "@preact/signals";
import { Dialog } from "../shell/dialog";
import { toast } from "../shell/toast";
import { texts } from "../texts/texts";
import { actOf } from "./export_acts";
import { choose, exportChoice, type What } from "./export_choice";
import { ExportOptions } from "./export_options";
import "./export_dialog.css";

export const exporting = signal(false);

const close = (): void => void (exporting.value = false);

const ALL: What[] = ["drawing", "film", "plot", "table", "results", "report", "outlines", "model"];

async function attempt(act: () => void | Promise<void>, done: () => void): Promise<void> {
  try {
    await act();
    done();
  } catch (error) {
    const why = error instanceof Error ? error.message : "";
    toast(why || texts.results.export.thePictureCouldNotBeCreated, { kind: "error" });
  }
}

function ExportDialog() {
  const words = texts.exporting;
  const { what } = exportChoice();
  const act = actOf(what);
  return (
    <Dialog
      title={words.title}
      size="large"
      class="export-dialog"
      onClose={close}
      actions={
        <>
          {act.copy && (
            <button
              type="button"
              class="button"
              disabled={!act.ready}
              onClick={() => void attempt(act.copy!, () => toast(words.copied))}
            >
              {words.copy}
            </button>
          )}
          <button
            type="button"
            class="button primary"
            disabled={!act.ready}
            onClick={() => void attempt(act.save, close)}
          >
            {what === "film" ? words.next : words.save}
          </button>
        </>
      }
    >
      <div class="export-body">
        <fieldset class="export-list">
          <legend class="unseen">{words.what}</legend>
          {ALL.map((one) => (
            <label key={one} class={one === what ? "chosen" : ""}>
              <input
                type="radio"
                name="export-what"
                checked={one === what}
                data-autofocus={one === what ? "" : undefined}
                onChange={() => choose({ what: one })}
              />
              <span>
                <b>{words.kinds[one]}</b>
                <small>{words.forms[one]}</small>
              </span>
            </label>
          ))}
        </fieldset>
        <div class="export-options">
          {act.ready ? null : (
            <p class="export-why" role="status">
              {act.why}
            </p>
          )}
          <ExportOptions key={what} what={what} />
        </div>
      </div>
    </Dialog>
  );
}

export function ExportDialogs() {
  return exporting.value ? <ExportDialog /> : null;
}
