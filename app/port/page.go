package port

import "context"

// Page is what a document can do for the screens.
type Page interface {
	// NewEditor makes an editor inside the element with that id; it fails when the element or the editor's script is missing.
	NewEditor(parentID string, o EditorOptions, e EditorEvents) (Editor, error)
	// NewGrid makes a grid that fills the element with that id; it fails when the element is missing.
	NewGrid(parentID string, o GridOptions, e GridEvents) (Grid, error)

	// CopyText writes to the clipboard and tells done how it went, later. It must be called from a user's gesture.
	CopyText(text string, done func(error))
	// Download offers data as a file.
	Download(name, mime string, data []byte)

	// Persist asks the browser to keep this site's storage even when the disk gets full; some ask the person. Call it when
	// there is something to lose: after a first write of the person's own. done (may be nil) is told the answer.
	Persist(done func(granted bool))

	// TextWidth is how wide a text is in the font of the page's keys, in px.
	TextWidth(text string) int

	// Asset is the address of a file beside the page's script, with the version that belongs to this page.
	Asset(name string) string

	// AtRest waits until all of the program is here, which comes once the page has come to rest; false when ctx ended before.
	AtRest(ctx context.Context) bool

	Fetcher
	Settings
	Address
	Session
	Windows
	Clipboard
	PlainTables
	Chooser
	Saver
	Updater
	Feed
	Badge
	Pictures

	// PrefersDark is the system's choice; OnPrefersDark tells of a change until remove is called.
	PrefersDark() bool
	OnPrefersDark(changed func(dark bool)) (remove func())
	PrefersReducedMotion() bool
	// Coarse reports whether the person points with a finger, which in a text field raises a keyboard over the page.
	Coarse() bool
	// SetTheme shows "light" or "dark" and remembers it; "" forgets and follows the system.
	SetTheme(theme string)
	// Mark sets the attribute data-NAME of the document, for its style sheets; "" takes it away.
	Mark(name, value string)
	// Theme is what SetTheme remembers, "" for the system's choice.
	Theme() string

	// LocalZone is the name of the browser's time zone, e.g. Europe/Berlin. ZoneOffset is how many minutes a zone of such a name is
	// east of UTC at an instant, in seconds since 1970; ok is false when the browser does not know the zone, or no whole minutes.
	LocalZone() string
	ZoneOffset(zone string, unix int64) (minutes int, ok bool)

	// NextFrame calls do before the next paint. Calls with the same key in one frame count as one, the last one's do.
	NextFrame(key string, do func())

	// Splitter makes the element with handleID move a pane border: by pointer and by the arrow keys.
	Splitter(handleID string, s Splitter) (remove func(), err error)
	// SetProperty sets a CSS custom property of the document, e.g. ("--side", "248px"). Inline styles are forbidden by the
	// page's Content Security Policy; this is not one.
	SetProperty(name, value string)

	// Focused is the id of the element that has the keyboard, "" when that has none.
	Focused() string
	// Focus, ScrollIntoView, Point and SetInputValue do nothing when there is no such element.
	Focus(id string)
	ScrollIntoView(id string)
	// Point does ScrollIntoView and marks the element for a moment, with the attribute data-pointed.
	Point(id string)
	// ScrollTop is how far the screen with that id is scrolled down, in px; ScrollTo scrolls it there.
	ScrollTop(id string) int
	ScrollTo(id string, top int)
	// SetInputValue sets the value in an input or text area, which attributes cannot do once it was edited. It leaves the
	// caret alone when the value is there already.
	SetInputValue(id, value string)
	// InsertText gives an input the keyboard and types a text into it, in the place of what lies between two offsets in UTF-16 code units,
	// or of its selection when from is negative; the caret is left back units before the text's end. The input tells of it as of a person's
	// typing, and its own undo takes it back.
	InsertText(id string, from, to int, text string, back int)
	// StepOver moves the caret of an input behind a text that it stands right before.
	StepOver(id, text string)
	// OpenDialog shows a <dialog> as modal: focus is trapped, Escape closes, the page behind is inert. CloseDialog closes it.
	// Both bear being called twice.
	OpenDialog(id string)
	CloseDialog(id string)
	// DialogOpen reports whether a <dialog> is on screen. The browser closes one at Escape some milliseconds before its event says so.
	DialogOpen(id string) bool
}

// Fetcher reads files of the page's own origin.
type Fetcher interface {
	// Fetch reads a relative URL. It blocks, so never call it from a callback. progress (may be nil) gets the bytes received
	// and the total, 0 when unknown. A gzip file that arrives as such is decompressed.
	Fetch(ctx context.Context, url string, progress func(received, total int64)) ([]byte, error)
}

// Settings keeps small strings between visits. Where storage is refused, Setting says "not there".
type Settings interface {
	Setting(key string) (value string, ok bool)
	// SetSetting fails where storage is full or refused; what was there then stays.
	SetSetting(key, value string) error
	RemoveSetting(key string)
	// OnSetting tells of the settings that other tabs change; a removed one is "".
	OnSetting(changed func(key, value string)) (remove func())
}

// Address is the fragment of the page's URL, without the "#" and as it stands there (percent-encoded).
type Address interface {
	Fragment() string
	// PushFragment adds a step for the Back button; ReplaceFragment does not. Neither calls OnFragment.
	PushFragment(fragment string)
	ReplaceFragment(fragment string)
	// SetEntry sets what the browser's history remembers of the entries that are written from here on, until it is set again; Entry
	// is what it remembers of the one it is at, "" for nothing. It outlives a reload.
	SetEntry(note string)
	Entry() string
	// SetSheets says how many sheets and dialogs cover the view. On a small screen each gets a step for the Back button.
	SetSheets(n int)
	// OnFragment tells of Back, Forward and a fragment typed by the user, once for each; after a Back to a sheet, or to the view
	// under all of them, it tells instead how many sheets are left.
	OnFragment(changed func(fragment string), left func(sheets int)) (remove func())
}

// Splitter is a pane border. The handle should have role="separator" and tabindex="0"; aria-valuenow, -min and -max are kept.
type Splitter struct {
	Property string // CSS custom property that gets the size, e.g. "--side"
	Vertical bool   // the border moves up and down
	Reverse  bool   // the pane is right of or below the handle
	Min, Max int    // px
	Size     int    // px at the start
	OnDone   func(size int)
}
