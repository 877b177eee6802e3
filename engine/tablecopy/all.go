package tablecopy

import (
	"cmp"
	"context"
	"time"
)

// All is copies into several tables of one place, which are carried out one after the other, as if they were one. All that was said of
// one holds: a run that ended is gone on with by another.
type All []*Copy

// Plan sums up the plans. It has the name of the first table.
func (a All) Plan() Plan {
	var sum Plan
	var took time.Duration
	for i, c := range a {
		p := &c.Plan
		if i == 0 {
			sum.Table = p.Table
		}
		sum.Entities += p.Entities
		sum.Creates += p.Creates
		sum.Inserts += p.Inserts
		sum.Updates += p.Updates
		sum.Deletes += p.Deletes
		sum.Equal += p.Equal
		sum.Skipped += p.Skipped
		sum.Stopping += p.Stopping
		sum.Differing = append(sum.Differing, p.Differing[:min(len(p.Differing), maxDiffering-len(sum.Differing))]...)
		sum.Refused = append(sum.Refused, p.Refused...)
		sum.Transactions += p.Transactions
		sum.Singles += p.Singles
		sum.Bytes += p.Bytes
		sum.Chain = max(sum.Chain, p.Chain)
		sum.Looked += p.Looked
		took += p.RoundTrip * time.Duration(p.Looked)
		sum.AtLeast += p.AtLeast
	}
	sum.RoundTrip = took / time.Duration(max(1, sum.Looked))
	return sum
}

// Run does what the plans say, as Copy.Run does.
func (a All) Run(ctx context.Context, opt Options) (*Report, error) {
	plan := a.Plan()
	sum := &Report{Left: plan.Writes()}
	if plan.Stopping > 0 {
		return sum, &StoppedError{plan.Stopping}
	}
	for _, c := range a {
		r, err := c.Run(ctx, opt.after(sum.Written+sum.AlreadyThere, plan.Writes(), sum.Requests))
		sum.Written += r.Written
		sum.AlreadyThere += r.AlreadyThere
		sum.Changed = append(sum.Changed, r.Changed...)
		sum.Refused = append(sum.Refused, r.Refused...)
		sum.Left += r.Left - c.Plan.Writes()
		sum.Made = append(sum.Made, r.Made...)
		sum.Requests += r.Requests
		sum.Elapsed += r.Elapsed
		if err != nil {
			return sum, err
		}
	}
	return sum, nil
}

// after tells of progress as of a part of something larger.
func (o Options) after(done, total, requests int) Options {
	if tell := o.Progress; tell != nil {
		o.Progress = func(p Progress) {
			p.Done, p.Total, p.Requests = p.Done+done, max(total, p.Total), p.Requests+requests
			tell(p)
		}
	}
	return o
}

// Verify reads back n of the entities of each table, or all of them when n is negative, as Copy.Verify does.
func (a All) Verify(ctx context.Context, n int, seed uint64, opt Options) (*Verification, error) {
	sum := &Verification{}
	for i, c := range a {
		v, err := c.Verify(ctx, n, seed+uint64(i), opt.after(sum.Read, 0, sum.Requests))
		sum.Read += v.Read
		sum.Missing = append(sum.Missing, v.Missing...)
		sum.Changed = append(sum.Changed, v.Changed...)
		sum.Differs = cmp.Or(sum.Differs, v.Differs)
		sum.Requests += v.Requests
		if err != nil {
			return sum, err
		}
	}
	return sum, nil
}

// Wrote returns what Copy.Wrote does, of all copies.
func (a All) Wrote(ctx context.Context, most int) (first []Key, all int, err error) {
	for _, c := range a {
		keys, n, err := c.Wrote(ctx, most-len(first))
		if err != nil {
			return nil, 0, err
		}
		first, all = append(first, keys...), all+n
	}
	return first, all, nil
}
