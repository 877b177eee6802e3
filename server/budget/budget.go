// Package budget says which queries are too expensive to be allowed, for a server that denies them and for a build that fails
// on them. budget.go has the rules, filters.go reads the filters of a file, judge.go says what becomes of one, and caps.go has what
// single queries may cost.
package budget

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/filterlang"
)

// level is what a query reads, from best to worst.
type level uint8

const (
	empty level = iota
	point
	rowRange
	wholePartition // a row range without a bound of the RowKey
	partitionRange
	fullScan

	onePartition // of an account of Azure Cosmos DB
	allPartitions
	noIndexHelp

	none // nothing is as bad
)

// names are what a rule may deny.
var names = map[string]level{"row-range": rowRange, "whole-partition": wholePartition, "partition-range": partitionRange, "full-scan": fullScan,
	"one-partition": onePartition, "all-partitions": allPartitions, "no-index-help": noIndexHelp, "none": none}

func (l level) String() string {
	return [...]string{"query that reads nothing", "point query", "row range", "whole partition", "partition range", "full scan",
		"query of one partition", "query of all partitions", "query without help of the index", "nothing"}[l]
}

func levelOf(p *filterlang.Plan) level {
	switch p.Class {
	case filterlang.Empty:
		return empty
	case filterlang.Point, filterlang.PointRead:
		return point
	case filterlang.OnePartition:
		return onePartition
	case filterlang.AllPartitions:
		return allPartitions
	case filterlang.NoIndexHelp:
		return noIndexHelp
	case filterlang.RowRange:
		if p.WholePartition {
			return wholePartition
		}
		return rowRange
	case filterlang.PartitionRange:
		return partitionRange
	}
	return fullScan
}

// Budget says what is denied: a class, and with it what reads more. Tables may have rules of their own. The zero Budget denies
// nothing.
type Budget struct {
	rules  []string // as given
	all    limits
	tables map[string]limits
}

// limits are the best classes that are denied, of each kind of plan; 0 is none.
type limits struct{ ranges, index level }

func (l limits) stricter(than level) limits {
	if than == none || than < onePartition {
		l.ranges = stricter(l.ranges, than)
	}
	if than >= onePartition {
		l.index = stricter(l.index, than)
	}
	return l
}

// Parse reads rules: "full-scan", "full-scan,partition-range", "Movies=partition-range", "Log=none". A rule denies its class and
// all that read more; of several the strictest holds, and those of a table take the place of the general ones. A table's name
// is for all classes that follow it in one text. Classes: row-range, whole-partition, partition-range, full-scan, none; and for
// plans of Azure Cosmos DB, of which those say nothing: one-partition, all-partitions, no-index-help.
func Parse(texts ...string) (*Budget, error) {
	b := &Budget{tables: map[string]limits{}}
	for _, text := range texts {
		table := ""
		for item := range strings.SplitSeq(text, ",") {
			class := strings.TrimSpace(item)
			if name, rest, ok := strings.Cut(class, "="); ok {
				if err := engine.CheckTableName(name); err != nil {
					return nil, fmt.Errorf("%.70q cannot be a table", name)
				}
				table, class = strings.ToLower(name), rest
			}
			l, ok := names[class]
			if !ok {
				return nil, fmt.Errorf("%.40q is not a class of queries: take full-scan, partition-range, whole-partition, row-range or none, for Azure Cosmos DB no-index-help, all-partitions or one-partition", class)
			}
			if table == "" {
				b.all = b.all.stricter(l)
			} else {
				b.tables[table] = b.tables[table].stricter(l)
			}
		}
		b.rules = append(b.rules, text)
	}
	return b, nil
}

// CheckFor returns an error when no rule is about plans of a profile, so that they would deny nothing whatever is asked.
func (b *Budget) CheckFor(p filterlang.Profile) error {
	if b.IsZero() || b.all.of(p) != 0 {
		return nil
	}
	for _, l := range b.tables {
		if l.of(p) != 0 {
			return nil
		}
	}
	if p == filterlang.Cosmos {
		return fmt.Errorf("%.70q names classes of Azure Table storage only, which plans of the profile cosmos do not have: take no-index-help, all-partitions or one-partition", b)
	}
	return fmt.Errorf("%.70q names classes of Azure Cosmos DB only, which plans of the profile %v do not have: take full-scan, partition-range, whole-partition or row-range", b, p)
}

// of returns the limit for plans of a profile, 0 for none.
func (l limits) of(p filterlang.Profile) level {
	if p == filterlang.Cosmos {
		return l.index
	}
	return l.ranges
}

func stricter(a, b level) level {
	if a == 0 || b < a {
		return b
	}
	return a
}

// IsZero reports whether nothing is denied.
func (b *Budget) IsZero() bool { return b == nil || b.all == limits{} && len(b.tables) == 0 }

// String returns the rules as they were given.
func (b *Budget) String() string {
	if b.IsZero() {
		return "none"
	}
	return strings.Join(b.rules, " ")
}

// Denies reports whether a plan for a table, "" when that is not known, is denied.
func (b *Budget) Denies(table string, plan *filterlang.Plan) bool {
	return b.denies(table, levelOf(plan), plan.Profile)
}

func (b *Budget) denies(table string, is level, profile filterlang.Profile) bool {
	if b.IsZero() {
		return false
	}
	own := b.all
	if t, ok := b.tables[strings.ToLower(table)]; ok {
		own = t
	}
	limit := own.ranges
	if profile == filterlang.Cosmos {
		limit = own.index
	}
	return limit != 0 && is >= limit
}

// Deny returns the error for a query that is denied, nil for one that is not: tablerest.Options.Deny. Its message names the
// filter, what it reads, and the gravest of the findings.
func (b *Budget) Deny(table string, plan *filterlang.Plan, findings []filterlang.Finding) *engine.Error {
	if !b.Denies(table, plan) {
		return nil
	}
	filter := "(no filter)"
	if plan.Filter != nil {
		filter = cut(plan.Filter.String(), longestFilter)
	}
	message := fmt.Sprintf("This server denies queries that read so much (--deny %s). It is a %s of table %s: %s", b, levelOf(plan), table, filter)
	if f := gravest(findings); f != nil {
		message += "\n" + f.Message
		if len(f.Rewrites) > 0 {
			message += " " + f.Rewrites[0].Title + ": " + cut(strings.Join(f.Rewrites[0].Filters, " | "), longestFilter)
		}
	}
	err := tablerest.Errorf(tablerest.QueryDenied, "%s", message)
	err.Message, err.Field = message, "$filter"
	return err
}

func gravest(findings []filterlang.Finding) *filterlang.Finding {
	if len(findings) == 0 {
		return nil
	}
	f := slices.MaxFunc(findings, func(a, b filterlang.Finding) int { return int(a.Severity) - int(b.Severity) })
	return &f
}

// longestFilter bounds, in bytes, what is repeated of a filter.
const longestFilter = 1000

// cut returns the beginning of s, whole characters of at most n bytes.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}
