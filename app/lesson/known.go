package lesson

import (
	"fmt"
	"strings"

	"rangefinder/filterlang"
)

// known returns the note of an attempt that the lesson has itself and that does what this one does: a start, a break or a wrong
// answer. It says about this very answer what the checks can only say about all; "" when there is none.
func (s *Step) known(attempt *Attempt) string {
	if len(s.Checks) == 0 {
		return ""
	}
	what := attempt.canonical()
	own := []*Attempt{s.Start, s.Break}
	for i := range s.Wrong {
		own = append(own, s.Wrong[i].Attempt)
	}
	for _, a := range own {
		if a != nil && a.Note != "" && a.canonical() == what {
			return a.Note
		}
	}
	return ""
}

// canonical writes an attempt so that two which differ only in spaces, or in brackets that change nothing, are equal. Requests stay in
// their order. It is "" for a change by hand.
func (a *Attempt) canonical() string {
	var b strings.Builder
	switch {
	case a.Design != nil:
		fmt.Fprintf(&b, "design %s\n%s\n%s", strings.ToLower(a.Table), a.Design.Partition, a.Design.Row)
	case a.Script != nil:
		for l := range strings.Lines(a.Text) {
			if words := strings.Fields(l); len(words) > 0 {
				b.WriteString(strings.Join(words, " ") + "\n")
			}
		}
	default:
		for _, q := range a.Queries {
			filter := q.Filter
			if e, err := filterlang.Parse(filter); err == nil && e != nil {
				filter = e.String()
			}
			fmt.Fprintf(&b, "query %s\n%s\n%q\n%d\n", strings.ToLower(a.Table), filter, q.Select, q.Top)
		}
	}
	return b.String()
}
