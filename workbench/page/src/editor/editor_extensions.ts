/* editor_extensions.ts - what makes the bare text a YAML editor: colours, brackets, folding, search, completion, hover, keys. */
import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  type Completion,
  type CompletionContext,
  completionKeymap,
  type CompletionResult,
  snippetCompletion,
} from "@codemirror/autocomplete";
import { defaultKeymap, historyKeymap, indentMore, redo } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
  syntaxTree,
} from "@codemirror/language";
import { lintGutter, nextDiagnostic, previousDiagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension, type Range } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  hoverTooltip,
  keymap,
  lineNumbers,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { scene } from "../state/model";
import { cursorInfoAt } from "./cursor_info";
import { foldedData } from "./folded_data";
import { complete, type Option, type OptionKind } from "./complete";
import { selectionExtension } from "./sync_selection";
import { knowledge, schema } from "./knowledge";
import { texts } from "../texts/texts";

/* ---- colours ---- */

const colours = HighlightStyle.define([
  { tag: tags.definition(tags.propertyName), color: "var(--accent)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--ok)" },
  { tag: tags.lineComment, color: "var(--muted)", fontStyle: "italic" },
  { tag: [tags.labelName, tags.typeName, tags.keyword], color: "var(--acceleration)" },
  { tag: [tags.separator, tags.punctuation, tags.squareBracket, tags.brace], color: "var(--muted)" },
]);

/* Numbers with their units: to YAML they are text like any other. */
const numberMark = Decoration.mark({ class: "cm-number" });
const numbers = new MatchDecorator({
  regexp: /(?<![\w.])(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])/g,
  decorate: (add, from, to, _match, view) => {
    const name = syntaxTree(view.state).resolveInner(from, 1).name;
    if (name !== "Comment") add(from, to, numberMark);
  },
});
const numberColours = ViewPlugin.fromClass(
  class {
    decorations;
    constructor(view: EditorView) {
      this.decorations = numbers.createDeco(view);
    }
    update(update: ViewUpdate) {
      this.decorations = numbers.updateDeco(update, this.decorations);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

/* A long line that is broken goes on a little deeper than it began. */
const HANG = 2;
const hanging = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = hangs(view);
    }
    update(update: ViewUpdate) {
      if (update.docChanged || update.viewportChanged) this.decorations = hangs(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function hangs(view: EditorView): DecorationSet {
  const found: Range<Decoration>[] = [];
  for (const { from, to } of view.visibleRanges)
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at);
      const depth = Math.min(/^ */.exec(line.text)![0].length + HANG, 16);
      const style = `text-indent: -${depth}ch; padding-left: calc(6px + ${depth}ch)`;
      found.push(Decoration.line({ attributes: { style } }).range(line.from));
      at = line.to + 1;
    }
  return Decoration.set(found, true);
}

/* ---- completion ---- */

const TYPES: Record<OptionKind, string> = {
  key: "property",
  choice: "enum",
  name: "variable",
  function: "function",
  unit: "constant",
  snippet: "text",
  channel: "interface",
};

function completionOf(option: Option): Completion {
  const shown: Completion = {
    label: option.label,
    type: TYPES[option.kind],
    detail: option.detail || undefined,
    info: option.info || undefined,
    boost: option.rank ?? 0,
  };
  return option.snippet === undefined ? shown : snippetCompletion(option.snippet, shown);
}

function completions(context: CompletionContext): CompletionResult | null {
  const text = context.state.doc.toString();
  const found = complete(text, context.pos, knowledge.value);
  if (!found) return null;
  const before = text.slice(Math.max(context.pos - 2, 0), context.pos);
  const invited = found.from < context.pos || /[{[]$|[:,] $/.test(before);
  if (!context.explicit && !invited) return null;
  return { from: found.from, options: found.options.map(completionOf), validFor: /^[\w.]*$/ };
}

/* ---- hover ---- */

const hover = hoverTooltip((view, position) => {
  const about = cursorInfoAt(view.state.doc.toString(), position, schema.value, scene.value);
  if (!about || !about.text) return null;
  return {
    pos: about.from,
    end: about.to,
    above: true,
    create: () => {
      const dom = document.createElement("div");
      dom.className = "cm-about";
      const title = dom.appendChild(document.createElement("strong"));
      title.textContent = about.title;
      dom.appendChild(document.createElement("span")).textContent = about.text;
      return { dom };
    },
  };
});

/* ---- keys ---- */

/* Tab indents where a line begins; elsewhere it leaves the editor, as it leaves any field. */
function indentAtLineStart(view: EditorView): boolean {
  const { main } = view.state.selection;
  const line = view.state.doc.lineAt(main.from);
  const leading = line.text.slice(0, main.from - line.from);
  return leading.trim() === "" && indentMore(view);
}

const keys = keymap.of([
  { key: "Tab", run: acceptCompletion },
  { key: "Tab", run: indentAtLineStart },
  { key: "Mod-Shift-z", run: redo, preventDefault: true },
  { key: "F8", run: nextDiagnostic },
  { key: "Shift-F8", run: previousDiagnostic },
  ...closeBracketsKeymap,
  ...defaultKeymap.filter(({ key }) => key !== "Mod-Enter"), // that runs the model
  ...searchKeymap,
  ...historyKeymap,
  ...foldKeymap,
  ...completionKeymap,
]);

function foldMarker(open: boolean): HTMLElement {
  const marker = document.createElement("span");
  marker.textContent = open ? "▾" : "▸";
  marker.title = open ? texts.editor.editorExtensions.fold : texts.editor.editorExtensions.unfold;
  return marker;
}

export function editorExtensions(wrapped: boolean): Extension {
  return [
    lineNumbers(),
    foldGutter({ markerDOM: foldMarker }),
    codeFolding(),
    lintGutter(),
    highlightSpecialChars(),
    drawSelection(),
    dropCursor(),
    EditorState.allowMultipleSelections.of(true),
    EditorState.tabSize.of(2),
    indentUnit.of("  "),
    indentOnInput(),
    yaml(),
    syntaxHighlighting(colours),
    numberColours,
    foldedData,
    bracketMatching(),
    closeBrackets(),
    autocompletion({ override: [completions], icons: true, maxRenderedOptions: 60 }),
    search({ top: true }),
    highlightSelectionMatches(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    hover,
    selectionExtension,
    keys,
    wrapped ? [EditorView.lineWrapping, hanging] : [],
    EditorView.contentAttributes.of({
      "aria-label": texts.editor.editorExtensions.modelText,
      tabindex: "0",
      spellcheck: "false",
      autocapitalize: "off",
    }),
  ];
}
