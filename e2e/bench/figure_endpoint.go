package main

import (
	"fmt"
	"strconv"
	"sync/atomic"
	"time"
)

// endpointFigure measures one subject of the Table endpoint.
type endpointFigure struct {
	name    string
	measure func(*endpoints) ([]row, error)
}

// endpointFigures in the order they run: the figures of a large table come last and share it.
var endpointFigures = []endpointFigure{
	{"get", measureEndpointGet},
	{"insert", measureEndpointInsert},
	{"page", measureEndpointPage},
	{"batch", measureEndpointBatch},
	{"deliver", measureDelivery},
	{"range", measureEndpointRange},
	{"filter", measureEndpointFilter},
	{"resident", measureEndpointResident},
	{"scan", measureEndpointScan},
	{"restart", measureEndpointRestart},
}

// A turn is measured for that long, and there are so many of them, by turns on each server.
const (
	turnTime = 1500 * time.Millisecond
	turns    = 3
)

// measureEndpointGet reads whole entities by their keys, from a table of 1,000.
func measureEndpointGet(e *endpoints) ([]row, error) {
	all := []*party{e.memory, e.durable, e.azurite}
	for _, p := range all {
		if err := e.fillSmall(p, "Gets"); err != nil {
			return nil, err
		}
	}
	rates, err := e.rates(all, 16, func(w *wire, i int) error {
		_, err := w.do(200, "GET", fmt.Sprintf("/Gets(PartitionKey='p0000',RowKey='r%07d')", i*7919%rowsEach), "", "", nil)
		return err
	})
	if err != nil {
		return nil, err
	}
	return []row{
		times("point GET, 16 connections, in memory", 5, rates[0], rates[2]),
		times("point GET, 16 connections, durable", 5, rates[1], rates[2]),
	}, nil
}

// measureEndpointInsert inserts single entities. The durable server answers when what it answers for is flushed to the disk.
func measureEndpointInsert(e *endpoints) ([]row, error) {
	all := []*party{e.memory, e.durable, e.azurite}
	for _, p := range all {
		if err := p.once(e.ctx, createTable("Inserts")); err != nil {
			return nil, err
		}
	}
	var inserted atomic.Int64
	rates, err := e.rates(all, 16, func(w *wire, _ int) error {
		i := int(inserted.Add(1))
		_, err := w.do(204, "POST", "/Inserts", "", jsonType, appendEntity(nil, i/rowsEach, i%rowsEach))
		return err
	})
	if err != nil {
		return nil, err
	}
	return []row{
		times("insert, 16 connections, in memory", 5, rates[0], rates[2]),
		times("insert, 16 connections, durable and flushed", 2, rates[1], rates[2]),
	}, nil
}

// measureEndpointPage reads all of a table of 1,000 entities in one answer.
func measureEndpointPage(e *endpoints) ([]row, error) {
	all := []*party{e.memory, e.azurite}
	for _, p := range all {
		if err := e.fillSmall(p, "Pages"); err != nil {
			return nil, err
		}
	}
	rates, err := e.rates(all, 4, func(w *wire, _ int) error { return w.expect("/Pages()", "", rowsEach) })
	if err != nil {
		return nil, err
	}
	return []row{times("page of 1,000 entities, 4 connections", 8, rates[0], rates[1])}, nil
}

// rates measures each server in turns and returns its median of things done in a second.
func (e *endpoints) rates(all []*party, connections int, do work) ([]float64, error) {
	measured := make([][]float64, len(all))
	for n := range turns + 1 {
		for i, p := range all {
			if n == 0 { // warms up
				if _, err := p.drive(e.ctx, connections, turnTime/4, 0, do); err != nil {
					return nil, err
				}
				continue
			}
			rate, err := p.drive(e.ctx, connections, turnTime, 0, do)
			if err != nil {
				return nil, err
			}
			measured[i] = append(measured[i], rate)
		}
	}
	out := make([]float64, len(all))
	for i, rates := range measured {
		out[i] = median(rates)
	}
	return out, nil
}

// times is the row of a figure that is a multiple of the peer's, in things done in a second.
func times(what string, least int, ours, theirs float64) row {
	return row{what: what, target: fmt.Sprintf("%d× Azurite", least), ours: perSecond(ours), theirs: perSecond(theirs),
		ratio: fmt.Sprintf("%.1f×", ours/theirs), met: ours >= float64(least)*theirs}
}

// perSecond writes a rate.
func perSecond(rate float64) string {
	if rate < 100 {
		return fmt.Sprintf("%.1f/s", rate)
	}
	n := strconv.Itoa(int(rate))
	for i := len(n) - 3; i > 0; i -= 3 {
		n = n[:i] + "," + n[i:]
	}
	return n + "/s"
}

func createTable(name string) work {
	return func(w *wire, _ int) error {
		_, err := w.do(204, "POST", "/Tables", "", jsonType, []byte(`{"TableName":"`+name+`"}`))
		return err
	}
}

// fillSmall makes a table of one partition.
func (e *endpoints) fillSmall(p *party, table string) error {
	if err := p.once(e.ctx, createTable(table)); err != nil {
		return err
	}
	_, err := p.drive(e.ctx, 1, patience, rowsEach/batchSize, insertBatch(table, 0))
	return err
}

// expect reads one answer of so many entities, which has to be all there is.
func (w *wire) expect(path, query string, entities int) error {
	header, err := w.do(200, "GET", path, query, "", nil)
	switch {
	case err != nil:
		return err
	case w.found() != entities || header.Get("X-Ms-Continuation-Nextpartitionkey") != "":
		return fmt.Errorf("%s?%s: %d entities, want %d", path, query, w.found(), entities)
	}
	return nil
}

// batchSize is how many entities a transaction inserts.
const batchSize = 100

// insertBatch inserts the i-th transaction of a table whose partitions have rowsEach entities, counted from a partition.
func insertBatch(table string, from int) work {
	const each = rowsEach / batchSize
	return func(w *wire, i int) error {
		b := append(make([]byte, 0, 48<<10), "--batch_b\r\nContent-Type: multipart/mixed; boundary=changeset_c\r\n\r\n"...)
		for n := range batchSize {
			b = append(b, "--changeset_c\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\nPOST http://"...)
			b = append(append(append(b, w.host...), '/'), w.account.Name...)
			b = append(append(append(b, '/'), table...), " HTTP/1.1\r\nAccept: application/json;odata=minimalmetadata\r\nContent-Type: application/json\r\nPrefer: return-no-content\r\nDataServiceVersion: 3.0\r\n\r\n"...)
			b = append(appendEntity(b, from+i/each, i%each*batchSize+n), "\r\n"...)
		}
		b = append(b, "--changeset_c--\r\n--batch_b--\r\n"...)
		_, err := w.do(202, "POST", "/$batch", "", "multipart/mixed; boundary=batch_b", b)
		if err == nil && countStatus(w.body.Bytes(), 204) != batchSize {
			err = fmt.Errorf("a transaction is refused:\n%.500s", w.body.Bytes())
		}
		return err
	}
}

// appendEntity writes an entity of the figures. N takes each of 1,000 values in as many entities as there are partitions. The
// RowKeys of one partition go on where those of the one before end: Azurite keeps a sorted list of all RowKeys of a table, and
// what is not inserted at its end takes it several times as long.
func appendEntity(b []byte, partition, number int) []byte {
	x := next(uint32(partition*rowsEach + number))
	return fmt.Appendf(b, `{"PartitionKey":"p%04d","RowKey":"r%07d","N":%d,"D":%v,"S":"abcdefghijkl%08x","B":%t}`,
		partition, partition*rowsEach+number, (partition*7+number)%1000, float64(x|1)/4294967296, x, x>>31 == 1)
}
