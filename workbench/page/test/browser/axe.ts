/* axe.ts - what axe finds wrong with the page for those who do not see it, or not well. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Fault {
  id: string;
  impact: string;
  help: string;
  nodes: { target: unknown; failureSummary?: string }[];
}

/* Serious and critical faults that axe finds in what is on show, by all rules or by these; once it has settled: a dialog that closes
 * leaves all inert for a moment. */
export async function serious(page: Page, rules?: string[]): Promise<string[]> {
  let found = await look(page, rules);
  for (let i = 0; i < 3 && found.length > 0; i++) found = await look(page, rules);
  return found;
}

async function look(page: Page, rules?: string[]): Promise<string[]> {
  if (await page.evaluate(() => !("axe" in window))) await page.evaluate(AXE);
  const faults = await page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: Fault[] }> } };
    return (await axe.run({ resultTypes: ["violations"], ...(runOnly && { runOnly }) })).violations;
  }, rules);
  return faults
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, help, nodes }) => `${id}: ${help}\n` + nodes.map((node) => `  ${JSON.stringify(node.target)}`).join("\n"),
    );
}
