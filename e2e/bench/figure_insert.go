package main

import (
	"fmt"
)

// inserts is how many single inserts a turn makes.
const inserts = 500

// measureInsert inserts entities one after the other, each asked by the page when the one before was acknowledged, which is
// when it is flushed to the disk. Time is from the page's request to the worker's answer on the page.
func measureInsert(p *playground) ([]row, error) {
	k, err := p.keep()
	if err != nil {
		return nil, err
	}
	if err := k.durable(); err != nil {
		return nil, err
	}
	var a, b []float64
	for turn := range 4 {
		table := fmt.Sprintf("Inserts%d", turn)
		if err := k.call("create-table", map[string]string{"Table": table}, nil); err != nil {
			return nil, err
		}
		waitQuiet()
		if err := k.front(); err != nil {
			return nil, err
		}
		var ms []float64
		if err := k.eval(fmt.Sprintf("bench.apply(%q, 'insert', (i) => i >= %d)", table, inserts), &ms); err != nil {
			return nil, err
		}
		if turn > 0 { // the first warms up
			a = append(a, ms...)
		}
		var theirMs []float64
		if err := k.peer.eval(fmt.Sprintf("inserts(%d, %d)", turn*inserts, inserts), &theirMs); err != nil {
			return nil, err
		}
		if turn > 0 {
			b = append(b, theirMs...)
		}
	}
	return []row{{
		what:   fmt.Sprintf("acknowledged single insert in Chromium, flushed, p50 of %d (SQLite: autocommit, %s)", len(a), k.peer.peer),
		target: "1 ms",
		ours:   fmt.Sprintf("%s (p95 %s, most %s)", duration(median(a)), duration(quantile(a, 0.95)), duration(quantile(a, 1))),
		theirs: fmt.Sprintf("%s (p95 %s)", duration(median(b)), duration(quantile(b, 0.95))),
		ratio:  ratio(median(a), median(b)),
		met:    median(a) <= 1,
	}}, nil
}

// storage is what the worker tells of where it keeps the tables.
type storage struct {
	Durable bool
	Reason  string
	Log     int64
	Failed  string
}

// durable makes sure that what is measured is on disk.
func (k *keeper) durable() error {
	var s storage
	if err := k.call("storage", struct{}{}, &s); err != nil {
		return err
	}
	if !s.Durable || s.Failed != "" {
		return fmt.Errorf("the tables are not kept: %s%s", s.Reason, s.Failed)
	}
	return nil
}

// eval evaluates a promise of the lab's page.
func (l *lab) eval(expression string, result any) error {
	k := keeper{ctx: l.ctx}
	return k.eval(expression, result)
}
