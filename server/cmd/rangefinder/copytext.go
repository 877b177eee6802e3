package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"rangefinder/engine/tablecopy"
	"rangefinder/filterlang"
)

// maxShown is how many of the entities that are there and different a plan shows.
const maxShown = 5

// grouped writes a number with commas.
func grouped(n int) string {
	digits := strconv.Itoa(n)
	for at := len(digits) - 3; at > 0 && digits[at-1] != '-'; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}

// bytesText writes a number of bytes as people read it.
func bytesText(n int64) string {
	switch {
	case n < 10_000:
		return grouped(int(n)) + " bytes"
	case n < 10_000_000:
		return grouped(int(n/1000)) + " kB"
	}
	return grouped(int(n/1_000_000)) + " MB"
}

// tellPlan prints what a copy will do.
func (o *copyOptions) tellPlan(p *tablecopy.Plan, to *destination) {
	out := o.stdout
	if o.json {
		out = o.stderr // the answer to a question, and no part of the output
	}
	line := func(format string, args ...any) { fmt.Fprintf(out, format+"\n", args...) }
	where := to.name
	if to.account != nil {
		where += " (" + to.Endpoint + ")"
	}
	line("%s to %s at %s", count(p.Entities, "entity", "entities"), p.Table, where)
	switch {
	case p.Creates == 1:
		line("  there is no such table; it will be made")
	case p.Creates > 1:
		line("  %s will be made", count(p.Creates, "table", "tables"))
	}
	requests := count(p.Transactions, "transaction", "transactions")
	if p.Singles > 0 {
		requests += " and " + count(p.Singles, "single write", "single writes")
	}
	line("  to write: %s, %s new and %s over what is there, in %s, %s", grouped(p.Writes()), grouped(p.Inserts), grouped(p.Updates), requests, bytesText(p.Bytes))
	line("  there already: %s equal, which are not sent; %s different%s", grouped(p.Equal), grouped(p.Updates+p.Skipped+p.Stopping), [...]string{
		tablecopy.Stop: "", tablecopy.Skip: ", which stay", tablecopy.Replace: ", which are replaced", tablecopy.Merge: ", which are merged",
	}[existingRules[o.existing]])
	for i, k := range p.Differing {
		if i == maxShown {
			line("    ...")
			break
		}
		line("    (%q, %q)", k.PartitionKey, k.RowKey)
	}
	if p.Writes() > 0 && to.account != nil {
		line("  time: about %s, with %s at a time, if each takes as long as a read just did, %v; writes usually take longer",
			atLeast(p.AtLeast), count(o.atOnce, "request", "requests"), p.RoundTrip.Round(time.Millisecond/10))
	}
	if o.price > 0 && to.account != nil && to.Profile != filterlang.Cosmos { // which charges request units
		price := "less than 0.01"
		if sum := o.price * float64(p.Requests()) / 10_000; sum == 0 || sum >= 0.01 {
			price = fmt.Sprintf("%.2f", sum)
		}
		line("  price: %s for %s, at %v for 10,000", price, count(p.Requests(), "request", "requests"), o.price)
	}
	if n := len(p.Refused); n > 0 {
		line("  not taken by %s: %s", to.name, count(n, "entity is left out", "entities are left out"))
		for _, r := range p.Refused {
			line("    (%q, %q): %s: %s", r.PartitionKey, r.RowKey, printable(r.Code), printable(r.Message))
		}
	}
}

// atLeast writes the least time that something takes.
func atLeast(d time.Duration) string {
	if d < time.Second {
		return d.Round(time.Millisecond).String()
	}
	return roughly(d)
}

// report prints what a copy did and returns the exit status.
func (o *copyOptions) report(p *tablecopy.Plan, r *tablecopy.Report, v *tablecopy.Verification, to *destination) int {
	left := len(p.Refused) + len(r.Refused) + len(r.Changed) + r.Left
	if v != nil {
		left += len(v.Missing) + len(v.Changed)
	}
	if o.json {
		o.print(map[string]any{"plan": p, "report": r, "verification": v})
		return conflicting(left)
	}
	var parts []string
	add := func(n int, text string) {
		if n > 0 {
			parts = append(parts, grouped(n)+" "+text)
		}
	}
	add(r.Written, "written")
	add(p.Equal+r.AlreadyThere, "there already")
	add(p.Skipped, "different there and left")
	add(len(r.Changed), "changed there meanwhile and left")
	add(len(p.Refused)+len(r.Refused), "refused")
	add(r.Left, "still to be written")
	if parts == nil {
		parts = []string{"nothing to write"}
	}
	rate := ""
	if s := r.Elapsed.Seconds(); s > 0.05 && r.Written > 0 {
		rate = fmt.Sprintf(", %s a second", grouped(int(float64(r.Written)/s)))
	}
	fmt.Fprintf(o.stdout, "%s at %s: %s; %s in %v%s\n", p.Table, to.name, strings.Join(parts, ", "), count(r.Requests, "request", "requests"), r.Elapsed.Round(10*time.Millisecond), rate)
	named := func(what string, keys []tablecopy.Key) {
		for i, k := range keys {
			if i == maxNamed {
				fmt.Fprintf(o.stdout, "  and %s more\n", grouped(len(keys)-i))
				break
			}
			fmt.Fprintf(o.stdout, "  %s (%q, %q)\n", what, k.PartitionKey, k.RowKey)
		}
	}
	named("changed meanwhile", r.Changed)
	for _, e := range r.Refused {
		fmt.Fprintf(o.stdout, "  refused (%q, %q): %s: %s\n", e.PartitionKey, e.RowKey, printable(e.Code), printable(e.Message))
	}
	if v != nil {
		fmt.Fprintf(o.stdout, "read back: %s of %s, %s missing, %s different\n", grouped(v.Read), grouped(p.Writes()-p.Deletes+p.Equal), grouped(len(v.Missing)), grouped(len(v.Changed)))
		named("missing", v.Missing)
		named("different", v.Changed)
		if v.Differs != "" {
			fmt.Fprintf(o.stdout, "  of the first, %s\n", printable(v.Differs))
		}
	}
	return conflicting(left)
}
