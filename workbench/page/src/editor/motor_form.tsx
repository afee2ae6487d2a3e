/* motor_form.tsx - the form of a motor's motion: which way it goes, its numbers, its direction, and a small plot.
 *
 * It knows nothing of where the motion is kept: the properties give it that of a driver, the tool that of the next motor.
 */
import { Icon, type IconName } from "../shell/icons";
import { unitText } from "../shell/unit_text";
import { texts } from "../texts/texts";
import { Entry, Select } from "./entry";
import type { Curve } from "./motor_curve";
import { directionOf, type Motion, reversed, type Way, WAYS } from "./motor_motion";
import { MotorPlot } from "./motor_plot";
import { presetJerk } from "./motor_presets";
import { motorUnit, type Quantity, shownIn, typedIn } from "./motor_units";
import { motorPicture } from "./picture/motions";
import { Frame } from "./values";
import "./motor.css";

type Key = "speed" | "from" | "to" | "acceleration" | "jerk" | "start" | "over" | "dwell" | "period" | "load";

const QUANTITY: Record<Key, Quantity> = {
  speed: "speed",
  from: "value",
  to: "value",
  acceleration: "acceleration",
  jerk: "jerk",
  start: "time",
  over: "time",
  dwell: "time",
  period: "time",
  load: "load",
};

const OPTIONAL: readonly Key[] = ["from", "start", "over", "dwell"];

/* The numbers of each way, in their order. */
const NUMBERS: Record<Motion["way"], readonly Key[]> = {
  speed: ["speed", "from"],
  move: ["from", "to", "speed", "acceleration", "jerk", "start", "over"],
  cycle: ["from", "to", "speed", "acceleration", "jerk", "dwell"],
  swing: ["from", "to", "period"],
  table: [],
  load: ["load"],
  other: [],
};

export interface Senses {
  1: string;
  [-1]: string;
}

interface FormProps {
  motion: Motion;
  turning: boolean;
  loads: boolean; // a torque can take the place of the motion
  senses: Senses;
  tables: readonly string[];
  curve: Curve | null;
  note?: string; // what else there is to say
  here?: string; // what an empty start means
  error?: string;
  onWay: (way: Way) => void;
  onChange: (motion: Motion) => string | undefined;
  onTable?: (name: string) => void;
}

function labelOf(key: Key, { way }: Motion, turning: boolean): string {
  const { fields } = texts.motor;
  if (key === "load" && !turning) return fields.force;
  return key === "from" && way === "speed" ? fields.begin : fields[key];
}

function NumberField({ of, name }: { of: FormProps; name: Key }) {
  const { motion, turning, onChange } = of;
  const unit = motorUnit(QUANTITY[name], turning);
  const label = labelOf(name, motion, turning);
  const about = texts.motor.about[name === "load" ? "load" : name];
  return (
    <Frame label={label} doc={about} unit={unit} picture={motorPicture(name, motion.way)}>
      <Entry
        label={label}
        value={shownIn(motion[name], unit)}
        doc={`${about} (${unitText(unit)})`}
        steps
        placeholder={name === "from" ? of.here : undefined}
        onCommit={(next) => {
          if (next === "" && !OPTIONAL.includes(name)) return texts.motor.required;
          return onChange({ ...motion, [name]: next === "" ? "" : typedIn(next, unit) });
        }}
      />
    </Frame>
  );
}

const ARROWS: Record<"turning" | "sliding", Record<-1 | 1, IconName>> = {
  turning: { 1: "turnLeft", [-1]: "turnRight" },
  sliding: { 1: "arrowRight", [-1]: "arrowLeft" },
};

function Direction({ of }: { of: FormProps }) {
  const { motion, turning, senses, onChange } = of;
  const way = directionOf(motion);
  if (way === 0 || motion.way === "table" || motion.way === "other") return null;
  const label = texts.motor.direction(senses[way]);
  return (
    <button
      type="button"
      class="motor-direction"
      title={label}
      aria-label={label}
      onClick={() => onChange(reversed(motion))}
    >
      <Icon name={ARROWS[turning ? "turning" : "sliding"][way]} />
      <span aria-hidden="true">{senses[way]}</span>
    </button>
  );
}

function Profile({ of: { motion, turning, onChange } }: { of: FormProps }) {
  const { profiles, fields, about } = texts.motor;
  const words = [profiles.trapezoid, profiles.smooth];
  return (
    <Frame label={fields.profile} doc={about.profile} picture={motorPicture("profile", motion.way)}>
      <Select
        label={fields.profile}
        doc={about.profile}
        value={words[motion.jerk === "" ? 0 : 1]!}
        words={words}
        onCommit={(word) =>
          onChange({ ...motion, jerk: word === profiles.smooth ? motion.jerk || presetJerk(motion, turning) : "" })
        }
      />
    </Frame>
  );
}

function Phase({ of: { motion, onChange } }: { of: FormProps }) {
  const { phases, fields, about } = texts.motor;
  return (
    <Frame label={fields.phase} doc={about.phase} picture={motorPicture("phase", motion.way)}>
      <Select
        label={fields.phase}
        doc={about.phase}
        value={motion.centred ? phases.middle : phases.end}
        words={[phases.end, phases.middle]}
        onCommit={(word) => onChange({ ...motion, centred: word === phases.middle })}
      />
    </Frame>
  );
}

function TableChoice({ of }: { of: FormProps }) {
  const { motion, tables, onChange, onTable } = of;
  const { newTable, fields, about, editTable } = texts.motor;
  const words = [...tables, newTable];
  return (
    <>
      <Frame label={fields.table} doc={about.table} picture={motorPicture("table", motion.way)}>
        <Select
          label={fields.table}
          doc={about.table}
          value={motion.table || newTable}
          words={words}
          onCommit={(word) => onChange({ ...motion, table: word === newTable ? "" : word })}
        />
      </Frame>
      {onTable && motion.table !== "" && (
        <button type="button" class="button quiet" onClick={() => onTable(motion.table.split(".")[0]!)}>
          {editTable(motion.table)}
        </button>
      )}
    </>
  );
}

function WayChoice({ of }: { of: FormProps }) {
  const { motion, turning, loads, onWay } = of;
  const { ways, way } = texts.motor;
  const word = (one: Motion["way"]): string => (one === "load" && !turning ? ways.force : ways[one]);
  const offered = WAYS.filter((one) => one !== "load" || loads || motion.way === "load");
  return (
    <Frame label={way}>
      <Select
        label={way}
        value={word(motion.way)}
        words={offered.map(word)}
        onCommit={(chosen) => {
          const found = offered.find((one) => word(one) === chosen);
          if (found && found !== motion.way) onWay(found);
        }}
      />
    </Frame>
  );
}

export function MotorForm(props: FormProps) {
  const { motion, turning, curve, note, error } = props;
  const isMove = motion.way === "move" || motion.way === "cycle";
  const keys = NUMBERS[motion.way].filter((key) => key !== "jerk" || motion.jerk !== "");
  return (
    <div class="motor-form">
      <WayChoice of={props} />
      <Direction of={props} />
      {motion.way === "table" && <TableChoice of={props} />}
      {keys.map((key) => (
        <>
          {key === "acceleration" && isMove && <Profile key="profile" of={props} />}
          <NumberField key={`${motion.way} ${key}`} of={props} name={key} />
        </>
      ))}
      {motion.way === "swing" && <Phase of={props} />}
      {error ? <p class="prop-note error">{error}</p> : curve && <MotorPlot curve={curve} turning={turning} />}
      {note && !error && <p class="motor-note">{note}</p>}
    </div>
  );
}

/* A time in SI. */
export function seconds(time: number): string {
  return `${Number(time.toPrecision(4))} s`;
}
