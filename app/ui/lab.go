package ui

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/keydesign"
	"rangefinder/app/keydesign/codegen"
	"rangefinder/app/keydesign/lab"
	"rangefinder/app/state"
	"rangefinder/app/words"
)

// LabPanel is the design lab: designs as cards, and what access patterns cost under each.
type LabPanel struct {
	app.Compo
	Store  *state.Store
	Lab    *state.Lab
	Table  string
	Source string // account, "" for this browser
}

func (p *LabPanel) Render() app.UI {
	l := p.Lab
	switch {
	case p.Source != "":
		return h("section.parts", h("div.advice-box",
			h("h1", "Design lab"),
			h("p", "Other keys are tried on the entities themselves, and those of an account are not here. Pull a copy into this browser, and its designs are compared here."),
			h("div.row", press(p.Store, ".btn.primary#lab-pull", "Pull a copy…", state.PullPressed{Table: p.Table}))))
	case p.Table == "":
		return noTable(p.Store, "Open one, and try other keys for its entities here.")
	case l.Table != p.Table: // it is being loaded: what the lab holds is about the one before, and so would be what is typed
		return h("section.parts", h("p.dim role=status", "Waiting for "+p.Table+"…"))
	case !l.Have && l.Failed != nil:
		return h("section.parts", h("div.failure role=alert", h("p", "There is no comparison to show: "+l.Failed.Message), h("div.row", press(p.Store, ".btn.small#lab-retry", "Try again", state.LabAgain{}))))
	case !l.Have:
		return h("section.parts", h("p.dim role=status", "Looking at "+p.Table+"…"))
	}
	return h("section.lab", label("Design lab"), p.head(), p.entities(), p.designs(), p.comparison(), h("div.lab-below", p.turns(), p.checklist()))
}

func (p *LabPanel) did(what, text, act string, at, of int, in ...any) app.UI {
	return press(p.Store, what, text, state.LabDid{Act: act, At: at, Of: of}, in...)
}

// field is a text that is typed in, with its label and what is wrong with it.
func (p *LabPanel) field(id, name, text, wrong string, in ...any) app.UI {
	if typed, ok := p.Lab.Texts[id]; ok {
		text = typed
	}
	if e := p.Lab.Errs[id]; e != "" {
		wrong = e
	}
	var err any
	invalid := "false"
	if wrong != "" {
		invalid = "true"
		err = h("p.err#"+id+"-err", wrong)
	}
	return h("div.fld", h("label.dim for="+id, name),
		h("input.mono#"+id+" type=text autocomplete=off spellcheck=false aria-invalid="+invalid+" aria-describedby="+id+"-err", append(in, value(text), p.hears("input", id))...), err)
}

func (p *LabPanel) hears(event, id string) hear {
	return typed(p.Store, event, id, func(v string) state.Msg { return state.LabTyped{Field: id, Text: v} })
}

// head says what is compared, and how far that is.
func (p *LabPanel) head() app.UI {
	l := p.Lab
	var at, failed any
	switch {
	case l.Failed != nil:
		failed = h("div.failure role=alert", h("p", "It could not be measured: "+l.Failed.Message+" "+l.Failed.Detail), h("div.row", press(p.Store, ".btn.small#lab-again", "Measure again", state.LabAgain{})))
	case l.Measuring && l.Progress.Total > 0:
		at = h("span.row", h("span.dim role=status", "measuring… "+words.Share(int64(l.Progress.Done), int64(l.Progress.Total))), press(p.Store, ".btn.small#lab-stop", "Stop", state.LabStopped{}))
	case l.Stopped:
		at = h("span.row", h("span.dim", "Stopped: not everything was measured."), press(p.Store, ".btn.small#lab-again", "Go on", state.LabAgain{}))
	case l.Report != nil:
		at = h("span.dim", state.LabSummary(l))
	default:
		at = h("span.dim role=status", "measuring…")
	}
	undo, redo := l.Undoable(), l.Redoable()
	return h("div.lab-head",
		h("div.row", h("h1", "Designs for "+p.Table), at),
		h("div.row", p.use(), h("span.grow"),
			p.did(".btn.small#lab-undo", "Undo", state.UndoLab, 0, 0, off(undo == ""), title("Undo "+undo)), p.did(".btn.small#lab-redo", "Redo", state.RedoLab, 0, 0, off(redo == ""), title("Do again: "+redo)),
			p.did(".btn.small#lab-fresh", "Start over", state.FreshLab, 0, 0, title("Designs and patterns as they are proposed for this table")),
			p.did(".btn.small#lab-markdown", "Copy as Markdown", state.CopyReview, 0, 0, off(l.Report == nil), title("For a design review")),
			press(p.Store, ".btn.small#lab-share", "Share…", state.SharePressed{}, title("A link to this comparison")),
			p.did(".btn.small.primary#lab-add-design", "Add design", state.AddDesign, 0, 0)),
		failed)
}

// designs are the cards.
func (p *LabPanel) designs() app.UI {
	return h("div", h("div.designs", each(len(p.Lab.Spec.Designs), p.design)),
		h("details.lab-help", h("summary", "What a template can hold"),
			h("p", "Text as it is, and properties in braces, PartitionKey and RowKey as they were among them: ", h("code", "{Channel}_{CreatedOn|inverse:yyyy-MM}"), ". Filters follow a bar:"),
			h("dl.filters", each(len(templateFilters), func(i int) app.UI {
				return h("div", h("dt", h("code", templateFilters[i][0])), h("dd", templateFilters[i][1]))
			}))))
}

var templateFilters = [...][2]string{
	{"lower  upper", "letters of one case"},
	{"pad(8)", "zeros before it, so that 9 comes before 10"},
	{"date(yyyy-MM)", "parts of a DateTime: yyyy MM dd HH mm ss, ww for the week"},
	{"ticks  inverse", "a DateTime as digits; inverse: the newest first"},
	{"inverse(yyyy-MM)", "parts of a DateTime, the newest first"},
	{"hash(16)", "a number from 00 to 15 made of the text: buckets"},
	{"prefix(2)", "the first characters"},
	{"guid  sha(8)", "made of the text by SHA-256"},
}

func (p *LabPanel) design(i int) app.UI {
	l := p.Lab
	d := &l.Spec.Designs[i]
	n := strconv.Itoa(i)
	id := "lab-d" + n + "-"
	var r *lab.DesignReport
	what, rank := "section.card.design", ""
	if l.Report == nil && l.Failed == nil && !l.Stopped {
		what += ".waiting" // with room for the examples
	}
	if l.Report != nil {
		r = &l.Report.Designs[i]
		if rank = state.RankText(l.Report, i); r.Rank == 1 {
			what += ".best"
		}
	}
	name := d.Name
	if name == "" {
		name = "Design " + strconv.Itoa(i+1)
	}
	return h(what, label(name),
		h("div.row.design-head",
			h("input.name#"+id+"name type=text autocomplete=off", label("Name of design "+strconv.Itoa(i+1)), value(d.Name), p.hears("input", id+"name")),
			p.did(".btn.small#lab-copy-"+n, "Duplicate", state.CopyDesign, i, 0, label("Duplicate "+name)),
			p.did(".icon.small#lab-remove-"+n, "✕", state.RemoveDesign, i, 0, label("Remove "+name), title("Remove"))),
		p.template(id+"partition", "PartitionKey", d.Partition),
		p.template(id+"row", "RowKey", d.Row),
		p.examples(d),
		h("p.facts", rank),
		p.held(i, r),
		h("div.indexes", each(len(d.Indexes), func(x int) app.UI { return p.index(i, x, r) })),
		h("div.design-acts", p.did(".btn.small#lab-index-"+n, "Add index", state.AddIndex, i, 0),
			p.did(".btn.small#lab-sim-"+n, "Simulate", state.Simulate, i, 0, label("Simulate "+name), title("The simulator with these keys and what the patterns ask for")),
			p.code(i, name),
			p.did(".btn.small#lab-keep-"+n, "Keep as table…", state.OpenKeep, i, 0, off(r == nil || !r.Known || r.Duplicates+r.Keyless > 0))),
		p.keep(i))
}

// code offers the keys of a design as a program.
func (p *LabPanel) code(i int, name string) app.UI {
	chosen := hear{"change", nil, app.EventScope("code", i)}
	chosen.handler = func(ctx app.Context, e app.Event) {
		of, err := strconv.Atoi(ctx.JSSrc().Get("value").String())
		ctx.JSSrc().Set("selectedIndex", 0)
		if err == nil {
			p.Store.Send(state.LabDid{Act: state.CopyCode, At: i, Of: of})
		}
	}
	return h("select.btn.small#lab-code-"+strconv.Itoa(i), label("Copy code of "+name), h("option", named{"value", "none"}, "Copy code…"),
		each(len(codegen.Languages), func(k int) app.UI {
			return h("option", value(strconv.Itoa(k)), codegen.Languages[k].String())
		}), chosen)
}

// template is the field of a template, with the place of what is wrong marked under it.
func (p *LabPanel) template(id, name, text string) app.UI {
	err := state.TemplateErr(text)
	if err == nil {
		return p.field(id, name, text, "")
	}
	return h("div", p.field(id, name, text, err.Message), wrongAt(text, err))
}

func wrongAt(text string, err *keydesign.SyntaxError) app.UI {
	from, to := min(err.Span.Start, len(text)), min(err.Span.End, len(text))
	wrong := text[from:to]
	if wrong == "" {
		wrong = "▲"
	}
	return h("p.wrong-at.mono aria-hidden=true", h("span", text[:from]), h("span.bad", wrong), h("span", text[to:]))
}

// examples are the keys of a few entities as typed.
func (p *LabPanel) examples(d *lab.Design) app.UI {
	list := state.LabExamples(p.Lab.Report, d.Partition, d.Row)
	return h("ul.examples", label("Examples"), each(len(list), func(i int) app.UI {
		e := list[i]
		if e.Err != "" {
			return h("li.err", words.Clip(state.KeyPair(e.Was), 40)+": "+e.Err)
		}
		return h("li.mono", title("was "+words.Clip(state.KeyPair(e.Was), 120)), words.Clip(state.KeyPair(e.Key), 120))
	}))
}

// held says what the design's table holds, and what has no place in it.
func (p *LabPanel) held(i int, r *lab.DesignReport) app.UI {
	if r == nil || !r.Known {
		return h("div.slot")
	}
	all := p.Lab.Report.Entities
	if all == 0 {
		return h("div.slot", h("p.facts", "The table is empty. Above, measure on entities that do not exist yet."))
	}
	facts := h("p.facts", bold(words.Number(r.Partitions)), " "+words.Plural(r.Partitions, "partition", "partitions")+" · largest ", bold(words.Number(r.Largest.Entities)), " ("+words.Share(int64(r.Largest.Entities), int64(max(r.Stored, 1)))+", "+words.Clip(state.KeyText(r.Largest.Key), 40)+") · median "+words.Number(r.Median)+
		" · stores "+strconv.FormatFloat(r.Storage, 'f', 2, 64)+" × the bytes")
	var duplicates, pairs, keyless, unknown any
	if r.Duplicates > 0 {
		text := "Show pairs"
		if p.Lab.Pairs == i {
			text = "Hide pairs"
			pairs = p.pairs(r.Pairs, r.Duplicates)
		}
		duplicates = h("div.row.err", "✖ "+words.Count(r.Duplicates, "entity has", "entities have")+" a key that another has.",
			p.did(".btn.small#lab-pairs-"+strconv.Itoa(i), text, state.OpenPairs, i, 0))
	}
	if len(r.Unknown) > 0 {
		unknown = h("p.err", "No entity has "+words.Clip(strings.Join(r.Unknown, ", "), 120)+": it gives nothing.")
	}
	if r.Keyless > 0 {
		keyless = h("p.err", "✖ "+words.Number(r.Keyless)+" of "+words.Count(all, "entity", "entities")+" get no key, such as "+words.Clip(state.KeyPair(r.Reasons[0].Was), 60)+": "+words.Clip(r.Reasons[0].Why, 200))
	}
	return h("div.held", facts, unknown, duplicates, pairs, keyless)
}

// pairs lists entities that get the same key.
func (p *LabPanel) pairs(list []lab.Pair, all int) app.UI {
	var more any
	if all > len(list) {
		more = h("p.dim", "and "+words.Number(all-len(list))+" more")
	}
	return h("div.lines tabindex=0 role=region", label("Entities with one key"), h("table",
		h("thead", h("tr", h("th scope=col", "Key"), h("th scope=col", "Kept"), h("th scope=col", "Has no place"))),
		h("tbody", each(len(list), func(i int) app.UI {
			return h("tr", h("th.mono scope=row", words.Clip(state.KeyPair(list[i].Key), 80)), h("td.mono", words.Clip(state.KeyPair(list[i].First), 80)), h("td.mono", words.Clip(state.KeyPair(list[i].Second), 80)))
		}))), more)
}

var indexKinds = [...]lab.IndexKind{lab.SamePartition, lab.OtherPartition, lab.KeyList, lab.OtherTable}

// index is what is stored beside the entities.
func (p *LabPanel) index(i, k int, r *lab.DesignReport) app.UI {
	d := &p.Lab.Spec.Designs[i]
	x := &d.Indexes[k]
	id := "lab-d" + strconv.Itoa(i) + "-x" + strconv.Itoa(k) + "-"
	var partition, properties, facts any
	if x.Kind != lab.SamePartition {
		partition = p.template(id+"partition", "PartitionKey", x.Partition)
	}
	if x.Kind != lab.KeyList {
		properties = p.field(id+"properties", "Properties of a copy, all when empty", strings.Join(x.Properties, ", "), "")
	}
	if r != nil && k < len(r.Indexes) {
		facts = indexFacts(x.Kind, &r.Indexes[k])
	}
	return h("div.index",
		h("div.row", h("label.sr for="+id+"kind", "Kind of index "+strconv.Itoa(k+1)),
			h("select.btn.small#"+id+"kind", each(len(indexKinds), func(n int) app.UI {
				return h("option", value(indexKinds[n]), on(indexKinds[n] == x.Kind), state.IndexText(indexKinds[n]))
			}), p.hears("change", id+"kind")),
			p.did(".icon.small#lab-unindex-"+strconv.Itoa(i)+"-"+strconv.Itoa(k), "✕", state.RemoveIndex, i, k, label("Remove index "+strconv.Itoa(k+1)))),
		partition, p.template(id+"row", "RowKey", x.Row), properties, facts)
}

func indexFacts(kind lab.IndexKind, r *lab.IndexReport) app.UI {
	text := words.Count(r.Entities, "copy", "copies")
	if kind == lab.KeyList {
		text = words.Count(r.Entities, "list", "lists") + ", the longest of " + words.Count(r.Longest, "key", "keys")
	}
	var wrong any
	if n := r.Duplicates + r.Keyless; n > 0 {
		why := "another copy has the key"
		if r.Keyless > 0 {
			why = words.Clip(r.Reasons[0].Why, 160)
		}
		wrong = h("p.err", "✖ "+words.Count(n, "entity is", "entities are")+" not in it: "+why+". It is not used to read.")
	} else if r.TooLong > 0 {
		wrong = h("p.err", "✖ "+words.Count(r.TooLong, "list is", "lists are")+" too long for an entity. It is not used to read.")
	}
	text += " in " + words.Count(r.Partitions, "partition", "partitions")
	if r.Partitions == 1 && r.Entities > 1 && kind != lab.SamePartition {
		text += ", so that one server takes every write of them"
	}
	return h("div", h("p.facts", text), wrong)
}

// keep asks for the name of a table that is made of a design.
func (p *LabPanel) keep(i int) app.UI {
	l := p.Lab
	if l.Keeping != i {
		return h("div.slot")
	}
	name := app.Window().GetElementByID
	take := func(ctx app.Context, e app.Event) {
		e.PreventDefault()
		p.Store.Send(state.KeepNamed{Name: name("lab-keep-name").Get("value").String()})
	}
	var busy, err any
	if l.KeepBusy {
		busy = h("span.row", h("span.dim role=status", "making it… "+words.Share(int64(l.KeepAt.Done), int64(max(l.KeepAt.Total, 1)))), p.did(".btn.small#lab-keep-stop", "Stop", state.StopKeep, i, 0))
	}
	if l.KeepErr != "" {
		err = h("p.err role=alert", l.KeepErr)
	}
	return h("form.row.keep", hear{"submit", take, app.EventScope("keep", i)},
		h("label for=lab-keep-name", "Name of the table"), h("input.mono#lab-keep-name type=text autocomplete=off"),
		h("button.btn.small.primary#lab-keep-go type=submit", off(l.KeepBusy), "Make the table"), busy, err)
}
