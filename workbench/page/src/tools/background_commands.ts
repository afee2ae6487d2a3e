/* background_commands.ts - how a picture to trace over comes onto the page: by a command, dropped, or pasted; and its other commands. */
import { stage } from "../drawing/stage";
import { register } from "../shell/commands";
import { chooseFile, fileTakers } from "../shell/file_takers";
import { toast } from "../shell/toast";
import { toastWithUndo } from "../shell/undo_toast";
import { texts } from "../texts/texts";
import { adjusting, background, calibrating, changeBackground, removeBackground, watchImage } from "./background";
import { pictureOf, pictureType, type Picture } from "./background_image";
import { rounded } from "./numbers";
import { spatial } from "./tool_state";

export const ACCEPTED = ".png,.jpg,.jpeg,.webp,.svg,image/png,image/jpeg,image/webp,image/svg+xml";
const FILLED = 0.7; // of the window

/* In the middle of what is seen, as large as leaves it room. */
function place({ width, height }: Picture): { at: [number, number]; width: number } | null {
  const on = stage.value;
  if (!on) return null;
  const box = on.svg.getBoundingClientRect();
  const { scale } = on.camera.peek();
  const [x, y] = on.toModel(box.left + box.width / 2, box.top + box.height / 2);
  const px = FILLED * Math.min(box.width, (box.height * width) / height);
  return { at: [rounded(x, 3), rounded(y, 3)], width: rounded(px / scale, 3) };
}

/* A picture in place of another keeps its place, size and angle. */
async function add(file: File): Promise<void> {
  const words = texts.background;
  let picture: Picture;
  try {
    picture = await pictureOf(file);
  } catch (error) {
    toast(words.failed(file.name, error instanceof Error ? error.message : ""), { kind: "error" });
    return;
  }
  const at = place(picture);
  const part = background.value ? { image: picture.image } : { image: picture.image, ...at!, opacity: 0.5 };
  const why = at ? changeBackground({ ...part, hidden: false }) : words.noDrawing;
  if (why) return void toast(why, { kind: "error" });
  adjusting.value = true;
  const { width, height, bytes, scaledFrom } = picture;
  toastWithUndo(words.added(width, height, Math.max(1, Math.round(bytes / 1000)), scaledFrom));
}

export function takePicture(file: File): void {
  if (spatial.value) toast(texts.background.inPlane);
  else void add(file);
}

/* A picture among what is pasted; null: there is none. */
export function pictureIn(data: DataTransfer | null): File | null {
  return [...(data?.files ?? [])].find((file) => pictureType(file) !== null) ?? null;
}

export function watchBackgroundCommands(): () => void {
  const take = (file: File): boolean => {
    if (pictureType(file) === null) return false;
    takePicture(file);
    return true;
  };
  fileTakers.push(take);
  const words = texts.background;
  const there = (): boolean => background.value !== null && stage.value !== null;
  const group = words.group;
  const stops = [
    watchImage(),
    register(
      {
        id: "background-add",
        title: words.addCommand,
        group,
        run: () => chooseFile(ACCEPTED, takePicture),
        enabled: () => stage.value !== null && !spatial.value,
      },
      {
        id: "background-adjust",
        title: words.adjustCommand,
        group,
        run: () => void (adjusting.value = true),
        enabled: there,
      },
      {
        id: "background-calibrate",
        title: words.calibrateCommand,
        group,
        run: () => {
          adjusting.value = true;
          calibrating.value = [];
        },
        enabled: there,
      },
      {
        id: "background-hide",
        title: words.hideCommand,
        group,
        run: () => void changeBackground({ hidden: !background.value!.hidden }),
        enabled: there,
      },
      {
        id: "background-lock",
        title: words.lockCommand,
        group,
        run: () => void changeBackground({ locked: !background.value!.locked }),
        enabled: there,
      },
      {
        id: "background-remove",
        title: words.removeCommand,
        group,
        run: () => void removeBackground(),
        enabled: there,
      },
    ),
  ];
  return () => {
    stops.forEach((stop) => stop());
    fileTakers.splice(fileTakers.indexOf(take), 1);
  };
}
