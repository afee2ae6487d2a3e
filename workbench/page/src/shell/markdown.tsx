/* markdown.tsx - a page of Markdown as elements: read by marked into tokens, and each token made into what it may be, never into HTML of
 * its own. Whatever is not known here is shown as text.
 */
import { marked, type MarkedToken, type Token, type Tokens } from "marked";
import type { ComponentChildren } from "preact";
import { anchorOf } from "./guide_text";
import { texts } from "../texts/texts";

export interface Means {
  link: (to: string, children: ComponentChildren) => ComponentChildren;
  picture: (source: string) => string | undefined; // its address
  afterCode?: (code: string, language: string) => ComponentChildren;
}

const ENTITIES: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"', "&#39;": "'" };

function unescaped(text: string): string {
  return text.replace(/&(?:lt|gt|amp|quot|#39);/g, (entity) => ENTITIES[entity]!);
}

/* The one piece of HTML that the guide has: a picture with a height. */
function pictureOfHtml(html: string, means: Means): ComponentChildren {
  const source = /^\s*<img\b[^>]*\bsrc="([^"]*)"/.exec(html)?.[1];
  const address = source && means.picture(source);
  if (!address) return null;
  const height = Number(/\bheight="(\d+)"/.exec(html)?.[1]) || undefined;
  return <img src={address} alt={/\balt="([^"]*)"/.exec(html)?.[1] ?? ""} height={height} loading="lazy" />;
}

function plain(tokens: readonly Token[] | undefined): string {
  return (tokens ?? []).map((one) => ("tokens" in one && one.tokens ? plain(one.tokens) : "text" in one ? String(one.text) : "")).join(""); // prettier-ignore
}

function Heading({ token, means }: { token: Tokens.Heading; means: Means }) {
  const Tag = `h${Math.min(token.depth + 1, 6)}` as "h2"; // the sheet has the first
  return <Tag id={`guide-${anchorOf(unescaped(plain(token.tokens)))}`}>{all(token.tokens, means)}</Tag>;
}

function Table({ token, means }: { token: Tokens.Table; means: Means }) {
  return (
    <div
      class="guide-table"
      tabIndex={0}
      role="region"
      aria-label={plain(token.header[0]?.tokens) || texts.shell.markdown.table}
    >
      <table>
        <thead>
          <tr>
            {token.header.map((cell, i) => (
              <th key={i} scope="col">
                {all(cell.tokens, means)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row, i) => (
            <tr key={i}>
              {row.map((cell, j) => (
                <td key={j}>{all(cell.tokens, means)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function List({ token, means }: { token: Tokens.List; means: Means }) {
  const items = token.items.map((item, i) => <li key={i}>{all(item.tokens, means)}</li>);
  return token.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
}

function one(token: Token, means: Means): ComponentChildren {
  const known = token as MarkedToken;
  switch (known.type) {
    case "heading":
      return <Heading token={known} means={means} />;
    case "paragraph":
      return <p>{all(known.tokens, means)}</p>;
    case "text":
      return "tokens" in known && known.tokens ? all(known.tokens, means) : unescaped(known.text);
    case "escape":
      return unescaped(known.text);
    case "strong":
      return <strong>{all(known.tokens, means)}</strong>;
    case "em":
      return <em>{all(known.tokens, means)}</em>;
    case "codespan":
      return <code>{unescaped(known.text)}</code>;
    case "br":
      return <br />;
    case "hr":
      return <hr />;
    case "link":
      return means.link(known.href, all(known.tokens, means));
    case "image": {
      const address = means.picture(known.href);
      return address ? <img src={address} alt={known.text} loading="lazy" /> : known.text;
    }
    case "code":
      return (
        <>
          <pre tabIndex={0}>
            <code>{known.text}</code>
          </pre>
          {means.afterCode?.(known.text, known.lang ?? "")}
        </>
      );
    case "list":
      return <List token={known} means={means} />;
    case "table":
      return <Table token={known} means={means} />;
    case "blockquote":
      return <blockquote>{all(known.tokens, means)}</blockquote>;
    case "html":
      return pictureOfHtml(known.raw, means);
    case "space":
    case "def":
      return null;
    default:
      return known.raw;
  }
}

function all(tokens: readonly Token[] | undefined, means: Means): ComponentChildren[] {
  return (tokens ?? []).map((token) => one(token, means));
}

export function Markdown({ text, means }: { text: string; means: Means }) {
  return <>{all(marked.lexer(text), means)}</>;
}
