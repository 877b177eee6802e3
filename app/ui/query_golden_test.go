package ui

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/builder"
	"rangefinder/app/code"
	"rangefinder/app/grid"
	"rangefinder/app/history"
	"rangefinder/app/kit"
	"rangefinder/app/misses"
	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/query"
	"rangefinder/app/result"
	"rangefinder/app/shell"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// queryPanels are literal models of the tools beside the query.
func queryPanels(t *testing.T, store *shell.Store, hostile string) map[string]app.UI {
	quoted := strings.ReplaceAll(hostile, "'", "''")
	tree := func(filter, source string, counted bool, off ...int) app.UI {
		p := planned(t, filter)
		tree := plan.NewTree(p, source)
		if counted {
			tree.Reply = &wire.NodesReply{Entities: 10681, Class: tree.Left.Class, Examined: 1612, Partitions: 1, Returned: 87, Matches: []int{87, 1612, 87, 0, 612}[:len(tree.Nodes)]}
		}
		tree.Off = off
		return &plan.Strip{Store: store, Table: "Movies", Map: &plan.Map{Hover: -1}, Plan: p, Tree: tree, Live: source != ""}
	}
	// asked is the strip in the frame of a key: the plan of the text, and none of the numbers of the text before.
	asked := func(was plan.Room) app.UI {
		full := planned(t, "RowKey eq 'Alien' and Rating gt 4.0")
		p := &plan.Plan{Table: "Movies", Filter: full.Filter, Plan: full.Plan, Asked: true, Was: was, Bulb: true, Why: true}
		return &plan.Strip{Store: store, Table: "Movies", Map: &plan.Map{Hover: -1}, Plan: p, Tree: plan.NewTree(p, "")}
	}
	before := planned(t, "RowKey eq 'Alien'")
	census := &filterlang.Census{Entities: 10681, Properties: []filterlang.PropertyCensus{
		{Name: "Rating", Count: 8, Types: []filterlang.TypeCount{{Type: edm.Double, Count: 7}, {Type: edm.String, Count: 1}}}, {Name: hostile, Count: 1, Types: []filterlang.TypeCount{{Type: edm.String, Count: 1}}}}}
	built := func(filter string, change func(*builder.Model)) app.UI {
		b := &builder.Model{Text: filter}
		p := planned(t, filter)
		if p.Plan.Filter != nil {
			b.Nodes = filterlang.Nodes(p.Plan.Filter, builder.MaxBuilt)
		}
		change(b)
		return &builder.Panel{Store: store, Builder: b, Plan: p.Plan, Census: census, Row: true}
	}
	none := func(m misses.Model) app.UI {
		return &result.Panel{Grid: &grid.Model{}, Store: store, Tables: []wire.TableInfo{{Name: "Movies", Entities: 10681}}, Table: "Movies", Misses: &m,
			Result: &grid.Result{Table: "Movies", Filter: "A", Reply: &wire.RunReply{Stats: wire.RunStats{Examined: 9}}}}
	}
	found := []wire.Miss{
		{Kind: wire.MissCase, Asked: hostile, Stored: hostile, Filter: hostile, Count: 87, Class: filterlang.Point},
		{Kind: wire.MissNearest, Asked: "RowKey", Stored: "", Filter: "RowKey eq ''", Count: 1, Class: filterlang.FullScan}}
	return map[string]app.UI{
		"dialog-code": &DialogPanel{Store: store, Dialog: &page.Dialog{}, Features: []func(kit.Sender) (kit.Drawn, bool){code.Dialog(&page.Dialog{Of: &code.Written{Format: "go", Text: hostile}})}},
		"dialog-history": &DialogPanel{Store: store, Dialog: &page.Dialog{}, Features: []func(kit.Sender) (kit.Drawn, bool){history.Dialog(
			&history.Model{List: []history.Ran{{Query: query.Query{Table: "Movies", Filter: hostile}, Returned: 3, Examined: 10681}, {Query: query.Query{Table: "Logs"}}}}, &page.Dialog{Of: &history.Search{}})}},
		"dialog-code-refused": &DialogPanel{Store: store, Dialog: &page.Dialog{}, Features: []func(kit.Sender) (kit.Drawn, bool){code.Dialog(&page.Dialog{Err: hostile, Of: &code.Written{Format: "http"}})}},
		"builder": built("PartitionKey eq '"+quoted+"' and (Rating gt 4.0 or not (Seen) or Added ge datetime'2026-11-20T00:00:00Z')", func(b *builder.Model) {
			b.Draft = &builder.Draft{Node: 3, Text: "x", Err: "No Double: " + hostile}
			b.Pick = &builder.ValuePick{Node: 1, Property: "PartitionKey", Reply: &wire.ValuesReply{Entities: 10681, Have: 10681, Distinct: 7, Values: []wire.ValueCount{{Type: edm.String, Text: hostile, Literal: "'x'", Count: 1612}, {Type: edm.String, Literal: "''", Count: 1}}}}
		}),
		"builder-none":    built("", func(b *builder.Model) {}),
		"builder-refused": built("Timestamp gt datetime'2026-11-20T00:00:00Z'", func(b *builder.Model) { b.Err = hostile }),
		"misses":          none(misses.Model{Reply: &wire.MissesReply{Entities: 10681, Tried: 9, Misses: found}}),
		"misses-account":  none(misses.Model{Source: "prod", Reply: &wire.MissesReply{Entities: 200, Tried: 9, Misses: found[:1]}}),
		"misses-unknown":  none(misses.Model{Source: "prod", Reply: &wire.MissesReply{}}),
		"misses-none":     none(misses.Model{Reply: &wire.MissesReply{Entities: 10681, Tried: 9}}),
		"misses-one":      none(misses.Model{Reply: &wire.MissesReply{Entities: 10681, Tried: 1}}),
		"misses-seeking":  none(misses.Model{Progress: wire.Progress{Done: 512, Total: 10681}}),
		"misses-stopped":  none(misses.Model{Stopped: true}),
		"misses-failed":   none(misses.Model{Failed: &wire.Failure{Message: hostile}}),
		"tree":            tree("PartitionKey eq 'Action' and (Title eq '"+quoted+"' or Rating gt 4.0)", "", true),
		"tree-off":        tree("PartitionKey eq 'Action' and (Title eq '"+quoted+"' or Rating gt 4.0)", "", true, 1, 3),
		"plan-first":      asked(plan.Room{}),
		"plan-asked":      asked(plan.Room{Explain: before.Explain, Match: before.Match}),
		"tree-counting":   tree("not (Seen and Rating gt 4.0)", "", false),
		"tree-account":    tree("PartitionKey eq 'Action' and Rating gt 4.0", "prod", false, 2),
	}
}
