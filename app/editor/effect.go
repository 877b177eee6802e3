package editor

import "rangefinder/app/port"

// Effects on the editor.
type (
	// SetEditor replaces the text as one change that Ctrl+Z takes back.
	SetEditor struct{ Text string }
	// ShowMarks draws colours, underlines and diagnostics. With Found the diagnostics stay as they are, moved along with the text: what
	// is found in the new text is on its way as ShowFindings.
	ShowMarks struct {
		Marks Marks
		Found bool
	}
	// ShowFindings draws the diagnostics alone.
	ShowFindings struct{ Diagnostics []port.Diagnostic }
	// TellSelection asks what is selected. Answer: SelectionRun.
	TellSelection struct{}
	// Suggest opens the completion with what is known now.
	Suggest struct{}
	// ToggleComment makes the lines that are selected comments, or none any more.
	ToggleComment struct{}
)
