/* overlay_menu.tsx - the teaching overlays in the menu of what is shown: each a check box, with its options below it while it is on. */
import { texts } from "../texts/texts";
import "./overlay.css";
import { overlaysFor } from "./overlay_kind";
import { isOn, setOverlay } from "./overlay_state";
import { shownScene } from "./player";

export function TeachMenu() {
  const space = shownScene.value?.space ?? false;
  return (
    <fieldset class="teach-menu">
      <legend>{texts.teach.legend}</legend>
      {overlaysFor(space).map(({ id, title, about, Options }) => (
        <div key={id}>
          <label class="check" title={about()}>
            <input
              type="checkbox"
              checked={isOn(id)}
              onChange={(event) => setOverlay(id, event.currentTarget.checked)}
            />
            <span>{title()}</span>
          </label>
          {isOn(id) && Options && (
            <div class="teach-options">
              <Options />
            </div>
          )}
        </div>
      ))}
    </fieldset>
  );
}
