/* beside_text.tsx - a mark while something is set beside the text, with the ways to end that. */
import { Menu } from "./widgets";
import { besideText } from "./work";

/* `text`: with its words; else they are its tip. */
export function BesideTextMark({ text }: { text?: boolean }) {
  const beside = besideText.value;
  if (!beside) return null;
  return (
    <Menu
      label={`${beside.words}, not in the text`}
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
