/* csv.ts - a table as the program writes it to a file: comma-separated values with 17 digits, or JSON with units and facts. */
import type { Table } from "../engine/engine";

/* As printf("%.17g") writes it. */
export function exact(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  const [mantissa, power] = value.toExponential(16).split("e") as [string, string];
  const exponent = Number(power);
  if (exponent >= -4 && exponent < 17) return trimmed(plain(mantissa, exponent));
  const sign = exponent < 0 ? "-" : "+";
  return `${trimmed(mantissa)}e${sign}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

function trimmed(digits: string): string {
  return digits.includes(".") ? digits.replace(/\.?0*$/, "") : digits;
}

/* The 17 digits of the mantissa with the point moved by `exponent`. */
function plain(mantissa: string, exponent: number): string {
  const minus = mantissa.startsWith("-") ? "-" : "";
  const digits = mantissa.replace("-", "").replace(".", "");
  if (exponent < 0) return `${minus}0.${"0".repeat(-exponent - 1)}${digits}`;
  return `${minus}${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`;
}

function field(name: string): string {
  return name.startsWith("#") || /[,"\r\n]/.test(name) ? `"${name.replace(/"/g, '""')}"` : name;
}

export function csvOf(table: Table): string {
  const lines = [table.channels.map((channel) => field(channel.name)).join(",")];
  for (let row = 0; row < table.rows; row++) lines.push(table.columns.map((column) => exact(column[row]!)).join(","));
  return lines.join("\n") + "\n";
}

/* Rows and columns as they are on show, for other programs' sheets. */
export function tabbed(names: string[], columns: ArrayLike<number>[], rows: ArrayLike<number>): string {
  const lines = [names.join("\t")];
  for (let i = 0; i < rows.length; i++) lines.push(columns.map((column) => exact(column[rows[i]!]!)).join("\t"));
  return lines.join("\n") + "\n";
}

/* The same shape as `trammel run -o results.json`. */
export function jsonOf(tables: Table[], title: string, version: string): string {
  const number = (value: number): number | null => (Number.isFinite(value) ? value : null);
  const analyses = tables.map((table) => {
    const rows: string[] = [];
    for (let row = 0; row < table.rows; row++)
      rows.push("      " + JSON.stringify(table.columns.map((column) => number(column[row]!))));
    const head = {
      kind: table.kind,
      title,
      facts: Object.fromEntries(table.facts.map(([name, text, value]) => [name, value ?? text])),
      columns: table.channels,
      ...(table.rowNames ? { row_names: table.rowNames } : {}),
    };
    return `    ${JSON.stringify(head).slice(0, -1)}, "rows": [\n${rows.join(",\n")}]}`;
  });
  return `{"trammel": ${JSON.stringify(version)}, "analyses": [\n${analyses.join(",\n")}]}\n`;
}
