/* drop.tsx - a model file dragged onto the page is opened. */
import { useEffect, useState } from "preact/hooks";
import { takeFile } from "./files";
import { takenElsewhere } from "./file_takers";
import { listen } from "./listen";
import { texts } from "../texts/texts";

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;

export function DropTarget() {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.dataTransfer!.dropEffect = "copy";
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.stopPropagation(); // or the editor would take it as text
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file && !takenElsewhere(file)) void takeFile(file);
    };
    const deaf = [
      listen(window, { dragenter: enter, dragover: enter, dragleave: leave }),
      listen(window, { drop }, { capture: true }),
    ];
    return () => deaf.forEach((stop) => stop());
  }, []);
  return over ? <div class="drop-here">{texts.shell.drop.dropAModelFileToOpen}</div> : null;
}
