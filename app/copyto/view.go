package copyto

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/words"
)

// Dialog draws the dialog, if it is the one that is open.
func Dialog(m *Model, v *page.View) func(s Sender) (Drawn, bool) {
	return func(s Sender) (Drawn, bool) {
		if v.Dialog.Kind != kind || m.Table == "" {
			return Drawn{}, false
		}
		p := &panel{s, m, v}
		return Drawn{Label: m.words().label, Class: "wide", Body: p.body()}, true
	}
}

// panel draws a dialog.
type panel struct {
	s Sender
	m *Model
	v *page.View
}

func (p *panel) body() []app.UI {
	m := p.m
	var plan, done any
	switch {
	case m.busy():
		plan = p.working()
	case m.Plan != nil && m.Reply == nil:
		plan = p.plan()
	case m.Reply == nil: // the room of the plan is there before it: nothing moves when it comes
		plan = H("p.dim", "The plan will stand here: what is new, what is there already, and which requests it takes. Nothing is written before you have seen it.")
	}
	if m.Reply != nil {
		done = p.report()
	}
	return []app.UI{
		H("div.stack",
			p.form(),
			H("div.stack#copyto-plan", plan, done),
			Slot(m.asksName(p.v), func() app.UI {
				return NameTable(m.ToSource, m.ToTable, nameField, Off(m.busy()), Typed(p.s, "input", nameField, func(text string) page.Msg { return Chosen{Field: "name", Value: text} }))
			}),
			DialogErr(m.Err),
			H("div.row.end", p.actions()...)),
	}
}

// form is what is copied, where to, and by which rules.
func (p *panel) form() app.UI {
	m := p.m
	busy := m.busy()
	sources := []string{"", "this browser"}
	for _, a := range p.v.Accounts.List {
		name := a.Name
		if a.Label != "" {
			name += " · " + a.Label
		}
		if !a.Writes {
			name += " · locked"
		}
		sources = append(sources, a.Name, name)
	}
	var rules []string
	for i, text := range existingTexts {
		rules = append(rules, strconv.Itoa(i), text)
	}
	table := "input#copyto-table type=text autocomplete=off spellcheck=false maxlength=80"
	if m.ErrField != "" && m.Err != "" {
		table += " aria-invalid=true aria-describedby=dialog-err"
	}
	var existing any
	if !m.Checks {
		existing = p.choice("existing", "If an entity exists and differs", strconv.Itoa(int(m.Existing)), busy, rules)
	}
	return H("div.stack",
		Slot(m.Rows.Reply != nil || m.Design != nil, func() app.UI {
			if m.Design != nil {
				return p.job()
			}
			result := "The " + words.Count(m.Rows.Entities, "entity", "entities") + " of the result"
			if m.Rows.Kept {
				result += ", as the step in this browser keeps them"
			}
			if m.More {
				result += ": those that were read so far"
			}
			return H("fieldset.choices", H("legend", "What is copied"), p.what(false, "All of "+m.Table+" of "+place(m.Source)), p.what(true, result))
		}),
		H("div.row.sides",
			p.choice("source", "To", m.ToSource, busy, sources),
			H("div.prop.keyprop.grow", H("label for=copyto-table", m.words().table),
				H(table, Off(busy), Typed(p.s, "input", "copyto-table", func(text string) page.Msg { return Chosen{Field: "table", Value: text} })))),
		H("div.row.sides",
			existing,
			p.choice("check", "Read back afterwards", string(m.Check), busy, []string{string(Sample), "a sample of " + strconv.Itoa(sampleSize), string(All), "all of it", string(None), "nothing"})))
}

// what is a choice of what is copied.
func (p *panel) what(result bool, text string) app.UI {
	value := "table"
	if result {
		value = "result"
	}
	return H("label.row.check", H("input#copyto-what-"+value+" type=radio name=copyto-what", On(p.m.Result == result), Off(p.m.busy()),
		Typed(p.s, "change", value, func(string) page.Msg { return Chosen{Field: "what", Value: value} })), H("span.wrap", text))
}

// choice is a select with its label; list is as for Options.
func (p *panel) choice(field, name, chosen string, off bool, list []string) app.UI {
	id := "copyto-" + field
	return H("div.prop.keyprop.grow", H("label for="+id, name),
		H("select#"+id, Off(off), Typed(p.s, "change", field, func(v string) page.Msg { return Chosen{Field: field, Value: v} }), Options(chosen, list...)))
}

// actions are the buttons below. What goes on is always in the same place, so that the keyboard stays on it.
func (p *panel) actions() []any {
	m := p.m
	again := Slot(m.Plan != nil && !m.busy(), func() app.UI {
		return Press(p.s, ".btn#copyto-again", "Plan again", PlanPressed{}, Title("Looks again at what is there"))
	})
	const do = ".btn.primary#copyto-go"
	var act app.UI
	switch {
	case m.busy():
		act = Press(p.s, do, "Stop", page.LoadStopPressed{})
	case m.Plan == nil:
		act = Press(p.s, do, m.words().plan, PlanPressed{}, Title("Reads what is there. Nothing is written."))
	case m.Reply != nil && m.Reply.Report.Left == 0:
		act = Press(p.s, do, "Close", page.DialogClosed{})
	case m.Reply != nil:
		act = Press(p.s, do, "Go on: "+words.Number(m.Reply.Report.Left)+" to write", WritePressed{}, Off(!m.Writable(p.v)))
	default:
		text := "Write " + words.Count(m.Plan.Plan.Writes(), "entity", "entities")
		if m.Plan.Found != nil {
			text = "Mend " + words.Count(m.Plan.Plan.Writes(), "copy", "copies")
		} else if m.Plan.Plan.Writes() == 0 {
			text = "Make the table"
		}
		act = Press(p.s, do, text, WritePressed{}, Off(!m.Writable(p.v)))
	}
	leave := Cancel(p.s)
	if m.Reply != nil {
		leave = Close(p.s)
	}
	return []any{Slot(!m.busy() && (m.Reply == nil || m.Reply.Report.Left > 0), func() app.UI { return leave }), again, act}
}

// working shows how far a step is.
func (p *panel) working() app.UI {
	l := p.v.Loading
	if l == nil {
		return H("p.dim", "Ending…")
	}
	bar, _ := Progress(l)
	wait := l.Progress.Waiting
	note := "You can close this: the work goes on, and the list of tables shows its progress. If you stop it, you can go on later; nothing is written twice."
	if p.m.Step == Planning {
		note = "Nothing is written before you have seen the plan."
	}
	return H("div.working role=group", Label(l.Title), H("b", l.Title), bar, H("p.num", p.m.soFar(l.Progress)),
		Slot(wait != nil, func() app.UI {
			return H("p", H("span.tag.odd", page.WaitText(*wait, int(wait.Wait+999)/1000)))
		}),
		H("p.dim", note))
}
