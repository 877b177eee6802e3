package designlab

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/keydesign/lab"
	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/words"
)

// comparison is the table of patterns by designs.
func (p *Panel) comparison() app.UI {
	l := p.Lab
	nd := len(l.Spec.Designs)
	var body []app.UI
	for k := range l.Spec.Patterns {
		body = append(body, p.pattern(k), p.more(k))
	}
	if len(l.Spec.Patterns) == 0 {
		body = append(body, H("tr", H("td.dim colspan="+strconv.Itoa(nd+1), "No access pattern yet: add what the application asks and writes, and how often.")))
	}
	return H("section.card#lab-table",
		H("div.row", H("h2#lab-patterns tabindex=-1", "Access patterns"), HowComputed(p.Store, "lab"), H("span.grow"),
			p.did(".btn.small#lab-add-read", "Add read", AddRead, 0, 0), p.did(".btn.small#lab-add-write", "Add write", AddWrite, 0, 0),
			p.did(".btn.small#lab-add-current", "Add the query on screen", AddCurrent, 0, 0)),
		H("p.dim#lab-patterns-what", p.asked()),
		H("div.lines#lab-comparison tabindex=0 role=region", Label("Comparison"), H("table.cmp.of-"+strconv.Itoa(nd),
			H("thead", H("tr", H("th scope=col", "Pattern"), Each(nd, func(i int) app.UI {
				lacks := l.Report != nil && l.Report.Designs[i].Duplicates+l.Report.Designs[i].Keyless > 0
				return H("th scope=col", Title(l.Spec.Designs[i].Name), words.Clip(l.Spec.Designs[i].Name, 32), Slot(lacks, func() app.UI { return H("span.n", Title(lab.NotAll), "✖ does not hold all entities") }))
			}))),
			H("tbody", body),
			H("tfoot", H("tr", H("th scope=row", "Cost of a day", H("span.n", p.unit())), Each(nd, p.total))))),
		H("p.dim", p.costs()),
		H("datalist#lab-properties", p.properties()))
}

// asked says what the patterns are, and that nobody has said yet how often they are called.
func (p *Panel) asked() string {
	text := "What your application reads and writes, and how often. Press a name to change what it asks."
	if slices.ContainsFunc(p.Lab.Spec.Patterns, func(t lab.Pattern) bool { return t.PerDay == lab.Assumed }) {
		text += " " + words.Number(lab.Assumed) + " calls a day are assumed until you type another number."
	}
	return text
}

// unit says below the heading of the sums what their numbers are.
func (p *Panel) unit() string {
	text := "× compares it with the first design."
	if !p.ByIndex {
		text += " A point is one request, 1,000 entities examined or 100 written."
	}
	return text
}

// costs says how the cost of a call is found.
func (p *Panel) costs() string {
	if p.ByIndex {
		return unitsModel + " ▲ better and ▼ worse than the first design, ✖ impossible. The sum of a day ranks the designs."
	}
	return "Each plan was run on tables that have these keys, and each cell is compared with the first design. ▲ better: it costs less, or the same with less load on the hottest partition. ▼ worse: the opposite. ✖ impossible: the design cannot do it. The design with the fewest points a day is 1st."
}

// properties are the names that fields for a property offer.
func (p *Panel) properties() []app.UI {
	if p.Lab.Report == nil || len(p.Lab.Report.Samples) == 0 {
		return nil
	}
	list := p.Lab.Report.Samples[0].Properties
	return Each(min(len(list), maxOffered), func(i int) app.UI { return H("option", Value(list[i].Name)) })
}

func (p *Panel) pattern(k int) app.UI {
	l := p.Lab
	t := &l.Spec.Patterns[k]
	n := strconv.Itoa(k)
	id := "lab-p" + n + "-day"
	open := l.Pattern == k
	text := words.Rounded(t.PerDay)
	var err, refused, hints any
	what := "input.narrow.num#" + id + " type=text autocomplete=off inputmode=decimal"
	if typed, ok := l.Texts[id]; ok {
		text = typed
		what += " aria-invalid=true aria-describedby=" + id + "-err"
		err = H("p.err#"+id+"-err", l.Errs[id])
	}
	if !open { // else its field says so
		if l.Report != nil && l.Report.Patterns[k].Refused != nil {
			refused = H("p.err", Coded("The filter is refused: "+l.Report.Patterns[k].Refused[0].Message)...)
		}
		hints = p.hints(k)
	}
	name := t.Name
	if name == "" {
		name = "Pattern " + strconv.Itoa(k+1)
	}
	return H("tr",
		H("th scope=row", H("div.pat-head", Press(p.Store, ".line.pat#lab-edit-"+n, words.Clip(name, 80), Did{Act: OpenPattern, At: k}, Expanded(open), Title("Edit")),
			p.removing("lab-unpattern-"+n, "Remove "+words.Clip(name, 80), Did{Act: RemovePattern, At: k})),
			H("label.dim.day for="+id, H(what, Value(text), p.hears("input", id)), " a day"), err, refused, hints),
		Each(len(l.Spec.Designs), func(i int) app.UI { return H("td", p.of(i), p.cell(k, i), p.unpadded(k, i)) }))
}

// hints are filters that a pattern could have instead, below its field or, while that is closed, its name.
func (p *Panel) hints(k int) app.UI {
	var list []lab.Hint
	if r := p.Lab.Report; r != nil {
		for _, h := range r.Patterns[k].Hints {
			if h.Filter == p.Lab.Spec.Patterns[k].Filter { // else it was typed on since
				list = append(list, h)
			}
		}
	}
	return Slot(len(list) > 0, func() app.UI {
		return H("ul.hints", Each(len(list), func(i int) app.UI {
			h := list[i]
			var why any
			if h.Message != "" {
				why = H("span", words.Clip(h.Message, 300))
			}
			n := strconv.Itoa(k)
			return H("li", why, Press(p.Store, ".btn.small#lab-hint-"+n+"-"+strconv.Itoa(i), h.Title, Replaced{"lab-p" + n + "-filter", h.Instead}), H("code", words.Clip(h.Instead, 300)))
		}))
	})
}

// of gives a cell the name of its design, which a phone shows beside it.
func (p *Panel) of(i int) Attribute {
	return Attr("data-of", cmp.Or(words.Clip(p.Lab.Spec.Designs[i].Name, 32), "Design "+strconv.Itoa(i+1)))
}

// cell is a pattern under a design.
func (p *Panel) cell(k, i int) app.UI {
	l := p.Lab
	if l.Spec.Patterns[k].Blank() {
		return H("span.n", lab.NoFilter)
	}
	if l.Report == nil || !l.Report.Patterns[k].Cells[i].Known {
		return H("span.dim", "–")
	}
	t, c := &l.Spec.Patterns[k], &l.Report.Patterns[k].Cells[i]
	mark, word := VerdictText(c)
	var chip, verdict, why any
	if c.Write == nil && len(c.Ways) > 0 {
		chip = Badge(c.Ways[0].Class, page.Mark(c.Ways[0].Class))
		if c.Ways[0].Index >= 0 {
			why = H("span.n", WayText(&l.Spec.Designs[i], &c.Ways[0]))
		}
	} else {
		chip = H("span.tag", string(t.Kind))
	}
	if mark != "" {
		verdict = H("span.verdict."+word, mark+" "+word)
	}
	if c.Why != "" && c.Why != lab.NotAll { // which the head of the column says
		why = H("span.n", c.Why)
	}
	return p.did(".cell#lab-c"+strconv.Itoa(k)+"-"+strconv.Itoa(i), "", OpenCell, k, i, Expanded(l.Row == k && l.Column == i),
		H("span.row", chip, verdict), H("span.n.dots", Dotted(CellFacts(t, c))...), why)
}

// unpadded says in a cell which number keeps a range from using a key, and pads it at a press.
func (p *Panel) unpadded(k, i int) app.UI {
	u, _ := p.Lab.unpadded(k, i)
	if u == nil || p.ByIndex {
		return H("div.slot")
	}
	return H("div.cell-mend", H("p.n", "Numbers sort as text in a key, so the range over "+words.Clip(u.Property, 40)+" cannot use it."),
		Press(p.Store, ".btn.small#lab-pad-"+strconv.Itoa(k)+"-"+strconv.Itoa(i), "Pad "+words.Clip(u.Property, 40), Did{PadNumber, k, i},
			Title("Changes "+words.Clip(u.Template, 200)+" to "+words.Clip(u.Instead, 200)+"; Undo takes it back")))
}

// more is the line under a pattern: its fields, or what is behind a cell.
func (p *Panel) more(k int) app.UI {
	l := p.Lab
	var what app.UI
	switch {
	case l.Pattern == k:
		what = p.fields(k)
	case l.Row == k && l.Report != nil && l.Column < len(l.Spec.Designs):
		what = p.behind(k, l.Column)
	default:
		return H("tr.hidden", H("td"))
	}
	return H("tr.more", H("td colspan="+strconv.Itoa(len(l.Spec.Designs)+1), what))
}

var patternKinds = [...]struct {
	kind lab.Kind
	text string
}{{lab.Read, "read"}, {lab.Insert, "insert"}, {lab.Update, "update"}, {lab.Delete, "delete"}}

// fields are those of a pattern.
func (p *Panel) fields(k int) app.UI {
	t := &p.Lab.Spec.Patterns[k]
	n := strconv.Itoa(k)
	id := "lab-p" + n + "-"
	fields := p.Lab.Fields()
	f := func(name, title string) app.UI { return p.field(id+name, title, fields[id+name], "") }
	property := func(name, title string) app.UI {
		return H("div", p.field(id+name, title, fields[id+name], "", Attr("list", "lab-properties")), p.meant(id+name, fields[id+name]))
	}
	properties := func(name, title string) app.UI { return H("div", f(name, title), p.meant(id+name, fields[id+name])) }
	wrong := ""
	if r := p.Lab.Report; r != nil && len(r.Patterns[k].Refused) > 0 {
		if e := &r.Patterns[k].Refused[0]; p.Lab.Typing != id+"filter" || e.Span.End < len(t.Filter) { // else it may only be unfinished
			wrong = e.Message
		}
	}
	var rest app.UI
	if t.Kind == lab.Read {
		rest = H("div.fields",
			p.completing("div.wide.tpl", id+"filter", "$filter, by the properties of the table", fields[id+"filter"], wrong, p.unfiltered(k), p.hints(k)),
			f("top", "$top (blank = all)"), property("order", "Order by (-Property descends)"), properties("select", "$select (blank = all)"))
	} else {
		var changed any
		if t.Kind == lab.Update {
			changed = properties("changed", "Properties that change (blank = all)")
		}
		rest = H("div.fields",
			f("rate", "Entities a second at the peak"), f("batch", "Entities that a call writes (1–100)"),
			property("together", "In one transaction if they share"), property("arrival", "Arrive in the order of (blank = any)"), changed)
	}
	return H("div.edit",
		H("div.fields", f("name", "Name"),
			H("div.fld", H("label.dim for="+id+"kind", "What it does"), H("select#"+id+"kind", Each(len(patternKinds), func(i int) app.UI {
				return H("option", Value(patternKinds[i].kind), On(patternKinds[i].kind == t.Kind), patternKinds[i].text)
			}), p.hears("change", id+"kind")))),
		rest,
		H("div.row", p.did(".btn.small#lab-copy-pattern", "Duplicate", CopyPattern, k, 0), p.did(".btn.small#lab-remove-pattern", "Remove", RemovePattern, k, 0), H("div.grow"),
			p.did(".btn.small#lab-close-pattern", "Done", OpenPattern, k, 0)))
}

// unfiltered says under the filter of a read whether it counts without one.
func (p *Panel) unfiltered(k int) app.UI {
	t := &p.Lab.Spec.Patterns[k]
	switch {
	case t.Filter != "":
		return H("div.slot")
	case t.Blank():
		return H("p.n", "Not counted yet: type a filter, or ", p.did(".link-like.sim-link#lab-all-"+strconv.Itoa(k), "read the whole table", ReadAll, k, 0), ".")
	}
	return H("p.n", "No filter: every entity matches.")
}

// meant offers below a field the name that was probably meant by the first in it that is no property. Its room is always there, so that
// nothing moves while somebody types.
func (p *Panel) meant(id, text string) app.UI {
	if typed, ok := p.Lab.Texts[id]; ok {
		text = typed
	}
	fix := nearName(text, p.Lab.names())
	if fix == nil {
		return H("div.meant-room")
	}
	return H("div.meant-room", "There is no "+words.Clip(text[fix.Span.Start:fix.Span.End], 40)+". ", Press(p.Store, ".link-like.sim-link#"+id+"-meant", "Use "+words.Clip(fix.Apply(text), 80), Replaced{id, fix.Apply(text)}))
}

// total is what a design costs in a day.
func (p *Panel) total(i int) app.UI {
	l := p.Lab
	if l.Report == nil || !l.Report.Designs[i].Known {
		return H("td.dim", p.of(i), "–")
	}
	d := &l.Report.Designs[i]
	place, _, _ := strings.Cut(RankText(l.Report, i), " of ") // how many there are and what of is seen here
	// What it would cost ranks nothing.
	if d.Impossible {
		return H("td", p.of(i), H("span.row", place), H("span.n", UnfitText(l, i)))
	}
	note := Slot(place != "", func() app.UI { return H("span.n", OnlyCost(l, i)) })
	cost := H("span.row", H("b", Relative(l.Report, i)), H("span", place))
	if p.ByIndex {
		return H("td", p.of(i), cost, H("span.n", UnitsText(d.Total.Points)), note)
	}
	return H("td", p.of(i), cost, H("span.n.dots", Dots(words.Big(d.Total.Points)+" points", words.Big(d.Total.Requests)+" requests", words.Big(d.Total.Examined)+" examined")...), note)
}

// turns says where the order of designs turns.
func (p *Panel) turns() app.UI {
	list := Turns(p.Lab)
	if len(list) == 0 {
		return H("div.slot")
	}
	return H("section.card#lab-turns", H("h2", "Break-evens"), H("ul.turns", Each(len(list), func(i int) app.UI { return H("li", list[i]) })))
}

// checklist is the papers' procedure for choosing keys, answered for one design.
func (p *Panel) checklist() app.UI {
	l, report := p.Lab, p.Lab.Report
	title := "How keys are chosen"
	if p.ByIndex {
		report, title = p.stored, "How keys are chosen, for Azure Table storage"
	}
	if report == nil || len(l.Spec.Designs) == 0 {
		return H("div.slot")
	}
	i := min(l.Checked, len(l.Spec.Designs)-1)
	var steps []lab.Step
	var none any
	if report.Designs[i].Known {
		steps = lab.Checklist(l.Spec, report, i)
	}
	if len(steps) == 0 {
		none = H("p.dim.foldable", Unmeasured(report, i))
	}
	return H("section.card#lab-check",
		H("div.row", H("h2", title), Unfold("lab-check-unfold", title), H("span.grow"), H("label.dim for=lab-checked", "For design"),
			H("select.btn.small#lab-checked", Each(len(l.Spec.Designs), func(k int) app.UI {
				return H("option", Value(strconv.Itoa(k)), On(k == i), words.Clip(l.Spec.Designs[k].Name, 60))
			}), Typed(p.Store, "change", "lab-checked", func(v string) page.Msg {
				k, _ := strconv.Atoi(v)
				return Did{Act: CheckDesign, At: k}
			}))),
		none,
		H("ol.steps.foldable", Each(len(steps), func(k int) app.UI {
			s := steps[k]
			mark := [...]string{"✓", "!", "✖", "–"}[s.State]
			return H("li.step-"+strings.Fields(s.State.String())[0], H("span.mark", Attr("aria-hidden", "true"), mark), H("div", H("b", s.Name), H("span.sr", " ("+s.State.String()+")"), H("p.dim", s.Answer)))
		})))
}

// maxOffered bounds the names that a field offers.
const maxOffered = 300
