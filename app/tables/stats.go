package tables

import (
	"context"
	"time"

	"rangefinder/app/page"
	"rangefinder/app/partitions"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// StatsDialog is the dialog of what a table of this browser comes to.
const StatsDialog page.DialogKind = "stats"

// statsSlot is of the newest question for them.
const statsSlot page.Slot = "stats"

// Stats is what a table comes to. All of it is exact but the distinct values of the census.
type Stats struct {
	Census   *filterlang.Census // nil until it came
	Sizes    *wire.PartitionsReply
	Heaviest wire.PartitionSize // most bytes
	Failed   string
}

// StatsPressed opens the dialog.
type StatsPressed struct{ Table string }

// AskStats asks what a table comes to, after a pause. A newer one cancels it. Answer: StatsTold.
type AskStats struct {
	Table string
	Pause time.Duration
}

// StatsTold answers AskStats.
type StatsTold struct {
	Table string
	Stats Stats
}

// statsPressed opens the dialog of a table of this browser.
func statsPressed(v *page.View, table string) []page.Cmd {
	info := v.Table(table)
	if info == nil || v.Query.Source != "" {
		return nil
	}
	return []page.Cmd{page.ShowDialog{Dialog: &page.Dialog{Kind: StatsDialog, Table: info.Name, Of: &Stats{}}}, page.OpenDialog{}, AskStats{Table: info.Name}}
}

// statsTold shows them in the dialog, if it is still of that table.
func statsTold(v *page.View, msg StatsTold) []page.Cmd {
	if page.Held[Stats](v.Dialog) == nil || v.Dialog.Table != msg.Table {
		return nil
	}
	return []page.Cmd{showStats(v.Dialog, msg.Stats)}
}

func showStats(d *page.Dialog, s Stats) page.Cmd {
	shown := *d
	shown.Of = &s
	return page.ShowDialog{Dialog: &shown}
}

// Follow asks anew for the statistics on screen when their table changed and writes rest.
func Follow(d *page.Dialog, msg page.Msg) []page.Cmd {
	changed, ok := msg.(page.TableChanged)
	if !ok || page.Held[Stats](d) == nil || d.Table != changed.Table {
		return nil
	}
	return []page.Cmd{AskStats{d.Table, partitions.RecountRest}}
}

// CensusOf is the census in the dialog and its table, when the statistics are there; "" for none.
func CensusOf(d *page.Dialog) (table string, census *filterlang.Census) {
	if s := page.Held[Stats](d); s != nil && s.Sizes != nil {
		return d.Table, s.Census
	}
	return "", nil
}

// Learned has the dialog show a census in the place of another, which it showed.
func Learned(d *page.Dialog, was, learned *filterlang.Census) []page.Cmd {
	s := page.Held[Stats](d)
	if s == nil || s.Census != was {
		return nil
	}
	stats := *s
	stats.Census = learned
	return []page.Cmd{showStats(d, stats)}
}

func (AskStats) Slot() page.Slot { return statsSlot }

func (cmd AskStats) Run(ctx context.Context, out page.Outside) page.Msg {
	if !page.Paused(ctx, cmd.Pause) {
		return nil
	}
	stats := statsOf(ctx, out, cmd.Table)
	return page.UnlessStopped(ctx, StatsTold{cmd.Table, stats})
}

// statsOf asks for the parts of a table's statistics.
func statsOf(ctx context.Context, out page.Outside, table string) (t Stats) {
	census, err := wire.Call(ctx, out.Client, wire.Census, wire.TableRequest{Table: table}, nil)
	if err == nil {
		t.Census = &census.Census
		t.Sizes, err = wire.Call(ctx, out.Client, wire.Partitions, wire.PartitionsRequest{Table: table, Order: wire.ByEntities, Count: 1}, nil)
	}
	if err == nil {
		var heavy *wire.PartitionsReply
		if heavy, err = wire.Call(ctx, out.Client, wire.Partitions, wire.PartitionsRequest{Table: table, Order: wire.ByBytes, Count: 1}, nil); err == nil && len(heavy.List) > 0 {
			t.Heaviest = heavy.List[0]
		}
	}
	if err != nil {
		t.Failed = wire.FailureOf(err).Message
	}
	return t
}

// Facts sums up the statistics in lines of a name and a value each.
func (s *Stats) Facts() [][2]string {
	r := s.Sizes
	facts := [][2]string{{"Entities", words.Number(r.Entities)}, {"Partitions", words.Number(r.Partitions)}, {"Bytes", words.Bytes(r.Bytes) + " (" + words.Number(int(r.Bytes)) + ")"}}
	if r.Entities == 0 {
		return facts
	}
	facts = append(facts, [2]string{"Average bytes per entity", words.Number(int(r.Bytes) / r.Entities)})
	if len(r.List) > 0 {
		most := r.List[0]
		facts = append(facts, [2]string{"Partition with most entities", page.KeyText(most.Key) + " · " + words.Count(most.Entities, "entity", "entities") + " · " + words.Share(int64(most.Entities), int64(r.Entities))})
		if s.Heaviest.Key != most.Key {
			facts = append(facts, [2]string{"Partition with most bytes", page.KeyText(s.Heaviest.Key) + " · " + words.Bytes(s.Heaviest.Bytes) + " · " + words.Share(s.Heaviest.Bytes, r.Bytes)})
		}
	}
	return append(facts, partitions.PropertyFacts(s.Census)...)
}
