/* certificate_view.tsx - a certificate on the page: the sentence under its seal, and the digits of each formulation. */
import { Icon } from "../shell/icons";
import { few } from "../shell/number_text";
import { type Line, QUANTITIES, type Quantity, type CertificateSummary } from "./certificate";
import { texts } from "../texts/texts";

export function Seal({ summary, old = false }: { summary: CertificateSummary; old?: boolean }) {
  return (
    <div class={`seal ${summary.tone} ${old ? "old" : ""}`}>
      <Icon name={summary.tone === "ok" ? "check" : "warning"} size={24} />
      <div>
        <p class="seal-words">{summary.headline}</p>
        {summary.details.map((detail) => (
          <p key={detail}>{detail}</p>
        ))}
      </div>
    </div>
  );
}

const TITLES: Record<Quantity, string> = {
  position: texts.results.certificateView.position,
  speed: texts.results.certificateView.velocity,
  acceleration: texts.results.certificateView.acceleration,
  reaction: texts.results.certificateView.reaction,
};

function Cell({ line, quantity }: { line: Line; quantity: Quantity }) {
  const { digits, difference, channel, time } = line.of[quantity];
  if (digits === null || difference === null) return <td>–</td>;
  return (
    <td title={texts.results.certificateView.largestDifferenceAtTS(few(difference, 2), channel, few(time, 4))}>
      <span class="digits">{digits.toFixed(1)}</span>
      <span class="digits-bar" aria-hidden="true" style={`--part: ${Math.min(1, digits / 16)}`} />
    </td>
  );
}

export function Digits({ lines }: { lines: Line[] }) {
  return (
    <div class="certificate-box">
      <table class="certificate">
        <caption>{texts.results.certificateView.digitsInWhichEachFormulationAgrees}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.results.certificateView.formulation}</th>
            {QUANTITIES.map((quantity) => (
              <th key={quantity} scope="col">
                {TITLES[quantity]}
              </th>
            ))}
            <th scope="col">{texts.results.certificateView.verdict}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.name}>
              <th scope="row">
                {line.name} <small>{line.meaning}</small>
              </th>
              {QUANTITIES.map((quantity) => (
                <Cell key={quantity} line={line} quantity={quantity} />
              ))}
              <td class={line.verdict === "agrees" ? "ok" : line.verdict === "disagrees" ? "bad" : ""}>
                {line.verdict}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
