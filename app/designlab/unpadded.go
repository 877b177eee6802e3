package designlab

import (
	"strconv"
	"strings"

	"rangefinder/app/keydesign/lab"
)

// unpadded returns which number keeps a range of a pattern from using a key of a design, with the id of the template's field; nil for
// none, and for one that was typed over since.
func (l *Model) unpadded(pattern, design int) (u *lab.Unpadded, field string) {
	if l.Report == nil || !valid(pattern, len(l.Report.Patterns)) || !valid(design, len(l.Report.Patterns[pattern].Cells)) {
		return nil, ""
	}
	if u = l.Report.Patterns[pattern].Cells[design].Unpadded; u == nil {
		return nil, ""
	}
	d := &l.Spec.Designs[design]
	field = "lab-d" + strconv.Itoa(design) + "-" + u.Field
	now := map[string]string{"partition": d.Partition, "row": d.Row}[u.Field]
	if rest, ok := strings.CutPrefix(u.Field, "index:"); ok {
		n, key, _ := strings.Cut(rest, ":")
		x, err := strconv.Atoi(n)
		if err != nil || !valid(x, len(d.Indexes)) {
			return nil, ""
		}
		field = indexID(design, x) + key
		now = map[string]string{"partition": d.Indexes[x].Partition, "row": d.Indexes[x].Row}[key]
	}
	if now != u.Template {
		return nil, ""
	}
	return u, field
}
