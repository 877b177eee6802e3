package course

import (
	"strings"

	"rangefinder/app/lesson"
	"rangefinder/app/page"
)

// Beat is one of the things that the projector reveals, one after the other.
type Beat struct {
	Kind BeatKind
	Text string // a paragraph, a question, or an attempt as it is written
	Note string // of an attempt; of an answer its reason; of a paragraph its source, "" for none
}

// BeatKind says what a Beat is.
type BeatKind uint8

// The kinds.
const (
	ParagraphBeat BeatKind = iota
	QuestionBeat
	AnswerBeat
	StartBeat
	SolutionBeat
	BreakBeat
)

// Beats returns what the projector reveals of a step: its text, the question and then its answer with the text behind it, what the learner finds, what
// solves it and what breaks it. The lesson's own text comes before that of its first step.
func Beats(l *lesson.Lesson, step int) []Beat {
	var beats []Beat
	tell := func(text string) {
		for _, p := range Paragraphs(text) {
			if _, cites := lesson.Citation(p); cites && len(beats) > 0 {
				beats[len(beats)-1].Note = p
				continue
			}
			beats = append(beats, Beat{Kind: ParagraphBeat, Text: p})
		}
	}
	s := &l.Steps[step]
	if step == 0 {
		tell(l.Text)
	}
	before, after := s.Parts()
	tell(before)
	if p := s.Predict; p != nil {
		note := p.Query.Filter
		if p.Simulated != nil {
			note = p.Simulated.Options()
		}
		why := p.Reason()
		if why != "" {
			why = ", because " + why + "."
		}
		beats = append(beats, Beat{Kind: QuestionBeat, Text: p.Ask, Note: note}, Beat{Kind: AnswerBeat, Text: p.AnswerText(), Note: why})
	}
	tell(after)
	for _, a := range []struct {
		kind BeatKind
		*lesson.Attempt
	}{{StartBeat, s.Start}, {SolutionBeat, s.Solution}, {BreakBeat, s.Break}} {
		if a.Attempt != nil {
			beats = append(beats, Beat{Kind: a.kind, Text: a.Text, Note: a.Note})
		}
	}
	return beats
}

// Paragraphs splits a lesson's text at its blank lines.
func Paragraphs(text string) []string {
	var list []string
	for p := range strings.SplitSeq(text, "\n\n") {
		if p = strings.Join(strings.Fields(p), " "); p != "" {
			list = append(list, p)
		}
	}
	return list
}

// moveProjector reveals the next things, or hides the last again; beyond the ends it goes to the steps beside, and
// beyond the last step to the next lesson.
func (m Model) moveProjector(v *page.View, by int) (*Model, []page.Cmd) {
	l := *m.Lesson
	if !l.Projector || l.Resetting {
		return &m, nil
	}
	beats := Beats(l.L, l.Step)
	n := l.Shown + by
	switch {
	case n > len(beats):
		if l.Step+1 == len(l.L.Steps) {
			if m.Next(l.Name) == "" {
				return &m, []page.Cmd{page.Announce{Text: "That was the last step."}}
			}
			next, cmds := m.next(v)
			opened := *next.Lesson
			opened.Projector = true
			next.Lesson = &opened
			return next, cmds
		}
		return m.toStep(l.Step+1, true)
	case n < 0:
		if l.Step == 0 {
			return &m, nil
		}
		next, cmds := m.toStep(l.Step-1, true)
		next.Lesson.Shown = len(Beats(l.L, next.Lesson.Step))
		return next, cmds
	}
	l.Shown = n
	m.Lesson = &l
	if by > 0 {
		return &m, []page.Cmd{page.Announce{Text: beats[n-1].Text}, page.Reveal{ID: "lesson-beat-last"}}
	}
	return &m, nil
}
