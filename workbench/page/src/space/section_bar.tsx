/* section_bar.tsx - buttons beside those of the sides: perspective, and a section that a slider moves through the mechanism. */
import { perform } from "../shell/commands";
import { texts } from "../texts/texts";
import { isParallel, section } from "./section";

const NAMES = ["x", "y", "z"] as const;

export function SectionBar() {
  const words = texts.space;
  const now = section.value;
  return (
    <div class="plane-group" role="group" aria-label={words.look}>
      <button
        type="button"
        aria-label={words.parallel}
        title={`${words.parallel} (5)`}
        aria-pressed={isParallel.value}
        onClick={() => perform("space-parallel")}
      >
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
          {isParallel.value ? (
            <path d="M4 4h12v12H4zM10 4v12M4 10h12" />
          ) : (
            <path d="M3 3h14l-4 14H7zM10 3v14M4.500 8.500h11" />
          )}
        </svg>
      </button>
      <button
        type="button"
        aria-label={words.section}
        title={words.section}
        aria-pressed={now !== null}
        onClick={() => void (section.value = now ? null : { axis: 0, part: 0.5 })}
      >
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
          <path d="M4 6.500 10 3l6 3.500v7L10 17l-6-3.500zM10 1v18" />
        </svg>
      </button>
      {now && (
        <>
          <select
            class="input section-axis"
            aria-label={words.sectionAxis}
            value={now.axis}
            onChange={({ currentTarget }) =>
              void (section.value = { ...now, axis: Number(currentTarget.value) as 0 | 1 | 2 })
            }
          >
            {NAMES.map((name, i) => (
              <option key={name} value={i}>
                {name}
              </option>
            ))}
          </select>
          <input
            type="range"
            min={0}
            max={1}
            step={0.005}
            value={now.part}
            aria-label={words.sectionPlace}
            onInput={({ currentTarget }) => void (section.value = { ...now, part: Number(currentTarget.value) })}
          />
        </>
      )}
    </div>
  );
}
