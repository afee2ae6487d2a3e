/* dxf_commands.ts - DXF in and out: a drawing becomes the outline of a body, the mechanism a drawing at scale. */
import { stage } from "../drawing/stage";
import { register } from "../shell/commands";
import { download } from "../shell/download";
import { chooseFile, fileTakers } from "../shell/file_takers";
import { toast } from "../shell/toast";
import { name } from "../state/model";
import { selected } from "../state/selection";
import { texts } from "../texts/texts";
import { leftOut, outlineBody } from "./dxf_body";
import { outlineOf } from "./dxf_outline";
import { readDxf, type DxfDrawing } from "./dxf_read";
import { writeDxf } from "./dxf_write";
import { bodyNamed, GROUND } from "./sketch";
import { commitOutcome, sketch, spatial } from "./tool_state";

const LARGEST = 20e6; // bytes

async function importDxf(file: File): Promise<void> {
  const words = texts.dxf;
  const fail = (why: string): void => void toast(words.failed(file.name, why), { kind: "error" });
  if (file.size > LARGEST) return fail(words.tooLarge);
  let drawing: DxfDrawing;
  try {
    drawing = readDxf(await file.text());
  } catch {
    return fail(words.notDxf);
  }
  const outline = outlineOf(drawing.chains);
  if (!outline) return fail(words.nothingCloses);
  const what = selected.value;
  const onto = what?.kind === "body" && what.name !== GROUND && bodyNamed(sketch.value, what.name) ? what.name : null;
  const left = leftOut(drawing, outline);
  commitOutcome(() => {
    const made = outlineBody(sketch.value, outline, onto);
    if ("why" in made) return made;
    return {
      ...made,
      toast: `${words.done(made.select!.name, outline.outer.length, outline.holes.length)} ${left}`.trim(),
    };
  });
}

function exportDxf(): void {
  const frame = stage.value?.frame();
  const stem = name.value.replace(/\.[^.]*$/, "") || "drawing";
  if (frame) download(writeDxf(frame), "image/vnd.dxf", `${stem}.dxf`);
}

export function watchDxf(): () => void {
  const take = (file: File): boolean => {
    if (!/\.dxf$/i.test(file.name)) return false;
    if (spatial.value) toast(texts.dxf.inPlane);
    else void importDxf(file);
    return true;
  };
  fileTakers.push(take);
  const stop = register(
    {
      id: "import-dxf",
      title: texts.dxf.importCommand,
      group: texts.tools.dxfCommands.edit,
      run: () => chooseFile(".dxf", (file) => void importDxf(file)),
      enabled: () => stage.value !== null && !spatial.value,
    },
    {
      id: "export-dxf",
      title: texts.dxf.exportCommand,
      group: texts.tools.dxfCommands.exportWord,
      run: exportDxf,
      enabled: () => stage.value !== null && !spatial.value,
    },
  );
  return () => {
    stop();
    fileTakers.splice(fileTakers.indexOf(take), 1);
  };
}
