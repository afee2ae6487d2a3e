/* overrides_mark.tsx - a mark while something is set beside the text, with the ways to end that. */
import { Menu } from "./widgets";
import { overrides } from "./work";

/* `text`: with its words; else they are its tip. */
export function OverridesMark({ text }: { text?: boolean }) {
  const beside = overrides.value;
  if (!beside) return null;
  return (
    <Menu
      label={`${beside.text}, not in the text`}
      icon="warning"
      class="beside-text"
      text={text}
      items={() => [
        { title: "Write to the text", icon: "text", run: beside.write },
        { title: "Revert to the text", icon: "undo", run: beside.drop },
      ]}
    />
  );
}
