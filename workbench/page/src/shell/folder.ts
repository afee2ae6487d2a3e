/* folder.ts - the folder that the engine serves: how it is called, and which it is. */
import { engine } from "../state/connection";

/* To be shown. */
export function folderName(): string {
  return engine.files ? engine.files.folder || "." : "";
}

/* By which its unsaved work is found again: folders of one name have different ones. "": there is none, or it is not known yet. */
export function folderId(): string {
  return engine.files?.folderId ?? "";
}

/* Whether what belongs to that folder is no file of the one served now. */
export function isElsewhere(id: string): boolean {
  return id !== "" && folderId() !== "" && id !== folderId();
}
