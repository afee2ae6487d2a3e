/* templates.ts - mechanisms to begin from: found in the gallery, and by a command for each, "New: crank-rocker". */
import { texts } from "../texts/texts";
import { register } from "./commands";
import { openText } from "./session";
import type { ModelTemplate } from "./template_search";

let loading: Promise<ModelTemplate[]> | null = null;

export function loadTemplates(): Promise<ModelTemplate[]> {
  loading ??= import("./template_models").then(
    ({ modelTemplates }) => modelTemplates,
    (error) => {
      loading = null; // so that it can be tried again
      throw error;
    },
  );
  return loading;
}

export function openTemplate({ text, file }: Pick<ModelTemplate, "text" | "file">): void {
  openText(text, file, { run: true });
}

/* Puts a command for each among the commands, once; until they have come, the others can be searched. */
let offered = false;
export function offerTemplates(): void {
  if (offered) return;
  offered = true;
  loadTemplates().then(
    (all) =>
      register(
        ...all.map((one) => ({
          id: `new-${one.file.replace(/\.yaml$/, "")}`,
          title: texts.gallery.newOne(one.title),
          run: () => openTemplate(one),
        })),
      ),
    () => (offered = false),
  );
}
