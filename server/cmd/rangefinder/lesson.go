package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"

	"rangefinder/app/lesson"
	"rangefinder/app/sample"
	"rangefinder/web"
)

const lessonUsage = `usage: rangefinder lesson FILE...

Reads lesson files and runs them: the data is made, predictions and facts are held against it, each solution has to pass, on
hidden data too, and each start and wrong answer must not. An exercise without hidden data or without its two hints is a
problem. What is wrong is printed with its line.
`

// validateLessons is the subcommand lesson. Exit status: 0 all is well, 1 something is wrong, 2 wrong usage.
func validateLessons(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("lesson", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() { io.WriteString(stderr, lessonUsage) }
	if err := flags.Parse(args); err == flag.ErrHelp {
		return 0
	} else if err != nil {
		return 2
	}
	if flags.NArg() == 0 {
		fmt.Fprintln(stderr, "rangefinder lesson: no file is named")
		flags.Usage()
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	status := 0
	for _, path := range flags.Args() {
		l, err := validateLesson(ctx, path)
		var problems lesson.Problems
		switch {
		case errors.As(err, &problems):
			for _, p := range problems {
				text := lesson.Problem{Message: p.Message, Fix: p.Fix}.String()
				if p.Line > 0 {
					fmt.Fprintf(stdout, "%s:%d: %s\n", path, p.Line, text)
				} else {
					fmt.Fprintf(stdout, "%s: %s\n", path, text)
				}
			}
			status = 1
		case err != nil:
			fmt.Fprintln(stderr, "rangefinder lesson:", err)
			status = 1
		default:
			checks, predictions, hidden, wrong := 0, 0, 0, 0
			for _, s := range l.Steps {
				checks, hidden, wrong = checks+len(s.Checks), hidden+len(s.Hidden), wrong+len(s.Wrong)
				if s.Predict != nil {
					predictions++
				}
			}
			fmt.Fprintf(stdout, "%s: %q is fine: steps %d, predictions %d, checks %d, hidden cases %d, wrong answers %d; every solution passes, no start does.\n", path, l.Title, len(l.Steps), predictions, checks, hidden, wrong)
		}
	}
	return status
}

func validateLesson(ctx context.Context, path string) (*lesson.Lesson, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, lesson.MaxFile+1))
	if err != nil {
		return nil, err
	}
	l, err := lesson.Parse(string(text))
	if err != nil {
		return nil, err
	}
	problems, err := l.Validate(ctx, builtIn)
	if err == nil && len(problems) > 0 {
		err = problems
	}
	return l, err
}

// builtIn gives the samples that the page has; those that are files are in this program.
var builtIn lesson.Samples = sample.ByName(web.Static, lesson.ErrNoSample)
