/* variant_bar.tsx - says which point of a study is being shown, with the ways to keep it and to go back. */
import { texts } from "../../texts/texts";
import { keepVariant, leaveVariant, variant } from "./variant";
import { valuesText } from "./words";
import "./study.css";

export function VariantBar() {
  const now = variant.value;
  if (!now) return null;
  return (
    <div class="variant-bar" role="status">
      <span>{texts.results.study.variantPoint(now.point.number, valuesText(now.axes, now.point.values))}</span>
      <button type="button" class="button" onClick={keepVariant} title={texts.results.study.keepTip}>
        {texts.results.study.keep}
      </button>
      <button type="button" class="button" onClick={leaveVariant} title={texts.results.study.backTip}>
        {texts.results.study.back}
      </button>
    </div>
  );
}
