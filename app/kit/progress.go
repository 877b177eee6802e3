package kit

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/page"
	"rangefinder/app/words"
)

// Progress draws how far a load is, as a bar and in numbers.
//
//go:noinline
func Progress(l *page.Loading) (bar app.HTMLElem, text string) {
	p := l.Progress
	text = words.Number(p.Done)
	if p.Total > 0 {
		text += " of " + words.Number(p.Total)
	} else if p.Size > 0 {
		text = words.Count(p.Done, "row", "rows")
	}
	text += page.Rate(p)
	bar = El("progress").Aria("label", l.Title)
	switch {
	case p.Total > 0:
		bar = bar.Attr("max", float64(p.Total)).Attr("value", float64(p.Done))
	case p.Size > 0:
		bar = bar.Attr("max", float64(p.Size)).Attr("value", float64(p.Received))
	}
	if p.Size > 0 && p.Done == 0 {
		text = words.Bytes(p.Received) + " of " + words.Bytes(p.Size)
	} else if left := page.TimeLeft(p); left != "" {
		text += " · " + left
	}
	if p.Refused > 0 {
		text += " · " + words.Number(p.Refused) + " refused"
	}
	if p.Waiting != nil {
		text += " · " + page.WaitText(*p.Waiting, int(p.Waiting.Wait+999)/1000)
	}
	return bar, text
}
