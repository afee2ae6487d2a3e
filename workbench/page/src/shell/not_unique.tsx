/* not_unique.tsx - the mark of a number that is one of many possible ones, with an explanation and what to do about it.
 *
 * A browser's own popover: it works in a report as well, where nothing else of the page runs.
 */
import { useId } from "preact/hooks";
import type { Table } from "../engine/engine";
import { nonUniqueChoice } from "../engine/unique";
import { texts } from "../texts/texts";
import "./not_unique.css";

export function NotUnique({ of, parts = [] }: { of: Table | null; parts?: string[] }) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        class="not-unique"
        popovertarget={id}
        title={texts.unique.why(nonUniqueChoice(of))}
        aria-label={texts.unique.explain}
      >
        ≈ {texts.unique.mark(parts)}
      </button>
      <span popover="auto" id={id} class="not-unique-why">
        <b>{texts.unique.title}</b>
        <span>{texts.unique.why(nonUniqueChoice(of))}</span>
        <span>{texts.unique.whatIs}</span>
        <span>{texts.unique.proposal}</span>
      </span>
    </>
  );
}
