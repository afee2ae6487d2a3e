/* overrides_mark.tsx - a mark while something is set beside the text, with the ways to end that. */
import { Menu } from "./widgets";
import { overrides } from "./work";
import { texts } from "../texts/texts";

/* `text`: with its words; else they are its tip. */
export function OverridesMark({ text }: { text?: boolean }) {
  const beside = overrides.value;
  if (!beside) return null;
  return (
    <Menu
      label={texts.shell.overridesMark.notInTheText(beside.text)}
      icon="warning"
      class="beside-text"
      text={text}
      items={() => [
        { title: texts.shell.overridesMark.writeToTheText, icon: "text", run: beside.write },
        { title: texts.shell.overridesMark.revertToTheText, icon: "undo", run: beside.drop },
      ]}
    />
  );
}
