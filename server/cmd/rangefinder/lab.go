package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"rangefinder/app/keydesign/lab"
	"rangefinder/app/keydesign/population"
	"rangefinder/app/keydesign/suggest"
	"rangefinder/engine"
	"rangefinder/server/workspacefile"
)

const labAbout = `Suggests keys for a table of a workspace file: tries designs made of what its access patterns ask for, measures each on the entities, and prints a few of which none is better in every number (points of reads and writes a day, bytes, load on the hottest partition), with reasons. The patterns are those of the design lab's comparison of the table; where there is none, what most tables are asked, in round numbers. --comparison reads another comparison, as the design lab's document has it; one that describes a population needs no workspace.

The same entities, patterns and --seed give the same answer.`

// labOptions are the flags of lab.
type labOptions struct {
	json       bool
	comparison string
	seed       uint64
	most       int
	work       int
}

// labFlags declares the flags for help.
func labFlags() *flag.FlagSet { return new(labOptions).declare() }

func (o *labOptions) declare() *flag.FlagSet {
	flags := newFlags("lab")
	flags.BoolVar(&o.json, "json", false, "print one JSON object for each suggestion, one on each line, and at the end one of the search")
	flags.StringVar(&o.comparison, "comparison", "", "read patterns, designs and a population from `FILE`")
	flags.Uint64Var(&o.seed, "seed", 0, "draw other entities of a large table with another `N`")
	flags.IntVar(&o.most, "most", suggest.DefaultMost, "print at most `N` suggestions")
	flags.IntVar(&o.work, "work", suggest.DefaultWork, "stop after `N` entities have got a key, copies included")
	return flags
}

// designLab is the subcommand lab. Exit status: 0 designs are suggested, 1 none can be, 2 wrong usage.
func designLab(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	var o labOptions
	flags := o.declare()
	if len(args) > 0 && args[0] == "suggest" {
		args = args[1:]
	} else if len(args) == 0 || !strings.HasPrefix(args[0], "-") {
		return misused(flags, errors.New("say what to do: suggest"), stderr)
	}
	var rest []string
	for { // flags may stand behind the names, too
		if err := flags.Parse(args); err != nil {
			return misused(flags, err, stderr)
		}
		if flags.NArg() == 0 {
			break
		}
		rest, args = append(rest, flags.Arg(0)), flags.Args()[1:]
	}
	if len(rest) != 2 && !(len(rest) == 0 && o.comparison != "") {
		return misused(flags, errors.New("name a workspace file and a table, or a comparison that describes a population"), stderr)
	}
	if o.most < 1 || o.most > 20 || o.work < 1 {
		return misused(flags, errors.New("--most is 1 to 20, and --work at least 1"), stderr)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	result, err := o.suggest(ctx, rest)
	if err == nil {
		out := bufio.NewWriter(stdout)
		if o.json {
			err = printSuggestionsJSON(out, result)
		} else {
			printSuggestions(out, result)
		}
		err = errors.Join(err, out.Flush())
	}
	if err != nil {
		fmt.Fprintln(stderr, "rangefinder lab:", err)
		return 1
	}
	return 0
}

func (o *labOptions) suggest(ctx context.Context, of []string) (*suggest.Result, error) {
	var spec lab.Spec
	if o.comparison != "" {
		text, err := readSmall(o.comparison, lab.MaxText)
		if err != nil {
			return nil, err
		}
		if spec, err = lab.Parse(strings.TrimSpace(text)); err != nil {
			return nil, fmt.Errorf("%s: %w", o.comparison, err)
		}
	}
	var from *engine.Snapshot
	if len(of) == 2 {
		db, err := readWorkspace(ctx, of[0])
		if err != nil {
			return nil, err
		}
		if from, err = db.Snapshot(of[1]); err != nil {
			return nil, fmt.Errorf("%s: %w", of[0], err)
		}
		if o.comparison == "" {
			spec = comparisonOf(db, from)
		}
	}
	switch {
	case spec.Population != nil:
		var err error
		if from, err = population.Table(ctx, *spec.Population); err != nil {
			return nil, err
		}
	case from == nil:
		return nil, fmt.Errorf("%s describes no population: name the workspace file and the table as well", o.comparison)
	}
	return suggest.Search(ctx, from, spec.Population != nil, spec, suggest.Options{Seed: o.seed, Most: o.most, Work: o.work}, lab.Watch{})
}

// comparisonOf returns the comparison that a workspace has of a table, or the one that the lab begins with.
func comparisonOf(db *engine.DB, table *engine.Snapshot) lab.Spec {
	if spec, ok := lab.Stored(db, table.Table()); ok {
		return spec
	}
	return lab.Suggest(table, nil)
}

func readWorkspace(ctx context.Context, path string) (*engine.DB, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	db, err := workspacefile.Read(ctx, f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return db, nil
}

// readSmall reads a file that is not to be longer than a limit.
func readSmall(path string, limit int64) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, limit+1))
	return string(text), err
}

// suggestionObject is what --json prints of a suggestion.
type suggestionObject struct {
	Design  lab.Design     `json:"design"`
	Scores  suggest.Scores `json:"scores"`
	Reasons []string       `json:"reasons"`
}

// searchObject is the last line of --json.
type searchObject struct {
	Tried    int              `json:"tried"`
	Entities int              `json:"entities"`
	Screened int              `json:"screened"` // on how many of them designs were tried
	Complete bool             `json:"complete"`
	Now      []suggest.Scores `json:"now"`    // of the designs of the comparison
	Enough   []string         `json:"enough"` // designs of the comparison that nothing is gained over
}

func printSuggestionsJSON(out io.Writer, r *suggest.Result) error {
	for _, s := range r.Suggestions {
		if err := printSafeJSON(out, suggestionObject(s)); err != nil {
			return err
		}
	}
	end := searchObject{r.Tried, r.Entities, r.Screened, r.Complete, r.Now, r.Enough}
	if end.Enough == nil {
		end.Enough = []string{}
	}
	return printSafeJSON(out, end)
}

func printSuggestions(out io.Writer, r *suggest.Result) {
	fmt.Fprintf(out, "%s measured on %s of %s", counted(r.Tried, "design"), plainly(float64(r.Screened)), plainly(float64(r.Entities))+" entities")
	if !r.Complete {
		fmt.Fprint(out, "; not everything was tried")
	}
	fmt.Fprintln(out)
	for _, name := range r.Enough {
		printWrapped(out, "", fmt.Sprintf("%q costs no more a day than what follows, and none is better in every number.", name))
	}
	for _, s := range r.Suggestions {
		fmt.Fprintln(out)
		printWrapped(out, "", s.Design.Name)
		printWrapped(out, "  ", "PartitionKey "+orEmpty(s.Design.Partition))
		printWrapped(out, "  ", "RowKey       "+orEmpty(s.Design.Row))
		for _, x := range s.Design.Indexes {
			text := string(x.Kind) + " "
			if x.Kind != lab.SamePartition {
				text += orEmpty(x.Partition) + " / "
			}
			text += orEmpty(x.Row)
			if len(x.Properties) > 0 {
				text += ", only " + strings.Join(x.Properties, ", ")
			}
			printWrapped(out, "  ", text)
		}
		printWrapped(out, "  ", fmt.Sprintf("a day: reads %s points, writes %s; %s bytes; hottest partition %s a second", plainly(s.Scores.Reads), plainly(s.Scores.Writes), plainly(s.Scores.Bytes), plainly(s.Scores.Hottest)))
		for _, reason := range s.Reasons {
			printWrapped(out, "  - ", reason)
		}
	}
}

// plainly writes a number without more digits than matter.
func plainly(v float64) string {
	if v >= 10 || v == float64(int64(v)) {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.2g", v)
}

func orEmpty(template string) string {
	if template == "" {
		return "(empty)"
	}
	return template
}
