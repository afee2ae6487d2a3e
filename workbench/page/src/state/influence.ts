/* influence.ts - what parameters do to an answer, as marks on the mechanism: a study finds them, the drawing shows them. */
import { perDocument } from "./loads";

export interface InfluenceMark {
  place: string; // where the parameter stands in the model: "crank.A", a point; "crank", a body
  text: string; // "L +3.1 %"
  part: number; // of the greatest influence, 0 to 1
  rises: boolean; // the answer grows with the parameter
}

export const influenceMarks = perDocument<InfluenceMark[]>([]);
