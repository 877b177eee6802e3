package designlab

import (
	"strconv"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/keydesign/codegen"
	"rangefinder/app/keydesign/lab"
	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/words"
)

// Panel is the design lab: designs as cards, and what access patterns cost under each.
type Panel struct {
	app.Compo
	Store  Sender
	Lab    *Model
	Table  string
	Source string // account, "" for this browser
	Step   int    // at which the first lesson goes on, 0 when it was not begun
	// ByIndex: the table is planned for Azure Cosmos DB, so classes are of its index and costs are modelled request units.
	ByIndex bool

	stored *lab.Report // what was measured, where Lab's report is by request units
	gone   *removal    // the last one by the pointer
}

// removal is where and when something was removed.
type removal struct {
	x, y int
	at   time.Time
}

func (p *Panel) Render() app.UI {
	if p.gone == nil {
		p.gone = new(removal)
	}
	if !p.ByIndex {
		return p.drawn()
	}
	l := *p.Lab
	stored := l.Report
	l.Report = lab.ByUnits(l.Spec, l.Report)
	return (&Panel{Store: p.Store, Lab: &l, Table: p.Table, Source: p.Source, ByIndex: true, stored: stored, gone: p.gone}).drawn()
}

func (p *Panel) drawn() app.UI {
	l := p.Lab
	switch {
	case p.Source != "":
		return H("section.parts", H("div.advice-box",
			H("h1", "Design lab"),
			H("p", "The lab makes other keys for the entities of a table, so it needs them in this browser. Pull a copy of this table to compare designs for it."),
			H("div.row", Press(p.Store, ".btn.primary#lab-pull", "Pull a copy…", page.PullPressed{Table: p.Table}))))
	case p.Table == "":
		return NoTable(p.Store, "Open one, and try other keys for its entities here.", p.Step)
	case l.Table != p.Table: // it is being loaded: what the lab holds is about the one before, and so would be what is typed
		return H("section.parts", H("p.dim role=status", "Waiting for "+p.Table+"…"))
	case !l.Have && l.Failed != nil:
		return H("section.parts", H("div.failure role=alert", H("p", "There is no comparison to show: "+l.Failed.Message), H("div.row", Press(p.Store, ".btn.small#lab-retry", "Try again", Again{}))))
	case !l.Have:
		return H("section.parts", H("p.dim role=status", "Looking at "+p.Table+"…"))
	}
	return H("section.lab", Label("Design lab"), p.head(), p.suggestions(), p.entities(), p.designs(), p.comparison(), p.help(), p.growth(), H("div.lab-below", p.turns(), p.checklist()))
}

// removing is the button that takes something away. The next one's comes under the pointer then, so a second press at the same place does
// nothing for a while, however slow a double click it is.
func (p *Panel) removing(id, label string, did Did) app.UI {
	return H("button.icon.small#"+id+" type=button", "✕", Label(label), Title("Remove"), Listen("click", func(ctx app.Context, e app.Event) {
		e.PreventDefault()
		if e.Get("detail").Int() > 1 {
			return
		}
		if e.Get("clientY").Truthy() { // by the pointer
			now := removal{e.Get("clientX").Int(), e.Get("clientY").Int(), time.Now()}
			if max(now.x-p.gone.x, p.gone.x-now.x, now.y-p.gone.y, p.gone.y-now.y) < samePlace && now.at.Sub(p.gone.at) < againTime {
				return
			}
			*p.gone = now
		}
		p.Store.Send(did)
	}, app.EventScope(did.Act, did.At, did.Of)))
}

// samePlace and againTime say which press may be a second one of the press before: in pixels, and how soon after it.
const (
	samePlace = 24
	againTime = 2 * time.Second
)

func (p *Panel) did(what, text, act string, at, of int, in ...any) app.UI {
	return Press(p.Store, what, text, Did{Act: act, At: at, Of: of}, in...)
}

// field is a text that is typed in, with its label and what is wrong with it.
func (p *Panel) field(id, name, text, wrong string, in ...any) app.UI {
	return p.fieldWith(id, name, text, wrong, p.hears("input", id), in...)
}

// elsewhere is what is wrong with a field that says so in another place, under the field's name for that.
const elsewhere = " "

func (p *Panel) fieldWith(id, name, text, wrong string, hears Listener, in ...any) app.UI {
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
		err = H("p.err#"+id+"-err", Coded(wrong)...)
	}
	if wrong == elsewhere {
		err = nil
	}
	return H("div.fld", H("label.dim for="+id, name),
		H("input.mono#"+id+" type=text autocomplete=off spellcheck=false aria-invalid="+invalid+" aria-describedby="+id+"-err", append(in, Value(text), hears)...), err)
}

func (p *Panel) hears(event, id string) Listener {
	return Typed(p.Store, event, id, func(v string) page.Msg { return FieldTyped{Field: id, Text: v} })
}

// head says what is compared, and how far that is.
func (p *Panel) head() app.UI {
	l := p.Lab
	var at, failed any
	switch {
	case l.Failed != nil:
		failed = H("div.failure role=alert", H("p", "It could not be measured: "+l.Failed.Message+" "+l.Failed.Detail), H("div.row", Press(p.Store, ".btn.small#lab-again", "Measure again", Again{})))
	case l.Measuring && l.Progress.Total > 0:
		at = H("span.row", H("span.dim role=status", "measuring… "+percent(l.Progress)), Press(p.Store, ".btn.small#lab-stop", "Stop", Stopped{}))
	case l.Stopped:
		at = H("span.row", H("span.dim", "Stopped: not everything was measured."), Press(p.Store, ".btn.small#lab-again", "Go on", Again{}))
	case l.Report != nil:
		at = H("span.dim.dots", Dotted(Summary(l))...)
	default:
		at = H("span.dim role=status", "measuring…")
	}
	undo, redo := l.Undoable(), l.Redoable()
	return H("div.lab-head",
		H("div.row", H("h1", "Designs for "+p.Table), H("p.dim.grow#lab-what", "Each card is one way to make PartitionKey and RowKey from properties. The table below compares what your queries cost with it."), H("span.row.lab-acts",
			p.did(".btn.small#lab-undo", "Undo", Undo, 0, 0, Off(undo == ""), Title("Undo "+undo)), p.did(".btn.small#lab-redo", "Redo", Redo, 0, 0, Off(redo == ""), Title("Do again: "+redo)),
			&Fold{Store: p.Store, ID: "lab-more", Class: "small", Label: "More about this comparison: copy it, start over", Items: []FoldItem{
				{ID: "lab-markdown", Text: "Copy as Markdown", Title: "For a design review", Off: l.Report == nil, Msg: Did{Act: CopyReview}},
				{ID: "lab-fresh", Text: "Start over", Title: "Designs and patterns as they are proposed for this table", Msg: Did{Act: Fresh}},
			}},
			Press(p.Store, ".btn.small#lab-share", "Share…", page.SharePressed{}, Title("A link to this comparison")),
			p.did(".btn.small#lab-suggest", "Suggest keys", SuggestKeys, 0, 0, Off(len(l.Spec.Patterns) == 0 || l.Search != nil && l.Search.Busy),
				Title("Looks for better keys: makes designs of the properties in your filters, measures each on these entities, and shows the best few")),
			p.did(".btn.small.primary#lab-add-design", "Add design", AddDesign, 0, 0))),
		H("div.row", H("span.row.nowrap.lab-at", at), Press(p.Store, ".btn.small#lab-down", "To the comparison", Did{Act: Compared}), p.use()),
		Slot(p.ByIndex, func() app.UI {
			return H("p#lab-units", H("span.tag", "a model"), " Costs are request units of Azure Cosmos DB, by the model of ", H("code", "serve --profile cosmos"), ": no account was asked. Suggestions, checklist and Markdown stay those of Azure Table storage.")
		}),
		failed)
}

// designs are the cards.
func (p *Panel) designs() app.UI {
	return H("div.designs", Each(len(p.Lab.Spec.Designs), p.design))
}

// help says what a template can hold.
func (p *Panel) help() app.UI {
	return H("details.lab-help", H("summary", "What a template can hold"),
		H("p", "Text, and properties in braces, with the PartitionKey and RowKey of the table among them: ", H("code", "{Channel}_{CreatedOn|inverse:yyyy-MM}"), ". Functions follow a bar:"),
		H("dl.functions", Each(len(templateFunctions), func(i int) app.UI {
			return H("div", H("dt", H("code", templateFunctions[i].insert)), H("dd", templateFunctions[i].does))
		})))
}

func (p *Panel) design(i int) app.UI {
	l := p.Lab
	d := &l.Spec.Designs[i]
	n := strconv.Itoa(i)
	id := "lab-d" + n + "-"
	var r *lab.DesignReport
	what, rank := "section.card.design", ""
	if l.Report != nil {
		r = &l.Report.Designs[i]
		if rank = RankText(l.Report, i); r.Rank == 1 && standingOf(l.Report, i) == alone { // joint ones are not marked: another design is as good
			what += ".best"
		}
	}
	name := d.Name
	if name == "" {
		name = "Design " + strconv.Itoa(i+1)
	}
	return H(what, Label(name),
		H("div.row.design-head",
			H("input.name#"+id+"name type=text autocomplete=off", Label("Name of design "+strconv.Itoa(i+1)), Value(d.Name), p.hears("input", id+"name")),
			H("span.facts", rank),
			p.removing("lab-remove-"+n, "Remove "+name, Did{Act: RemoveDesign, At: i})),
		p.key(i, r, id+"partition", "PartitionKey", d.Partition),
		p.key(i, r, id+"row", "RowKey", d.Row),
		p.chips(i, name),
		p.examples(d),
		p.held(i, r),
		H("div.indexes", Each(len(d.Indexes), func(x int) app.UI { return p.index(i, x, r) })),
		p.acts(i, name, r),
		p.keep(i))
}

// acts are what can be done with a design: in view what is done most, the rest folded.
func (p *Panel) acts(i int, name string, r *lab.DesignReport) app.UI {
	n := strconv.Itoa(i)
	unfit := r == nil || !r.Known || r.Duplicates+r.Keyless > 0
	d := &p.Lab.Spec.Designs[i]
	add, indexes, runs, none := "Add index to "+name, "", "Run these keys and patterns in the simulator", TemplateErr(d.Partition) != nil || TemplateErr(d.Row) != nil
	if none {
		indexes = "A template cannot be read, so the design has no keys yet"
		runs = indexes
	}
	if d.Present() {
		add, indexes = "Add index to a copy of "+name, "The index goes to a copy: this design is the table as it is"
	}
	more := []FoldItem{
		{ID: "lab-deploy-" + n, Text: "Deploy…", Title: "Create its tables and copies in an account or here, and check copies", Off: unfit, Msg: Did{Act: Deploy, At: i}},
		{ID: "lab-copy-" + n, Text: "Duplicate", Title: "Add a design that begins as a copy of this one", Msg: Did{Act: CopyDesign, At: i}},
	}
	for k, language := range codegen.Languages {
		more = append(more, FoldItem{ID: "lab-code-" + n + "-" + strconv.Itoa(k), Text: "Copy code in " + language.String(), Title: "A program that makes these keys", Msg: Did{Act: CopyCode, At: i, Of: k}})
	}
	return H("div.design-acts",
		p.did(".btn.small#lab-index-"+n, "Add index", AddIndex, i, 0, Label(add), Title(indexes), Off(none)),
		p.did(".btn.small#lab-sim-"+n, "Simulate", Simulate, i, 0, Label("Simulate "+name), Title(runs), Off(none)),
		p.did(".btn.small#lab-keep-"+n, "", OpenKeep, i, 0, Label("Keep as table… "+name), Off(unfit), "Keep", H("span.fuller", " as table"), "…"),
		&Fold{Store: p.Store, ID: "lab-more-" + n, Class: "small", Label: "More for " + name + ": deploy, duplicate, copy code", Items: more})
}

// examples are the keys of a few entities as typed.
func (p *Panel) examples(d *lab.Design) app.UI {
	list := Examples(p.Lab.Report, d.Partition, d.Row)
	return H("ul.examples", Label("Examples"), Each(len(list), func(i int) app.UI {
		e := list[i]
		if e.Err != "" {
			return H("li.err", Title(e.Err), words.Clip(KeyPair(e.Was), 40)+": "+e.Err)
		}
		return H("li.mono", Title("was "+words.Clip(KeyPair(e.Was), 120)), words.Clip(KeyPair(e.Key), 120))
	}))
}

// held says what the design's table holds, and what has no place in it.
func (p *Panel) held(i int, r *lab.DesignReport) app.UI {
	if r == nil || !r.Known {
		return H("div.held") // with room for what will stand there
	}
	all := p.Lab.Report.Entities
	if all == 0 {
		return H("div.held", H("p.facts", "The table is empty, so there is nothing to measure. ", p.did(".link-like.sim-link#lab-generate-"+strconv.Itoa(i), "Measure on entities that do not exist yet", UseGenerated, 0, 0)))
	}
	with := ""
	if r.InTable > r.Entities {
		with = " with the copies"
	}
	facts := H("p.facts.dots", append(Dots([]any{Bold(words.Number(r.Partitions)), " " + words.Plural(r.Partitions, "partition", "partitions")},
		"median "+words.Number(r.Median), sizeText(&p.Lab.Spec.Designs[i], r),
		[]any{"largest ", Bold(words.Number(r.Largest.Entities)), " (" + words.Share(int64(r.Largest.Entities), int64(r.InTable)) + with + ", " + words.Clip(page.KeyText(r.Largest.Key), 24) + ")"}), // no longer, or it wraps into one line more
		Title("Entities of the largest partition and of the median one, and the bytes that the design takes. "+sizeParts(p.Lab.Report, r)))...)
	if r.Duplicates+r.Keyless == 0 {
		return H("div.held", facts)
	}
	// In the room of the facts, so that the card is as high as before: they follow when the reader asks.
	var bad []string
	if r.Keyless > 0 {
		bad = append(bad, words.Count(r.Keyless, "entity gets", "entities get")+" no key")
	}
	text, hide := "Show one", "Hide it"
	if r.Duplicates > 0 {
		bad = append(bad, words.Count(r.Duplicates, "entity shares its key", "entities share their key")+" with another")
		text, hide = "Show pairs", "Hide pairs"
	}
	var more []any
	if p.Lab.Pairs == i {
		text = hide
		if r.Duplicates > 0 {
			more = append(more, p.pairs(r.Pairs, r.Duplicates))
		}
		if r.Keyless > 0 {
			more = append(more, H("p.err", words.Clip(KeyPair(r.Reasons[0].Was), 60)+" gets no key: "+words.Clip(r.Reasons[0].Why, 200)))
		}
		more = append(more, facts)
	}
	return H("div.held", append([]any{H("p.err", "✖ "+strings.Join(bad, "; ")+". ", p.did(".link-like.sim-link#lab-pairs-"+strconv.Itoa(i), text, OpenPairs, i, 0))}, more...)...)
}

// pairs lists entities that get the same key.
func (p *Panel) pairs(list []lab.Pair, all int) app.UI {
	var more any
	if all > len(list) {
		more = H("p.dim", "and "+words.Number(all-len(list))+" more")
	}
	return H("div.lines tabindex=0 role=region", Label("Entities with one key"), H("table",
		H("thead", H("tr", H("th scope=col", "Key"), H("th scope=col", "Kept"), H("th scope=col", "Lost"))),
		H("tbody", Each(len(list), func(i int) app.UI {
			return H("tr", H("th.mono scope=row", words.Clip(KeyPair(list[i].Key), 80)), H("td.mono", words.Clip(KeyPair(list[i].First), 80)), H("td.mono", words.Clip(KeyPair(list[i].Second), 80)))
		}))), more)
}

// keep asks for the name of a table that is made of a design.
func (p *Panel) keep(i int) app.UI {
	l := p.Lab
	if l.Keeping != i {
		return H("div.slot")
	}
	take := func(ctx app.Context, e app.Event) {
		e.PreventDefault()
		p.Store.Send(KeepNamed{Name: Entered(e, "lab-keep-name")})
	}
	var busy, err any
	if l.KeepBusy {
		busy = H("span.row", H("span.dim role=status", "making it… "+percent(l.KeepAt)), p.did(".btn.small#lab-keep-stop", "Stop", StopKeep, i, 0))
	}
	if l.KeepErr != "" {
		err = H("p.err role=alert", l.KeepErr)
	}
	return H("form.row.keep", Listen("submit", take, app.EventScope("keep", i)),
		H("label for=lab-keep-name", "Name of the table"), H("input.mono#lab-keep-name type=text autocomplete=off"),
		H("button.btn.small.primary#lab-keep-go type=submit", Off(l.KeepBusy), "Make the table"), busy, err)
}
