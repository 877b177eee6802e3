// The editor's look, all from the page's custom properties, so a change of theme needs nothing here.
import { EditorView } from "@codemirror/view";

const underline = (style, colour) => ({
  textDecorationLine: "underline",
  textDecorationStyle: style,
  textDecorationColor: colour,
  textDecorationThickness: "2px",
  textUnderlineOffset: "4px",
});

export const theme = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "var(--code)", border: "1px solid var(--line)", borderRadius: "var(--r, 8px)", font: "var(--mono)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-1px" },
  ".cm-scroller": { font: "var(--mono)", lineHeight: "1.6", maxHeight: "11.5em", overflow: "auto" },
  ".cm-content": { padding: "9px 0", caretColor: "var(--ink)" },
  ".cm-line": { padding: "0 12px" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "1.5px" },
  "& .cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": { backgroundColor: "var(--sel)" },
  ".cm-placeholder": { color: "var(--dim)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--sel)", outline: "1px solid var(--accent)" },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "transparent", outline: "1px solid var(--full)" },

  ".tok-key": { color: "var(--row)", fontWeight: "600" },
  ".tok-prop": { color: "var(--ink)" },
  ".tok-op": { color: "var(--dim)" },
  ".tok-str": { color: "var(--point)" },
  ".tok-num, .tok-lit, .tok-bool": { color: "var(--part)" },
  ".tok-paren": { color: "var(--dim)" },
  ".tok-comment": { color: "var(--dim)", fontStyle: "italic" },
  ".tok-err": { color: "var(--full)" },
  ".key-range": underline("solid", "var(--row)"),
  ".checked": underline("dotted", "var(--dim)"),

  ".cm-lintRange": { backgroundImage: "none", paddingBottom: "0" },
  ".cm-lintRange-error": underline("wavy", "var(--full)"),
  ".cm-lintRange-warning": underline("wavy", "var(--part)"),
  ".cm-lintRange-info, .cm-lintRange-hint": underline("wavy", "var(--row)"),
  ".cm-lintRange-active": { backgroundColor: "var(--sel)" },
  ".cm-lintPoint:after": { borderBottomColor: "var(--full)" },
  ".cm-lintPoint-warning:after": { borderBottomColor: "var(--part)" },

  ".cm-tooltip": { color: "var(--ink)", backgroundColor: "var(--panel)", border: "1px solid var(--line)", borderRadius: "var(--r, 8px)", boxShadow: "0 6px 24px rgb(0 0 0 / .18)", overflow: "hidden" },
  ".cm-tooltip-autocomplete.cm-tooltip-above": { transform: "translateY(var(--lift))" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { font: "var(--mono)", maxHeight: "16em", minWidth: "18em", maxWidth: "min(44em, 95vw)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { display: "flex", gap: "16px", padding: "3px 10px", lineHeight: "1.5" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--sel)", color: "var(--ink)" },
  ".cm-completionDetail": { marginLeft: "auto", fontStyle: "normal", color: "var(--dim)" },
  ".completion-property .cm-completionLabel": { color: "var(--ink)" },
  ".completion-key .cm-completionLabel": { color: "var(--row)", fontWeight: "600" },
  ".completion-operator .cm-completionLabel": { color: "var(--dim)" },
  ".completion-literal .cm-completionLabel, .completion-value .cm-completionLabel": { color: "var(--part)" },

  ".cm-diagnostic": { font: "var(--font)", padding: "8px 12px", marginLeft: "0", maxWidth: "36em", whiteSpace: "pre-wrap" },
  ".cm-diagnostic-error": { borderLeft: "4px solid var(--full)" },
  ".cm-diagnostic-warning": { borderLeft: "4px solid var(--part)" },
  ".cm-diagnostic-info, .cm-diagnostic-hint": { borderLeft: "4px solid var(--row)" },
  ".cm-diagnosticAction": { font: "inherit", color: "var(--accent)", backgroundColor: "transparent", border: "1px solid var(--line)", borderRadius: "6px", padding: "2px 10px", margin: "6px 8px 0 0", display: "inline-block", cursor: "pointer" },
  ".cm-diagnosticAction:hover": { backgroundColor: "var(--sel)" },
  ".cm-panels": { color: "var(--ink)", backgroundColor: "var(--panel)" },
  ".cm-panels.cm-panels-bottom": { borderTop: "1px solid var(--line)" },
  ".cm-panel.cm-panel-lint ul [aria-selected]": { backgroundColor: "var(--sel)" },
  ".cm-panel.cm-panel-lint button[name=close]": { color: "var(--dim)" },
});
