/* misfit_note.tsx - wheels that do not fit, which stops the whole model: what would mend them, as buttons below the drawing. */
import { computed } from "@preact/signals";
import { applyFix } from "../editor/lint";
import { text } from "../state/document";
import { checkedText, messages, sceneIsOld } from "../state/model";
import { texts } from "../texts/texts";
import { gearFixes } from "./gear_fixes";

const found = computed(() => {
  const of = checkedText.value;
  if (!sceneIsOld.value || of === null || of !== text.value) return null;
  for (const message of messages.value) {
    const fixes = message.severity === "error" ? gearFixes(of, message) : [];
    if (fixes.length > 0) return { of, fixes };
  }
  return null;
});

export function MisfitNote() {
  const now = found.value;
  if (!now) return null;
  return (
    <div class="tool-stuck misfit" role="status">
      <p>{texts.gearFixes.head}</p>
      {now.fixes.map((fix, i) => (
        <button
          type="button"
          key={fix.title}
          class={i === 0 ? "button primary" : "button"}
          onClick={() => applyFix(now.of, fix.changes)}
        >
          {fix.title}
        </button>
      ))}
    </div>
  );
}
