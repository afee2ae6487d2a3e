/* csv.ts - a table as the program writes it to a file: comma-separated values with 17 digits, or JSON with units and facts. */
import type { Fact, Table } from "../engine/engine";

/* As printf("%.17g") writes it. */
export function exact(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  const [mantissa, power] = seventeen(value).split("e") as [string, string];
  const exponent = Number(power);
  if (exponent >= -4 && exponent < 17) return trimmed(plain(mantissa, exponent));
  const sign = exponent < 0 ? "-" : "+";
  return `${trimmed(mantissa)}e${sign}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

/* 17 digits. What lies just between two numbers of so many goes to the even one, as in C; toExponential takes the larger. */
function seventeen(value: number): string {
  const [more, power] = value.toExponential(17).split("e") as [string, string];
  const between = /[02468]5$/.test(more) && /^-?\d\.\d{17}0*e/.test(value.toExponential(100));
  return between ? `${more.slice(0, -1)}e${power}` : value.toExponential(16);
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

export function field(name: string): string {
  return name.startsWith("#") || /[,"\r\n]/.test(name) ? `"${name.replace(/"/g, '""')}"` : name;
}

const BETWEEN = " by "; // an answer and a parameter

/* Names of rows as columns of text, called as in the files of the program (result/text_columns.c). */
function textsOf({ channels, rowNames }: Table): { name: string; texts: string[] }[] {
  const begins = (...names: string[]) => names.every((name, i) => channels[i]?.name === name);
  if (!rowNames) return [];
  if (!begins("answer", "parameter", "derivative"))
    return [
      {
        name: begins("value", "standard error") ? "parameter" : begins("t", "count") ? "event" : "row",
        texts: rowNames,
      },
    ];
  const at = rowNames.map((name) => name.lastIndexOf(BETWEEN));
  return [
    { name: "of", texts: rowNames.map((name, row) => name.slice(0, at[row]!)) },
    { name: "by", texts: rowNames.map((name, row) => name.slice(at[row]! + BETWEEN.length)) },
  ];
}

/* Rows and columns alone (RFC 4180): what is to be said of them besides stands on the page. */
export function csvOf(table: Table): string {
  const texts = textsOf(table);
  const lines = [[...texts, ...table.channels].map(({ name }) => field(name)).join(",")];
  for (let row = 0; row < table.rows; row++)
    lines.push(
      [...texts.map(({ texts }) => field(texts[row]!)), ...table.columns.map((column) => exact(column[row]!))].join(
        ",",
      ),
    );
  return lines.join("\n") + "\n";
}

/* Rows and columns as they are on show, for other programs' sheets. */
export function tabbed(names: string[], columns: ArrayLike<number>[], rows: ArrayLike<number>): string {
  const lines = [names.join("\t")];
  for (let i = 0; i < rows.length; i++) lines.push(columns.map((column) => exact(column[rows[i]!]!)).join("\t"));
  return lines.join("\n") + "\n";
}

/* Facts of one name, such as the times of an event, are a list: keys of an object are unique. */
function factsByName(facts: Fact[]): Record<string, unknown> {
  const all = new Map<string, unknown[]>();
  for (const [name, text, value] of facts) all.set(name, [...(all.get(name) ?? []), value ?? text]);
  return Object.fromEntries([...all].map(([name, values]) => [name, values.length > 1 ? values : values[0]]));
}

/* The same shape as `trammel run -o results.json`. */
export function jsonOf(tables: Table[], title: string, version: string): string {
  const number = (value: number): string => {
    if (!Number.isFinite(value)) return "null";
    return Object.is(value, -0) ? "-0" : String(value);
  };
  const analyses = tables.map((table) => {
    const rows: string[] = [];
    for (let row = 0; row < table.rows; row++)
      rows.push(`      [${table.columns.map((column) => number(column[row]!)).join(",")}]`);
    const head = {
      kind: table.kind,
      title,
      facts: factsByName(table.facts),
      columns: table.channels,
      ...(table.rowNames ? { row_names: table.rowNames } : {}),
    };
    return `    ${JSON.stringify(head).slice(0, -1)}, "rows": [\n${rows.join(",\n")}]}`;
  });
  return `{"trammel": ${JSON.stringify(version)}, "analyses": [\n${analyses.join(",\n")}]}\n`;
}
