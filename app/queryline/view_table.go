package queryline

import (
	"cmp"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/bulk"
	"rangefinder/app/copies"
	"rangefinder/app/copyto"
	"rangefinder/app/count"
	"rangefinder/app/files"
	. "rangefinder/app/kit"
	"rangefinder/app/move"
	"rangefinder/app/page"
	"rangefinder/app/tables"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

func (q *Panel) title() string {
	return cmp.Or(q.Table, words.Clip(q.Missing, 63), "No table")
}

func (q *Panel) facts() string {
	if q.Source != "" {
		return "of " + q.Source
	}
	for _, t := range q.Tables {
		if t.Name == q.Table {
			return words.Count(t.Entities, "entity", "entities") + " · " + words.Count(t.Partitions, "partition", "partitions") + " · " + words.Bytes(t.Bytes)
		}
	}
	return ""
}

// tableMore is what else can be done with the table.
func (q *Panel) tableMore() app.UI {
	items := []FoldItem{
		{ID: "compare", Text: "Compare…", Title: "Compare with another table", Msg: copies.ComparePressed{Table: q.Table}},
		{ID: "export", Text: "Export…", Title: "This result, the whole table or the workspace, to a file", Msg: files.ExportPressed{}},
	}
	items = append(items, FoldItem{ID: "copy-to", Text: "Copy to…", Title: "Into an account, or another table of this browser, with a plan of the requests first", Off: q.Loading, Msg: copyto.Pressed{}})
	label := "More about this table: compare, export, copy"
	if q.Source == "" {
		label += ", statistics, clone"
		items = append(items, FoldItem{ID: "statistics", Text: "Statistics…", Title: "What this table holds, counted", Msg: tables.StatsPressed{Table: q.Table}},
			FoldItem{ID: "clone", Text: "Clone…", Title: "The same entities under another name", Off: q.Loading, Msg: page.ClonePressed{Table: q.Table}})
	}
	if q.Source != "" {
		label += ", count, statistics"
		items = append(items, FoldItem{ID: "count", Text: "Count…", Title: "How many entities there are, with what it costs first", Msg: count.Pressed{}},
			FoldItem{ID: "statistics", Text: "Statistics…", Title: "What this table holds: all of it is read, with what it costs first", Msg: count.StatsPressed{}})
	}
	if q.Source == "" && CopiedFrom(q.Copies.Copy(q.Table)) != filterlang.Cosmos {
		label += ", engine, move"
		items = append(items, engineItem(q.Profile), FoldItem{ID: "move", Text: "Would it move to Cosmos DB?…", Title: "What changes for this table and its queries in Azure Cosmos DB for Table", Msg: move.Pressed{Table: q.Table}})
	}
	items = append(items, FoldItem{ID: "delete-entities", Text: "Delete entities…", Title: q.ReadOnly, Off: q.ReadOnly != "", Msg: bulk.RemovePressed{}},
		FoldItem{ID: "delete-table", Text: "Delete table…", Title: q.ReadOnly, Off: q.ReadOnly != "", Msg: page.DeleteTablePressed{Table: q.Table}})
	return &Fold{Store: q.Store, ID: "table-more", Class: "small", Label: label + ", delete", Items: items}
}

// engineItem changes the engine that plans of this browser's tables are for.
func engineItem(now filterlang.Profile) FoldItem {
	if now == filterlang.Cosmos {
		return FoldItem{ID: "engine-storage", Text: "Plan for Table storage", Title: "Plans as Azure Table storage answers; a copy of a table of Cosmos DB stays planned for that", Msg: page.SettingChosen{ID: ProfileSetting}}
	}
	return FoldItem{ID: "engine-cosmos", Text: "Plan for Cosmos DB", Title: "Plans as Azure Cosmos DB for Table answers: by an index of every property, in request units", Msg: page.SettingChosen{ID: ProfileSetting, Value: filterlang.Cosmos.String()}}
}
