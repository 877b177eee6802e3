package lesson

import (
	"errors"
	"fmt"
	"sort"
	"strings"

	"rangefinder/engine"
	"rangefinder/filterlang"
)

// Problem is something wrong in a lesson file.
type Problem struct {
	Line    int    // from 1; 0 for the whole file
	Message string // what is wrong with which text
	Fix     string // what to do about it
}

func (p Problem) String() string {
	text := p.Message
	if p.Fix != "" {
		text += " " + p.Fix
	}
	if p.Line > 0 {
		return fmt.Sprintf("line %d: %s", p.Line, text)
	}
	return text
}

// Problems are all that is wrong in a lesson file, by line.
type Problems []Problem

// Error returns one problem on each line.
func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i := range p {
		lines[i] = p[i].String()
	}
	return strings.Join(lines, "\n")
}

func (p Problems) sort() {
	sort.SliceStable(p, func(a, b int) bool { return p[a].Line < p[b].Line })
}

// reason is what an error says, without the code that the service gives it.
func reason(err error) string {
	if e, ok := errors.AsType[*engine.Error](err); ok && e.Detail != "" {
		return e.Detail
	}
	if e, ok := errors.AsType[*filterlang.SyntaxError](err); ok {
		return e.Detail
	}
	return err.Error()
}

// sentence is an error as a sentence; some are one already.
func sentence(err error) string {
	text := strings.TrimSuffix(reason(err), ".") + "."
	return strings.ToUpper(text[:1]) + text[1:]
}

// Clip shortens a text of a stranger for a message.
func Clip(text string) string {
	runes := []rune(text)
	if len(runes) > 60 {
		return string(runes[:59]) + "…"
	}
	return text
}
