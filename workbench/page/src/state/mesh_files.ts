/* mesh_files.ts - files of triangles that bodies are drawn with: where they come from, and which of them are not drawn.
 *
 * Whoever begins a page says where they come from: the workbench asks its server, a report has them in its data.
 */
import { signal } from "@preact/signals";

type Source = (file: string) => Promise<ArrayBuffer>;

export let meshFile: Source = (file) => Promise.reject(new Error(file));

export function useMeshFiles(given: Source): void {
  meshFile = given;
}

/* Of the scene on show: files, and why each of them is not drawn. */
export const undrawnMeshes = signal<ReadonlyMap<string, string>>(new Map());
