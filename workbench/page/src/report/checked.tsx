/* checked.tsx - the certificate, where the motion was verified. */
import { wordsOf } from "../analyse/certificate";
import { Digits, Seal } from "../analyse/certificate_view";
import { Messages } from "../analyse/messages";
import type { VerifyAnswer } from "../engine/engine";

export function Checked({ verified }: { verified: VerifyAnswer }) {
  const words = verified.certificate && wordsOf(verified.certificate);
  return (
    <section class="report-part" aria-labelledby="checked-title">
      <h2 id="checked-title">Certificate</h2>
      {words ? <Seal words={words} /> : <p class="result-words stopped">Verification did not finish.</p>}
      {verified.messages.length > 0 && <Messages list={verified.messages} />}
      {words && words.lines.length > 0 && (
        <details class="report-details">
          <summary>Formulation by formulation</summary>
          <Digits lines={words.lines} />
        </details>
      )}
    </section>
  );
}
