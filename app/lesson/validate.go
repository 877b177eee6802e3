package lesson

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rangefinder/app/keydesign"
	"rangefinder/engine"
	"rangefinder/filterlang"
)

// Validate runs a lesson: its data is made, every prediction and fact is held against what the engine finds, every solution has
// to pass, on hidden data too, every start, every "break it" and every wrong answer must not, every exercise has hidden data and
// two hints, and every number in a text has to be one that something here checks. It returns what is wrong, nil when all is well. Errors: those of samples and of ctx.
func (l *Lesson) Validate(ctx context.Context, samples Samples) (Problems, error) {
	account, err := l.Account(ctx, samples)
	if problems, ok := err.(Problems); ok {
		return problems, nil
	}
	if err != nil {
		return nil, err
	}
	v := &validator{ctx: ctx, lesson: l}
	known := map[string]bool{}
	for i := range l.Facts {
		f := &l.Facts[i]
		known[fmt.Sprint(f.Number)] = true
		v.fact(f, func(table string) (*answer, int, error) {
			s, err := snapshotOf(account, table)
			if err != nil {
				return nil, 0, err
			}
			a, err := ask(ctx, s, Query{Filter: f.Filter})
			return a, largest(s), err
		})
	}
	for i := range l.Steps {
		s := &l.Steps[i]
		if p := s.Predict; p != nil && p.Simulated != nil {
			if err := v.simulated(p); err != nil {
				return nil, err
			}
		} else if p != nil {
			known[fmt.Sprint(p.Answer)] = true
			got, _, err := Ask(ctx, p, account)
			if err != nil {
				v.wrong(p.Line, "", "The prediction cannot be asked: %s", reason(err))
			} else if got != p.Answer {
				v.wrong(p.answerLine, "Write: answer: "+p.Measure.String()+" "+amount(p.Measure, got), "The answer to the prediction is %s, not %s.", shownAmount(p.Measure, got), p.AnswerText())
			}
		}
		for j := range s.Checks {
			known[fmt.Sprint(s.Checks[j].Number)] = true
		}
		for _, part := range []struct {
			attempt *Attempt
			name    string
			passes  bool
		}{{s.Start, "start", false}, {s.Solution, "solution", true}, {s.Break, "break", false}} {
			if part.attempt == nil || len(s.Checks) == 0 {
				continue
			}
			v.templates(part.attempt, account)
			judged := *s
			if part.passes {
				judged.Hidden = nil // which is told of each part
			}
			verdict, err := CheckStep(ctx, &judged, part.attempt, account)
			if err != nil {
				return nil, err
			}
			switch missing := part.attempt.missing(account); {
			case missing != nil:
				v.wrong(part.attempt.Line, "Name one of the lesson's, or leave the field out.", "The %s of %q cannot be tried: %s", part.name, s.Title, reason(missing))
			case part.passes && !verdict.Passed:
				v.wrong(part.attempt.Line, "", "The %s of %q does not pass: %s", part.name, s.Title, verdict.Why)
			case !part.passes && verdict.Passed:
				v.wrong(part.attempt.Line, "Change it, or make the check stricter.", "The %s of %q passes already.", part.name, s.Title)
			}
		}
		if err := v.exercise(s, account); err != nil {
			return nil, err
		}
	}
	v.numbers(append([]line{{l.line, l.Title}, {l.aboutLine, l.About}}, l.lines...), known)
	for i := range l.Steps {
		s := &l.Steps[i]
		text := append([]line{{s.Line, s.Title}}, s.lines...)
		if s.Predict != nil {
			text = append(text, line{s.Predict.askLine, s.Predict.Ask})
		}
		text = append(text, s.hintLines...)
		for i := range s.Hidden {
			text = append(text, line{s.Hidden[i].Line, s.Hidden[i].Note})
		}
		notes := []*Attempt{s.Start, s.Solution, s.Break}
		for i := range s.Wrong {
			notes = append(notes, s.Wrong[i].Attempt)
		}
		for _, a := range notes {
			if a != nil {
				text = append(text, line{a.Line, a.Note})
			}
		}
		v.numbers(text, known)
	}
	v.problems.sort()
	return v.problems, ctx.Err()
}

// simulated runs the simulator for a prediction: the model has to give the answer, and no other.
func (v *validator) simulated(p *Prediction) error {
	n, err := p.Simulated.Ask(v.ctx)
	if v.ctx.Err() != nil {
		return v.ctx.Err()
	}
	if err != nil {
		v.wrong(p.Line, "", "The simulator cannot be asked: %s", reason(err))
	} else if got := p.Simulated.chosen(n); len(got) != 1 || got[0] != p.Simulated.Answer {
		v.wrong(p.answerLine, "Change the answer, or the bounds of the choices.", "The simulator finds %.4g, which is %q and not %q.", n, got, Clip(p.Simulated.Answer))
	}
	return nil
}

type validator struct {
	ctx      context.Context
	lesson   *Lesson
	problems Problems
}

func (v *validator) wrong(at int, fix, format string, args ...any) {
	v.problems = append(v.problems, Problem{at, fmt.Sprintf(format, args...), fix})
}

// exercise holds what belongs to an exercise against it: its hidden data, its hints and its wrong answers.
func (v *validator) exercise(s *Step, account *engine.Image) error {
	if len(s.Checks) == 0 || s.Solution == nil {
		return nil
	}
	if len(s.Hidden) == 0 {
		v.wrong(s.Line, "Add a part hidden, with other entities, another size or a fault, or a part hidden none with a note that says why.", "The exercise %q has no hidden data.", Clip(s.Title))
	}
	if len(s.Hints) != 2 {
		v.wrong(s.Line, "Write two lines that begin with hint: the first says where to look, the second how.", "The exercise %q has %s.", Clip(s.Title), count(len(s.Hints), "hint"))
	}
	for i := range s.Hidden {
		h := &s.Hidden[i]
		why, err := h.refuses(v.ctx, s, s.Solution, account)
		if v.ctx.Err() != nil {
			return v.ctx.Err()
		}
		if err != nil {
			v.wrong(h.Line, "", "The hidden data cannot be made: %s", reason(err))
		} else if why != "" {
			v.wrong(h.Line, "", "The solution of %q does not pass there: %s", Clip(s.Title), why)
		}
	}
	for i := range s.Wrong {
		w := &s.Wrong[i]
		verdict, err := CheckStep(v.ctx, s, w.Attempt, account)
		if err != nil {
			return err
		}
		if verdict.Passed {
			v.wrong(w.Line, "Make a check stricter, or add hidden data that it fails on.", "This wrong answer to %q passes.", Clip(s.Title))
		} else if !strings.Contains(strings.ToLower(verdict.Why), strings.ToLower(w.Says)) {
			v.wrong(w.Line, "Say the idea in the note of hidden data, or after because in a check.", "The refusal does not say %q but: %s", Clip(w.Says), verdict.Why)
		}
	}
	return nil
}

// fact holds a fact against the data.
func (v *validator) fact(f *Fact, measure func(table string) (*answer, int, error)) {
	got := f.Number
	switch f.Kind {
	case Limit:
		got = limits[f.Name]
	case Measured, Largest:
		a, most, err := measure(f.Table)
		if err != nil {
			v.wrong(f.Line, "", "The fact cannot be checked: %s", reason(err))
			return
		}
		if got = most; f.Kind == Measured {
			got = a.numbers.Of(f.Measure)
		}
	}
	if got != f.Number {
		v.wrong(f.Line, fmt.Sprintf("Write %d, here and in the text.", got), "It is %d, not %d.", got, f.Number)
	}
}

// templates tells of properties in the templates of a design that no entity has: every key of it would lack the same part.
func (v *validator) templates(a *Attempt, account *engine.Image) {
	if a.Design == nil {
		return
	}
	table, err := snapshotOf(account, a.Table)
	if err != nil {
		return // which is told of the attempt
	}
	columns := table.Columns()
	for _, key := range []struct {
		at   int
		text string
	}{{a.partitionLine, a.Design.Partition}, {a.rowLine, a.Design.Row}} {
		t, err := keydesign.Parse(key.text)
		if err != nil {
			continue // which is told when the file is read
		}
		for _, name := range t.Properties() {
			if !slices.Contains(columns, name) && name != filterlang.PartitionKey && name != filterlang.RowKey {
				v.wrong(key.at, "Use one of: "+strings.Join(columns[:min(len(columns), 10)], ", ")+", PartitionKey, RowKey.", "No entity of %s has the property %q.", table.Table(), Clip(name))
			}
		}
	}
}

// missing is the error of a table that a query or a design names and the lesson has not. A script makes tables of its own.
func (a *Attempt) missing(account *engine.Image) error {
	if a.Script != nil {
		return nil
	}
	_, err := snapshotOf(account, a.Table)
	return err
}

// numbers tells of numbers in a text that nothing checks. It leaves out code between backticks, digits in a word such as R2, and
// citations.
func (v *validator) numbers(lines []line, known map[string]bool) {
	code := false
	for _, l := range lines {
		if _, cites := Citation(l.text); cites {
			continue // it is the source itself
		}
		code = v.numbersOf(l.at, l.text, code, known)
	}
}

// numbersOf is numbers of one line that begins in code, or not, and says which the next one does.
func (v *validator) numbersOf(at int, text string, code bool, known map[string]bool) bool {
	for i := 0; i < len(text); i++ {
		if text[i] == '`' {
			code = !code
		}
		if code || !digit(text[i]) {
			continue
		}
		from := i
		for i < len(text) && (digit(text[i]) || text[i] == ',' && i+1 < len(text) && digit(text[i+1])) {
			i++
		}
		number := strings.ReplaceAll(text[from:i], ",", "")
		word := from > 0 && (text[from-1] == '_' || text[from-1]|0x20 >= 'a' && text[from-1]|0x20 <= 'z')
		if !word && !known[number] {
			v.wrong(at, "Add a fact, such as: "+number+" examined of Movies: FILTER, or: "+number+" cited SOURCE, or put it between backticks if it is code.", "Nothing checks the number %s in the text.", number)
		}
		i--
	}
	return code
}

func digit(c byte) bool { return c >= '0' && c <= '9' }
