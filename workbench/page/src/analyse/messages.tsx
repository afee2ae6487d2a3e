/* messages.tsx - what a run or a verification had to say, each with its place in the text to click. */
import type { ComponentChild } from "preact";
import type { Message } from "../engine/engine";
import { Icon } from "../shell/icons";
import { messageText } from "../shell/units_in_text";
import { splitFix } from "./fixes";
import { goTo } from "./place";
import { texts } from "../texts/texts";

const ORDER = { error: 0, warning: 1, note: 2 };

/* `more`: what else there is to do with a message, beside it. */
export function Messages({ list, more }: { list: Message[]; more?: (message: Message) => ComponentChild }) {
  const sorted = [...list].sort((a, b) => ORDER[a.severity] - ORDER[b.severity]);
  return (
    <ul class="run-messages">
      {sorted.map((message, i) => {
        const [what, fix] = splitFix(messageText(message));
        return (
          <li key={i} class={message.severity}>
            <Icon name={message.severity === "note" ? "help" : "warning"} size={16} />
            <div>
              <span class="unseen">{message.severity}: </span>
              {what}
              {message.code && <small> {message.code}</small>}
              {fix && <span class="fix">{fix.charAt(0).toUpperCase() + fix.slice(1)}</span>}
              {message.line > 0 && (
                <button type="button" class="link" onClick={() => goTo(message.line, message.column)}>
                  {texts.results.messages.line} {message.line}
                  {texts.results.messages.column} {message.column}
                </button>
              )}
            </div>
            {more?.(message)}
          </li>
        );
      })}
    </ul>
  );
}
