package lesson

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"rangefinder/app/keydesign"
	"rangefinder/engine"
)

// ParseAttempt reads an attempt as a lesson file writes it, such as the text that a learner edits for a step of the form. Where several
// queries are asked for, a line is a filter also without its field. The error is a Problems with lines from 1.
func ParseAttempt(form Form, text string) (*Attempt, error) {
	p := &parser{lesson: &Lesson{}, form: form}
	if len(text) > MaxScriptLen {
		return nil, Problems{{0, "The text is too long.", fmt.Sprintf("Use at most %d bytes.", MaxScriptLen)}}
	}
	lines := strings.Split(text, "\n")
	a := p.attempt(1, fenceLines(lines, 0, len(lines), true))
	if len(p.problems) > 0 {
		return nil, p.problems
	}
	return a, nil
}

// attempt reads the lines of a start, solution or break.
func (p *parser) attempt(at int, lines []line) *Attempt {
	a := &Attempt{Line: at}
	var query Query
	filters, design, script := []string{}, Design{}, []line{}
	queried, designed := false, false
	var text []string
	for _, l := range lines {
		name, value, ok := strings.Cut(l.text, ":")
		value = strings.TrimSpace(value)
		if !ok || name != "note" {
			text = append(text, l.text)
		}
		switch {
		case ok && name == "note":
			a.Note = value
		case ok && name == "partition":
			designed, design.Partition, a.partitionLine = true, value, l.at
			p.template(l.at, value)
		case ok && name == "row":
			designed, design.Row, a.rowLine = true, value, l.at
			p.template(l.at, value)
		case ok && p.queryField(l, name, value, &a.Table, &query):
			if name == "filter" {
				filters = append(filters, value)
			}
			queried = queried || name != "table"
		case p.form == Queries:
			queried, filters = true, append(filters, l.text)
			p.filter(l.at, l.text, "Write one filter a line, such as RowKey eq 'a'; filter: may stand before it.")
		case p.form == Keys:
			p.wrong(l.at, "Begin one line with partition: and one with row:, each with a template.", "%q is not a field.", Clip(l.text))
			return a
		default:
			script = append(script, l)
		}
	}
	a.Text = strings.Join(text, "\n")
	switch {
	case p.form != NoForm && strings.TrimSpace(a.Text) == "":
		fix := "Write an operation, such as merge Movies 'Action','Alien' Rating=4.5."
		switch p.form {
		case Queries:
			fix = "Write one filter a line, such as RowKey eq 'a'."
		case Keys:
			fix = "Write one line that begins with partition: and one with row:, each with a template."
		}
		p.wrong(at, fix, "Nothing is written yet.")
	case designed && !queried && len(script) == 0:
		a.Design = &design
	case len(script) > 0 && !queried && !designed:
		a.Script = p.script(script)
	case queried && !designed && len(script) == 0:
		if len(filters) == 0 {
			filters = []string{""}
		}
		for _, f := range filters {
			q := query
			q.Filter = f
			a.Queries = append(a.Queries, q)
		}
	case len(script) > 0:
		p.wrong(script[0].at, "Fields and operations do not mix.", "%q is not a field.", Clip(script[0].text))
	default:
		p.wrong(at, "Write filter:, or partition: and row:, or operations.", "There is no attempt here, or there are two kinds in one.")
	}
	return a
}

func (p *parser) template(at int, text string) {
	if _, err := keydesign.Parse(text); err != nil {
		p.wrong(at, "", "The key template %q is refused: %v", Clip(text), err)
	}
}

// script reads operations, one on each line.
func (p *parser) script(lines []line) []Action {
	actions := []Action{}
	var open *Action
	if len(lines) > MaxActions {
		p.wrong(lines[MaxActions].at, fmt.Sprintf("Use at most %d.", MaxActions), "There are too many operations.")
		lines = lines[:MaxActions]
	}
	etags := map[string]bool{}
	for _, l := range lines {
		switch {
		case l.text == "transaction" && open == nil:
			open = &Action{Line: l.at, Verb: Transaction}
		case l.text == "end" && open == nil:
			p.wrong(l.at, "Write transaction on a line before the first operation that belongs to it.", "There is no transaction that this ends.")
		case l.text == "end":
			actions = append(actions, *open)
			open = nil
		default:
			a, err := readAction(l.text)
			a.Line = l.at
			switch {
			case err != nil:
				p.wrong(l.at, "", "%s", sentence(err))
			case a.If != "" && !etags[a.If]:
				p.wrong(l.at, "Write before it, outside of a transaction: get "+a.Table+" with these keys as "+Clip(a.If)+".", "No get remembers an ETag as %q.", Clip(a.If))
			case open == nil:
				actions = append(actions, a)
				etags[a.As] = true
			case a.Verb == Get || a.Verb >= Create || a.Lost || len(open.Actions) > 0 && !strings.EqualFold(a.Table, open.Actions[0].Table):
				p.wrong(l.at, "It takes writes to one table, up to its end.", "%q cannot be in a transaction.", Clip(l.text))
			default:
				open.Actions = append(open.Actions, a)
			}
		}
	}
	if open != nil {
		p.wrong(open.Line, "End it with a line: end", "The transaction has no end.")
	}
	return actions
}

var errOperation = errors.New("write one such as merge Movies 'Action','Alien' Rating=4.5")

// readAction reads a line of a script, "transaction" and "end" aside.
func readAction(text string) (Action, error) {
	var a Action
	words := splitWords(text)
	if len(words) > 0 && words[0] == "lost" {
		a.Lost, words = true, words[1:]
	}
	if len(words) < 2 {
		return a, fmt.Errorf("%q is not an operation; %w", Clip(text), errOperation)
	}
	v := slices.Index(verbs[:], words[0])
	if v < 0 || Verb(v) == Transaction {
		return a, fmt.Errorf("there is no operation %q; there are %s, transaction and end", Clip(words[0]), strings.Join(verbs[:Transaction], ", "))
	}
	a.Verb, a.Table = Verb(v), words[1]
	if err := engine.CheckTableName(a.Table); err != nil {
		return a, fmt.Errorf("%q is not a name of a table; %w", Clip(a.Table), errOperation)
	}
	words = words[2:]
	if a.Verb == Create || a.Verb == Drop {
		if len(words) > 0 {
			return a, fmt.Errorf("%q is too much after the table", Clip(words[0]))
		}
		return a, nil
	}
	if len(words) == 0 {
		return a, fmt.Errorf("%q has no keys; %w", Clip(text), errOperation)
	}
	var err error
	if a.PartitionKey, a.RowKey, err = readKeys(words[0]); err != nil {
		return a, err
	}
	for words = words[1:]; len(words) > 0; words = words[1:] {
		switch {
		case words[0] == "as" && a.Verb == Get && len(words) > 1:
			a.As, words = words[1], words[1:]
		case words[0] == "if" && (a.Verb == Merge || a.Verb == Replace || a.Verb == Delete) && len(words) > 1:
			if a.If, words = words[1], words[1:]; a.If == "*" {
				a.If = ""
			}
		case a.Verb == Get || a.Verb == Delete:
			return a, fmt.Errorf("%q does not go with %s", Clip(words[0]), a.Verb)
		default:
			property, err := readProperty(words[0])
			if err != nil {
				return a, err
			}
			a.Properties = append(a.Properties, property)
		}
	}
	return a, nil
}
