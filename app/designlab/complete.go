package designlab

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"rangefinder/app/keydesign"
	"rangefinder/app/keydesign/lab"
	"rangefinder/app/page"
	"rangefinder/app/words"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Messages about the fields of templates.
type (
	// TemplateTyped is FieldTyped with where the caret is, in UTF-16 code units. With Asked nothing was typed: a list is wanted.
	TemplateTyped struct {
		Field, Text string
		Caret       int
		Asked       bool
	}
	// TemplateEntered and TemplateLeft tell of the keyboard.
	TemplateEntered struct{ Field string }
	TemplateLeft    struct{ Field string }
	// OfferMoved goes through the list of what could be completed, OfferTaken takes what is at a place of it, the marked one with -1,
	// and OfferClosed closes it.
	OfferMoved  struct{ By int }
	OfferTaken  struct{ At int }
	OfferClosed struct{}
	// PropertyInserted puts a property into the template of a design that had the keyboard last.
	PropertyInserted struct {
		Design int
		Name   string
	}
)

// Offers is the list of names under the caret of a template.
type Offers struct {
	Field string
	Text  string          // of the field
	Span  filterlang.Span // of the name that one takes the place of
	Items []Offer
	At    int  // that is marked
	Open  bool // the brace that the name stands in is not closed
}

// Offer is a name that a template could have.
type Offer struct {
	Name   string // as it is shown
	Note   string
	Insert string
}

// maxOffers bounds the list, maxChips the properties that each design offers as buttons.
const (
	maxOffers = 50
	maxChips  = 24
)

// OfferID is the id of a place in the list.
func OfferID(i int) string { return "lab-offer-" + strconv.Itoa(i) }

// templateFunctions are what the functions of a template do, for people, and how each is written first.
var templateFunctions = [...]struct{ name, insert, does string }{
	{"lower", "lower", "letters in lower case"},
	{"upper", "upper", "letters in upper case"},
	{"pad", "pad(8)", "zeros in front, so that 9 comes before 10"},
	{"date", "date(yyyy-MM)", "parts of a DateTime: yyyy MM dd HH mm ss, ww for the week"},
	{"ticks", "ticks", "a DateTime as 19 digits, the oldest first"},
	{"inverse", "inverse", "a DateTime as 19 digits, the newest first; inverse(yyyy-MM) for parts of it"},
	{"hash", "hash(16)", "a number from 00 to 15 made of the text: buckets"},
	{"prefix", "prefix(2)", "the first characters"},
	{"guid", "guid", "a Guid made of the text by SHA-256"},
	{"sha", "sha(8)", "hexadecimal digits of the text's SHA-256"},
}

// properties are those that a template can name.
func (l *Model) properties() []lab.Property {
	var list []lab.Property
	if l.Report != nil {
		list = l.Report.Properties
	}
	if g := l.Spec.Population; g != nil { // at once as they are typed
		list = nil
		for _, p := range g.Properties {
			list = append(list, lab.Property{Name: p.Name, Types: []string{p.Type}, Entities: g.Entities})
		}
	}
	return list
}

// names are their names.
func (l *Model) names() []string {
	var names []string
	for _, p := range l.properties() {
		names = append(names, p.Name)
	}
	return names
}

// propertyNote says what a property holds, and how many of the entities have it when not all do.
func (l *Model) propertyNote(p *lab.Property) string {
	note := strings.Join(p.Types, ", ")
	if l.Report != nil && l.Spec.Population == nil && p.Entities < l.Report.Entities {
		note += " · " + words.Share(int64(p.Entities), int64(l.Report.Entities)) + " have it"
	}
	return note
}

// offers returns what could stand at the caret of a template, nil for nothing.
func (l *Model) offers(msg TemplateTyped) *Offers {
	at := byteAt(msg.Text, msg.Caret)
	if strings.HasSuffix(msg.Field, "-filter") {
		return l.filterOffers(msg, at)
	}
	slot, ok := keydesign.SlotAt(msg.Text, at)
	if !ok {
		return nil
	}
	o := &Offers{Field: msg.Field, Text: msg.Text, Span: slot.Span, Open: unclosed(msg.Text[slot.Span.End:])}
	var inside []Offer // names that have the word, but do not begin with it
	add := func(name, note, insert string) {
		start, is := strings.ToLower(slot.Start), strings.ToLower(name)
		switch {
		case strings.HasPrefix(is, start):
			o.Items = append(o.Items, Offer{name, note, insert})
		case strings.Contains(is, start):
			inside = append(inside, Offer{name, note, insert})
		}
	}
	written := func(f string) string { return f }
	if rest := msg.Text[slot.Span.End:]; strings.HasPrefix(rest, "(") || strings.HasPrefix(rest, ":") { // its argument stays
		written = func(f string) string { return f[:strings.IndexByte(f+"(", '(')] }
	}
	if slot.Function {
		date := l.dated(msg.Text[:slot.Span.Start])
		for _, f := range templateFunctions {
			switch {
			case date:
				add(f.insert, f.does, written(f.insert))
			case f.name == "inverse":
				add(f.insert, "each digit taken from 9", written(f.insert))
			case f.name != "date" && f.name != "ticks":
				add(f.insert, f.does, written(f.insert))
			}
		}
	} else {
		list := l.properties()
		for i := range list {
			add(list[i].Name, l.propertyNote(&list[i]), list[i].Name)
		}
	}
	o.Items = append(o.Items, inside...)
	o.Items = o.Items[:min(len(o.Items), maxOffers)]
	there := msg.Text[slot.Span.Start:slot.Span.End]
	if len(o.Items) == 0 || !msg.Asked && slices.ContainsFunc(o.Items, func(x Offer) bool { return x.Insert == there }) && len(o.Items) == 1 {
		return nil
	}
	return o
}

// unclosed reports whether what follows a name closes no brace, and is no more of what stands in one.
func unclosed(rest string) bool {
	if at := strings.IndexAny(rest, "{}"); at >= 0 && rest[at] == '}' {
		return false
	}
	rest = strings.TrimLeft(rest, " ")
	return rest == "" || !strings.ContainsAny(rest[:1], "|:(")
}

// filterOffers returns what could stand at a place of a pattern's filter: once a word is begun, or when a list is asked for.
func (l *Model) filterOffers(msg TemplateTyped, at int) *Offers {
	var census filterlang.Census
	for _, p := range l.properties() {
		one := filterlang.PropertyCensus{Name: p.Name, Count: p.Entities}
		for _, name := range p.Types {
			if t, err := edm.ParseType(name); err == nil {
				one.Types = append(one.Types, filterlang.TypeCount{Type: t, Count: p.Entities})
			}
		}
		if p.Name != filterlang.PartitionKey && p.Name != filterlang.RowKey { // which are offered as keys
			census.Properties = append(census.Properties, one)
		}
		census.Entities = max(census.Entities, p.Entities)
	}
	c := filterlang.Complete(msg.Text, at, census)
	there := msg.Text[c.From:c.To]
	if c.From == at && !msg.Asked {
		return nil
	}
	o := &Offers{Field: msg.Field, Text: msg.Text, Span: filterlang.Span{Start: c.From, End: c.To}}
	for _, it := range c.Items[:min(len(c.Items), maxOffers)] {
		if strings.TrimSpace(it.Insert) == there && !msg.Asked {
			return nil // it is written
		}
		o.Items = append(o.Items, Offer{it.Label, it.Detail, it.Insert})
	}
	if len(o.Items) == 0 {
		return nil
	}
	return o
}

// dated reports whether the property that functions follow, at the end of a text, may hold a DateTime.
func (l *Model) dated(text string) bool {
	name, _, _ := strings.Cut(text[strings.LastIndexByte(text, '{')+1:], "|")
	for _, p := range l.properties() {
		if p.Name == strings.TrimSpace(name) {
			return slices.Contains(p.Types, edm.DateTime.String())
		}
	}
	return true
}

// byteAt returns the offset in bytes of one in UTF-16 code units.
func byteAt(text string, units int) int {
	for i, r := range text {
		if units <= 0 {
			return i
		}
		units -= max(1, utf16.RuneLen(r))
	}
	return len(text)
}

// templateOf returns the field of a design's template that a property goes into.
func (l *Model) templateOf(design int) string {
	prefix := "lab-d" + strconv.Itoa(design) + "-"
	if strings.HasPrefix(l.Template, prefix) {
		return l.Template
	}
	return prefix + "partition"
}

// completed takes a message about the field of a template. Update asks for it by name, so that this file is not part of the first download.
func (m *Model) completed(msg page.Msg) (next *Model, cmds []page.Cmd) {
	l := *m
	switch msg := msg.(type) {
	case TemplateTyped:
		next = m
		if !msg.Asked {
			next, cmds = m.take(FieldTyped{msg.Field, msg.Text})
		}
		l = *next
		l.Typing = msg.Field
		l.Offers = l.offers(msg)
		return l.at(msg.Field), append(cmds, l.marked()...)
	case TemplateEntered:
		return l.at(msg.Field), nil
	case TemplateLeft:
		if l.Typing = ""; l.Offers != nil && l.Offers.Field == msg.Field {
			l.Offers = nil
		}
	case OfferMoved:
		if l.Offers == nil {
			return m, nil
		}
		o := *l.Offers
		n := len(o.Items)
		o.At = ((o.At+msg.By)%n + n) % n
		l.Offers = &o
		return &l, l.marked()
	case OfferTaken:
		o := l.Offers
		if o == nil {
			return m, nil
		}
		at := msg.At
		if at < 0 {
			at = o.At
		}
		l.Offers = nil
		if at >= len(o.Items) {
			return &l, nil
		}
		from, to := o.Span.UTF16(o.Text)
		insert := page.InsertText{Target: o.Field, From: from, To: to, Text: o.Items[at].Insert}
		if o.Open { // the caret stays before the brace, for a function
			insert.Text, insert.Back = insert.Text+"}", 1
		}
		return &l, []page.Cmd{insert}
	case OfferClosed:
		l.Offers = nil
	case PropertyInserted:
		insert := page.InsertText{Target: l.templateOf(msg.Design), From: -1, To: -1, Text: "{" + msg.Name + "}", Past: "}"} // not into one that was completed
		if l.Template != insert.Target {                                                                                     // it had no caret yet: at the end
			insert.From = len(utf16.Encode([]rune(l.Fields()[insert.Target])))
			insert.To, insert.Past = insert.From, ""
		}
		return &l, []page.Cmd{insert}
	}
	return &l, nil
}

// at notes which template has the keyboard, and shows the checklist of its design.
func (l Model) at(field string) *Model {
	if n, _, ok := numberedID(field, "lab-d"); ok && n < len(l.Spec.Designs) {
		l.Checked = n
	}
	l.Template = field
	return &l
}

// marked keeps the marked place of the list in view, and has nothing to do without one.
func (l *Model) marked() []page.Cmd {
	if l.Offers == nil {
		return nil
	}
	return []page.Cmd{page.Reveal{ID: OfferID(l.Offers.At)}}
}
