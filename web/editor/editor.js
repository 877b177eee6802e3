// The filter editor: CodeMirror as a text box and nothing more. It knows no grammar. Tokens, diagnostics and completions come
// from Go through the calls below; offsets are UTF-16 code units, as in JavaScript strings.
import { Compartment, EditorState, Prec, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, drawSelection, keymap, placeholder } from "@codemirror/view";
import { history, historyKeymap, redo, standardKeymap, toggleLineComment, undo } from "@codemirror/commands";
import { acceptCompletion, autocompletion, closeCompletion, completionKeymap, startCompletion } from "@codemirror/autocomplete";
import { forEachDiagnostic, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { theme } from "./theme.js";

const marksEffect = StateEffect.define();

// Decorations follow edits by mapping until Go sends the next set, so colours never lag behind by a keystroke's width.
const marksField = StateField.define({
  create: () => Decoration.none,
  update(marks, tr) {
    marks = marks.map(tr.changes);
    for (const e of tr.effects) if (e.is(marksEffect)) marks = e.value;
    return marks;
  },
  provide: (f) => EditorView.decorations.from(f),
});

const decorations = new Map();

function decoration(name) {
  let d = decorations.get(name);
  if (!d) decorations.set(name, (d = Decoration.mark({ class: name })));
  return d;
}

// marks is flat (from, to, class, …) because one array of numbers and strings crosses the border cheaper than objects do.
function buildMarks(flat, length) {
  const list = [];
  for (let i = 0; i + 2 < flat.length; i += 3) {
    const from = Math.max(0, flat[i]);
    const to = Math.min(length, flat[i + 1]);
    if (from < to) list.push({ from, to, name: flat[i + 2] });
  }
  list.sort((a, b) => a.from - b.from || b.to - a.to);
  const b = new RangeSetBuilder();
  for (const m of list) b.add(m.from, m.to, decoration(m.name));
  return b.finish();
}

// CodeMirror's own comparison, RangeSet.eq, passes over marks.
function sameMarks(a, b) {
  const [x, y] = [a.iter(), b.iter()];
  for (; x.value && x.value === y.value && x.from === y.from && x.to === y.to; x.next()) y.next();
  return !x.value && !y.value;
}

// Brackets are those that Go marked as such: one in quotes or in a comment is text and has no partner.
const bracketMarks = { match: Decoration.mark({ class: "cm-matchingBracket" }), odd: Decoration.mark({ class: "cm-nonmatchingBracket" }) };

function bracketAt(state) {
  const at = state.selection.main;
  const brackets = [];
  if (at.empty)
    state.field(marksField).between(0, state.doc.length, (from, to, mark) => {
      if (to - from === 1 && mark.spec.class === "tok-paren") brackets.push({ from, to, open: state.sliceDoc(from, to) === "(" });
    });
  const here = [brackets.findIndex((b) => b.to === at.head), brackets.findIndex((b) => b.from === at.head)].find((i) => i >= 0);
  if (here === undefined) return Decoration.none;
  const step = brackets[here].open ? 1 : -1;
  let depth = 0;
  let i = here;
  for (; i >= 0 && i < brackets.length; i += step) {
    depth += brackets[i].open ? step : -step;
    if (depth === 0) break;
  }
  const both = brackets[i] ? [brackets[here], brackets[i]] : [brackets[here]];
  return Decoration.set(both.map((b) => bracketMarks[brackets[i] ? "match" : "odd"].range(b.from, b.to)), true);
}

const bracketField = StateField.define({
  create: () => Decoration.none,
  update: (now, tr) => (tr.docChanged || tr.selection || tr.effects.some((e) => e.is(marksEffect)) ? bracketAt(tr.state) : now),
  provide: (f) => EditorView.decorations.from(f),
});

function buildDiagnostics(list, length) {
  return list.map((d) => {
    const from = Math.min(Math.max(0, d.from), length);
    const to = Math.min(Math.max(from, d.to), length);
    return {
      from,
      to,
      severity: d.severity,
      message: d.message,
      actions: d.actions.map((a) => ({
        name: a.title,
        // The fix is written for the text the diagnostic was made from; its place moves with the diagnostic's, and one for the
        // whole text stays one for the whole text.
        apply: (view, nowFrom) =>
          a.from === 0 && a.to >= length
            ? applyFix(view, { from: 0, to: view.state.doc.length, text: a.text }, 0)
            : applyFix(view, a, nowFrom - from),
      })),
    };
  });
}

function applyFix(view, action, shift) {
  const length = view.state.doc.length;
  const from = Math.min(Math.max(0, action.from + shift), length);
  const to = Math.min(Math.max(from, action.to + shift), length);
  view.dispatch({
    changes: { from, to, insert: action.text },
    selection: { anchor: from + action.text.length },
    userEvent: "input.fix",
    scrollIntoView: true,
  });
  view.focus();
}

// firstFix applies the first fix of the diagnostic at the caret, or else of the first diagnostic that has one.
function firstFix(view) {
  const at = view.state.selection.main.head;
  let best = null;
  forEachDiagnostic(view.state, (d, from, to) => {
    if (!d.actions?.length) return;
    const here = from <= at && at <= to;
    if (!best || (here && !best.here)) best = { d, from, to, here };
  });
  if (!best) return false;
  best.d.actions[0].apply(view, best.from, best.to);
  return true;
}

// completionSource asks Go, which filters and orders; the popup shows the answer as it is.
function completionSource(complete) {
  return (context) => {
    const answer = complete(context.state.doc.toString(), context.pos, context.explicit);
    if (!answer) return null;
    return {
      from: answer.from,
      to: answer.to,
      filter: false,
      options: answer.items.map((i) => ({
        label: i.label,
        detail: i.detail,
        type: i.kind,
        apply: i.insert,
      })),
    };
  };
}

// caret puts the browser's selection back where the editor's is. Colours that come in the midst of a change move the text into elements
// of their own: the browser then moves its selection to the beginning of the line, which CodeMirror does not see (it compares with the
// place in the same text), and the next key would go there.
function caret(view) {
  const dom = view.hasFocus && !view.composing && getSelection();
  const { anchor, head } = view.state.selection.main;
  if (!dom || !view.contentDOM.contains(dom.focusNode) || dom.focusNode.nodeType === Node.TEXT_NODE) return;
  if (view.posAtDOM(dom.focusNode, dom.focusOffset) === head) return;
  const [from, to] = [view.domAtPos(anchor), view.domAtPos(head)];
  dom.setBaseAndExtent(from.node, from.offset, to.node, to.offset);
}

// lift puts a list of completions that is above the caret above the lines of the filter before it, too, as far as there is room.
const lift = {
  key: "lift",
  read(view) {
    const list = view.dom.querySelector(".cm-tooltip-autocomplete");
    const at = list && view.coordsAtPos(view.state.selection.main.head);
    return at ? Math.max(0, Math.min(at.top - view.dom.parentElement.getBoundingClientRect().top, at.top - list.offsetHeight)) : 0;
  },
  write(by, view) {
    view.dom.style.setProperty("--lift", `${-by}px`);
  },
};

// create makes an editor inside parent. callbacks: onChange(text), onRun(), onCursor(offset), onFocus(), onBlur(),
// complete(text, offset, explicit) → {from, to, items: [{label, insert, detail, kind}]} or null. options: label, placeholder.
function create(parent, callbacks, options = {}) {
  const hint = new Compartment();
  let hinted = options.placeholder || "";
  const run = () => {
    callbacks.onRun();
    return true;
  };
  // Writing into the text while an input method composes breaks the composition; such calls wait, the last of each kind wins.
  const waiting = new Map();
  const whenIdle = (kind, act) => {
    if (view.composing) waiting.set(kind, act);
    else act();
  };
  // What is told about a text in one turn of Go's is drawn by one update, after all that Go draws in that turn: an update places the
  // browser's selection, for which the browser has to lay out the page.
  const told = new Map(); // of the text as it is: another one does away with it
  const tell = (kind, change) => {
    if (!told.size) queueMicrotask(show);
    told.set(kind, change);
  };
  const show = () => {
    if (view.composing) return;
    const changes = [...told.values()].map((change) => change()).filter(Boolean);
    told.clear();
    if (changes.length) view.dispatch(...changes);
  };
  const flush = () => {
    if (view.composing) return;
    const acts = [...waiting.values()];
    waiting.clear();
    for (const act of acts) act();
    show();
  };

  // What can be edited is reached with Tab as it is; audits know by the attribute that a long text can be scrolled without a mouse.
  const named = EditorView.contentAttributes.of({ "aria-label": options.label || "Filter", tabindex: "0" });
  const extensions = () => [
    Prec.highest(
      keymap.of([
        { key: "Mod-Enter", run: (v) => (closeCompletion(v), run()) },
        { key: "Shift-Enter", run: (v) => (closeCompletion(v), run()) },
        { key: "Mod-.", run: firstFix },
        { key: "Alt-Enter", run: firstFix },
        { key: "Mod-/", run: toggleLineComment },
        { key: "Tab", run: acceptCompletion },
      ]),
    ),
    history(),
    drawSelection(),
    EditorView.lineWrapping,
    EditorState.languageData.of(() => [{ commentTokens: { line: "//" } }]),
    hint.of(placeholder(hinted)),
    autocompletion({
      override: [completionSource(callbacks.complete)],
      icons: false,
      // On a phone on its side the list is above what is typed: the keyboard takes what is below. Upright it would cover the table's facts.
      aboveCursor: matchMedia("(max-height: 500px) and (pointer: coarse)").matches,
      activateOnTypingDelay: 40,
      interactionDelay: 30,
      optionClass: (c) => (c.type ? `completion-${c.type}` : ""),
    }),
    marksField,
    bracketField,
    keymap.of([...completionKeymap, ...lintKeymap, ...historyKeymap, ...standardKeymap]),
    named,
    theme,
    EditorView.updateListener.of((u) => {
      if (u.docChanged) callbacks.onChange(u.state.doc.toString());
      if (u.selectionSet || u.docChanged) callbacks.onCursor(u.state.selection.main.head);
      if (u.focusChanged && u.view.hasFocus) hold();
      if (u.focusChanged) u.view.hasFocus ? callbacks.onFocus() : callbacks.onBlur();
      caret(u.view);
      u.view.requestMeasure(lift);
    }),
    EditorView.domEventHandlers({
      // Left to itself the browser keeps the colour of the text that is typed over, as a style attribute, which the page's
      // policy refuses. CodeMirror puts the text in instead; what an input method composes stays with the browser.
      beforeinput: (event, view) => {
        if (event.inputType !== "insertText" || !event.data || event.isComposing || view.composing || view.state.selection.main.empty) return false;
        event.preventDefault();
        view.dispatch(view.state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
        return true;
      },
      // CodeMirror takes what a composition left within 50 ms of its end.
      compositionend: () => void setTimeout(flush, 60),
    }),
  ];

  const view = new EditorView({ parent, state: EditorState.create({ doc: "", extensions: extensions() }) });
  // While a person types, the box keeps its height, and a longer text scrolls in it: what is below stays where it is. A text that comes
  // from elsewhere, and another width, give it the height of its lines.
  const hold = () => (parent.style.height = `${parent.offsetHeight}px`);
  const fit = () => {
    parent.style.height = "";
    if (view.hasFocus) hold();
  };
  let width = innerWidth;
  const resized = () => {
    if (width !== innerWidth) fit();
    width = innerWidth;
  };
  addEventListener("resize", resized);
  const whole = (text) => ({ from: 0, to: view.state.doc.length, insert: text });

  return {
    text: () => view.state.doc.toString(),
    selected: () => view.state.sliceDoc(view.state.selection.main.from, view.state.selection.main.to),
    // setText is for text that comes from elsewhere (another query, the URL): no onChange, and Undo does not cross it.
    setText: (text) =>
      whenIdle("text", () => {
        if (view.state.doc.toString() === text) return;
        told.clear();
        view.setState(EditorState.create({ doc: text, selection: { anchor: text.length }, extensions: extensions() }));
        fit();
      }),
    // replace is an edit of the user's by way of a button: one step for Undo, and onChange tells of it. A long text shows its
    // beginning until the person goes into it.
    replace: (text) =>
      whenIdle("text", () => {
        if (view.state.doc.toString() === text) return;
        told.clear();
        view.dispatch({ changes: whole(text), selection: { anchor: text.length }, userEvent: "input.replace", scrollIntoView: view.hasFocus });
        if (!view.hasFocus) view.scrollDOM.scrollTop = 0;
        fit();
      }),
    // Where a key only made a word longer or shorter, the marks that moved with it are those of the new text.
    setMarks: (flat) =>
      tell("marks", () => {
        const marks = buildMarks(flat, view.state.doc.length);
        return !sameMarks(marks, view.state.field(marksField)) && { effects: marksEffect.of(marks) };
      }),
    setDiagnostics: (list) => tell("diagnostics", () => setDiagnostics(view.state, buildDiagnostics(list, view.state.doc.length))),
    focus: () => {
      view.focus();
      view.dispatch({ scrollIntoView: true });
    },
    // suggest asks for completion anew: what can be offered here has changed.
    suggest: () => view.hasFocus && !view.composing && startCompletion(view),
    comment: () => toggleLineComment(view),
    undo: () => undo(view),
    redo: () => redo(view),
    setPlaceholder: (text) =>
      whenIdle("placeholder", () => {
        hinted = text;
        view.dispatch({ effects: hint.reconfigure(placeholder(text)) });
      }),
    setCursor: (offset) =>
      view.dispatch({ selection: { anchor: Math.min(Math.max(0, offset), view.state.doc.length) }, scrollIntoView: true }),
    destroy: () => {
      waiting.clear();
      told.clear();
      removeEventListener("resize", resized);
      view.destroy();
    },
  };
}

globalThis.RangefinderEditor = { create };
