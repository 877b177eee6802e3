package lesson

import (
	"maps"
	"sort"
	"strconv"
	"strings"
)

// Progress is what a learner did, by the name of the lesson. The zero Progress is nothing; use Mark to add to it.
type Progress map[string]Marks

// Marks are sets of steps of one lesson, bit i for step i.
type Marks struct {
	Done      uint64 // passed, or read when there was nothing to do
	Predicted uint64 // a prediction was made, right or wrong: the first one counts
	Right     uint64 // it was right
	Forgotten uint64 // how often all of it was forgotten: marks of times before, which another tab may still have, count no more
}

// Pass marks a step as done. It returns the progress to keep: p is changed unless it is nil.
func (p Progress) Pass(name string, step int) Progress {
	return p.with(name, func(m *Marks) { m.Done |= bit(step) })
}

// Predict marks a prediction. Only the first of a step counts.
func (p Progress) Predict(name string, step int, right bool) Progress {
	return p.with(name, func(m *Marks) {
		if m.Predicted&bit(step) == 0 && right {
			m.Right |= bit(step)
		}
		m.Predicted |= bit(step)
	})
}

// bit is that of a step; none for a step that no lesson has.
func bit(step int) uint64 {
	if step < 0 || step >= MaxSteps {
		return 0
	}
	return 1 << step
}

// Union returns the progress of two who did not know of each other, such as two tabs. Where both answered a question it was right
// when both were: which was the first is not known.
func (p Progress) Union(other Progress) Progress {
	all := Progress{}
	for name, m := range p {
		all[name] = m
	}
	for name, o := range other {
		switch m := all[name]; {
		case o.Forgotten > m.Forgotten:
			all[name] = o
		case o.Forgotten == m.Forgotten:
			all[name] = m.and(o)
		}
	}
	return all
}

// and is what both did.
func (m Marks) and(o Marks) Marks {
	return Marks{m.Done | o.Done, m.Predicted | o.Predicted, m.Right&o.Right | m.Right&^o.Predicted | o.Right&^m.Predicted, m.Forgotten}
}

// none reports whether nothing was done.
func (m Marks) none() bool { return m.Done|m.Predicted == 0 }

// Empty reports whether nothing was done, of any lesson.
func (p Progress) Empty() bool {
	for _, m := range p {
		if !m.none() {
			return false
		}
	}
	return true
}

// Has reports whether something was done of a lesson.
func (p Progress) Has(name string) bool { return !p[name].none() }

// Forget returns the progress without what was done of a lesson, of all for "".
func (p Progress) Forget(name string) Progress {
	left := maps.Clone(p)
	for n, m := range p {
		if (n == name || name == "") && !m.none() {
			left[n] = Marks{Forgotten: m.Forgotten + 1}
		}
	}
	return left
}

// Recall brings back what was done before it was forgotten; what was done since stays.
func (p Progress) Recall(before Progress) Progress {
	all := Progress{}
	maps.Copy(all, p)
	for name, m := range before {
		if now := all[name]; now.Forgotten > m.Forgotten {
			m.Forgotten = now.Forgotten + 1
			all[name] = m.and(now)
		}
	}
	return all
}

func (p Progress) with(name string, change func(m *Marks)) Progress {
	if p == nil {
		p = Progress{}
	}
	m := p[name]
	change(&m)
	if ValidName(name) {
		p[name] = m
	}
	return p
}

// HasPassed reports whether a step is done, HasPredicted whether its question was answered.
func (p Progress) HasPassed(name string, step int) bool    { return p[name].Done&bit(step) != 0 }
func (p Progress) HasPredicted(name string, step int) bool { return p[name].Predicted&bit(step) != 0 }

// WasRight reports whether the first answer to a step's question was right.
func (p Progress) WasRight(name string, step int) bool { return p[name].Right&bit(step) != 0 }

// Resume returns the first of a lesson's steps that is not done; the first of all when all are.
func (p Progress) Resume(name string, steps int) int {
	for i := range steps {
		if !p.HasPassed(name, i) {
			return i
		}
	}
	return 0
}

// Passed returns how many steps of a lesson are done.
func (p Progress) Passed(name string) int { return ones(p[name].Done) }

// Score returns how many predictions were right, of how many that were made, in all lessons.
func (p Progress) Score() (right, of int) {
	for _, m := range p {
		right += ones(m.Right)
		of += ones(m.Predicted)
	}
	return right, of
}

func ones(set uint64) int {
	n := 0
	for ; set != 0; set &= set - 1 {
		n++
	}
	return n
}

// String returns the progress as a short text: "four-classes=7.3.1 log-tail=1.0.0", with sets in hexadecimal digits, and
// behind them how often they were forgotten, if they were.
func (p Progress) String() string {
	names := make([]string, 0, len(p))
	for name := range p {
		names = append(names, name)
	}
	sort.Strings(names)
	for i, name := range names {
		m := p[name]
		names[i] = name + "=" + strconv.FormatUint(m.Done, 16) + "." + strconv.FormatUint(m.Predicted, 16) + "." + strconv.FormatUint(m.Right, 16)
		if m.Forgotten > 0 {
			names[i] += "." + strconv.FormatUint(m.Forgotten, 16)
		}
	}
	return strings.Join(names, " ")
}

// ParseProgress reads what String returned, and leaves out what it cannot read: progress is never worth an error.
func ParseProgress(text string) Progress {
	p := Progress{}
	for word := range strings.FieldsSeq(text) {
		name, sets, _ := strings.Cut(word, "=")
		parts := strings.Split(sets, ".")
		if !ValidName(name) || len(parts) < 3 || len(parts) > 4 {
			continue
		}
		var set [4]uint64
		ok := true
		for i, part := range parts {
			n, err := strconv.ParseUint(part, 16, 64)
			set[i] = n & (1<<MaxSteps - 1)
			ok = ok && err == nil
		}
		if ok {
			p[name] = Marks{set[0], set[1], set[2] & set[1], set[3]}
		}
	}
	return p
}
