package edit

import (
	"errors"
	"io"
	"slices"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine"
	"rangefinder/engine/interchange"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Meters are how near a form is to the limits of section 1.1.
type Meters struct {
	Properties  int    // custom ones, of engine.MaxProperties
	Largest     int    // bytes of the largest value, of 64 KiB
	LargestName string // its property
	PKey, RKey  int    // bytes of the keys, of 1 KiB each
}

// entityOfJSON reads one entity as JSON: as the service writes it, with types as annotations, or bare. Keys may be missing.
func EntityOfJSON(text string) (e wire.EntityReply, problem string) {
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "[") {
		return e, "An entity is a JSON object: it begins with {."
	}
	if text[0] == '{' && !strings.Contains(text, `"value"`) {
		text = "[" + text + "]"
	}
	var missing [2]bool
	for {
		mapping := &interchange.Mapping{}
		for i, key := range []*string{&mapping.PartitionKey, &mapping.RowKey} {
			if missing[i] {
				*key = "-"
			}
		}
		r := interchange.NewReader(strings.NewReader(text), int64(len(text)), interchange.ReaderOptions{Layout: interchange.Layout{Format: interchange.ODataJSON}, Mapping: mapping})
		var found interchange.Entity
		err := r.Next(&found)
		if bad, ok := errors.AsType[*interchange.RowError](err); ok {
			i := slices.Index([]string{filterlang.PartitionKey, filterlang.RowKey}, bad.Column)
			if i < 0 || missing[i] {
				return e, strings.TrimSpace(bad.Column + " " + quoted(bad.Value) + bad.Reason)
			}
			missing[i] = true
			continue
		}
		if err == io.EOF {
			return e, "There is no entity in it."
		}
		if err != nil {
			return e, err.Error()
		}
		e = wire.EntityReply{PartitionKey: found.PartitionKey, RowKey: found.RowKey}
		for _, p := range found.Properties {
			e.Properties = append(e.Properties, wire.TextProperty{Name: p.Name, Type: p.Value.Type(), Text: p.Value.Display()})
		}
		if missing[0] {
			e.PartitionKey = ""
		}
		if missing[1] {
			e.RowKey = ""
		}
		if found.Cut > 0 {
			return e, "One of its DateTimes has more than seven decimals, which no table keeps: shorten it."
		}
		if err := r.Next(&found); err != io.EOF {
			return e, "It holds more than one entity. Import takes them all: drop the file, or paste it in the grid."
		}
		return e, ""
	}
}

func quoted(s string) string {
	if s == "" {
		return ""
	}
	return words.Quote(words.Clip(s, 60)) + ": "
}

// saidOf is what was understood, where the text does not say it itself. An instant says its day and zone.
func SaidOf(r *PropertyRow, v edm.Value) string {
	text := v.Display()
	switch v.Type() {
	case edm.String:
		switch n := engineUnits(v.Text()); {
		case n == 0:
			return `"": an empty string, not missing`
		case strings.ContainsFunc(text, func(c rune) bool { return c >= '\u202a' && c <= '\u202e' || c >= '\u2066' && c <= '\u2069' }):
			return words.Count(n, "character", "characters") + " · some turn the direction of the text; JSON shows them"
		case n > 100:
			return words.Number(n) + " characters"
		}
		return ""
	case edm.Binary:
		if n := len(v.Text()); n > 0 {
			return words.Count(n, "byte", "bytes") + " · " + words.Clip(text, 40)
		}
		return "no bytes"
	case edm.DateTime:
		at := v.Ticks().Time()
		said := at.Weekday().String()[:3] + " " + strings.TrimSuffix(strings.Replace(text, "T", " ", 1), "Z") + " UTC"
		if zone := strings.TrimSpace(r.Text); !hasZone(zone) {
			said += " · no zone was given: taken as UTC"
		}
		if edm.Finer(r.Text) {
			said += " · cut after seven decimals, the service keeps no more"
		}
		return said
	case edm.Int32, edm.Int64:
		if n := v.Int(); n > 9999 || n < -9999 {
			return grouped(text)
		}
	}
	if text == r.Text {
		return ""
	}
	return "= " + text
}

// hasZone reports whether a date says its zone.
func hasZone(s string) bool {
	u := strings.TrimRight(strings.ToUpper(s), "'")
	if strings.HasSuffix(u, "Z") || strings.HasSuffix(u, "UTC") || strings.HasSuffix(u, "GMT") {
		return true
	}
	i := strings.LastIndexAny(u, "+-")
	return i > 10
}

// grouped writes a whole number in groups of three digits; unlike Number it takes every Int64.
func grouped(s string) string {
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// engineUnits is the length of a text as the service counts it, in UTF-16 code units.
func engineUnits(s string) int {
	n := 0
	for _, r := range s {
		if n++; r >= 0x10000 {
			n++
		}
	}
	return n
}

// metersOf measures what is typed.
func metersOf(in *Inspector, good []engine.Property) Meters {
	t := Meters{Properties: len(good), PKey: 2 * engineUnits(in.PK), RKey: 2 * engineUnits(in.RK)}
	for _, p := range good {
		n := len(p.Value.Text())
		if p.Value.Type() == edm.String {
			n = 2 * engineUnits(p.Value.Text())
		}
		if n > t.Largest {
			t.Largest, t.LargestName = n, p.Name
		}
	}
	return t
}

// SaveEffect says what a way of saving does to this entity; deletes says which properties it deletes.
func SaveEffect(in *Inspector) (text, deletes string) {
	if in.Mode == Creating {
		switch in.Kind {
		case UpsertKind:
			return "Insert or replace writes over whatever entity has this key, without looking.", "If there is one, it deletes every property that is not in this form."
		case UpmergeKind:
			return "Insert or merge adds these properties to whatever entity has this key, without looking. Its other properties stay.", ""
		}
		return "Insert is refused with EntityAlreadyExists when an entity has this key. Nothing can be lost.", ""
	}
	if in.Moved() {
		return "", ""
	}
	var gone, changed []string
	for _, p := range in.Original.Properties {
		i := slices.IndexFunc(in.Rows, func(r PropertyRow) bool { return r.Name == p.Name && !r.Gone })
		switch {
		case i < 0:
			gone = append(gone, p.Name)
		case in.Rows[i].Value() != p:
			changed = append(changed, p.Name)
		}
	}
	sent := 0
	for _, r := range in.Rows {
		if !r.Sent() || r.Name == "" {
			continue
		}
		if sent++; PropertyOf(in.Original.Properties, r.Name) == nil {
			changed = append(changed, r.Name)
		}
	}
	if in.Partial() {
		return "Only the properties of $select are known, so what changed is merged: a replace would delete the others.", ""
	}
	if in.Replace {
		text = "Replace stores the entity with exactly the " + words.Count(sent, "property", "properties") + " of this form"
		if len(gone) > 0 {
			return text + ".", "It deletes " + few(gone) + "."
		}
		return text + ". None of its properties is deleted.", ""
	}
	text = "Merge sends only " + few(changed) + "; the service keeps the other properties."
	if len(changed) == 0 {
		text = "Merge sends only what changed: nothing so far."
	}
	if len(gone) == 1 {
		text += " A merge deletes nothing: " + few(gone) + " stays."
	} else if len(gone) > 1 {
		text += " A merge deletes nothing: " + few(gone) + " stay."
	}
	return text, ""
}

// Absent are the properties that other entities of the table have, and neither the form nor the stored entity.
func Absent(in *Inspector, table *filterlang.Census) (list []filterlang.PropertyCensus) {
	if table == nil {
		return nil
	}
	have := map[string]bool{}
	for _, r := range in.Rows {
		have[r.Name] = true
	}
	for _, c := range table.Properties {
		if !have[c.Name] && len(c.Types) > 0 && len(list) < mostAbsent && (in.Original == nil || PropertyOf(in.Original.Properties, c.Name) == nil) {
			list = append(list, c)
		}
	}
	return list
}

// mostAbsent is how many properties Absent returns at most.
const mostAbsent = 200

// AbsentText names some of what Absent returned.
func AbsentText(list []filterlang.PropertyCensus) string {
	var names []string
	for _, c := range list {
		names = append(names, c.Name)
	}
	return "Not set here, but in other entities: " + few(names) + "."
}

// few names some of a list.
func few(names []string) string {
	text := ""
	for i, n := range names {
		if i == 4 {
			return text + " and " + words.Number(len(names)-i) + " more"
		}
		if i > 0 {
			text += ", "
		}
		text += words.Clip(n, 40)
	}
	return text
}

// MoveText says what changing the key does, "" when it is as stored.
func MoveText(in *Inspector) string {
	if !in.Moved() {
		return ""
	}
	o := in.Original
	text := "The service keeps the keys of an entity, so this is a move: " + page.KeyText(in.PK) + " / " + page.KeyText(in.RK) + " is inserted, and " + page.KeyText(o.PartitionKey) + " / " + page.KeyText(o.RowKey) + " deleted"
	if in.PK == o.PartitionKey {
		return text + ", in one transaction: both are done, or neither."
	}
	return text + ". They are in two partitions, so in two requests: first the insert, and when it is done the delete. Between them both exist."
}
