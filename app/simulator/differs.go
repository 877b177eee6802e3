package simulator

import "strings"

// Differs says which settings two runs do not share, the kept run's first.
func Differs(kept, this *Setup) string {
	var list []string
	for i := range Fields {
		f := &Fields[i]
		if f.Shown != nil && !f.Shown(kept) && !f.Shown(this) {
			continue
		}
		if was, is := f.choice(kept), f.choice(this); was != is {
			list = append(list, f.Label+" "+was+" → "+is)
		}
	}
	if len(list) == 0 {
		return "Both runs have the same settings."
	}
	return "Changed since: " + strings.Join(list, ", ") + "."
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
