package queryline

import (
	"rangefinder/app/page"
	"rangefinder/filterlang"
)

// Planned returns the plan of the text in the line, or why it has none; neither while it is not planned yet.
func (l Line) Planned() (*filterlang.Plan, *filterlang.SyntaxError) {
	if l.Plan.Filter != l.Query.Filter {
		return nil, nil
	}
	return l.Plan.Plan, l.Plan.Err
}

// Unrunnable tells why what the line says cannot be run, nil when it can.
func (l Line) Unrunnable() []page.Cmd {
	q := l.Query
	if plan, _ := l.Planned(); plan == nil {
		if _, err := q.Parsed(); err != nil {
			return []page.Cmd{page.Focus{Target: "editor"}, page.Point{ID: "refusal"}, page.Announce{Text: "The filter is refused, so nothing was sent. " + err.Error()}}
		}
	}
	target, told, text := "", "field-err", ""
	switch {
	case q.SelectErr != "":
		target, text = "select", q.SelectErr
	case q.TopErr != "":
		target, text = "top", q.TopErr
	case q.ThenErr != "":
		target, told, text = "then", "then-err", q.ThenErr
	default:
		return nil
	}
	return []page.Cmd{page.Focus{Target: target}, page.Point{ID: told}, page.Announce{Text: text}}
}

// Selection is a part of the filter as a query of its own: its filter, and the steps in the browser, of the whole and of the part.
func (l Line) Selection(text string) (filter, then string, err error) {
	then = Step(l.Query) // it goes with each part
	if _, err = filterlang.Parse(filterlang.Uncomment(text)); err == nil {
		return text, then, nil
	}
	filter, steps, ok := filterlang.SplitSteps(filterlang.WithoutComments(text))
	if !ok {
		return "", "", err
	}
	if then = JoinSteps(then, steps); len(then) > MaxThen {
		return "", "", err
	}
	return filterlang.KeepComments(text, filter), then, nil
}
