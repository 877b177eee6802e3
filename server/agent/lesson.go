package agent

import (
	"context"
	"errors"
	"fmt"
	"io"

	"rangefinder/app/lesson"
)

// LessonInput is what the tool lesson_check takes.
type LessonInput struct {
	Text string `json:"text,omitempty" jsonschema:"the lesson, or path"`
	Path string `json:"path,omitempty" jsonschema:"the file of the lesson"`
}

// LessonOutput is what it answers.
type LessonOutput struct {
	Fine     bool      `json:"fine" jsonschema:"nothing is wrong: every solution passes and no start does"`
	Title    string    `json:"title,omitempty"`
	Steps    int       `json:"steps"`
	Problems []Problem `json:"problems"`
}

// Problem is something wrong in a lesson.
type Problem struct {
	Line    int    `json:"line" jsonschema:"from 1; 0 for the whole lesson"`
	Message string `json:"message"`
	Fix     string `json:"fix,omitempty" jsonschema:"what to do about it"`
}

func (t *tools) lesson(ctx context.Context, in LessonInput) (string, LessonOutput, error) {
	out := LessonOutput{Problems: []Problem{}}
	text := in.Text
	if (in.Path == "") == (text == "") {
		return "", out, errors.New("give either text or path")
	}
	if in.Path != "" {
		f, err := t.config.Files.open(in.Path)
		if err != nil {
			return "", out, err
		}
		defer f.Close()
		read, err := io.ReadAll(io.LimitReader(f, lesson.MaxFile+1))
		if err != nil {
			return "", out, err
		}
		text = string(read)
	}
	var problems lesson.Problems
	l, err := lesson.Parse(text)
	if err == nil {
		out.Title, out.Steps = l.Title, len(l.Steps)
		problems, err = l.Validate(ctx, t.config.Samples)
	}
	if found, ok := errors.AsType[lesson.Problems](err); ok {
		problems, err = found, nil
	}
	if err != nil {
		return "", out, err
	}
	for _, p := range problems {
		out.Problems = append(out.Problems, Problem{p.Line, p.Message, p.Fix})
	}
	if out.Fine = len(problems) == 0; out.Fine {
		return fmt.Sprintf("%q is fine: %d steps; every solution passes, no start does.", out.Title, out.Steps), out, nil
	}
	return problems.Error(), out, nil
}
