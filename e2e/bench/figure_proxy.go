package main

import (
	"fmt"
	"time"
)

// latencyRounds is how many requests each way the latency is of.
const latencyRounds = 4000

// measure measures how much later an answer comes through the proxy, one request at a time, and how many come with 16 connections.
func (p *proxySubject) measure() ([]row, error) {
	if err := p.fill("Proxied"); err != nil {
		return nil, err
	}
	latency, err := p.latency()
	if err != nil {
		return nil, err
	}
	rows := []row{latency}
	for _, subject := range []struct {
		what string
		do   work
	}{
		{"point GET through the proxy, 16 connections", pointGet},
		{"page of 100 entities through the proxy, 16 connections", func(w *wire, _ int) error {
			_, err := w.do(200, "GET", "/Proxied()", "$top=100", "", nil)
			return err
		}},
		{"page of 1,000 entities through the proxy, 16 connections", func(w *wire, _ int) error { return w.expect("/Proxied()", "", rowsEach) }},
	} {
		rates, err := (&endpoints{ctx: p.ctx}).rates([]*party{p.through, p.endpoint}, 16, subject.do)
		if err != nil {
			return nil, err
		}
		share := rates[0] / rates[1]
		rows = append(rows, row{what: subject.what, target: "60 % of directly", ours: perSecond(rates[0]), theirs: perSecond(rates[1]),
			ratio: fmt.Sprintf("%.0f %%", 100*share), met: share >= 0.6})
	}
	return rows, nil
}

func pointGet(w *wire, i int) error {
	_, err := w.do(200, "GET", fmt.Sprintf("/Proxied(PartitionKey='p0000',RowKey='r%07d')", i*7919%rowsEach), "", "", nil)
	return err
}

// fill makes a table of one partition, through the proxy.
func (p *proxySubject) fill(table string) error {
	if err := p.through.once(p.ctx, createTable(table)); err != nil {
		return err
	}
	_, err := p.through.drive(p.ctx, 1, patience, rowsEach/batchSize, insertBatch(table, 0))
	return err
}

// latency asks directly and through the proxy by turns, on one connection each.
func (p *proxySubject) latency() (row, error) {
	waitQuiet() // before the connections: one that says nothing is closed
	wires := [2]*wire{}
	for i, party := range []*party{p.through, p.endpoint} {
		w, err := party.dial()
		if err != nil {
			return row{}, err
		}
		defer w.conn.Close()
		wires[i] = w
	}
	var took [2][]float64
	for i := range latencyRounds + latencyRounds/10 {
		for n, w := range wires {
			begin := time.Now()
			if err := pointGet(w, i); err != nil {
				return row{}, err
			}
			if i >= latencyRounds/10 { // the first warm up
				took[n] = append(took[n], milliseconds(time.Since(begin)))
			}
		}
	}
	p50 := quantile(took[0], 0.5) - quantile(took[1], 0.5)
	p99 := quantile(took[0], 0.99) - quantile(took[1], 0.99)
	return row{
		what:   "latency that the proxy adds to a point GET",
		target: "p50 0.3 ms, p99 2 ms",
		ours:   fmt.Sprintf("p50 %.2f ms, p99 %.2f ms", p50, p99),
		theirs: fmt.Sprintf("p50 %.2f ms, p99 %.2f ms", quantile(took[1], 0.5), quantile(took[1], 0.99)),
		met:    p50 <= 0.3 && p99 <= 2,
	}, nil
}
