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

// lessonOptions are the flags of the subcommand lesson.
type lessonOptions struct{ class bool }

func (o *lessonOptions) declare() *flag.FlagSet {
	flags := newFlags("lesson")
	flags.BoolVar(&o.class, "class", false, "the files are what learners saved of their progress")
	return flags
}

// validateLessons is the subcommand lesson. Exit status: 0 all is well, 1 something is wrong, 2 wrong usage.
func validateLessons(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	var o lessonOptions
	flags := o.declare()
	err := flags.Parse(args)
	if err == nil && flags.NArg() == 0 {
		err = errors.New("no file is named")
	}
	if err != nil {
		return misused(flags, err, stderr)
	}
	if o.class {
		return printClass(flags.Args(), stdout, stderr)
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
