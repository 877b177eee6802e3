package explain

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"rangefinder/filterlang"
)

const usage = `usage: rangefinder explain [--profile PROFILE] [--json] [FILTER…]

Prints what the Table service does for each $filter: its class, the key range it reads, what each
clause does, and what would read less. Without a FILTER, or for "-", filters are read from the
standard input, one on each line; an empty line is a query without a filter.

  --profile PROFILE   the engine that answers: storage (Azure Table storage, when it is not said),
           cosmos (Azure Cosmos DB for Table) or emulator
  --json   print one JSON object for each filter, one on each line
  --       what follows are filters, even when they begin with a dash

The exit status is 1 when a filter is refused, 2 when the arguments are wrong.
`

// Main runs "rangefinder explain" with the arguments behind that word and returns its exit status: 0, 1 when a filter is
// refused or the input cannot be read, 2 when the arguments are wrong.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	c := command{out: bufio.NewWriter(stdout), style: styleFor(stdout)}
	filters, err := c.parse(args)
	switch {
	case errors.Is(err, errHelp):
		io.WriteString(stdout, usage)
		return 0
	case err != nil:
		fmt.Fprintf(stderr, "rangefinder explain: %v\n`rangefinder help explain` tells how it is used.\n", err)
		return 2
	}
	status := 0
	for _, f := range filters {
		if f.stdin {
			err = c.lines(stdin)
		} else {
			c.explain(f.text)
		}
	}
	if flushed := c.out.Flush(); err == nil {
		err = flushed
	}
	if err != nil {
		fmt.Fprintf(stderr, "rangefinder explain: %v\n", err)
		status = 1
	}
	if c.refused {
		status = 1
	}
	return status
}

type command struct {
	out     *bufio.Writer
	style   Style
	profile filterlang.Profile
	json    bool
	started bool
	refused bool
}

// source is one argument: a filter, or the standard input.
type source struct {
	text  string
	stdin bool
}

var errHelp = errors.New("help")

func (c *command) parse(args []string) ([]source, error) {
	var filters []source
	for i := 0; i < len(args); i++ {
		a := args[i]
		name, value, given := strings.Cut(a, "=")
		switch {
		case name == "--profile" || name == "-profile":
			if !given && i+1 < len(args) {
				i++
				value = args[i]
			}
			var ok bool
			if c.profile, ok = filterlang.ParseProfile(value); !ok {
				return nil, fmt.Errorf("--profile %s: take storage, cosmos or emulator", visible(value))
			}
		case a == "--":
			for _, rest := range args[i+1:] {
				filters = append(filters, source{text: rest})
			}
			return orStdin(filters), nil
		case a == "--json" || a == "-json":
			c.json = true
		case a == "--help" || a == "-help" || a == "-h":
			return nil, errHelp
		case a == "-":
			filters = append(filters, source{stdin: true})
		case len(a) > 1 && a[0] == '-' && (a[1] < '0' || a[1] > '9'):
			return nil, fmt.Errorf("there is no flag %s; a filter that begins with a dash goes behind --", visible(a))
		default:
			filters = append(filters, source{text: a})
		}
	}
	return orStdin(filters), nil
}

func orStdin(filters []source) []source {
	if len(filters) == 0 {
		return []source{{stdin: true}}
	}
	return filters
}

// lines explains each line of r as soon as it is read.
func (c *command) lines(r io.Reader) error {
	in := bufio.NewReader(r)
	for {
		line, err := in.ReadString('\n')
		if line != "" {
			c.explain(strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r"))
			if err := c.out.Flush(); err != nil {
				return err
			}
		}
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return fmt.Errorf("reading filters: %w", err)
		}
	}
}

func (c *command) explain(filter string) {
	var refused bool
	if c.json {
		var object []byte
		object, refused = JSONFor(c.profile, filter)
		c.out.Write(append(object, '\n'))
	} else {
		if c.started {
			c.out.WriteString("\n")
		}
		refused = TextFor(c.profile, c.out, filter, c.style)
	}
	c.started = true
	c.refused = c.refused || refused
}

// styleFor returns Colored for a terminal, unless NO_COLOR asks for none.
func styleFor(w io.Writer) Style {
	f, ok := w.(*os.File)
	if !ok || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return Plain
	}
	if info, err := f.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return Plain
	}
	return Colored
}
