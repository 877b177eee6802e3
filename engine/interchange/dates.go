package interchange

import (
	"math/bits"
	"slices"
	"strings"
	"time"

	"rangefinder/filterlang/edm"
)

// dateForms are forms of dates that no DateTime has, with what each is called. A form of the day before the month stands right before the
// one of the month before the day.
var dateForms = [...]struct{ layout, name string }{
	{"2.1.2006", "day.month.year"}, {"2006/1/2", "year/month/day"}, {"2006.1.2", "year.month.day"}, {"2 Jan 2006", "day month year"}, {"Jan 2, 2006", "month day, year"},
	{"2006-1-2", "year-month-day"}, {"2/1/2006", "day/month/year"}, {"1/2/2006", "month/day/year"},
	{"2-1-2006", "day-month-year"}, {"1-2-2006", "month-day-year"},
}

// timeForms are what may follow a date.
var timeForms = [...]string{"", " 15:04", " 15:04:05", " 3:04 PM", " 3:04:05 PM", "T15:04", "T15:04:05"}

// dateForm is the number of a form from 1, 0 for none.
func dateForm(name string) int {
	for i, form := range dateForms {
		if form.name == name {
			return i + 1
		}
	}
	return 0
}

// dateIn reads a date from 1601 on, with its time if it has one, in UTC.
func dateIn(layout, text string) (time.Time, bool) {
	for _, clock := range timeForms {
		if t, err := time.Parse(layout+clock, text); err == nil && t.Year() >= 1601 {
			return t, true
		}
	}
	return time.Time{}, false
}

// datesSeen are the forms in which a text is a date, as numbers of dateForms.
func datesSeen(text string) (forms uint16) {
	if len(text) < len("1.1.2006") || len(text) > len("12 Sep 2006 12:04:05 PM") {
		return 0
	}
	for i, form := range dateForms {
		if _, ok := dateIn(form.layout, text); ok {
			forms |= 1 << i
		}
	}
	return forms
}

// dates are the forms in which the texts of a column are dates, all of them or all but a few odd ones, and a sentence about them; none when
// they are not. There are two forms where no value tells day and month apart. place is what lines count.
func (c *columnStats) dates(place string) (names []string, odd *Nearly, why string) {
	if len(c.values) > sampleRows { // there may be other values
		return nil, nil, ""
	}
	var counts [len(dateForms)]int
	for text, at := range c.values {
		forms := datesSeen(text)
		for i := range counts {
			if forms&(1<<i) != 0 {
				counts[i] += at.count
			}
		}
	}
	n := Nearly{Type: edm.DateTime, Values: c.present, Fit: slices.Max(counts[:])}
	if n.Fit == 0 || n.Fit < n.Values && (n.Fit < 2 || (n.Values-n.Fit)*2 > n.Fit) {
		return nil, nil, ""
	}
	var best uint16
	for i, form := range dateForms {
		if counts[i] == n.Fit {
			best |= 1 << i
			names = append(names, form.name)
		}
	}
	var one, sure, wrong first
	var alone [len(dateForms)]first // the first text that is a date in one of these forms only
	for text, at := range c.values {
		switch forms := datesSeen(text); {
		case forms&best == 0:
			wrong.see(text, at.line)
		case forms&best != best: // one value says the day is first, another that the month is
			alone[bits.TrailingZeros16(forms&best)].see(text, at.line)
		default:
			one.see(text, at.line)
			if forms == best {
				sure.see(text, at.line)
			}
		}
	}
	if at := slices.IndexFunc(alone[:], func(f first) bool { return f.line > 0 }); at >= 0 {
		if len(names) == 2 {
			other := dateForm(names[0]) + dateForm(names[1]) - 2 - at
			why = "String: " + alone[at].quoted(place) + " is a date only as " + dateForms[at].name + ", " + alone[other].quoted(place) + " only as " + dateForms[other].name + "."
		}
		return nil, nil, why
	}
	if wrong.line > 0 {
		n.Odd, n.Line, odd = cut(wrong.text, 60), wrong.line, &n
	}
	switch {
	case len(names) > 1:
		why = "String: " + one.quoted(place) + " can be a date as " + strings.Join(names, " or ") + ", and no value tells which."
	case sure.text != one.text:
		why = "String: " + one.quoted(place) + " is a date as " + names[0] + ": " + sure.quoted(place) + " cannot be read otherwise."
	default:
		why = "String: " + one.quoted(place) + " is a date as " + names[0] + "."
	}
	return names, odd, why
}
