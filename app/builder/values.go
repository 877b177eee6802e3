package builder

import (
	"context"
	"time"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
)

// What goes on at most once at a time, for the builder and for the editor.
const (
	valuesSlot page.Slot = "values"
	offersSlot page.Slot = "offers"
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
	ValuesForEditor  = "editor"
	valuesPause      = 150 * time.Millisecond
)

// ask asks for what the open picker shows, those of RowKey in the one partition that the filter reads, if it does.
func (p *ValuePick) ask(v *page.View, wait time.Duration) page.Cmd {
	req := wire.ValuesRequest{Source: v.Query.Source, Table: v.Query.Table, Property: p.Property, Prefix: p.Find}
	if v.Plan != nil && p.Property == filterlang.RowKey {
		if key, ok := v.Plan.Range.Partition.Single(); ok && v.Plan.Class != filterlang.Empty {
			req.Partition = &key
		}
	}
	return AskValues{p.Seq, valuesForBuilder, req, wait}
}

// Slot is the editor's or the builder's: they do not disturb each other.
func (cmd AskValues) Slot() page.Slot {
	if cmd.For == ValuesForEditor {
		return offersSlot
	}
	return valuesSlot
}

func (cmd AskValues) Run(ctx context.Context, out page.Outside) page.Msg {
	time.Sleep(cmd.Wait)
	reply, err := wire.Call(ctx, out.Client, wire.Values, cmd.Req, func(p wire.Progress) { out.Tell(ValuesCounting{cmd.Seq, cmd.For, p}) })
	return page.UnlessStopped(ctx, ValuesCounted{cmd.Seq, cmd.For, cmd.Req, reply, err})
}
