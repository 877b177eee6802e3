package designlab

import (
	"slices"
	"strconv"
	"strings"

	"rangefinder/app/keydesign/codegen"
	"rangefinder/app/keydesign/lab"
	"rangefinder/app/page"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// maxUndos is how many steps of the design lab are kept.
const maxUndos = 100

// What the buttons of the design lab do.
const (
	AddDesign     = "add-design"
	CopyDesign    = "copy-design"
	RemoveDesign  = "remove-design"
	AddIndex      = "add-index"
	RemoveIndex   = "remove-index"
	AddRead       = "add-read"
	AddWrite      = "add-write"
	AddCurrent    = "add-current" // the query on screen as a pattern
	ReadAll       = "read-all"    // a read without a filter counts
	PadNumber     = "pad-number"  // in the keys of a design, for a range of a pattern
	CopyPattern   = "copy-pattern"
	RemovePattern = "remove-pattern"
	OpenPattern   = "open-pattern" // or close it
	OpenIndex     = "open-index"   // or fold it
	OpenCell      = "open-cell"
	OpenPairs     = "open-pairs"
	OpenKeep      = "open-keep"
	Compared      = "to-comparison" // goes to the table of patterns by designs
	GiveCalls     = "give-calls"    // goes to how often pattern At is called
	StopKeep      = "stop-keep"
	Deploy        = "deploy"
	Undo          = "undo-lab"
	Redo          = "redo-lab"
	Fresh         = "fresh-lab" // begin anew
	CopyReview    = "copy-markdown"
	CopyCode      = "copy-code" // Of is the language
	CheckDesign   = "check-design"
	Simulate      = "simulate"
)

// change makes spec the comparison, as a step that can be undone. typed is the field that was typed into, "" for none; texts are
// what its fields hold that cannot be used.
func (m *Model) change(spec lab.Spec, what, typed string, texts fieldTexts) (*Model, []page.Cmd) {
	l := *m
	if typed == "" || typed != l.typed || len(l.past) == 0 {
		l.past = append(slices.Clip(l.past[max(0, len(l.past)-maxUndos+1):]), step{l.Spec, what, typed, fieldTexts{l.Texts, l.Errs}})
	}
	l.future, l.typed = nil, typed
	l.Texts, l.Errs = texts.texts, texts.errs
	return l.settle(spec, typed == "")
}

// settle shows another comparison, keeps it and has it measured. What was measured stays on screen until then where it still
// belongs to something; fields that are not typed into are given their text again.
func (m *Model) settle(spec lab.Spec, fields bool) (*Model, []page.Cmd) {
	l := *m
	l.Report = reshaped(l.Report, l.Spec, spec)
	l.Spec = spec
	if l.Pattern >= len(spec.Patterns) {
		l.Pattern = -1
	}
	if l.Row >= len(spec.Patterns) || l.Column >= len(spec.Designs) {
		l.Row = -1
	}
	if l.Pairs >= len(spec.Designs) {
		l.Pairs = -1
	}
	next, cmds := l.measure(measurePause)
	if !l.Apart {
		cmds = append(cmds, KeepSpec{l.Table, spec.String()})
	}
	if fields {
		cmds = append(cmds, page.ResetFields{Values: next.Fields()})
	}
	return next, cmds
}

// did does what a button says.
func (m *Model) did(v *page.View, msg Did) (*Model, []page.Cmd) {
	l := *m
	if !l.Have {
		return m, nil
	}
	spec := l.Spec.Clone()
	nd, np := len(spec.Designs), len(spec.Patterns)
	focus, what := "", ""
	var copied Did // the copy of a design that the button makes beside what it does
	var after []page.Cmd
	refuse := func(text string) (*Model, []page.Cmd) {
		return m, []page.Cmd{page.Notify{Notice: page.Notice{Bad: true, Text: text}}}
	}
	switch msg.Act {
	case AddDesign, CopyDesign:
		if nd == lab.MaxDesigns {
			return refuse(noMoreDesigns())
		}
		d := lab.Design{Name: "design ", Partition: "{PartitionKey}", Row: "{RowKey}"}
		to := nd
		what = "the new design"
		if msg.Act == CopyDesign {
			if !valid(msg.At, nd) {
				return m, nil
			}
			d, to, what = spec.Designs[msg.At], msg.At+1, "the copy of a design"
			d.Name = copyName(d.Name)
			d.Indexes = slices.Clone(d.Indexes)
		}
		d.Name = unusedName(d.Name, nd+1, spec.Named)
		spec.Designs = slices.Insert(spec.Designs, to, d)
		focus = "lab-d" + strconv.Itoa(to) + "-name"
	case RemoveDesign:
		if !valid(msg.At, nd) {
			return m, nil
		}
		gone := spec.Designs[msg.At]
		what = "the removal of " + words.Quote(gone.Name)
		spec.Designs = slices.Delete(spec.Designs, msg.At, msg.At+1)
		l.Pairs, l.Keeping = l.without(l.Pairs, msg.At), l.without(l.Keeping, msg.At)
		if l.Column = l.without(l.Column, msg.At); l.Column < 0 {
			l.Row, l.Column = -1, 0
		}
		focus = "lab-add-design"
		after = []page.Cmd{page.Notify{Notice: page.Notice{Text: "Removed " + words.Quote(gone.Name) + ".", Action: "Undo", Undo: DesignBack{l.Table, gone, msg.At}}}}
	case AddIndex:
		if !valid(msg.At, nd) {
			return m, nil
		}
		what = "the new index"
		if d := spec.Designs[msg.At]; d.Present() { // the table has none: what it is compared with must stay the table
			if nd == lab.MaxDesigns {
				return refuse("The index goes to a copy of " + words.Quote(d.Name) + ". " + noMoreDesigns())
			}
			copied = Did{Act: CopyDesign, At: msg.At}
			msg.At++
			d.Name = unusedName(d.Name+" with an index", 2, spec.Named)
			spec.Designs = slices.Insert(spec.Designs, msg.At, d)
			after = []page.Cmd{page.Announce{Text: "The index is in a copy, " + words.Quote(d.Name) + "."}}
		}
		d := &spec.Designs[msg.At]
		if len(d.Indexes) == lab.MaxIndexes {
			return refuse("A design has at most " + words.Number(lab.MaxIndexes) + " indexes here.")
		}
		d.Indexes = append(d.Indexes, lab.IndexFor(&spec, msg.At))
		focus = "lab-d" + strconv.Itoa(msg.At) + "-x" + strconv.Itoa(len(d.Indexes)-1) + "-kind"
	case RemoveIndex:
		if !valid(msg.At, nd) || !valid(msg.Of, len(spec.Designs[msg.At].Indexes)) {
			return m, nil
		}
		d := &spec.Designs[msg.At]
		d.Indexes = slices.Delete(d.Indexes, msg.Of, msg.Of+1)
		what = "the removal of an index"
		focus = "lab-index-" + strconv.Itoa(msg.At)
	case AddRead, AddWrite, AddCurrent, CopyPattern:
		if np == lab.MaxPatterns {
			return refuse("There can be at most " + words.Number(lab.MaxPatterns) + " access patterns. Remove one first.")
		}
		p := lab.Pattern{Name: "pattern ", Kind: lab.Read, PerDay: lab.Assumed}
		to := np
		what = "the new pattern"
		switch msg.Act {
		case AddRead:
			p.Draft = true // else it would count as full scans until its filter is typed
		case AddWrite:
			p.Kind, p.Rate = lab.Insert, 100
		case AddCurrent:
			p.Filter = filterlang.WithoutComments(v.Query.Filter)
			if top, err := strconv.Atoi(v.Query.Top); err == nil {
				p.Top = top
			}
		case CopyPattern:
			if !valid(msg.At, np) {
				return m, nil
			}
			p, to, what = spec.Patterns[msg.At], msg.At+1, "the copy of a pattern"
			p.Name = copyName(p.Name)
		}
		p.Name = unusedName(p.Name, np+1, func(name string) bool {
			return slices.ContainsFunc(spec.Patterns, func(p lab.Pattern) bool { return p.Name == name })
		})
		spec.Patterns = slices.Insert(spec.Patterns, to, p)
		l.Pattern, l.Row = to, -1
		focus = "lab-p" + strconv.Itoa(to) + "-name"
	case ReadAll:
		if !valid(msg.At, np) || !spec.Patterns[msg.At].Blank() {
			return m, nil
		}
		spec.Patterns[msg.At].Draft = false
		what = "the read of the whole table"
		focus = "lab-p" + strconv.Itoa(msg.At) + "-filter"
	case PadNumber:
		u, field := l.unpadded(msg.At, msg.Of)
		if u == nil {
			return m, nil
		}
		setField(&spec, field, u.Instead)
		what = "the padding of " + u.Property
		focus = "lab-c" + strconv.Itoa(msg.At) + "-" + strconv.Itoa(msg.Of)
		after = []page.Cmd{page.Announce{Text: "Changed to " + words.Clip(u.Instead, 200)}}
	case RemovePattern:
		if !valid(msg.At, np) {
			return m, nil
		}
		gone := spec.Patterns[msg.At]
		what = "the removal of " + words.Quote(gone.Name)
		spec.Patterns = slices.Delete(spec.Patterns, msg.At, msg.At+1)
		l.Pattern, l.Row = l.without(l.Pattern, msg.At), l.without(l.Row, msg.At)
		focus = "lab-add-read"
		if np > 1 {
			focus = "lab-unpattern-" + strconv.Itoa(min(msg.At, np-2))
		}
		after = []page.Cmd{page.Notify{Notice: page.Notice{Text: "Removed " + words.Quote(gone.Name) + ".", Action: "Undo", Undo: PatternBack{l.Table, gone, msg.At}}}}
	case SuggestKeys, StopSuggest, CloseSuggest:
		return l.search(msg)
	case AddSuggested:
		if l.Search == nil || l.Search.Result == nil || !valid(msg.At, len(l.Search.Result.Suggestions)) {
			return m, nil
		}
		if nd == lab.MaxDesigns {
			return refuse(noMoreDesigns())
		}
		d := l.Search.Result.Suggestions[msg.At].Design
		d.Indexes = slices.Clone(d.Indexes)
		spec.Designs = append(spec.Designs, d)
		what = "the suggested design"
		focus = "lab-d" + strconv.Itoa(nd) + "-name"
	case Undo, Redo:
		return l.step(msg.Act == Redo)
	case Fresh:
		l.Have, l.past = false, append(slices.Clip(l.past), step{l.Spec, "beginning anew", "", fieldTexts{l.Texts, l.Errs}})
		return &l, []page.Cmd{SuggestSpec{l.suggestion(v)}}
	default:
		var ok bool
		if what, focus, ok = m.populationDid(v, &spec, msg); !ok {
			return l.open(v, msg)
		}
		if what == "" {
			return m, nil
		}
	}
	if err := spec.Check(); err != nil {
		return refuse(err.Error())
	}
	texts := fieldTexts{l.Texts, l.Errs}
	for _, did := range [...]Did{copied, msg} {
		l.unfolded, texts = l.unfolded.carried(did, &l.Spec, &spec), texts.carried(did, &l.Spec, &spec)
	}
	l.Template, l.Offers = "", nil // the fields have other numbers
	l.follow(msg, len(spec.Designs))
	if msg.Act == AddIndex {
		l.unfolded = l.unfolded.with(indexID(msg.At, len(spec.Designs[msg.At].Indexes)-1))
	}
	next, cmds := l.change(spec, what, "", texts)
	return next, append(append(cmds, page.Focus{Target: focus}), after...)
}

// noMoreDesigns says why none is added.
func noMoreDesigns() string {
	return "There can be at most " + words.Number(lab.MaxDesigns) + " designs. Remove one first."
}

// without is the number of a place in a list after the one at gone was taken out, -1 for that one.
func (l *Model) without(at, gone int) int {
	switch {
	case at == gone:
		return -1
	case at > gone:
		return at - 1
	}
	return at
}

// follow keeps the checklist with its design, or shows the one that a button makes.
func (l *Model) follow(msg Did, designs int) {
	switch {
	case msg.Act == AddDesign:
		l.Checked = designs - 1
	case msg.Act == CopyDesign:
		l.Checked = msg.At + 1
	case msg.Act == AddIndex || msg.Act == RemoveIndex:
		l.Checked = msg.At
	case msg.Act == RemoveDesign && l.Checked > msg.At:
		l.Checked--
	}
}

// notBack says that something removed could not be put back.
func notBack(name string) []page.Cmd {
	return []page.Cmd{page.Notify{Notice: page.Notice{Text: words.Quote(name) + " could not be put back: it is there, or the lab shows something else."}}}
}

// designBack puts a design back that was removed, unless it is there already.
func (m *Model) designBack(msg DesignBack) (*Model, []page.Cmd) {
	l := *m
	spec := l.Spec.Clone()
	if !l.Have || msg.Table != l.Table || spec.Named(msg.Design.Name) || len(spec.Designs) == lab.MaxDesigns {
		return m, notBack(msg.Design.Name)
	}
	at := min(msg.At, len(spec.Designs))
	spec.Designs = slices.Insert(spec.Designs, at, msg.Design)
	l.Pairs, l.Keeping, l.Row = -1, -1, -1
	l.Checked, l.Template, l.Offers = at, "", nil // the fields have other numbers
	l.unfolded = l.unfolded.moved("lab-d", at, true)
	next, cmds := l.change(spec, "the return of "+words.Quote(msg.Design.Name), "", fieldTexts{l.Texts, l.Errs}.moved("lab-d", at, true))
	return next, append(cmds, page.Focus{Target: "lab-d" + strconv.Itoa(at) + "-name"})
}

// patternBack puts a pattern back that was removed, unless it is there already.
func (m *Model) patternBack(msg PatternBack) (*Model, []page.Cmd) {
	l := *m
	spec := l.Spec.Clone()
	there := slices.ContainsFunc(spec.Patterns, func(p lab.Pattern) bool { return p.Name == msg.Pattern.Name })
	if !l.Have || msg.Table != l.Table || there || len(spec.Patterns) == lab.MaxPatterns {
		return m, notBack(msg.Pattern.Name)
	}
	at := min(msg.At, len(spec.Patterns))
	spec.Patterns = slices.Insert(spec.Patterns, at, msg.Pattern)
	l.Pattern, l.Row = -1, -1
	next, cmds := l.change(spec, "the return of "+words.Quote(msg.Pattern.Name), "", fieldTexts{l.Texts, l.Errs}.moved("lab-p", at, true))
	return next, append(cmds, page.Focus{Target: "lab-edit-" + strconv.Itoa(at)})
}

// copyName is what a copy is called first: that of a copy is one of the same thing.
func copyName(name string) string {
	name, _ = words.CopyOf(name)
	return words.Cut(name, lab.MaxName-len(" copy 99")) + " copy"
}

// unusedName returns a name that nothing else has: with the first number that makes it free, from n on where it ends in a space.
func unusedName(name string, n int, taken func(name string) bool) string {
	if !strings.HasSuffix(name, " ") {
		if !taken(name) {
			return name
		}
		name, n = name+" ", 2
	}
	for taken(name + strconv.Itoa(n)) {
		n++
	}
	return name + strconv.Itoa(n)
}

// step undoes the last step, or does it again.
func (m *Model) step(again bool) (*Model, []page.Cmd) {
	l := *m
	from, to := &l.past, &l.future
	word := "Undone: "
	if again {
		from, to, word = to, from, "Done again: "
	}
	if len(*from) == 0 {
		return m, nil
	}
	last := (*from)[len(*from)-1]
	*from = slices.Clip((*from)[:len(*from)-1])
	now := fieldTexts{l.Texts, l.Errs}
	*to = append(slices.Clip(*to), step{l.Spec, last.what, last.typed, now})
	l.typed, l.Template, l.Offers = "", "", nil
	texts := last.texts
	if sameFields(&l.Spec, &last.spec) { // what was typed elsewhere meanwhile stays
		texts = now.each(func(id string) []string {
			if id == last.typed {
				return nil
			}
			return []string{id}
		}).over(texts)
	}
	l.Texts, l.Errs = texts.texts, texts.errs
	left := len(*from)
	next, cmds := l.settle(last.spec, true)
	if left == 0 { // the button that was pressed has no more to do
		if again {
			cmds = append(cmds, page.FocusOn{From: "lab-redo", To: "lab-undo"})
		} else {
			cmds = append(cmds, page.FocusOn{From: "lab-undo", To: "lab-redo"})
		}
	}
	return next, append(cmds, page.Announce{Text: word + last.what + "."})
}

// open opens and closes parts of the screen.
func (m *Model) open(v *page.View, msg Did) (*Model, []page.Cmd) {
	l := *m
	toggle := func(at *int, to int) {
		if *at == to {
			to = -1
		}
		*at = to
	}
	var cmds []page.Cmd
	switch msg.Act {
	case OpenPattern:
		toggle(&l.Pattern, msg.At)
		if l.Pattern >= 0 {
			cmds = []page.Cmd{page.ResetFields{Values: l.Fields()}, page.Focus{Target: "lab-p" + strconv.Itoa(l.Pattern) + "-name"}}
		} else {
			cmds = []page.Cmd{page.Focus{Target: "lab-edit-" + strconv.Itoa(msg.At)}} // “Done” goes with the fields
		}
	case OpenCell:
		if l.Row == msg.At && l.Column == msg.Of {
			l.Row = -1
		} else {
			l.Row, l.Column = msg.At, msg.Of
		}
	case OpenPairs:
		toggle(&l.Pairs, msg.At)
	case OpenIndex:
		if id := indexID(msg.At, msg.Of); l.Unfolded(msg.At, msg.Of) {
			l.unfolded = l.unfolded.without(id)
			if strings.HasPrefix(l.Template, id) {
				l.Template = "" // a property goes into no field that is folded
			}
		} else {
			l.unfolded = l.unfolded.with(id)
		}
	case OpenKeep:
		if l.KeepBusy {
			return m, nil
		}
		toggle(&l.Keeping, msg.At)
		l.KeepErr = ""
		if l.Keeping >= 0 && l.Keeping < len(l.Spec.Designs) {
			cmds = []page.Cmd{page.ResetFields{Values: map[string]string{"lab-keep-name": l.keepName(v, l.Spec.Designs[l.Keeping].Name)}}, page.Focus{Target: "lab-keep-name"}}
		}
	case Compared:
		cmds = []page.Cmd{page.Focus{Target: "lab-patterns"}}
	case GiveCalls:
		cmds = []page.Cmd{page.Focus{Target: "lab-p" + strconv.Itoa(msg.At) + "-day"}}
	case StopKeep:
		cmds = []page.Cmd{page.Stop{Slot: keepSlot}}
	case CheckDesign:
		if valid(msg.At, len(l.Spec.Designs)) {
			l.Checked = msg.At
		}
	case Simulate:
		if !valid(msg.At, len(l.Spec.Designs)) {
			return m, nil
		}
		if err := TemplateErr(l.Spec.Designs[msg.At].Partition); err != nil {
			return m, []page.Cmd{page.Notify{Notice: page.Notice{Bad: true, Text: "The keys could not be made, since the template cannot be read. " + err.Message}}}
		}
		return m, []page.Cmd{page.Send{Msg: Simulated{l.Spec, l.Report, msg.At}}}
	case Deploy:
		return m, m.deploy(v, msg.At)
	case CopyReview:
		if l.Report == nil || l.Measuring {
			return m, []page.Cmd{page.Notify{Notice: page.Notice{Text: "It is being measured. Copy it when the numbers are there."}}}
		}
		return m, []page.Cmd{page.Notify{Notice: page.Notice{Text: copiedReview(v)}}, page.Copy{Text: lab.Markdown(l.Spec, l.Report, l.address(v))}}
	case CopyCode:
		if !valid(msg.At, len(l.Spec.Designs)) || !valid(msg.Of, len(codegen.Languages)) {
			return m, nil
		}
		code, err := l.code(v, &l.Spec.Designs[msg.At], codegen.Languages[msg.Of])
		if err != nil {
			return m, []page.Cmd{page.Notify{Notice: page.Notice{Bad: true, Text: "The code could not be made, since the template cannot be read. " + err.Error()}}}
		}
		return m, []page.Cmd{page.Notify{Notice: page.Notice{Text: copiedCode(&l.Spec.Designs[msg.At], codegen.Languages[msg.Of])}}, page.Copy{Text: code}}
	}
	return &l, cmds
}
