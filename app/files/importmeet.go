package files

import (
	"slices"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine/interchange"
	"rangefinder/filterlang"
)

// here is the table of this browser that the file goes to, "" when there is none of that name yet.
func (im *Import) here(v *page.View) string {
	if im.Source != "" || im.Many() {
		return ""
	}
	if info := v.Table(im.Table); info != nil {
		return info.Name
	}
	return ""
}

// met is how the rows meet the entities of a table, nil until that is known.
func (im *Import) met(table string) *wire.Met {
	if im.Preview == nil || im.Preview.Met == nil || !strings.EqualFold(im.Preview.Met.Table, table) {
		return nil
	}
	return im.Preview.Met
}

// fates say what becomes of a row whose keys the table has, and of several, by policy.
var fates = map[string][2]string{
	"skip":    {"it is skipped", "they are skipped"},
	"replace": {"it replaces that entity", "they replace those entities"},
	"merge":   {"its properties are merged into that entity", "their properties are merged into those entities"},
	"refuse":  {"it is refused and reported", "they are refused and reported"},
	askPolicy: {"you decide about it if it differs", "you decide about those that differ"},
}

// meeting says how many rows of the file have keys that the table has, and what becomes of them and of the others.
func (im *Import) meeting(table string) string {
	met := im.met(table)
	if met == nil || im.Preview.Sound == 0 {
		return ""
	}
	sound, whole := im.Preview.Sound, im.Preview.Whole
	rows := words.Count(sound, "row", "rows") + " of the file"
	if !whole {
		rows = "first " + rows
	}
	fate, others := fates[im.Policy], sound-met.There
	switch {
	case met.There == 0 && sound == 1:
		return "The " + rows + " has new keys and is added. "
	case met.There == 0:
		return "The " + rows + " have new keys and are added. "
	case met.There == sound && im.Policy == "skip" && whole:
		return "Nothing will be added: the table has the keys of " + words.Plural(sound, "the ", "all ") + rows + ", and existing entities are skipped. "
	case met.There == sound:
		return "The table has the keys of " + words.Plural(sound, "the ", "all ") + rows + ": " + words.Plural(sound, fate[0], fate[1]) + ". "
	}
	return "The table has the keys of " + words.Number(met.There) + " of the " + rows + ": " + words.Plural(met.There, fate[0], fate[1]) + "; " +
		words.Plural(others, "the other one is", "the other "+words.Number(others)+" are") + " added. "
}

// barren reports whether no row of the file can be taken.
func (im *Import) barren() bool {
	r := im.Preview
	return r != nil && r.Sound == 0 && len(r.Rows) > 0 && (r.Whole || r.Problem != "")
}

// namedColumns is the most columns that are named where one was looked for in vain.
const namedColumns = 5

// lacking says that the template of a key names a column that the file does not have, and the field that it stands in; "" when each has
// one. meant is the template with the column that was probably meant, "" for none. Of JSON, where a later row may have the column, that is
// known once all rows were looked at.
func (im *Import) lacking() (field, text, meant string) {
	r, format := im.Preview, im.Layout.Format
	if r == nil || im.Inspect == nil || im.Many() || r.Looked == 0 || r.Sound > 0 || len(im.Inspect.Tables) == 0 || !r.Whole && format != interchange.PlainCSV && format != interchange.TypedCSV {
		return "", "", ""
	}
	var names []string
	for _, c := range im.Inspect.Tables[0].Columns {
		names = append(names, c.Name)
	}
	for i, template := range []string{im.PK, im.RK} {
		for _, name := range interchange.ColumnsOf(template) {
			if slices.Contains(names, name) {
				continue
			}
			text = "The file has no column " + words.Quote(words.Clip(name, 60)) + ". "
			if near := filterlang.Nearest(name, names); near != "" {
				text += "Did you mean " + words.Quote(words.Clip(near, 60)) + "?"
				meant = strings.ReplaceAll(template, "{"+name+"}", "{"+near+"}")
			} else {
				text += words.Plural(len(names), "Its column is ", "Its columns are ") + listed(names) + "."
			}
			return []string{"import-pk", "import-rk"}[i], text, meant
		}
	}
	return "", "", ""
}

// listed is the beginning of a list of columns, and how many more there are.
func listed(names []string) string {
	text := ""
	for i, name := range names[:min(len(names), namedColumns)] {
		if i > 0 {
			text += ", "
		}
		text += words.Clip(name, 40)
	}
	if more := len(names) - namedColumns; more > 0 {
		text += " and " + words.Number(more) + " more"
	}
	return text
}

// doubled says which rows of the file have the keys of an earlier one.
func (im *Import) doubled(v *page.View) string {
	file := "the file"
	if !im.Preview.Whole {
		file = "the first " + words.Count(wire.MaxMet, "row", "rows")
	}
	return doubledText(file, im.request(v).OnExisting, im.place(), im.Preview.Doubled, im.Preview.Doubles)
}
