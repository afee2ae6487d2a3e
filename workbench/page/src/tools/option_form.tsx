/* option_form.tsx - the small form of a tool's options, at the upper right of the drawing while the tool is in hand. */
import { shownUnit } from "../shell/display_units";
import { itemOf } from "./kit";
import { MotorOptions } from "./motor_options";
import { setOption, valuesOf, type ToolOption } from "./options";
import { toolId } from "./tool_state";

function OptionEntry({ tool, option, value }: { tool: string; option: ToolOption; value: string }) {
  const id = `tool-option-${option.key}`;
  const take = (event: Event): void =>
    setOption(tool, option.key, (event.currentTarget as HTMLInputElement | HTMLSelectElement).value);
  return (
    <div class="tool-option" title={option.about}>
      <label for={id}>{option.label}</label>
      {option.choices ? (
        <select id={id} class="input" value={value} aria-description={option.about} onChange={take}>
          {option.choices.map((word) => (
            <option key={word} value={word}>
              {word}
            </option>
          ))}
        </select>
      ) : (
        <span class="tool-option-value">
          <input
            id={id}
            class="input"
            value={value}
            placeholder={option.empty}
            aria-description={option.about}
            autocomplete="off"
            spellcheck={false}
            onInput={take}
          />
          {option.unit && <span>{shownUnit(option.unit).unit}</span>}
        </span>
      )}
    </div>
  );
}

/* `only`: of a long form, which stands over the drawing, and of a few options one may be elsewhere. */
export function OptionForm({ only }: { only?: "form" | "options" }) {
  const { id, title, tool } = itemOf(toolId.value);
  if (tool?.form && only !== "options")
    return (
      <fieldset class="tool-options">
        <legend class="unseen">{title}</legend>
        <MotorOptions />
      </fieldset>
    );
  if (!tool?.options || tool.form || only === "form") return null;
  const values = valuesOf(id, tool.options);
  return (
    <fieldset class="tool-options">
      <legend class="unseen">{title}</legend>
      <b aria-hidden="true">{title}</b>
      {tool.options
        .filter(({ when }) => when?.(values) ?? true)
        .map((option) => (
          <OptionEntry key={option.key} tool={id} option={option} value={values[option.key] ?? ""} />
        ))}
    </fieldset>
  );
}
