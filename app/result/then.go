package result

import (
	"rangefinder/app/grid"
	"rangefinder/app/words"
)

// Kept reports whether the lines on screen are those that a step in the browser keeps.
func Kept(g *grid.Model, step string) bool {
	o := g.Order
	return o != nil && o.Then != "" && o.Reply != nil && !o.Asked && o.Then == step
}

// ThenText says what came of the step in the browser that the result goes through, "" for none: how many the service examined and returned, and how many of those the browser kept.
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
	more := ""
	if r.Live != nil && r.Live.More || r.Canceled {
		more = " so far: there is more"
	}
	if r.Plan.Class.ByIndex() || r.Live != nil && r.Live.AtLeast {
		return "the service returned " + words.Number(o.Reply.Of) + " · the browser kept " + words.Number(o.Reply.Entities) + more
	}
	return "the service examined " + words.Number(r.Stats.Examined) + " and returned " + words.Number(o.Reply.Of) + " · the browser kept " + words.Number(o.Reply.Entities) + more
}
