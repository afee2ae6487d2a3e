/* theme.ts - light or dark, as chosen or as the system has it. first.js sets it before the first paint. */
import { computed, effect, signal } from "@preact/signals";
import { theme } from "../state/settings";

const query = matchMedia("(prefers-color-scheme: dark)");
const systemDark = signal(query.matches);

export const dark = computed(() => theme.value === "dark" || (theme.value === "system" && systemDark.value));

export function watchTheme(): void {
  query.addEventListener("change", () => (systemDark.value = query.matches));
  effect(() => {
    document.documentElement.dataset.theme = dark.value ? "dark" : "light";
  });
}
