package copies

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/engine"
	"rangefinder/engine/tablesync"
)

// Bounds of what is kept of a comparison.
const (
	maxDifferences     = 100_000
	maxDifferenceBytes = 48 << 20 // of the entities, by the formula of section 1.3
)

// lastComparison holds the last comparison of a page.
type lastComparison struct {
	mu sync.Mutex
	of *comparison
}

// comparison is what is kept of one.
type comparison struct {
	number int
	kept   []tablesync.Difference // in key order
}

// side returns one of the two that a comparison reads.
func side(j *worker.Job, source, table string, scope tablesync.Scope) (tablesync.Side, error) {
	if source != "" {
		a, err := j.Account(source)
		if err != nil {
			return tablesync.Side{}, err
		}
		return accountSide(a, a.URL, table, scope), nil
	}
	s, err := j.DB().Snapshot(table)
	if err != nil {
		return tablesync.Side{}, err
	}
	if scope.Filter != "" || scope.Partitions != nil {
		// A copy of that part is that part, even where changes here have taken entities out of it.
		c, err := tablesync.CopyOf(j.DB(), table)
		if err != nil || c.Scope.Filter != scope.Filter || !slices.Equal(c.Scope.Partitions, scope.Partitions) {
			return tablesync.RemoteSide(j.DB(), table, scope), nil
		}
	}
	return tablesync.LocalSide(s), nil
}

// accountSide is a side of an account at an address, which tells whether its lists have an order: the first page may be in order by chance.
func accountSide(a engine.Service, url, table string, scope tablesync.Scope) tablesync.Side {
	side := tablesync.RemoteSide(a, table, scope)
	if !engine.ProfileOf(url).Ordered() {
		side = side.Unordered()
	}
	return side
}

// compare counts how two tables differ and keeps the first differences for Differences.
func compare(j *worker.Job, req wire.CompareRequest) (*wire.CompareReply, error) {
	left, err := side(j, req.LeftSource, req.LeftTable, req.Scope)
	if err != nil {
		return nil, err
	}
	var right tablesync.Side
	if req.Base {
		right, err = tablesync.BaseSide(j.DB(), req.LeftTable)
	} else {
		right, err = side(j, req.RightSource, req.RightTable, req.Scope)
	}
	if err != nil {
		return nil, err
	}
	c, r, err := differing(j, left, right)
	if e, ok := errors.AsType[*engine.Error](err); ok && e.Code == tablesync.NoOrder { // which the first page did not show
		c, r, err = differing(j, left.Unordered(), right.Unordered())
	}
	if r.Canceled = err != nil && j.Ctx.Err() != nil; err != nil && !r.Canceled {
		return nil, worker.Answered(j.Ctx, err)
	}
	c.number, r.Kept = j.NewNumber(), len(c.kept)
	r.Comparison = c.number
	last := worker.Own[lastComparison](j)
	last.mu.Lock()
	defer last.mu.Unlock()
	last.of = c
	return r, nil
}

// differing compares two sides: what is kept of that, and its numbers.
func differing(j *worker.Job, left, right tablesync.Side) (c *comparison, r *wire.CompareReply, err error) {
	c, r = &comparison{}, &wire.CompareReply{Partitions: []wire.PartitionDifferences{}}
	bytes, last, begun := 0, "", false
	r.Summary, err = tablesync.Compare(j.Ctx, left, right, syncing(j), func(d tablesync.Difference) error {
		if !begun || d.PartitionKey != last {
			begun, last = true, d.PartitionKey
			if len(r.Partitions) < wire.MaxWindow {
				r.Partitions = append(r.Partitions, wire.PartitionDifferences{PartitionKey: d.PartitionKey})
			} else {
				r.More++
			}
		}
		if r.More == 0 {
			s := &r.Partitions[len(r.Partitions)-1].Summary
			switch d.Kind {
			case tablesync.OnlyLeft:
				s.OnlyLeft++
			case tablesync.OnlyRight:
				s.OnlyRight++
			default:
				s.Changed++
			}
		}
		if !d.Left.IsZero() {
			bytes += d.Left.Size()
		}
		if !d.Right.IsZero() {
			bytes += d.Right.Size()
		}
		if len(c.kept) < maxDifferences && bytes <= maxDifferenceBytes {
			c.kept = append(c.kept, d)
		}
		return nil
	})
	return c, r, err
}

// differences answers differences of the last comparison.
func differences(j *worker.Job, req wire.DifferencesRequest) (*wire.DifferencesReply, error) {
	last := worker.Own[lastComparison](j)
	last.mu.Lock()
	c := last.of
	last.mu.Unlock()
	if c == nil || c.number != req.Comparison {
		return nil, &wire.Failure{Code: wire.ComparisonGone, Message: "These differences are gone. Compare again."}
	}
	if err := checkWindow(req.First, req.Count); err != nil {
		return nil, err
	}
	r := &wire.DifferencesReply{Differences: []wire.EntityDifference{}}
	contains := strings.ToLower(req.Contains)
	for i := range c.kept {
		d := &c.kept[i]
		if !selected(&req, contains, d) {
			continue
		}
		if r.Total >= req.First && len(r.Differences) < req.Count {
			r.Differences = append(r.Differences, wire.EntityDifference{
				Kind: d.Kind, PartitionKey: d.PartitionKey, RowKey: d.RowKey, Properties: d.Properties,
				Left: worker.SideReply(d.Left), Right: worker.SideReply(d.Right),
			})
		}
		r.Total++
	}
	return r, nil
}

// selected reports whether a request asks for a difference. contains is in lower case.
func selected(req *wire.DifferencesRequest, contains string, d *tablesync.Difference) bool {
	if req.Kinds != nil && !slices.Contains(req.Kinds, d.Kind) || req.PartitionKey != nil && *req.PartitionKey != d.PartitionKey {
		return false
	}
	has := func(s string) bool { return strings.Contains(strings.ToLower(s), contains) }
	return contains == "" || has(d.PartitionKey) || has(d.RowKey) || slices.ContainsFunc(d.Properties, has)
}

// checkWindow checks what a request asks for at once.
func checkWindow(first, count int) error {
	if first < 0 {
		return wire.Invalid("First", "they are numbered from 0")
	}
	if count < 1 || count > wire.MaxWindow {
		return wire.Invalid("Count", fmt.Sprintf("1 to %d can be asked for at once", wire.MaxWindow))
	}
	return nil
}
