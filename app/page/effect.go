package page

// Effects on the page that any feature may want. Those of one feature are declared by it.
type (
	// SetAddress puts the view into the address; Push makes Back return to the view before.
	SetAddress struct {
		Fragment string
		Push     bool
	}
	// Focus moves the keyboard to an element by id, or to the editor ("editor"), Filter or grid ("grid").
	Focus struct{ Target string }
	// FocusOn moves the keyboard from an element to another, and scrolls a third into view; it does nothing when the keyboard is
	// somewhere else.
	FocusOn struct{ From, To, Show string }
	// Copy puts text on the clipboard.
	Copy struct{ Text string }
	// Announce speaks through the polite live region.
	Announce struct{ Text string }
	// ResetFields gives inputs their text again, which go-app does not do for an empty value.
	ResetFields struct{ Values map[string]string } // by element id
	// InsertText moves the keyboard to an input and types a text there, in the place of what lies between two offsets in UTF-16 code
	// units, or of the selection when From is negative. The browser's own undo takes it back.
	InsertText struct {
		Target   string
		From, To int
		Text     string
		Back     int    // code units at the end of Text that the caret is left before
		Past     string // the caret goes behind that text first where it stands right before it
	}
	// Reveal scrolls an element into view.
	Reveal struct{ ID string }
	// Point is Reveal that marks the element for a moment: it answers what was pressed in vain.
	Point struct{ ID string }
	// ChooseFiles asks the person for files. Answer: FilesGiven.
	ChooseFiles struct{}
	// ForgetFile frees a file that the person gave.
	ForgetFile struct{ Token string }
	// Download offers a text as a file.
	Download struct {
		Name, Mime string
		Data       []byte
	}
	// KeepSetting remembers a choice for the next visits. Answer: SettingsRefused when the browser does not, or does again.
	KeepSetting struct{ Key, Value string }
	// KeepInTab keeps a text under a name until the tab is closed.
	KeepInTab struct{ Name, Text string }
	// OpenDialog and CloseDialog show and hide the native dialog element.
	OpenDialog  struct{}
	CloseDialog struct{}
)

// Filter is the target of a Focus that nobody asked for: the editor, or Run where an editor with the keyboard raises one on the screen.
const Filter = "filter"
