/* certificate.ts - what `verify` found, first in one sentence that anybody can read, then formulation by formulation. */
import { description } from "../state/description";
import type { Certificate, Description } from "../engine/engine";
import { texts } from "../texts/texts";

export const QUANTITIES = ["position", "speed", "acceleration", "reaction"] as const;
export type Quantity = (typeof QUANTITIES)[number];

export interface Measured {
  difference: number | null;
  digits: number | null; // -log10(difference); null: not compared
  allowed: number | null;
  channel: string;
  time: number;
}

export interface Line {
  name: string;
  meaning: string; // what this formulation computes with
  verdict: string;
  text: string;
  equations: number;
  seconds: number;
  of: Record<Quantity, Measured>;
}

export interface CertificateSummary {
  tone: "ok" | "warning" | "error";
  headline: string;
  details: string[];
  lines: Line[];
}

function formulation(name: string): Description["formulations"][number] | undefined {
  return description.value.formulations.find((one) => one.name === name);
}

const COUNTS = ["no", "one", "two", "three", "four", "five", "six"];

function number(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/* Differences below what doubles can tell count as 16 digits. */
export function digitsOf(difference: number | null): number | null {
  if (difference === null) return null;
  return difference <= 1e-16 ? 16 : Math.max(0, -Math.log10(difference));
}

function measured(value: unknown): Measured {
  const one = (value ?? {}) as Record<string, unknown>;
  const difference = number(one.difference);
  return {
    difference,
    digits: digitsOf(difference),
    allowed: number(one.allowed),
    channel: typeof one.channel === "string" ? one.channel : "",
    time: number(one.time) ?? 0,
  };
}

function lineOf(value: unknown): Line {
  const one = value as Record<string, unknown>;
  const of = Object.fromEntries(QUANTITIES.map((quantity) => [quantity, measured(one[quantity])]));
  return {
    name: String(one.name),
    meaning: formulation(String(one.name))?.doc ?? "",
    verdict: String(one.verdict ?? ""),
    text: String(one.text ?? ""),
    equations: number(one.equations) ?? 0,
    seconds: number(one.cpu) ?? 0,
    of: of as Record<Quantity, Measured>,
  };
}

function listed(names: string[]): string {
  return names.length < 2
    ? names.join("")
    : texts.results.certificate.and(names.slice(0, -1).join(", "), names[names.length - 1]!);
}

/* Compliant joints agree within what their compliance explains, not to many digits: they are told apart. */
function isRigid(line: Line): boolean {
  return !formulation(line.name)?.compliant;
}

function agreedSummary(certificate: Certificate, lines: Line[]): CertificateSummary {
  const agreeing = lines.filter((line) => line.verdict === "agrees");
  const rigid = agreeing.filter(isRigid);
  const difference = (certificate.difference ?? {}) as Record<string, unknown>;
  const compared = [...QUANTITIES, "state"] as const; // what has states is compared in them too
  const all = compared.map((quantity) => digitsOf(number(difference[quantity]))).filter((one) => one !== null);
  const least = Math.floor(Math.min(...all, 16) + 1e-9);
  const count = COUNTS[rigid.length] ?? String(rigid.length);
  const headline =
    rigid.length < 2
      ? texts.results.certificate.thereIsNothingToCompareWith
      : texts.results.certificate.agreedToDigitsByFormulations(least, count, listed(rigid.map((line) => line.name)));
  const details: string[] = [];
  if (rigid.length >= 2) {
    const each = compared.map((quantity) => [quantity, digitsOf(number(difference[quantity]))] as const);
    const plural = {
      position: "positions",
      speed: "velocities",
      acceleration: "accelerations",
      reaction: "reactions",
      state: "states",
    };
    const agreedDigits = each
      .filter(([, digits]) => digits !== null)
      .map(([quantity, digits]) => `${plural[quantity]} ${digits!.toFixed(1)}`);
    details.push(texts.results.certificate.digitsOnWhichAllAgree(listed(agreedDigits)));
  }
  const implicit = agreeing.find((line) => !isRigid(line));
  if (implicit) details.push(texts.results.certificate.aFurtherSolutionWithSpringsIn);
  return { tone: rigid.length < 2 ? "warning" : "ok", headline, details, lines };
}

function reasonFor(line: Line): string {
  return line.text ? `${line.name}: ${line.text}` : `${line.name} ${line.verdict}.`;
}

function disagreedSummary(lines: Line[]): CertificateSummary {
  const against = lines.filter((line) => line.verdict === "disagrees");
  const failed = lines.filter((line) => line.verdict === "did not finish" || line.verdict === "not converged");
  const headline =
    against.length > 0
      ? texts.results.certificate.noAgreementFromTheOthersBy(
          listed(against.map((line) => line.name)),
          against.length > 1 ? "differ" : "differs",
        )
      : failed.length > 0
        ? texts.results.certificate.notConfirmed(listed(failed.map((line) => `${line.name} ${line.verdict}`)))
        : texts.results.certificate.noAgreement;
  const details = [...against, ...failed].map(reasonFor);
  if (failed.some((line) => line.verdict === "not converged"))
    details.push(texts.results.certificate.verifyAShorterMotionASmaller);
  return { tone: "error", headline, details, lines };
}

export function summarize(certificate: Certificate): CertificateSummary {
  const lines = Array.isArray(certificate.formulations) ? certificate.formulations.map(lineOf) : [];
  let summary: CertificateSummary;
  if (!certificate.moves)
    summary = {
      tone: "warning",
      headline: texts.results.certificate.nothingMovesHereSoThereIs,
      details: [],
      lines,
    };
  else summary = certificate.agreed ? agreedSummary(certificate, lines) : disagreedSummary(lines);
  const left = lines.filter((line) => line.verdict === "cannot express" || line.verdict === "not compared");
  for (const line of left) summary.details.push(reasonFor(line));
  summary.details.push(...certificate.notes);
  const end = number(certificate.end);
  const rows = number(certificate.rows);
  const channels = number(certificate.channels);
  if (certificate.moves && end !== null && rows !== null && channels !== null)
    summary.details.push(texts.results.certificate.comparedRowsOfChannelsUpTo(rows, channels, end));
  return summary;
}
