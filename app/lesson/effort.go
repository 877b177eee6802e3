package lesson

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Effort is what a step took its learner, as far as it was noted.
type Effort struct {
	Tries int       // how often the step was checked
	Hints int       // that were shown
	Shown bool      // the solution was
	First time.Time // when the first of it was noted, to the minute; zero: not known
	Done  time.Time // when the step was passed
}

// EffortOf names a step of a lesson, and how often what was done of that lesson was forgotten before: what was noted before that
// counts no more.
type EffortOf struct {
	Lesson    string
	Step      int // from 0
	Forgotten uint64
}

// Efforts are what the steps took. The zero Efforts is nothing; use Note to add to it.
type Efforts map[EffortOf]Effort

// Noted is something that is noted of a step.
type Noted uint8

// What is noted.
const (
	Tried Noted = iota
	Passed
	Hinted
	SolutionShown
)

// maxEfforts is how many steps are kept; those that were begun first go.
const maxEfforts = 500

// Note adds what happened. It returns the efforts to keep: e is changed unless it is nil.
func (e Efforts) Note(of EffortOf, what Noted, at time.Time) Efforts {
	if e == nil {
		e = Efforts{}
	}
	if !ValidName(of.Lesson) || bit(of.Step) == 0 {
		return e
	}
	at = at.UTC().Truncate(time.Minute)
	n := e[of]
	if n.First.IsZero() {
		n.First = at
	}
	switch what {
	case Tried:
		n.Tries++
	case Passed:
		if n.Done.IsZero() {
			n.Done = at
		}
	case Hinted:
		n.Hints++
	case SolutionShown:
		n.Shown = true
	}
	e[of] = n
	for len(e) > maxEfforts {
		delete(e, slices.MinFunc(slices.Collect(maps.Keys(e)), func(a, b EffortOf) int { return e[a].First.Compare(e[b].First) }))
	}
	return e
}

// Recall brings back what was noted before progress was forgotten, as Progress.Recall does; what was noted since is added to it.
// before is the progress as it was then, and now as it is after its own Recall. It returns the efforts to keep: e is changed.
func (e Efforts) Recall(before, now Progress) Efforts {
	for of, was := range maps.Clone(e) {
		m := now[of.Lesson].Forgotten
		if of.Forgotten != before[of.Lesson].Forgotten || m <= of.Forgotten {
			continue
		}
		since := EffortOf{of.Lesson, of.Step, m - 1}
		delete(e, of)
		e[EffortOf{of.Lesson, of.Step, m}] = was.and(e[since])
		delete(e, since)
	}
	for of, since := range maps.Clone(e) { // steps that were not begun before
		if m := now[of.Lesson].Forgotten; m > before[of.Lesson].Forgotten && of.Forgotten == m-1 {
			delete(e, of)
			e[EffortOf{of.Lesson, of.Step, m}] = since
		}
	}
	return e
}

// and is what a step took in two times.
func (n Effort) and(o Effort) Effort {
	return Effort{n.Tries + o.Tries, n.Hints + o.Hints, n.Shown || o.Shown, earlier(n.First, o.First), earlier(n.Done, o.Done)}
}

// earlier is the earlier of two times; a zero one is not known.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// String returns the efforts as a text: a line "four-classes 0 2 = 3 1 1 29926800 29926805" for each step, with the number of the
// step, how often it was forgotten, tries, hints, whether the solution was shown, and the minutes since 1970 of First and Done.
func (e Efforts) String() string {
	lines := make([]string, 0, len(e))
	for of, n := range e {
		shown := "0"
		if n.Shown {
			shown = "1"
		}
		lines = append(lines, strings.Join([]string{of.Lesson, strconv.Itoa(of.Step), strconv.FormatUint(of.Forgotten, 10), "=", strconv.Itoa(n.Tries), strconv.Itoa(n.Hints), shown, minutesOf(n.First), minutesOf(n.Done)}, " "))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func minutesOf(t time.Time) string {
	if t.IsZero() {
		return "0"
	}
	return strconv.FormatInt(t.Unix()/60, 10)
}

// ParseEfforts reads what String returned, and leaves out what it cannot read.
func ParseEfforts(text string) Efforts {
	e := Efforts{}
	for l := range strings.SplitSeq(text, "\n") {
		words := strings.Fields(l)
		if len(words) != 9 || !ValidName(words[0]) {
			continue
		}
		var n [9]int64
		ok := words[3] == "="
		for i, w := range words {
			if i > 0 && i != 3 {
				number, err := strconv.ParseInt(w, 10, 40)
				n[i] = number
				ok = ok && err == nil && number >= 0
			}
		}
		if ok && n[1] < MaxSteps && len(e) < maxEfforts {
			e[EffortOf{words[0], int(n[1]), uint64(n[2])}] = Effort{int(n[4]), int(n[5]), n[6] == 1, timeOf(n[7]), timeOf(n[8])}
		}
	}
	return e
}

func timeOf(minutes int64) time.Time {
	if minutes == 0 {
		return time.Time{}
	}
	return time.Unix(minutes*60, 0).UTC()
}
