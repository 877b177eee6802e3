package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
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
	load   string // of the machine at the end; run fills it in
}

// figure measures one subject; it may print several rows.
type figure struct {
	name    string
	measure func(context.Context, *lab) ([]row, error)
}

// pageFigure measures one subject on the real page.
type pageFigure struct {
	name    string
	measure func(*playground) ([]row, error)
}

// pageFigures in the order they run: those that read the generated table come last and share it.
var pageFigures = []pageFigure{
	{"download", measureDownload},
	{"start", measureStart},
	{"heap", measureHeap},
	{"keystroke", measureKeystroke},
	{"scroll", measureScroll},
	{"insert", measureInsert},
	{"import", measureImport},
	{"pull", measurePull},
	{"unordered", measureUnorderedPage},
	{"copyto", measureCopyTo},
	{"export", measureExport},
	{"reopen", measureReopen},
	{"rewrite", measureRewrite},
	{"partitionlist", measurePartitionList},
	{"census", measureCensus},
	{"heatmap", measureHeatMap},
	{"workload", measureWorkload},
	{"rekey", measureRekey},
	{"takeover", measureTakeover},
	{"server", measureServer},
}

// figures in the order they run, after those of the page: the load makes the tables that the others read.
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
	only := flag.String("only", "", "measure only these figures, separated by commas (the load always runs); endpoint stands for all of the Table endpoint's, which are named endpoint-get and so on")
	entities := flag.Int("partitions", 1000, "partitions of 1,000 entities")
	verbose := flag.Bool("v", false, "print the stages of what is measured and what the browser's console says")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *only, *entities, *verbose); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, only string, partitions int, verbose bool) error {
	wanted := func(name string) bool { return only == "" || slices.Contains(strings.Split(only, ","), name) }
	fmt.Printf("%s\n", machine())
	// Each returns what it measured before it failed: a minute's figures are not lost with the next one's.
	rows, err := runPage(ctx, wanted, partitions, verbose)
	if err == nil {
		var more []row
		more, err = runLab(ctx, wanted, partitions, verbose)
		rows = append(rows, more...)
	}
	if err = errors.Join(err, printTable(rows, "SQLite", "peer ÷ ours")); err != nil {
		return err
	}
	if err := runEndpoints(ctx, wanted, partitions); err != nil {
		return err
	}
	if err := runProxy(ctx, wanted); err != nil {
		return err
	}
	return errors.Join(runPush(ctx, wanted), runUnordered(ctx, wanted, partitions), runLogs(ctx, wanted))
}

// runUnordered measures a list without order, if it is wanted, and prints it.
func runUnordered(ctx context.Context, wanted func(name string) bool, partitions int) error {
	if !wanted("unordered") {
		return nil
	}
	rows, err := measured("unordered", func() ([]row, error) { return measureUnordered(ctx, partitions) })
	if err != nil {
		return err
	}
	return printTable(rows, "", "")
}

// runLab measures what is wanted of the engine alone.
func runLab(ctx context.Context, wanted func(name string) bool, partitions int, verbose bool) (rows []row, err error) {
	if !slices.ContainsFunc(figures, func(f figure) bool { return wanted(f.name) }) {
		return nil, nil
	}
	l, err := openLab(ctx, partitions, verbose)
	if err != nil {
		return nil, err
	}
	defer l.close()
	fmt.Printf("%s, %d partitions × %d entities: PartitionKey, RowKey, Int32, Double, 20-character String, Boolean; peer: SQLite %s, @sqlite.org/sqlite-wasm %s, primary key (pk, rk) WITHOUT ROWID, in memory\n\n",
		l.chromium, l.partitions, rowsEach, l.peer, peerVersion)
	for _, f := range figures {
		if f.name != "load" && !wanted(f.name) {
			continue
		}
		r, err := measured(f.name, func() ([]row, error) { return f.measure(ctx, l) })
		if err != nil {
			return rows, err
		}
		rows = append(rows, r...)
	}
	return rows, nil
}

// runEndpoints measures what is wanted of the Table endpoint, and prints it.
func runEndpoints(ctx context.Context, wanted func(name string) bool, partitions int) error {
	const group = "endpoint"
	wantedHere := func(f endpointFigure) bool { return wanted(group) || wanted(group+"-"+f.name) }
	if !slices.ContainsFunc(endpointFigures, wantedHere) {
		return nil
	}
	e, err := openEndpoints(ctx, partitions)
	if err != nil {
		return err
	}
	defer e.close()
	fmt.Printf("\nthe Table endpoint; peer: Azurite %s on Node.js %s, in memory; client and servers share the processors, what is asked for is signed\n\n", azuriteVersion, e.node)
	var rows []row
	for _, f := range endpointFigures {
		if !wantedHere(f) {
			continue
		}
		r, err := measured(group+"-"+f.name, func() ([]row, error) { return f.measure(e) })
		if err != nil {
			return errors.Join(err, printTable(rows, "Azurite", "times better"))
		}
		rows = append(rows, r...)
	}
	return printTable(rows, "Azurite", "times better")
}

// runPush measures pushing over a bad line, if it is wanted, and prints it.
func runPush(ctx context.Context, wanted func(name string) bool) error {
	if !wanted("push") {
		return nil
	}
	fmt.Printf("\nsync over a bad line: 5 %% of the requests to the Table endpoint are lost, or answered by a broken connection, half an answer, 503, or 500 though done; beside it the same over a good line\n\n")
	rows, err := measured("push", func() ([]row, error) { return measurePush(ctx) })
	if err != nil {
		return err
	}
	return printTable(rows, "good line", "bad ÷ good")
}

// runProxy measures the proxy, if it is wanted, and prints it.
func runProxy(ctx context.Context, wanted func(name string) bool) error {
	if !wanted("proxy") {
		return nil
	}
	p, err := openProxied(ctx)
	if err != nil {
		return err
	}
	defer p.close()
	fmt.Printf("\nthe proxy; the peer is the same Table endpoint, asked directly with signed requests; client, proxy and endpoint are three processes that share the processors\n\n")
	rows, err := measured("proxy", p.measure)
	if err != nil {
		return fmt.Errorf("%w\n%s", err, p.through.errors.String())
	}
	return printTable(rows, "directly", "proxy ÷ directly")
}

// runPage measures what is wanted of the real page.
func runPage(ctx context.Context, wanted func(name string) bool, partitions int, verbose bool) (rows []row, err error) {
	if !slices.ContainsFunc(pageFigures, func(f pageFigure) bool { return wanted(f.name) }) {
		return nil, nil
	}
	p, err := openPlayground(ctx, partitions, wanted("download") || wanted("start"), verbose)
	if err != nil {
		return nil, err
	}
	defer p.close()
	for _, f := range pageFigures {
		if !wanted(f.name) {
			continue
		}
		r, err := measured(f.name, func() ([]row, error) { return f.measure(p) })
		if err != nil {
			return rows, err
		}
		rows = append(rows, r...)
	}
	return rows, nil
}

// measured measures one figure and notes the machine's load beside its rows.
func measured(name string, measure func() ([]row, error)) ([]row, error) {
	fmt.Fprintf(os.Stderr, "measuring %s …\n", name)
	rows, err := measure()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for i := range rows {
		rows[i].load = load()
	}
	return rows, nil
}

func printTable(rows []row, peer, ratio string) error {
	if len(rows) == 0 {
		return nil
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "what\tat least\tours\tpeer (%s)\t%s\tload\t\n", peer, ratio)
	for _, r := range rows {
		mark := "met"
		if r.target == "" {
			mark = ""
		} else if !r.met {
			mark = "MISSED"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", r.what, dash(r.target), r.ours, dash(r.theirs), dash(r.ratio), dash(r.load), mark)
	}
	return w.Flush()
}

func dash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}
