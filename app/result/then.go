package result

import (
	"rangefinder/app/grid"
	. "rangefinder/app/kit"
	"rangefinder/app/words"
)

// Kept reports whether the lines on screen are those that a step in the browser keeps.
func Kept(g *grid.Model, step string) bool {
	o := g.Order
	return o != nil && o.Then != "" && o.Reply != nil && !o.Asked && o.Then == step
}

// ThenText says what came of the step in the browser that the result goes through, "" for none: how many it kept of those that the service returned.
func ThenText(g *grid.Model, step string) string {
	o, r := g.Order, g.Result.Reply
	switch {
	case r == nil || step == "" || g.Result.Running:
		return "checked on what the service returns"
	case o == nil || o.Then != step:
		return ""
	case o.Asked:
		text := "checking"
		if p := o.Progress; p.Total > 0 {
			text += " · " + words.Number(p.Done) + " of " + words.Number(p.Total)
		}
		return text
	case o.Reply == nil:
		return "stopped: everything that the service returned is shown. Run the query to check it."
	}
	text := "kept " + words.Number(o.Reply.Entities) + " of the " + words.Number(o.Reply.Of) + " that the service returned"
	if r.Live != nil && r.Live.More || r.Canceled {
		text += " so far: there is more"
	}
	return text
}

// returned says how many entities stand in the grid, and of how many that the service had to return for them.
func (r *Panel) returned() []any {
	n := r.Result.Reply.Stats.Returned
	kept, of := n, []any{" returned"}
	if o := r.Grid.Order; o != nil && o.Then != "" && o.Reply != nil && !o.Asked {
		kept, of = o.Reply.Entities, []any{" kept", H("span.not-phone", " in this browser"), " of ", Bold(words.Number(n)), H("span.not-phone", " that the service"), " returned"}
	}
	return append([]any{Bold(words.Number(kept)), H("span.not-phone", words.Plural(kept, " entity", " entities"))}, of...)
}
