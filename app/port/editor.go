package port

// Editor is the filter's text box. It has no grammar of its own: colours, underlines, diagnostics and completions are given.
// Calls that arrive while an input method composes take effect when the composition ends.
type Editor interface {
	// SetText shows a text from elsewhere (the URL, another query). It does not call OnChange and Undo does not cross it.
	// Line ends become "\n".
	SetText(text string)
	Text() string
	// Replace is an edit made for the user (a rewrite, a dragged range): one step for Undo, and OnChange tells of it.
	Replace(text string)
	// SetMarks replaces all marks. Marks outside the text are cut to it; they move with edits until the next call.
	SetMarks(marks []Mark)
	// SetDiagnostics replaces all diagnostics.
	SetDiagnostics(diagnostics []Diagnostic)
	Focus()
	// Suggest opens the popup with what Complete answers now, if the caret is in the editor.
	Suggest()
	// Comment makes the lines of the selection comments, or none any more: one step for Undo, and OnChange tells of it.
	Comment()
	Undo()
	Redo()
	// Selected is the text that is selected, "" for none. It stays selected when the focus goes elsewhere.
	Selected() string
	// SetCursor moves the caret and scrolls it into view; an offset outside the text is cut to it.
	SetCursor(offset int)
	// SetPlaceholder is what is shown while the text is empty.
	SetPlaceholder(text string)
	// Destroy removes the editor and frees its callbacks; no other call may follow.
	Destroy()
}

// Mark gives [From, To) a CSS class: tok-key, tok-prop, tok-op, tok-str, tok-num, tok-lit, tok-bool, tok-paren, tok-comment, tok-err for
// colours, key-range (solid) and checked (dotted) for underlines. Marks may overlap.
type Mark struct {
	From, To int
	Class    string
}

// Severity of a Diagnostic.
type Severity string

const (
	SeverityError   Severity = "error"
	SeverityWarning Severity = "warning"
	SeverityInfo    Severity = "info"
)

// Diagnostic is a message about [From, To), which may be empty (a missing token).
type Diagnostic struct {
	From, To int
	Severity Severity
	Message  string
	Actions  []Action
}

// Action is a fix: it puts Text in the place of [From, To) of the text the diagnostic was made from.
type Action struct {
	Title    string
	From, To int
	Text     string
}

// EditorEvents are the editor's callbacks; any may be nil.
type EditorEvents struct {
	// OnChange has the whole text after an edit of the user's, Replace, Undo, Redo or a fix, but not after SetText.
	OnChange func(text string)
	// OnRun is Ctrl+Enter (⌘Enter) or Shift+Enter.
	OnRun    func()
	OnCursor func(offset int)
	OnFocus  func()
	OnBlur   func()
	// Complete answers at once. The items are shown in their order and unfiltered: the callee has matched them with what is
	// typed. [from, to) is what an accepted item replaces. No items means no popup.
	Complete func(text string, offset int, explicit bool) (from, to int, items []CompletionItem)
}

// CompletionItem is one line of the popup.
type CompletionItem struct {
	Label  string // what the popup shows
	Insert string // what is put into the text; Label when empty
	Detail string // shown dim at the right: type, fill rate, count
	Kind   string // key, property, operator, literal, value, function or keyword; styles the line
}

// EditorOptions are fixed when an editor is made.
type EditorOptions struct {
	Label       string // accessible name
	Placeholder string // shown while the text is empty
}
