package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"text/tabwriter"
	"time"

	"rangefinder/server/connection"
)

// rank orders where a setting comes from; a higher one wins.
type rank uint8

const (
	byDefault rank = iota
	byFile
	byVariable
	byFlag
)

// given is a setting that somebody gave.
type given struct {
	values []string // in order; one unless the flag may be repeated
	rank   rank
	origin string // "--listen", "RANGEFINDER_LISTEN" or "rf.conf:3"
}

// settings knows where the values of the flags of a command come from: the command line, an environment variable, or a file.
type settings struct {
	flags *flag.FlagSet
	given map[string]given // by the name of the flag
}

const (
	configFlag = "config"       // names the file
	printFlag  = "print-config" // is on the command line only
	maxConfig  = 64 << 10       // bytes of the file
)

// variableOf returns the variable of a flag.
func variableOf(name string) string {
	if name == "accounts" {
		return accountsVariable + "_FILE" // the other one holds the accounts themselves
	}
	return "RANGEFINDER_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

// isList reports whether a flag may be repeated.
func isList(f *flag.Flag) bool {
	switch f.Value.(type) {
	case *names, *texts:
		return true
	}
	return false
}

// readSettings sets every flag to what the arguments say, else its variable, else the file that --config names. An empty variable
// is as good as none. Errors: flag.ErrHelp, and mistakes, which name flag, variable or line, and show no secret.
func readSettings(flags *flag.FlagSet, args []string, lookup func(string) (string, bool)) (*settings, error) {
	s := &settings{flags, map[string]given{}}
	if err := s.readArguments(args); err != nil {
		return nil, err
	}
	flags.VisitAll(func(f *flag.Flag) {
		text, _ := lookup(variableOf(f.Name))
		if _, ok := s.given[f.Name]; ok || text == "" || f.Name == printFlag {
			return
		}
		values := []string{text}
		if isList(f) && !isSecret(f.Name, text) { // a connection string has semicolons of its own, and is refused whole
			values = strings.FieldsFunc(text, func(r rune) bool { return r == ';' })
		}
		s.given[f.Name] = given{values, byVariable, variableOf(f.Name)}
	})
	if config, ok := s.given[configFlag]; ok {
		if err := s.readFile(config.values[len(config.values)-1]); err != nil {
			return nil, fmt.Errorf("%s: %w", config.origin, err)
		}
	}
	var failed error
	flags.VisitAll(func(f *flag.Flag) {
		for _, value := range s.given[f.Name].values {
			value = strings.TrimSpace(value)
			if err := flags.Set(f.Name, value); err != nil && failed == nil {
				failed = fmt.Errorf("%s: %s", s.given[f.Name].origin, wrongValue(f, value, err))
			}
		}
	})
	return s, failed
}

// readArguments records the values on the command line.
func (s *settings) readArguments(args []string) error {
	line := flag.NewFlagSet(s.flags.Name(), flag.ContinueOnError)
	line.SetOutput(io.Discard)
	s.flags.VisitAll(func(f *flag.Flag) { line.Var(recorder{s, f}, f.Name, "") })
	err := line.Parse(args)
	switch {
	case err == flag.ErrHelp:
		return err
	case err != nil:
		text := err.Error()
		if name, ok := strings.CutPrefix(text, "flag provided but not defined: -"); ok {
			text = noFlag(s.flags, strings.TrimPrefix(name, "-"))
		} else if name, ok := strings.CutPrefix(text, "flag needs an argument: -"); ok {
			text = "flag needs an argument: --" + name
		}
		return errors.New(text)
	case line.NArg() > 0:
		shown := line.Arg(0)
		if isSecret("", shown) {
			shown = hiddenValue
		}
		return fmt.Errorf("%.40q is not a flag, and there are no other arguments", shown)
	}
	return nil
}

// recorder keeps the values of a flag as they are on the command line.
type recorder struct {
	settings *settings
	flag     *flag.Flag
}

// String implements flag.Value.
func (r recorder) String() string { return "" }

// IsBoolFlag lets a flag that is true or false stand without a value.
func (r recorder) IsBoolFlag() bool {
	b, ok := r.flag.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// Set implements flag.Value.
func (r recorder) Set(value string) error {
	g := r.settings.given[r.flag.Name]
	if !isList(r.flag) {
		g.values = nil // the last one counts
	}
	r.settings.given[r.flag.Name] = given{append(g.values, value), byFlag, "--" + r.flag.Name}
	return nil
}

// readFile records the lines "name = value" of a file for what neither a flag nor a variable gives. A name stands there as often
// as its flag may.
func (s *settings) readFile(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(io.LimitReader(f, maxConfig+1))
	f.Close()
	if err != nil {
		return err
	}
	if len(text) > maxConfig {
		return fmt.Errorf("%s has more than the %d bytes that settings take", path, maxConfig)
	}
	here := map[string]bool{}
	for i, line := range strings.Split(strings.TrimPrefix(string(text), "\ufeff"), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		origin := fmt.Sprintf("%s:%d", path, i+1)
		name, value, ok := strings.Cut(line, "=")
		name = strings.TrimSpace(name)
		f := s.flags.Lookup(name)
		switch {
		case !ok:
			return fmt.Errorf("%s: a line is name = value, as in listen = 127.0.0.1:8080", origin)
		case f == nil || name == configFlag || name == printFlag:
			return fmt.Errorf("%s: there is no setting %.40q%s; the settings are the flags of serve, without their dashes", origin, name, meant(name, "", flagNames(s.flags)))
		case here[name] && !isList(f):
			return fmt.Errorf("%s: %s is there a second time, and takes one value", origin, name)
		}
		here[name] = true
		if isSecret(name, "") {
			if _, err := connection.ReadPrivate(path); err != nil {
				return fmt.Errorf("%s: %w", origin, err)
			}
		}
		if g := s.given[name]; g.rank <= byFile {
			if g.rank == byDefault {
				g = given{nil, byFile, origin}
			}
			g.values = append(g.values, value)
			s.given[name] = g
		}
	}
	return nil
}

// wrongValue says what is wrong with a value of a flag, and what it takes.
func wrongValue(f *flag.Flag, value string, err error) string {
	takes := ""
	if getter, ok := f.Value.(flag.Getter); ok {
		switch getter.Get().(type) {
		case bool:
			takes = "true or false"
		case time.Duration:
			takes = "a duration, such as 40s or 1m30s"
		case float64:
			takes = "a number, such as 400"
		case uint64:
			takes = "a whole number, such as 7"
		}
	}
	if takes != "" {
		return fmt.Sprintf("%.40q is not taken; give %s", value, takes)
	}
	return err.Error()
}

// rank returns how strongly a flag was given.
func (s *settings) rank(name string) rank { return s.given[name].rank }

var flagInText = regexp.MustCompile(`--[a-z][a-z-]*`)

// locate adds to the flags in the text of an error the variable or the line that gave them, so that one knows what to change.
func (s *settings) locate(err error) string {
	return flagInText.ReplaceAllStringFunc(err.Error(), func(name string) string {
		g := s.given[name[2:]]
		if g.rank == byDefault || g.rank == byFlag {
			return name
		}
		return name + " (" + g.origin + ")"
	})
}

var secretValue = regexp.MustCompile(`(?i)(accountkey|sharedaccesssignature|sig|password|token)=`)

// isSecret reports whether a value must not be shown.
func isSecret(name, value string) bool { return name == "token" || secretValue.MatchString(value) }

const hiddenValue = "(hidden)"

// print writes every setting with its value and where that comes from, in the order of their names. Secrets are hidden. extra are
// variables that are no flags; they hold secrets.
func (s *settings) print(w io.Writer, lookup func(string) (string, bool), extra ...string) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "SETTING\tVALUE\tFROM")
	s.flags.VisitAll(func(f *flag.Flag) {
		if f.Name == printFlag {
			return
		}
		g, ok := s.given[f.Name]
		if !ok {
			fmt.Fprintf(t, "%s\t%s\tdefault\n", f.Name, orDash(f.DefValue))
			return
		}
		shown := make([]string, len(g.values))
		for i, value := range g.values {
			if shown[i] = inOneLine(strings.TrimSpace(value)); isSecret(f.Name, value) {
				shown[i] = hiddenValue
			}
		}
		fmt.Fprintf(t, "%s\t%s\t%s\n", f.Name, orDash(strings.Join(shown, "; ")), g.origin)
	})
	for _, name := range extra {
		if text, _ := lookup(name); text != "" {
			fmt.Fprintf(t, "%s\t%s\tenvironment\n", name, hiddenValue)
		}
	}
	return t.Flush()
}

func orDash(text string) string {
	if text == "" || text == "[]" {
		return "-"
	}
	return text
}

// inOneLine quotes a value that would break its line.
func inOneLine(text string) string {
	if quoted := fmt.Sprintf("%q", text); len(quoted) != len(text)+2 {
		return quoted
	}
	return text
}

// choice is a flag that takes one of a few words.
type choice struct {
	word string
	set  func(string) error
}

// String implements flag.Value.
func (c *choice) String() string { return c.word }

// Set implements flag.Value.
func (c *choice) Set(word string) error {
	if err := c.set(word); err != nil {
		return err
	}
	c.word = word
	return nil
}
