/* hiding.ts - elements that are hidden for now, kept for each document in this browser. */
import { effect, untracked } from "@preact/signals";
import { commitOrReport } from "../editor/commit";
import { setGroup } from "../editor/groups";
import { combine } from "../editor/text_edits";
import { NEW_NAME } from "../shell/new_model";
import { loads } from "../state/document";
import { groups, hidden } from "../state/hidden";
import { name } from "../state/model";
import { sameSelected, selected, type Selected } from "../state/selection";
import { kept } from "../state/settings";
import { toast } from "../shell/toast";
import { texts } from "../texts/texts";
import { allMeant } from "./keyboard";
import { everything } from "./selection_acts";
import { GROUND } from "./sketch";

const MOST = 50; // documents that are remembered

const remembered = kept<Record<string, readonly Selected[]>>("hidden", {});

export function hideMeant(): void {
  const all = allMeant().filter(({ kind, name }) => kind !== "body" || name !== GROUND);
  if (all.length === 0) return;
  selected.value = null;
  hidden.value = [...hidden.value.filter((one) => !all.some((other) => sameSelected(one, other))), ...all];
  toast(texts.selection.nowHidden(all.length), { action: { title: texts.selection.showAgain, run: showAll } });
}

/* All but what is selected. */
export function hideOthers(): void {
  const all = allMeant();
  const others = everything().filter(({ kind }) => kind !== "point");
  if (all.length > 0)
    hidden.value = others.filter((one) => !all.some((other) => sameSelected(one, other)) && one.kind === "body");
}

/* One by one, and by groups. */
export function showAll(): void {
  hidden.value = [];
  const off = groups.value.filter((group) => group.hidden);
  if (off.length > 0)
    commitOrReport((now) =>
      combine(
        now,
        ...off.map(
          ({ name }) =>
            (then: string) =>
              setGroup(then, name, "hidden", false),
        ),
      ),
    );
}

/* A document comes with what was hidden in it; a new one with nothing. */
export function watchHidden(): () => void {
  const stops = [
    effect(() => {
      void loads.value;
      untracked(() => {
        hidden.value = name.value === NEW_NAME ? [] : (remembered.value[name.value] ?? []);
      });
    }),
    effect(() => {
      const now = hidden.value;
      untracked(() => {
        const others = Object.entries(remembered.value).filter(([one]) => one !== name.value);
        const own = now.length > 0 && name.value !== NEW_NAME ? [[name.value, now] as const] : [];
        if (own.length > 0 || others.length < Object.keys(remembered.value).length)
          remembered.value = Object.fromEntries([...others, ...own].slice(-MOST));
      });
    }),
  ];
  return () => stops.forEach((stop) => stop());
}
