package simulator

import (
	"strings"

	"rangefinder/app/words"
)

// Differs says which settings two runs do not share, the kept run's first.
func Differs(kept, this *Setup) string {
	list := changes(kept, this)
	if len(list) == 0 {
		return "Both runs have the same settings."
	}
	var texts []string
	for _, c := range list {
		texts = append(texts, c.text())
	}
	return "Changed since: " + strings.Join(texts, ", ") + "."
}

// Changed names the first of them and counts the others: that fits into the room beside the verdict.
func Changed(kept, this *Setup) string {
	list := changes(kept, this)
	if len(list) < 2 {
		return Differs(kept, this)
	}
	return "Changed since: " + list[0].text() + " and " + words.Count(len(list)-1, "other setting", "other settings") + "."
}

// change is a setting that two runs do not share.
type change struct{ label, was, is string }

func (c change) text() string { return c.label + " " + c.was + " → " + c.is }

func changes(kept, this *Setup) (list []change) {
	for i := range Fields {
		f := &Fields[i]
		if f.Shown != nil && !f.Shown(kept) && !f.Shown(this) {
			continue
		}
		if was, is := f.choice(kept), f.choice(this); was != is {
			list = append(list, change{f.Label, was, is})
		}
	}
	return list
}

// Verdict says in a sentence how the run on screen does against the one that is kept, and what to do while there is only that one; ""
// when no run is kept.
func Verdict(s *Model) string {
	switch {
	case s.Kept == nil || s.Run == nil:
		return ""
	case s.Kept == s.Run:
		return KeptText(s.Kept) + ". Change a setting and play to compare."
	case !s.Run.Last.Done:
		return KeptText(s.Kept) + "; the two are compared when this one is over."
	}
	text, said := "Whole run: ", 0 // below the picture are figures of a moment
	for _, l := range Lines(s.Run, s.Kept) {
		switch l.Name {
		case "Entities served", "Requests refused", "95th percentile":
			if said++; said > 1 {
				text += "; "
			}
			name := l.Name
			if said == 1 || name[0] == 'R' {
				name = strings.ToLower(name[:1]) + name[1:]
			}
			if text += name + " " + l.This; l.Word == "the same" {
				text += " as before"
			} else {
				text += ", was " + l.Kept + " (" + l.Word + ")"
			}
		}
	}
	return text + "."
}

// choice is what a person reads of the field: its text, or that of the option chosen.
func (f *Field) choice(s *Setup) string {
	text := f.text(s)
	for _, o := range f.Options {
		if o[0] == text {
			return o[1]
		}
	}
	if text == "" {
		return "(none)"
	}
	return text
}

// KeptText says which run is kept: its name, how much of it, and its clients. What is missing is simulated, unless the run failed.
func KeptText(r *Run) string {
	text := words.Quote(r.Title) + " is kept"
	switch so, all := r.TimeText(len(r.Columns)), r.TimeText(r.Total); {
	case r.Failed != nil:
		text += " as it stood at " + so + " of " + all
	case !r.Last.Done:
		text += ", " + so + " of " + all + " simulated so far"
	default:
		text += ", all " + all + " of it"
	}
	return text + ", with " + words.Count(r.Setup.VMs, "VM", "VMs") + " of " + words.Count(r.Setup.Threads, "thread", "threads")
}
