package state

import (
	"time"

	"rangefinder/app/worker"
	"rangefinder/filterlang"
)

// AskValues asks for the values of a property. A newer one with the same For cancels it. Answer: ValuesCounting, ValuesCounted.
type AskValues struct {
	Seq  int
	For  string // "builder" or "editor"
	Req  worker.ValuesRequest
	Wait time.Duration
}

func (AskValues) cmd() {}

const (
	valuesForBuilder = "builder"
	valuesForEditor  = "editor"
	valuesPause      = 150 * time.Millisecond
)

// askValues asks for what the open picker shows.
func askValues(m Model, wait time.Duration) Cmd {
	p := m.Builder.Pick
	req := worker.ValuesRequest{Source: m.Query.Source, Table: m.Query.Table, Property: p.Property, Prefix: p.Find}
	req.Partition = onePartition(m, p.Property)
	return AskValues{p.Seq, valuesForBuilder, req, wait}
}

// onePartition returns the partition that a filter reads, for values of RowKey; nil when they are asked of the whole table.
func onePartition(m Model, property string) *string {
	plan, _ := m.planned()
	if plan == nil || property != filterlang.RowKey {
		return nil
	}
	if key, ok := plan.Range.Partition.Single(); ok && plan.Class != filterlang.Empty {
		return &key
	}
	return nil
}

// asksValues carries out a command about values; false when it is another.
func (s *Store) asksValues(cmd Cmd) bool {
	ask, ok := cmd.(AskValues)
	if !ok {
		return false
	}
	stop := &s.stopValues
	if ask.For == valuesForEditor {
		stop = &s.stopOffers
	}
	ctx := renew(stop)
	go func() {
		time.Sleep(ask.Wait)
		reply, err := s.client.Values(ctx, ask.Req, func(p worker.Progress) { s.later(ValuesCounting{ask.Seq, ask.For, p}) })
		if ctx.Err() == nil {
			s.later(ValuesCounted{ask.Seq, ask.For, ask.Req, reply, err})
		}
	}()
	return true
}
