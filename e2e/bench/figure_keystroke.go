package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// keystroke is what one key did, in ms since the navigation. What did not happen is 0.
type keystroke struct {
	At      float64 // the event's own time
	Heard   float64 // when its first handler ran
	Changed float64 // when the plan strip had another plan
	Painted float64 // when that was on screen
	Counted bool    // the new plan came with its numbers
	Asked   *struct{ Sent, Got float64 }
}

// edits are filters with a hole in which digits are typed and deleted again: every keystroke leaves another plan with other
// numbers. The first plans a full scan's counting behind it, the second a partition's.
var edits = []struct {
	before, after string
	digits        []string
}{
	{"PartitionKey ge 'P0", "' and Number gt 5000", []string{"537", "261", "914", "678", "123", "789", "456", "832", "345", "951"}},
	{"PartitionKey eq 'P0500' and RowKey ge 'R00000", "' and Number gt 5000", []string{"537", "261", "914", "678", "123", "789", "456", "832", "345", "951"}},
}

// measureKeystroke types into the editor of the page with a million entities and times each key to the plan strip's new text
// and to its paint. Keys come some 100 ms apart, at any moment of a frame.
func measureKeystroke(p *playground) ([]row, error) {
	v, err := p.table()
	if err != nil {
		return nil, err
	}
	waitQuiet()
	if err := v.Eval(`(bench.watchKeys(), null)`, nil); err != nil {
		return nil, err
	}
	var keys []keystroke
	for _, e := range edits {
		if err := v.retype(e.before+e.after, len(e.after)); err != nil {
			return nil, err
		}
		time.Sleep(500 * time.Millisecond)
		if err := v.Eval(`(bench.keys.length = 0, null)`, nil); err != nil {
			return nil, err
		}
		for _, digits := range e.digits {
			sequence := []string{digits[:1], digits[1:2], digits[2:], kb.Backspace, kb.Backspace, kb.Backspace}
			for _, key := range sequence {
				if err := v.Run(chromedp.KeyEvent(key)); err != nil {
					return nil, err
				}
				time.Sleep(90*time.Millisecond + rand.N(20*time.Millisecond))
			}
		}
		var got []keystroke
		if err := v.Eval(`bench.keys`, &got); err != nil {
			return nil, err
		}
		if p.verbose {
			fmt.Fprintf(os.Stderr, "  %s…%s: %s\n", e.before, e.after, stages(got))
		}
		keys = append(keys, got...)
	}
	var changed, painted, trip []float64
	missing := 0
	for _, k := range keys {
		if k.Changed == 0 || k.Painted == 0 || !k.Counted {
			missing++
			continue
		}
		changed = append(changed, k.Changed-k.At)
		painted = append(painted, k.Painted-k.At)
		if k.Asked != nil && k.Asked.Got > 0 {
			trip = append(trip, k.Asked.Got-k.Asked.Sent)
		}
	}
	if missing*20 > len(keys) {
		return nil, fmt.Errorf("%d of %d keystrokes left the plan as it was", missing, len(keys))
	}
	line := func(what, target string, limit float64, ms []float64) row {
		return row{
			what:   fmt.Sprintf("%s, p95 of %d", what, len(ms)),
			target: target,
			ours:   fmt.Sprintf("%s (median %s, most %s)", duration(quantile(ms, 0.95)), duration(median(ms)), duration(quantile(ms, 1))),
			met:    quantile(ms, 0.95) <= limit,
		}
	}
	return []row{
		line("on the page: plan asked of the worker to its answer", "", 0, trip),
		line("on the page: key event to the new plan in the document", "", 0, changed),
		line("on the page: key event to the new plan painted", "16.7 ms", 16.7, painted),
	}, nil
}

// stages tells where the time of keystrokes went, by medians and p95.
func stages(keys []keystroke) string {
	var heard, asked, got, changed, painted []float64
	for _, k := range keys {
		if k.Changed == 0 || k.Painted == 0 || k.Asked == nil || k.Asked.Got == 0 {
			continue
		}
		heard = append(heard, k.Heard-k.At)
		asked = append(asked, k.Asked.Sent-k.Heard)
		got = append(got, k.Asked.Got-k.Asked.Sent)
		changed = append(changed, k.Changed-k.Asked.Got)
		painted = append(painted, k.Painted-k.Changed)
	}
	text := ""
	for _, s := range []struct {
		what string
		ms   []float64
	}{{"event to handler", heard}, {"handler to question", asked}, {"question to answer", got}, {"answer to document", changed}, {"document to paint", painted}} {
		text += fmt.Sprintf("%s %.1f (p95 %.1f) · ", s.what, median(s.ms), quantile(s.ms, 0.95))
	}
	return text + fmt.Sprintf("%d of %d keys, in ms", len(heard), len(keys))
}
