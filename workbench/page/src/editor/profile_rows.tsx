/* profile_rows.tsx - the editor of a motion: its plot, and a row for each of its segments. */
import { IconButton } from "../shell/widgets";
import { settledText } from "../state/document";
import { scene } from "../state/model";
import { commitOrReport } from "./commit";
import { Select } from "./entry";
import { faultAt } from "./form";
import { ProfilePlot } from "./profile_plot";
import {
  addSegment,
  motionLaws,
  readMotion,
  removeSegment,
  retypeSegment,
  segmentKeys,
  type Motion,
  type Segment,
} from "./segments";
import { setValue } from "./text_edits";
import type { Path } from "./tree";
import { faults, NumberEntry } from "./values";
import "./profile.css";
import { texts } from "../texts/texts";

const MOST = 60; // segments, more are read in the text

function SegmentRow({ path, index, segment, only }: { path: Path; index: number; segment: Segment; only: boolean }) {
  const at = [...path, "segments", index];
  const { key, way, law } = segment;
  const number = texts.editor.profileRows.segment(index + 1);
  const error = faultAt(faults.value, at);
  const laws = motionLaws();
  return (
    <div class="profile-segment" role="group" aria-label={number}>
      <Select
        label={texts.editor.profileRows.whatItDoes(number)}
        value={key}
        words={segmentKeys()}
        onCommit={(to) => to !== key && commitOrReport((now) => retypeSegment(now, path, index, to))}
      />
      {way === "free" ? (
        <span class="profile-free">{texts.editor.profileRows.inTheText}</span>
      ) : (
        <NumberEntry
          path={[...at, key]}
          label={`${number}, ${key}`}
          doc={key === "dwell" ? texts.editor.profileRows.howLongItStays : texts.editor.profileRows.howFar}
        />
      )}
      {way === "stay" ? (
        <span />
      ) : (
        <NumberEntry
          path={[...at, "over"]}
          label={texts.editor.profileRows.over(number)}
          doc={texts.editor.profileRows.itsLengthAlongX}
        />
      )}
      {way === "by" || way === "to" ? (
        <Select
          label={texts.editor.profileRows.law(number)}
          value={law}
          words={laws.includes(law) ? laws : [law, ...laws]}
          onCommit={(to) => to !== law && commitOrReport((now) => setValue(now, [...at, "law"], to))}
        />
      ) : (
        <span />
      )}
      <span class="profile-actions">
        <IconButton
          icon="plus"
          class="small"
          label={texts.editor.profileRows.addASegmentBehind(number)}
          onClick={() => commitOrReport((now) => addSegment(now, path, index))}
        />
        {!only && (
          <IconButton
            icon="close"
            class="small"
            label={texts.editor.profileRows.remove(number)}
            onClick={() => commitOrReport((now) => removeSegment(now, path, index))}
          />
        )}
      </span>
      {error && <p class="prop-note error">{error}</p>}
    </div>
  );
}

const NONE: Motion = { begin: { x: 0, y: 0 }, segments: [], periodic: false };
const COLUMNS = 6; // of a motion of several coordinates, at most

/* Motions that are not given by segments: a move within limits, a way through poses. */
function OtherMotions({ path }: { path: Path }) {
  const motions = scene.value?.motions?.filter(({ name }) => name === path[1]) ?? [];
  if (motions.length === 0) return null;
  return (
    <fieldset class="prop-group">
      <legend>{texts.editor.profileRows.motion}</legend>
      {motions.slice(0, COLUMNS).map((motion) => (
        <div key={motion.column ?? ""}>
          {motion.column !== undefined && <p class="profile-free">{motion.column}</p>}
          <ProfilePlot path={path} motion={motion} given={NONE} />
        </div>
      ))}
    </fieldset>
  );
}

/* Of a table that is a motion; nothing where it is none. */
export function ProfileRows({ path }: { path: Path }) {
  const given = readMotion(settledText.value, path);
  if (!given) return <OtherMotions path={path} />;
  const motion = scene.value?.motions?.find(({ name }) => name === path[1]);
  return (
    <fieldset class="prop-group">
      <legend>{texts.editor.profileRows.motion}</legend>
      {motion ? (
        <ProfilePlot path={path} motion={motion} given={given} />
      ) : (
        <p class="prop-empty">{texts.editor.profileRows.theMotionIsDrawnAsSoon}</p>
      )}
      {given.segments.slice(0, MOST).map((segment, i) => (
        <SegmentRow key={i} path={path} index={i} segment={segment} only={given.segments.length === 1} />
      ))}
      {given.segments.length > MOST && (
        <p class="prop-empty">
          {given.segments.length - MOST} {texts.editor.profileRows.moreAreInTheText}
        </p>
      )}
    </fieldset>
  );
}
