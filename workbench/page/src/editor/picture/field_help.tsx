/* field_help.tsx - the strip below a form: what the field with the focus means, in words and as a picture. */
import { signal } from "@preact/signals";
import { help } from "../entry";
import type { FieldPicture } from "./choose";
import { Picture } from "./picture";

const focused = signal<FieldPicture | undefined>(undefined);

/* For the row of a field. The strip grows with the picture: the row stays in sight above it. */
export function explains(picture: FieldPicture | undefined) {
  return {
    onFocusIn: ({ currentTarget }: { currentTarget: HTMLElement }): void => {
      focused.value = picture;
      requestAnimationFrame(() => currentTarget.scrollIntoView({ block: "nearest" }));
    },
    onFocusOut: (): void => {
      focused.value = undefined;
    },
  };
}

/* `otherwise`: what is said where no field has the focus. */
export function FieldHelp({ otherwise = "" }: { otherwise?: string }) {
  const words = help.value || otherwise;
  const shown = help.value ? focused.value : undefined;
  return shown ? (
    <p class="prop-help explained">
      <Picture of={shown} />
      <span>{words}</span>
    </p>
  ) : (
    <p class="prop-help">{words}</p>
  );
}
