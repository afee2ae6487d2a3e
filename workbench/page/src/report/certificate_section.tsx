/* certificate_section.tsx - the certificate, where the motion was verified. */
import { summarize } from "../analyse/certificate";
import { Digits, Seal } from "../analyse/certificate_view";
import { Messages } from "../analyse/messages";
import type { VerifyAnswer } from "../engine/engine";
import { texts } from "../texts/texts";

export function CertificateSection({ verified }: { verified: VerifyAnswer }) {
  const summary = verified.certificate && summarize(verified.certificate);
  return (
    <section class="report-part" aria-labelledby="checked-title">
      <h2 id="checked-title">{texts.report.certificateSection.certificate}</h2>
      {summary ? (
        <Seal summary={summary} />
      ) : (
        <p class="result-words stopped">{texts.report.certificateSection.verificationDidNotFinish}</p>
      )}
      {verified.messages.length > 0 && <Messages list={verified.messages} />}
      {summary && summary.lines.length > 0 && (
        <details class="report-details">
          <summary>{texts.report.certificateSection.formulationByFormulation}</summary>
          <Digits lines={summary.lines} />
        </details>
      )}
    </section>
  );
}
