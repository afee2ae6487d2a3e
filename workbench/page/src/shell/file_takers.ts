/* file_takers.ts - files that are no models, dropped on the page or picked: who can use one takes it. */

/* True: it is theirs. */
export const fileTakers: ((file: File) => boolean)[] = [];

export function takenElsewhere(file: File): boolean {
  return fileTakers.some((take) => take(file));
}

/* Asks for a file with one of these endings or types. */
export function chooseFile(accept: string, take: (file: File) => void): void {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = accept;
  input.onchange = () => {
    const file = input.files?.[0];
    if (file) take(file);
  };
  input.click();
}
