package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/page"
	"rangefinder/app/partitions"
	"rangefinder/app/shell"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// partitionPanels are literal models of the tabs and the partitions.
func partitionPanels(store *shell.Store, hostile string) map[string]app.UI {
	reply := &wire.PartitionsReply{Entities: 1_000_003, Partitions: 120, Bytes: 5 << 20, First: 50,
		List:  []wire.PartitionSize{{Key: hostile, Entities: 1_000_000, Bytes: 4 << 20}, {Key: "", Entities: 3, Bytes: 300}},
		Sizes: []wire.SizeClass{{From: 1, To: 1, Partitions: 1, Entities: 1}, {From: 2, To: 4, Partitions: 119, Entities: 1_000_002}, {From: 5, To: 9}}}
	kinds := &wire.KindsReply{Entities: 10, More: 7, Rest: 2, Many: true, Kinds: []wire.Kind{
		{Prefix: hostile, Entities: 6, Columns: []wire.KindColumn{{Name: hostile, Count: 3, Types: []filterlang.TypeCount{{Type: edm.Int32, Count: 2}, {Type: edm.Int64, Count: 1}}}}},
		{Entities: 2, Columns: []wire.KindColumn{{Name: "Rating", Count: 2, Types: []filterlang.TypeCount{{Type: edm.Double, Count: 2}}}}}}}
	census := &filterlang.Census{Entities: 10, Properties: []filterlang.PropertyCensus{
		{Name: hostile, Count: 10, Types: []filterlang.TypeCount{{Type: edm.String, Count: 9}, {Type: edm.Int32, Count: 1}}, Distinct: 8, Longest: 40},
		{Name: "Rating", Count: 1, Types: []filterlang.TypeCount{{Type: edm.Double, Count: 1}}, Distinct: 1}}}
	exact := &partitions.Recount{Table: "Movies", Old: map[string]wire.Recounted{hostile: {Name: hostile, Distinct: 1_234, Longest: 41}}}
	panel := func(p partitions.Model) app.UI {
		p.Table, p.Shown = "Movies", wire.ByEntities
		return &partitions.Panel{Store: store, Table: "Movies", Parts: &p, Census: census, Exact: exact}
	}
	counted := func(distinct int) app.UI {
		return &partitions.Panel{Store: store, Table: "Movies", Parts: &partitions.Model{Table: "Movies", Reply: reply, Shown: wire.ByEntities, By: wire.ByProperties, Kinds: kinds}, Census: census,
			Exact: &partitions.Recount{Table: "Movies", Exact: map[string]wire.Recounted{hostile: {Name: hostile, Distinct: distinct, Longest: 39}, "Rating": {Name: "Rating", Distinct: distinct}}}}
	}
	return map[string]app.UI{
		"partitions-counted":  counted(1_003),
		"tabs":                &TabBar{Store: store, Screen: page.PartitionsScreen},
		"partitions":          panel(partitions.Model{First: 50, Line: 1, Reply: reply, By: wire.ByRowKey, Kinds: kinds, Old: true}),
		"partitions-table":    panel(partitions.Model{Reply: reply, Bars: true, By: wire.ByProperties, Kinds: kinds}),
		"partitions-counting": panel(partitions.Model{Reply: &wire.PartitionsReply{Entities: 10_000, Partitions: 1}, By: wire.ByPartitionKey, Counting: true, Scanned: wire.Progress{Done: 512, Total: 10_000}}),
		"partitions-failed":   panel(partitions.Model{Failed: &wire.Failure{Code: "TableNotFound", Message: hostile}}),
		"partitions-reading":  panel(partitions.Model{}),
		"partitions-none":     &partitions.Panel{Store: store, Parts: &partitions.Model{}},
		"partitions-account":  &partitions.Panel{Store: store, Parts: &partitions.Model{}, Table: "Movies", Source: "prod"},
	}
}
