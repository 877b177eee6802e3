package main

import (
	"flag"
	"fmt"
	"io"
	stdlog "log"
	"log/slog"
	"strings"
)

// logOptions are the flags of serve that are about its log, which goes to the error output.
type logOptions struct {
	json  bool
	level slog.Level
}

func (o *logOptions) register(flags *flag.FlagSet) {
	flags.Var(&choice{"text", func(text string) error {
		switch text {
		case "text", "json":
			o.json = text == "json"
			return nil
		}
		return fmt.Errorf("%.40q is not a format: take text or json", text)
	}}, "log-format", "`format` of the log on the error output: text, name=value pairs, or json, one object a line")
	flags.Var(&choice{"info", func(text string) error {
		level, ok := levels[text]
		if !ok {
			return fmt.Errorf("%.40q is not a level: take debug, info, warn or error", text)
		}
		o.level = level
		return nil
	}}, "log-level", "least `level` that is logged: debug, which has a line for each request to the Table endpoint, info, warn or error")
}

var levels = map[string]slog.Level{"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError}

// open returns the log. What packages of others print by package log, such as faults of connections to the page, becomes a
// warning in it.
func (o *logOptions) open(w io.Writer) *slog.Logger {
	options := &slog.HandlerOptions{Level: o.level}
	var handler slog.Handler = slog.NewTextHandler(w, options)
	if o.json {
		handler = slog.NewJSONHandler(w, options)
	}
	stdlog.SetFlags(0)
	stdlog.SetOutput(withoutAnswers{warnings{slog.New(handler)}})
	return slog.New(handler)
}

// warnings makes a warning of each write.
type warnings struct{ log *slog.Logger }

// Write implements io.Writer.
func (w warnings) Write(text []byte) (int, error) {
	w.log.Warn(strings.TrimSuffix(string(text), "\n"))
	return len(text), nil
}
