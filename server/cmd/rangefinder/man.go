package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

func man(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	flags := newFlags("man")
	if status, done := parse(flags, args, 1, stderr); done {
		return status
	}
	dir := flags.Arg(0)
	pages := manualPages()
	err := os.MkdirAll(dir, 0o755)
	for name, text := range pages {
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644)
		}
	}
	if err != nil {
		fmt.Fprintln(stderr, "rangefinder man:", err)
		return 1
	}
	fmt.Fprintf(stdout, "%d manual pages are in %s; `man %s` shows the first.\n", len(pages), dir, filepath.Join(dir, "rangefinder.1"))
	return 0
}

// manualPages returns the manual pages by the names of their files.
func manualPages() map[string]string {
	pages := make(map[string]string)
	var all strings.Builder
	all.WriteString(".TH RANGEFINDER 1\n.SH NAME\nrangefinder \\- explorer and query playground for Azure Table storage\n.SH SYNOPSIS\n")
	for _, c := range commands {
		for _, f := range c.forms {
			fmt.Fprintf(&all, ".B rangefinder %s\n%s\n.br\n", roff(c.name), roff(f.arguments))
		}
	}
	all.WriteString(".SH COMMANDS\n")
	for _, c := range commands {
		for _, f := range c.forms {
			fmt.Fprintf(&all, ".TP\n.B %s\n%s\n", roff(strings.TrimSpace(c.name+" "+f.arguments)), roff(f.summary))
		}
		pages["rangefinder-"+c.name+".1"] = manualPage(&c)
	}
	all.WriteString(".SH EXIT STATUS\n0 success, 1 failure, 2 wrong usage; 3 of the commands that say so.\n")
	pages["rangefinder.1"] = all.String()
	return pages
}

func manualPage(c *command) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH RANGEFINDER-%s 1\n.SH NAME\nrangefinder\\-%s \\- %s\n.SH SYNOPSIS\n", strings.ToUpper(c.name), c.name, roff(c.forms[0].summary))
	for _, f := range c.forms {
		fmt.Fprintf(&b, ".B rangefinder %s\n%s\n.br\n", c.name, roff(f.arguments))
	}
	if c.about != "" {
		b.WriteString(".SH DESCRIPTION\n")
		for paragraph := range strings.SplitSeq(c.about, "\n\n") {
			if strings.HasPrefix(paragraph, " ") {
				fmt.Fprintf(&b, ".nf\n%s\n.fi\n", roff(paragraph))
				continue
			}
			fmt.Fprintf(&b, "%s\n.PP\n", roff(paragraph))
		}
	}
	for _, s := range c.sections() {
		fmt.Fprintf(&b, ".SH %s\n", roff(strings.ToUpper(s.title)))
		for _, f := range s.flags {
			value, usage := flagUsage(f)
			fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(strings.TrimSpace("--"+f.Name+" "+value)), roff(usage))
		}
	}
	b.WriteString(".SH SEE ALSO\n.BR rangefinder (1)\n")
	return b.String()
}

// roff returns a text without what the typesetter would obey.
func roff(text string) string {
	lines := strings.Split(strings.NewReplacer(`\`, `\e`, "-", `\-`, "…", "...").Replace(text), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
