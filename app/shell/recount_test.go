package shell

import (
	"slices"
	"testing"

	"rangefinder/app/page"
	"rangefinder/app/partitions"
	"rangefinder/app/queryline"
	"rangefinder/app/tables"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// censusOf is a census of properties of which Few is exact.
func censusOf(distinct int) *filterlang.Census {
	p := func(name string, n int, exact bool) filterlang.PropertyCensus {
		return filterlang.PropertyCensus{Name: name, Count: 9, Types: []filterlang.TypeCount{{Type: edm.String, Count: 9}}, Distinct: n, Longest: 5, Exact: exact}
	}
	return &filterlang.Census{Entities: 9, Properties: []filterlang.PropertyCensus{p("Many", distinct, false), p("Few", 3, true), p("More", distinct, false)}}
}

func recounted(cmd partitions.AskRecount, n int) partitions.RecountEnded {
	r := &wire.RecountReply{}
	for _, name := range cmd.Req.Properties {
		r.Properties = append(r.Properties, wire.Recounted{Name: name, Distinct: n, Longest: 4})
	}
	return partitions.RecountEnded{Ask: cmd, Reply: r}
}

// shownAs is what the screen says of the first property.
func shownAs(t *testing.T, m Model, distinct int, exact bool) {
	t.Helper()
	if n, _, ok := m.Recount.Of(m.Query.Census.Properties[0]); n != distinct || ok != exact {
		t.Errorf("shows %d, exact %v; want %d, %v", n, ok, distinct, exact)
	}
}

// Ensure that estimates are counted while they are on screen, after what stands above them; that an old number stays until a change
// is counted, which waits for writes to rest; and that nothing is counted for a screen that was left.
func TestRecount_FollowsTheScreen(t *testing.T) {
	m, _ := onPartitions(t)
	m, cmds := after(m, queryline.Counted{Table: "Movies", Census: censusOf(100)})
	if _, ok := find[partitions.AskRecount](cmds); ok {
		t.Fatal("counts before there are partitions")
	}
	m, _ = after(m, listed(m, 3))
	m, cmds = after(m, partitions.KindsFound{Req: wire.KindsRequest{Table: "Movies", By: m.Partitions.By}, Reply: &wire.KindsReply{}})
	ask, ok := find[partitions.AskRecount](cmds)
	if !ok || ask.Pause != 0 || ask.Req.Table != "Movies" || !slices.Equal(ask.Req.Properties, []string{"Many", "More"}) {
		t.Fatalf("counts %+v", cmds)
	}
	shownAs(t, m, 100, false)
	m, cmds = after(m, partitions.Recounting{Ask: ask, Done: []wire.Recounted{{Name: "Many", Distinct: 97}}})
	shownAs(t, m, 97, true)
	if !m.Recount.Estimates(m.Query.Census) {
		t.Error("More is not counted yet")
	}
	m, cmds = after(m, recounted(ask, 98))
	if shownAs(t, m, 98, true); m.Recount.Estimates(m.Query.Census) || !m.Query.Census.Properties[2].Exact || len(cmds) != 0 {
		t.Errorf("counted: %+v, and then %+v", m.Query.Census, cmds)
	}

	m, cmds = after(m, page.TableChanged{Table: "Movies"})
	if _, ok := find[partitions.AskRecount](cmds); ok {
		t.Error("counts before the census is there")
	}
	m, cmds = after(m, queryline.Counted{Table: "Movies", Census: censusOf(101)})
	first, _ := find[partitions.AskRecount](cmds)
	if shownAs(t, m, 98, false); first.Pause != partitions.RecountRest {
		t.Errorf("after a change %+v", cmds)
	}
	m, cmds = after(m, queryline.Counted{Table: "Movies", Census: censusOf(103)})
	second, ok := find[partitions.AskRecount](cmds)
	if shownAs(t, m, 98, false); !ok || second.Pause != partitions.RecountRest {
		t.Errorf("after the next change %+v", cmds)
	}
	m, _ = after(m, recounted(first, 99)) // too late
	shownAs(t, m, 98, false)
	m, _ = after(m, recounted(second, 102))
	shownAs(t, m, 102, true)

	m, _ = after(m, queryline.Counted{Table: "Movies", Census: censusOf(104)})
	m, cmds = after(m, page.ScreenChosen{Screen: page.QueryScreen})
	if !slices.Contains(cmds, page.Cmd(page.Stop{Slot: "recount"})) || m.Recount.Table != "" {
		t.Errorf("leaving does %+v", cmds)
	}
	if _, cmds = after(m, queryline.Counted{Table: "Movies", Census: censusOf(105)}); len(cmds) != 0 {
		t.Errorf("away from the screen %+v", cmds)
	}
}

// Ensure that the statistics of a table are counted too, that what was counted is in the census that others read, and that a
// failure is told.
func TestRecount_Statistics(t *testing.T) {
	m, _ := after(ready(t), tables.StatsPressed{Table: "Movies"})
	sizes := &wire.PartitionsReply{Entities: 9, Partitions: 1}
	m, cmds := after(m, tables.StatsTold{Table: "Movies", Stats: tables.Stats{Census: censusOf(50), Sizes: sizes}})
	ask, ok := find[partitions.AskRecount](cmds)
	if !ok || ask.Req.Table != "Movies" {
		t.Fatalf("%+v", cmds)
	}
	failed, _ := after(m, partitions.RecountEnded{Ask: ask, Err: &wire.Failure{Message: "no"}})
	if failed.Recount.Failed == nil {
		t.Error("the failure is lost")
	}
	m, cmds = after(m, recounted(ask, 49))
	if p := page.Held[tables.Stats](m.View().Dialog).Census.Properties[0]; p.Distinct != 49 || p.Longest != 4 || !p.Exact || len(cmds) != 0 {
		t.Errorf("%+v, and then %+v", p, cmds)
	}
	if _, cmds = after(m, page.TableChanged{Table: "Movies"}); !slices.Contains(cmds, page.Cmd(tables.AskStats{Table: "Movies", Pause: partitions.RecountRest})) {
		t.Errorf("a change of the table does %+v", cmds)
	}
	if _, cmds = after(m, page.TableChanged{Table: "Other"}); slices.ContainsFunc(cmds, func(c page.Cmd) bool { _, ok := c.(tables.AskStats); return ok }) {
		t.Errorf("a change of another does %+v", cmds)
	}
	m, cmds = after(m, tables.StatsTold{Table: "Movies", Stats: tables.Stats{Census: censusOf(51), Sizes: sizes}})
	if ask, ok := find[partitions.AskRecount](cmds); !ok || ask.Pause != partitions.RecountRest || m.Recount.Old["Many"].Distinct != 49 {
		t.Errorf("new statistics do %+v", cmds)
	}
	if _, cmds = after(m, page.DialogClosed{}); !slices.Contains(cmds, page.Cmd(page.Stop{Slot: "recount"})) {
		t.Errorf("closing does %+v", cmds)
	}
}
