package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
)

// helpWidth is the longest line of help, in characters.
const helpWidth = 96

func help(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	switch len(args) {
	case 0:
		printCommands(stdout)
		return 0
	case 1:
		if c := lookup(args[0]); c != nil {
			printHelp(stdout, c)
			return 0
		}
		fmt.Fprintf(stderr, "rangefinder help: there is no subcommand %.60q%s\n`rangefinder help` lists them.\n", args[0], meant(args[0], "", commandNames()))
		return 2
	}
	return misused(newFlags("help"), errors.New("name one subcommand"), stderr)
}

// printCommands prints the list of commands.
func printCommands(w io.Writer) {
	var b strings.Builder
	b.WriteString("Rangefinder explores Azure Table storage and shows what a $filter costs before it runs.\n\nUsage:\n")
	for _, c := range commands {
		for _, f := range c.forms {
			fmt.Fprintf(&b, "  rangefinder %-42s %s\n", strings.TrimSpace(c.name+" "+f.arguments), f.summary)
		}
	}
	b.WriteString("\n`rangefinder help COMMAND` tells how one is used.\n")
	io.WriteString(w, b.String())
}

// printHelp prints how a command is used.
func printHelp(w io.Writer, c *command) {
	var b strings.Builder
	for i, f := range c.forms {
		lead := "Usage: "
		if i > 0 {
			lead = "       "
		}
		fmt.Fprintf(&b, "%srangefinder %s\n", lead, strings.TrimSpace(c.name+" "+f.arguments))
		wrap(&b, "           ", f.summary)
	}
	for paragraph := range strings.SplitSeq(c.about, "\n\n") {
		if paragraph != "" {
			b.WriteByte('\n')
			wrap(&b, "", paragraph)
		}
	}
	for _, s := range c.sections() {
		fmt.Fprintf(&b, "\n%s:\n", s.title)
		for _, f := range s.flags {
			value, usage := flagUsage(f)
			fmt.Fprintf(&b, "  --%s\n", strings.TrimSpace(f.Name+" "+value))
			wrap(&b, "        ", usage)
		}
	}
	io.WriteString(w, b.String())
}

// flagSection is a section with its flags.
type flagSection struct {
	title string
	flags []*flag.Flag
}

// sections returns the flags of a command under their headings.
func (c *command) sections() (out []flagSection) {
	if c.flags == nil {
		return nil
	}
	set := c.flags()
	rest := flagSection{title: "Flags"}
	var named []flagSection
	placed := map[string]bool{}
	for _, s := range sections[c.name] {
		under := flagSection{title: s.title}
		for _, name := range s.flags {
			if f := set.Lookup(name); f != nil {
				placed[name] = true
				under.flags = append(under.flags, f)
			}
		}
		named = append(named, under)
	}
	set.VisitAll(func(f *flag.Flag) {
		if !placed[f.Name] {
			rest.flags = append(rest.flags, f)
		}
	})
	return slices.DeleteFunc(append([]flagSection{rest}, named...), func(s flagSection) bool { return len(s.flags) == 0 })
}

// flagUsage returns what a flag takes, empty for one that takes nothing, and what it does, with its default.
func flagUsage(f *flag.Flag) (value, usage string) {
	value, usage = flag.UnquoteUsage(f)
	if value == strings.ToLower(value) {
		value = strings.ToUpper(value)
	}
	if takesNothing(f) {
		return "", usage
	}
	if f.DefValue != "" && f.DefValue != "[]" && f.DefValue != "0" && f.DefValue != "0s" {
		usage += " (default " + f.DefValue + ")"
	}
	return value, usage
}

// takesNothing reports whether a flag is a switch.
func takesNothing(f *flag.Flag) bool {
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// wrap writes a paragraph in lines of helpWidth; one whose lines are indented is written as it is.
func wrap(b *strings.Builder, indent, text string) {
	if strings.HasPrefix(text, " ") {
		b.WriteString(text + "\n")
		return
	}
	line := indent
	for word := range strings.FieldsSeq(text) {
		if len(line) > len(indent) && len(line)+1+len(word) > helpWidth {
			b.WriteString(line + "\n")
			line = indent
		}
		if len(line) > len(indent) {
			line += " "
		}
		line += word
	}
	b.WriteString(line + "\n")
}
