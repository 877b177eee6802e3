package main

import (
	"bytes"
	"fmt"
	"net/url"
	"strings"
	"time"
)

// million is the large table of the endpoint's figures.
const million = "Million"

// loads is in how many parts the large table is loaded, by turns on each server.
const loads = 5

// theirPages bounds how many pages Azurite is asked for when all are read: each takes it a tenth of a second, because it goes
// through the whole table for every one.
const theirPages = 60

// load makes the large table where it is not there yet, and returns the median of the entities inserted in a second by
// transactions of 100 on 4 connections; 0 of a server that had it.
func (e *endpoints) load(all ...*party) (map[*party]float64, error) {
	rates := map[*party][]float64{}
	for n := range loads {
		for _, p := range all {
			if e.loaded[p] {
				continue
			}
			if n == 0 {
				if err := e.renew(p); err != nil {
					return nil, err
				}
				if err := p.once(e.ctx, createTable(million)); err != nil {
					return nil, err
				}
			}
			from, to := e.partitions*n/loads, e.partitions*(n+1)/loads
			if from == to {
				continue
			}
			rate, err := p.drive(e.ctx, 4, 5*time.Minute, (to-from)*rowsEach/batchSize, insertBatch(million, from))
			if err != nil {
				return nil, err
			}
			rates[p] = append(rates[p], rate*batchSize)
		}
	}
	out := map[*party]float64{}
	for _, p := range all {
		e.loaded[p] = true
		out[p] = median(rates[p])
	}
	return out, nil
}

// measureEndpointBatch loads the large table.
func measureEndpointBatch(e *endpoints) ([]row, error) {
	rates, err := e.load(e.memory, e.durable, e.azurite)
	if err != nil {
		return nil, err
	}
	what := fmt.Sprintf("transactions of 100 inserts, 4 connections, entities (loading %d), ", e.partitions*rowsEach)
	return []row{
		times(what+"in memory", 4, rates[e.memory], rates[e.azurite]),
		times(what+"durable and flushed", 4, rates[e.durable], rates[e.azurite]),
	}, nil
}

// measureEndpointRange reads 100 entities that follow each other in the large table.
func measureEndpointRange(e *endpoints) ([]row, error) {
	all := []*party{e.memory, e.azurite}
	if _, err := e.load(all...); err != nil {
		return nil, err
	}
	rates, err := e.rates(all, 4, func(w *wire, i int) error {
		partition := i * 7919 % e.partitions
		from := partition*rowsEach + 300
		filter := fmt.Sprintf("PartitionKey eq 'p%04d' and RowKey ge 'r%07d' and RowKey lt 'r%07d'", partition, from, from+100)
		return w.expect("/"+million+"()", "$filter="+url.PathEscape(filter), 100)
	})
	if err != nil {
		return nil, err
	}
	return []row{times(fmt.Sprintf("100-entity row range among %d, 4 connections", e.partitions*rowsEach), 100, rates[0], rates[1])}, nil
}

// measureEndpointFilter finds the entities of one value of a property, one of a thousand, on one connection.
func measureEndpointFilter(e *endpoints) ([]row, error) {
	all := []*party{e.memory, e.azurite}
	if _, err := e.load(all...); err != nil {
		return nil, err
	}
	rates, err := e.rates(all, 1, func(w *wire, i int) error {
		_, found, err := w.read("$filter=N%20eq%20"+fmt.Sprint(i*13%1000), 0)
		if err == nil && found != e.partitions {
			err = fmt.Errorf("%d entities, want %d", found, e.partitions)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	r := times(fmt.Sprintf("property filter over %d entities that returns %d, 1 connection", e.partitions*rowsEach, e.partitions), 2, rates[0], rates[1])
	r.ours, r.theirs = duration(1000/rates[0]), duration(1000/rates[1])
	return []row{r}, nil
}

// measureEndpointScan reads the whole large table in pages of 1,000, one after the other.
func measureEndpointScan(e *endpoints) ([]row, error) {
	if _, err := e.load(e.memory, e.azurite); err != nil {
		return nil, err
	}
	var all []float64
	for range turns {
		ms, pages, err := e.scan(e.memory, 0)
		if err != nil {
			return nil, err
		}
		if pages < e.partitions {
			return nil, fmt.Errorf("all is read in %d pages", pages)
		}
		all = append(all, ms)
	}
	part, pages, err := e.scan(e.azurite, theirPages)
	if err != nil {
		return nil, err
	}
	ours, theirs := median(all), part/float64(pages)*float64(e.partitions)
	return []row{{
		what:   fmt.Sprintf("reading all %d in pages (Azurite: its first %d pages took %s, and so on)", e.partitions*rowsEach, pages, duration(part)),
		target: "30× Azurite", ours: duration(ours), theirs: duration(theirs), ratio: fmt.Sprintf("%.1f×", theirs/ours), met: 30*ours <= theirs,
	}}, nil
}

// scan reads the large table, up to a number of pages when that is not 0, and returns how long it took in milliseconds.
func (e *endpoints) scan(p *party, most int) (ms float64, pages int, err error) {
	begin := time.Now()
	err = p.once(e.ctx, func(w *wire, _ int) error {
		found := 0
		if pages, found, err = w.read("", most); err != nil {
			return err
		}
		if want := min(pages, e.partitions) * rowsEach; found != want {
			return fmt.Errorf("%d entities, want %d", found, want)
		}
		return nil
	})
	return milliseconds(time.Since(begin)), pages, err
}

// read asks the large table and follows the continuations, up to a number of pages when that is not 0.
func (w *wire) read(query string, most int) (pages, found int, err error) {
	for from := ""; most == 0 || pages < most; pages++ {
		header, err := w.do(200, "GET", "/"+million+"()", strings.TrimPrefix(query+from, "&"), "", nil)
		if err != nil {
			return pages, found, err
		}
		found += w.found()
		if header.Get("X-Ms-Continuation-Nextpartitionkey") == "" {
			return pages + 1, found, nil
		}
		from = "&NextPartitionKey=" + url.QueryEscape(header.Get("X-Ms-Continuation-Nextpartitionkey")) +
			"&NextRowKey=" + url.QueryEscape(header.Get("X-Ms-Continuation-Nextrowkey"))
	}
	return pages, found, nil
}

// measureEndpointResident reads the memory of the servers with the large table, after everything that was asked before, and
// after reading some of the table.
func measureEndpointResident(e *endpoints) ([]row, error) {
	all := []*party{e.memory, e.durable, e.azurite}
	if _, err := e.load(all...); err != nil {
		return nil, err
	}
	if e.memory.resident() == 0 {
		return []row{{what: "resident memory", ours: "there is no /proc"}}, nil
	}
	var before, after [3]float64
	for i, p := range all {
		before[i] = p.resident()
		if _, _, err := e.scan(p, theirPages); err != nil {
			return nil, err
		}
		after[i] = p.resident()
	}
	say := func(i int) string { return fmt.Sprintf("%.0f MB, then %.0f MB", before[i], after[i]) }
	line := func(i int) row {
		return row{what: fmt.Sprintf("resident memory with %d entities, %s, then after reading %d pages", e.partitions*rowsEach, all[i].name, theirPages),
			target: "160 MB", ours: say(i), theirs: say(2), ratio: fmt.Sprintf("%.1f×", after[2]/after[i]), met: max(before[i], after[i]) <= 160}
	}
	return []row{line(0), line(1)}, nil
}

// measureEndpointRestart stops the durable server and starts it again, to the first entity it answers.
func measureEndpointRestart(e *endpoints) ([]row, error) {
	if _, err := e.load(e.durable); err != nil {
		return nil, err
	}
	var all []float64
	for range turns {
		if err := e.durable.stop(); err != nil {
			return nil, err
		}
		begin := time.Now()
		if err := e.durable.open(e.ctx); err != nil {
			return nil, err
		}
		err := e.durable.once(e.ctx, func(w *wire, _ int) error {
			_, err := w.do(200, "GET", fmt.Sprintf("/%s(PartitionKey='p%04d',RowKey='r%07d')", million, e.partitions-1, e.partitions*rowsEach-1), "", "", nil)
			return err
		})
		if err != nil {
			return nil, err
		}
		all = append(all, milliseconds(time.Since(begin)))
	}
	return []row{{what: fmt.Sprintf("start with %d entities in the log, to the first answer", e.partitions*rowsEach), target: "1.5 s",
		ours: duration(median(all)), met: median(all) <= 1500}}, nil
}

// countStatus counts the answers of a transaction with a status.
func countStatus(body []byte, status int) int {
	return bytes.Count(body, fmt.Appendf(nil, "HTTP/1.1 %d ", status))
}
