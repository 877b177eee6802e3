package state

import (
	"context"
	"time"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
)

// AskValues asks for the values of a property. A newer one with the same For cancels it. Answer: ValuesCounting, ValuesCounted.
type AskValues struct {
	Seq  int
	For  string // "builder" or "editor"
	Req  wire.ValuesRequest
	Wait time.Duration
}

const (
	valuesForBuilder = "builder"
	valuesForEditor  = "editor"
	valuesPause      = 150 * time.Millisecond
)

// askValues asks for what the open picker shows.
func askValues(m Model, wait time.Duration) Cmd {
	p := m.Builder.Pick
	req := wire.ValuesRequest{Source: m.Query.Source, Table: m.Query.Table, Property: p.Property, Prefix: p.Find}
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

// Slot is the editor's or the builder's: they do not disturb each other.
func (cmd AskValues) Slot() Slot {
	if cmd.For == valuesForEditor {
		return offersSlot
	}
	return valuesSlot
}

func (cmd AskValues) Run(ctx context.Context, out Outside) Msg {
	time.Sleep(cmd.Wait)
	reply, err := wire.Call(ctx, out.Client, wire.Values, cmd.Req, func(p wire.Progress) { out.Tell(ValuesCounting{cmd.Seq, cmd.For, p}) })
	return page.UnlessStopped(ctx, ValuesCounted{cmd.Seq, cmd.For, cmd.Req, reply, err})
}
