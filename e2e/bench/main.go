package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"text/tabwriter"
)

// row is a line of the printed table.
type row struct {
	what   string
	target string
	ours   string
	theirs string // "" when the peer has no such figure
	ratio  string
	met    bool
}

// figure measures one subject; it may print several rows.
type figure struct {
	name    string
	measure func(context.Context, *lab) ([]row, error)
}

// figures in the order they run: the load makes the tables that the others read.
var figures = []figure{
	{"load", measureLoad},
	{"scan", measureScan},
	{"point", measurePoint},
	{"range", measureRange},
	{"partitions", measurePartitions},
	{"memory", measureMemory},
	{"growth", measureGrowth},
	{"explain", measureExplain},
}

func main() {
	only := flag.String("only", "", "measure only these figures, separated by commas (the load always runs)")
	entities := flag.Int("partitions", 1000, "partitions of 1,000 entities")
	verbose := flag.Bool("v", false, "print what the browser's console says")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *only, *entities, *verbose); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, only string, partitions int, verbose bool) error {
	l, err := openLab(ctx, partitions, verbose)
	if err != nil {
		return err
	}
	defer l.close()
	fmt.Printf("%s\n%d partitions × %d entities: PartitionKey, RowKey, Int32, Double, 20-character String, Boolean; peer: SQLite %s, @sqlite.org/sqlite-wasm %s, primary key (pk, rk) WITHOUT ROWID, in memory\n\n",
		l.machine(), l.partitions, rowsEach, l.peer, peerVersion)
	var rows []row
	for _, f := range figures {
		if only != "" && f.name != "load" && !contains(strings.Split(only, ","), f.name) {
			continue
		}
		fmt.Fprintf(os.Stderr, "measuring %s …\n", f.name)
		r, err := f.measure(ctx, l)
		if err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		rows = append(rows, r...)
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "what\tat least\tours\tSQLite\tSQLite ÷ ours\t")
	for _, r := range rows {
		mark := "met"
		if r.target == "" {
			mark = ""
		} else if !r.met {
			mark = "MISSED"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", r.what, dash(r.target), r.ours, dash(r.theirs), dash(r.ratio), mark)
	}
	return w.Flush()
}

func contains(list []string, s string) bool {
	for _, t := range list {
		if t == s {
			return true
		}
	}
	return false
}

func dash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}
