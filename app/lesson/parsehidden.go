package lesson

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// hidden reads a part hidden, or hidden none.
func (p *parser) hidden(step *Step, at int, words []string, lines []line) {
	h := Hidden{Line: at, None: slices.Equal(words, []string{"none"})}
	if len(words) > 0 && !h.None {
		p.wrong(at, "Write: ```hidden, or: ```hidden none", "%q does not go with hidden.", Clip(strings.Join(words, " ")))
	}
	if len(step.Hidden) >= MaxHidden {
		p.wrong(at, fmt.Sprintf("A step has at most %d.", MaxHidden), "There are too many parts hidden.")
		return
	}
	before := len(p.problems)
	for _, l := range lines {
		name, value, _ := strings.Cut(l.text, ": ")
		if first, rest, _ := strings.Cut(l.text, " "); first == "between" || first == "size" {
			name, value = first, rest
		}
		value = strings.TrimSpace(value)
		var err error
		switch {
		case name == "note":
			h.Note = value
		case h.None:
			err = fmt.Errorf("%q is too much; hidden none has a note alone", Clip(l.text))
		case name == "fault":
			i := slices.Index(faults[:], value)
			if i < 1 {
				err = fmt.Errorf("there is not a fault %q; there are crash, lost, decoded and address", Clip(value))
			}
			h.Fault = Fault(max(i, 0))
		case name == "check":
			var c Check
			if c, err = readCheck(value); err == nil {
				c.Line = l.at
				h.Checks = append(h.Checks, c)
			}
		case name == "size":
			s, ok := readSize(value)
			if s.Line = l.at; !ok {
				err = fmt.Errorf("%q is not a size; write one such as: size Movies 3000, or: size Movies 3000 seed 8; at most %d", Clip(l.text), MaxEntities)
			}
			h.Sizes = append(h.Sizes, s)
		default:
			text := l.text
			if name == "between" {
				text = value
			}
			var a Action
			if a, err = readAction(text); err == nil && a.If != "" {
				err = fmt.Errorf("%q has a condition; hidden data knows no ETag", Clip(text))
			}
			a.Line = l.at
			if name == "between" {
				h.Between = append(h.Between, a)
			} else {
				h.Changes = append(h.Changes, a)
			}
		}
		if err != nil {
			p.wrong(l.at, "", "%s", sentence(err))
		}
	}
	if h.Note == "" {
		p.wrong(at, "Add a line note: and the idea, which the learner reads when an attempt fails here.", "The part hidden has no note.")
	}
	if len(p.problems) == before && !h.None && len(h.Sizes)+len(h.Changes)+len(h.Between) == 0 && h.Fault == NoFault {
		p.wrong(at, "Add operations, a size, a fault, or between and an operation.", "The part hidden hides nothing.")
	}
	step.Hidden = append(step.Hidden, h)
}

// wrongs reads a part wrong: a line says: and an attempt, again and again.
func (p *parser) wrongs(step *Step, at int, lines []line) {
	for i := 0; i < len(lines); {
		says, ok := strings.CutPrefix(lines[i].text, "says:")
		if says = strings.TrimSpace(says); !ok || says == "" {
			p.wrong(lines[i].at, "Begin each wrong answer with a line such as: says: full scan", "%q does not say what the refusal says.", Clip(lines[i].text))
			return
		}
		end := i + 1
		for end < len(lines) && !strings.HasPrefix(lines[end].text, "says:") {
			end++
		}
		if len(step.Wrong) >= MaxWrong {
			p.wrong(lines[i].at, fmt.Sprintf("A step has at most %d.", MaxWrong), "There are too many wrong answers.")
			return
		}
		step.Wrong = append(step.Wrong, Wrong{lines[i].at, says, p.attempt(lines[i].at, lines[i+1:end])})
		i = end
	}
	if len(lines) == 0 {
		p.wrong(at, "Begin each wrong answer with a line such as: says: full scan", "The part wrong has no answer.")
	}
}

// finishHidden looks at the hidden parts of a step when the whole lesson is read.
func (p *parser) finishHidden(s *Step, kind, first string) {
	table := first
	if s.Start != nil {
		table = s.Start.Table
	}
	for i := range s.Hidden {
		h := &s.Hidden[i]
		h.tables, h.ranges = p.lesson.Tables, p.lesson.Ranges
		for _, size := range h.Sizes {
			if !slices.ContainsFunc(h.tables, func(t Table) bool { return t.Name == size.Table && t.Count > 0 }) {
				p.wrong(size.Line, "Name one of the parts generate.", "No rules generate a table %q.", Clip(size.Table))
			}
		}
		for j := range h.Checks {
			c := &h.Checks[j]
			if c.Table == "" {
				c.Table = table
			}
			if c.Filter != "" {
				p.filter(c.Line, c.Filter, "")
			}
			if kind != "" && !c.fits(kind) {
				p.wrong(c.Line, "See the list of checks.", "%q does not go with %s.", Clip(c.Text), kind)
			}
		}
		if kind != "" && kind != "operations" && (h.Fault != NoFault || len(h.Between) > 0) {
			p.wrong(h.Line, "Change the data in place of it.", "A fault does not go with %s.", kind)
		}
		if len(h.Between) > 0 && len(h.Checks) == 0 {
			p.wrong(h.Line, "Add a line such as: check: entity Movies 'Action','Alien' has Rating=4.5", "Nothing says what another client's write has to leave.")
		}
	}
	for i := range s.Wrong {
		a := s.Wrong[i].Attempt
		if a.Table == "" {
			a.Table = table
		}
	}
	if len(s.Checks) == 0 && len(s.Hidden)+len(s.Wrong)+len(s.Hints) > 0 {
		p.wrong(s.Line, "Add a part check.", "The step %q has hidden data, wrong answers or hints, and no check.", Clip(s.Title))
	}
}

// readSize reads "Movies 3000" and "Movies 3000 seed 8".
func readSize(text string) (Size, bool) {
	words := strings.Fields(text)
	if len(words) != 2 && (len(words) != 4 || words[2] != "seed") {
		return Size{}, false
	}
	s := Size{Table: words[0]}
	var err error
	if s.Count, err = strconv.Atoi(words[1]); err != nil || s.Count < 1 || s.Count > MaxEntities {
		return s, false
	}
	if len(words) == 4 {
		s.Seed, err = strconv.ParseUint(words[3], 10, 64)
	}
	return s, err == nil
}
