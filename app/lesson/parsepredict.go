package lesson

import (
	"fmt"
	"strconv"
	"strings"

	"rangefinder/engine"
	"rangefinder/filterlang"
)

// prediction reads a predict part.
func (p *parser) prediction(at int, lines []line) *Prediction {
	r := &Prediction{Line: at, askLine: at, answerLine: at}
	answer := ""
	for _, l := range lines {
		name, value, _ := strings.Cut(l.text, ":")
		value = strings.TrimSpace(value)
		switch name {
		case "ask":
			r.Ask, r.askLine = value, l.at
		case "answer":
			answer, r.answerLine = value, l.at
		case "because":
			r.Because = value
		default:
			if !p.simulation(l, name, value, r) && !p.queryField(l, name, value, &r.Table, &r.Query) {
				p.wrong(l.at, "A prediction has ask, table, filter, select, top, because and answer.", "There is no field %q.", Clip(l.text))
			}
		}
	}
	if r.Ask == "" {
		p.wrong(at, "Write: ask: How much will the service read?", "The prediction asks nothing.")
	}
	if r.Simulated != nil {
		p.simulated(at, r, answer)
		return r
	}
	word, rest, _ := strings.Cut(answer, " ")
	r.Measure = measureOf(word)
	n, ok := readAnswer(r.Measure, strings.TrimSpace(rest))
	if !ok {
		p.wrong(r.answerLine, "Write one such as: answer: class row range, or: answer: examined 120", "%q is not an answer to a prediction.", Clip(answer))
	}
	r.Answer = n
	return r
}

// queryField reads a field of a query; false when it is none.
func (p *parser) queryField(l line, name, value string, table *string, q *Query) bool {
	switch name {
	case "table":
		*table = value
	case "filter":
		q.Filter = value
		p.filter(l.at, value, "")
	case "select":
		q.Select = list(value)
	case "top":
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 || n > engine.MaxPage {
			p.wrong(l.at, fmt.Sprintf("Write a number from 1 to %d.", engine.MaxPage), "%q is not a page size.", Clip(value))
		}
		q.Top = n
	default:
		return false
	}
	return true
}

// filter tells what is wrong with a filter, and what to do where the filter itself knows no better.
func (p *parser) filter(at int, text, fix string) {
	if _, err := filterlang.Parse(text); err != nil {
		if e, ok := err.(*filterlang.SyntaxError); ok && e.Fix != nil {
			fix = "To mend it: " + e.Fix.Title + "."
		}
		p.wrong(at, fix, "The filter is refused: %s", reason(err))
	}
}

func readAnswer(m Measure, text string) (int, bool) {
	text = strings.TrimSpace(text)
	switch m {
	case NoMeasure:
		return 0, false
	case Class:
		c, ok := ClassOf(text)
		return int(c), ok
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 0
}

// ClassOf returns the class of a name, in words or as an identifier: "row range", "row-range".
func ClassOf(name string) (filterlang.Class, bool) {
	for c := filterlang.Empty; c <= filterlang.FullScan; c++ {
		if strings.EqualFold(name, c.String()) || strings.EqualFold(name, c.Name()) {
			return c, true
		}
	}
	return 0, false
}
