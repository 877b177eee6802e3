package interchange

import (
	"fmt"
	"strings"
	"time"
)

// dateForms are forms of dates that no DateTime has, with what each is called. A form of the day before the month stands right before the
// one of the month before the day.
var dateForms = [...]struct{ layout, name string }{
	{"2.1.2006", "day.month.year"}, {"2006/1/2", "year/month/day"}, {"2006.1.2", "year.month.day"}, {"2 Jan 2006", "day month year"}, {"Jan 2, 2006", "month day, year"},
	{"2/1/2006", "day/month/year"}, {"1/2/2006", "month/day/year"},
	{"2-1-2006", "day-month-year"}, {"1-2-2006", "month-day-year"},
}

// timeForms are what may follow a date.
var timeForms = [...]string{"", " 15:04", " 15:04:05", " 3:04 PM", " 3:04:05 PM"}

// datesSeen are the forms in which a text is a date from 1601 on, as numbers of dateForms.
func datesSeen(text string) (forms uint16) {
	if len(text) < len("1.1.2006") || len(text) > len("12 Sep 2006 12:04:05 PM") {
		return 0
	}
	for i, form := range dateForms {
		for _, clock := range timeForms {
			if t, err := time.Parse(form.layout+clock, text); err == nil && t.Year() >= 1601 {
				forms |= 1 << i
				break
			}
		}
	}
	return forms
}

// dates says that the texts of a column look like dates of a form that no DateTime has, what they are kept as and what to do; "" when they
// do not. Which of day and month stands first is only said where a value tells.
func (c *columnStats) dates() string {
	forms, example, first := ^uint16(0), "", seen{}
	for text, at := range c.values {
		if forms &= datesSeen(text); forms == 0 {
			return ""
		}
		if example == "" || at.line < first.line {
			example, first = text, at
		}
	}
	if example == "" || len(c.values) > sampleRows { // there may be other values
		return ""
	}
	var names []string
	for i, form := range dateForms {
		if forms&(1<<i) != 0 {
			names = append(names, form.name)
		}
	}
	looks := "looks like a date as "
	if len(names) > 1 {
		looks = "can be a date as "
	}
	return fmt.Sprintf("String: “%s” (line %d) %s%s. A DateTime is written 2025-12-31 or 2025-12-31T10:00:00Z: write it so in the file to import dates.", example, first.line, looks, strings.Join(names, " or "))
}
