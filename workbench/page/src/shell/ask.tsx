/* ask.tsx - which dialog is open, and questions that are answered by a button.
 *
 *   showDialog((close) => <ShareDialog onClose={close} />);
 *   const answer = await ask("Overwrite?", "The file has changed.", [{ id: "yes", title: "Overwrite", primary: true }]);   // null: Escape
 */
import type { ComponentChildren } from "preact";
import { signal } from "@preact/signals";
import { Dialog } from "./widgets";

type Maker = (close: () => void) => ComponentChildren;

const open = signal<readonly { id: number; make: Maker }[]>([]);
let next = 1;

export function showDialog(make: Maker): () => void {
  const id = next++;
  open.value = [...open.value, { id, make }];
  return () => closeDialog(id);
}

function closeDialog(id: number): void {
  open.value = open.value.filter((one) => one.id !== id);
}

export function Dialogs() {
  return (
    <>
      {open.value.map(({ id, make }) => (
        <OpenDialog key={id} id={id} make={make} />
      ))}
    </>
  );
}

function OpenDialog({ id, make }: { id: number; make: Maker }) {
  return <>{make(() => closeDialog(id))}</>;
}

interface Choice<Id extends string> {
  id: Id;
  title: string;
  primary?: boolean;
}

export function ask<Id extends string>(
  title: string,
  words: ComponentChildren,
  choices: readonly Choice<Id>[],
): Promise<Id | null> {
  return new Promise((resolve) => {
    showDialog((close) => {
      const choose = (id: Id | null) => {
        close();
        resolve(id);
      };
      return (
        <Dialog
          title={title}
          onClose={() => choose(null)}
          actions={choices.map(({ id, title: words, primary }) => (
            <button
              type="button"
              key={id}
              class={primary ? "button primary" : "button"}
              data-autofocus={primary}
              onClick={() => choose(id)}
            >
              {words}
            </button>
          ))}
        >
          <p>{words}</p>
        </Dialog>
      );
    });
  });
}
