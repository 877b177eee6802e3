package ui

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/copies"
	"rangefinder/app/page"
	"rangefinder/app/queryline"
	"rangefinder/app/shell"
	"rangefinder/app/side"
	"rangefinder/app/wire"
	"rangefinder/engine/tablesync"
	"rangefinder/filterlang/edm"
)

// copiesPanels are the panels about copies as TestPanels_Golden draws them.
func copiesPanels(store *shell.Store, hostile string) map[string]app.UI {
	origin := tablesync.Origin{Source: "acct", Endpoint: "https://acct.example/", Remote: "Films"}
	whole := tablesync.Copy{Table: "Movies", Origin: origin, Pulled: time.Date(2026, 11, 20, 9, 14, 2, 0, time.UTC), Entities: 10681, Pages: 11}
	part := tablesync.Copy{Table: "Films2", Origin: origin, Entities: 2000, Pages: 2, Partial: true, Pending: 1234, Conflicts: 2}
	part.Scope = tablesync.Scope{Filter: hostile}
	model := &copies.Model{Copies: []tablesync.Copy{part, whole}}
	loading := &page.Loading{Title: "Pulling Films from acct", Progress: wire.Progress{Done: 3000, Micros: 1e6}}
	entity := func(text string) *wire.EntityReply {
		return &wire.EntityReply{PartitionKey: hostile, Properties: []wire.TextProperty{{Name: "Same", Type: edm.Int32, Text: "1"}, {Name: hostile, Type: edm.String, Text: text}}}
	}
	draw := func(kind page.DialogKind, table string, s *copies.Form) app.UI {
		m := shell.New()
		m.Copies, m.Tables = model, &side.Model{Loading: loading}
		m.Dialog = &page.Dialog{Kind: kind, Table: table, Of: s}
		return &DialogPanel{Store: store, Dialog: m.Dialog, Features: featureDialogs(&m, nil)}
	}
	req := wire.PullRequest{Source: "acct", Remote: "Films", Table: "Movies"}
	plan := &wire.PushPlanReply{Copy: part, Inserts: 1, Updates: 2, Deletes: 3, Conflicts: 2, Bytes: 4096, Requests: 7, More: 4,
		Groups: []wire.GroupInfo{{PartitionKey: hostile, Inserts: 1, Deletes: 3, Bytes: 100, Request: "PUT /" + hostile}, {Updates: 2}}}
	return map[string]app.UI{
		"side-copies":         &side.Panel{Store: store, Tables: &side.Model{List: []wire.TableInfo{{Name: "Films2"}, {Name: "Movies"}, {Name: "Own"}}}, Copies: model},
		"queryline-copy":      &queryline.Panel{Store: store, Table: "Films2", Copies: model},
		"dialog-copy":         draw(copies.CopyInfo, "Movies", &copies.Form{}),
		"dialog-copy-part":    draw(copies.CopyInfo, "Films2", &copies.Form{Confirm: "revert"}),
		"dialog-pull":         draw(copies.PullTable, "", &copies.Form{Pull: &copies.PullForm{Source: "acct", Remote: "Films", What: "filter", Filter: "PartitionKey eq 'a'"}}),
		"dialog-pull-working": draw(copies.PullTable, "", &copies.Form{Working: true, Pull: &copies.PullForm{Remote: "Films"}}),
		"dialog-pull-stopped": draw(copies.PullTable, "Movies", &copies.Form{Pull: &copies.PullForm{Remote: "Films", Req: req, Reply: &wire.PullReply{Stopped: true, Report: tablesync.PullReport{Read: 2000, Pages: 2, Added: 2000, Conflicts: 1}}}}),
		"dialog-compare": draw(copies.CompareTables, "Films2", &copies.Form{Compare: &copies.Comparing{
			Sides: []copies.Side{{Table: "Films2"}, {Source: "acct", Table: "Films"}, {Table: "Films2", Base: true}}, Right: 2, Kind: "2", Open: 0,
			Done:  [2]copies.Side{{Table: "Films2"}, {Table: "Films2", Base: true}},
			Reply: &wire.CompareReply{Kept: 60, Summary: tablesync.Summary{Equal: 5, OnlyLeft: 1, Changed: 99}, Partitions: []wire.PartitionDifferences{{PartitionKey: hostile}}, More: 3},
			List: &wire.DifferencesReply{Total: 60, Differences: []wire.EntityDifference{
				{Kind: tablesync.Changed, PartitionKey: hostile, RowKey: "", Left: entity("a"), Right: entity(hostile), Properties: []string{hostile, "B", "C", "D", "E"}},
				{Kind: tablesync.OnlyLeft, PartitionKey: "p", RowKey: "r", Left: entity("a")}}}}}),
		"dialog-push":         draw(copies.PushChanges, "Films2", &copies.Form{Push: &copies.Pushing{Table: "Films2", Plan: plan, Group: 0}}),
		"dialog-push-nothing": draw(copies.PushChanges, "Movies", &copies.Form{Push: &copies.Pushing{Table: "Movies", Plan: &wire.PushPlanReply{Copy: whole}, Group: -1}}),
		"dialog-push-done": draw(copies.PushChanges, "Films2", &copies.Form{Push: &copies.Pushing{Table: "Films2", Plan: plan, Group: -1, Rule: tablesync.MergeMine, Reply: &wire.PushReply{Problem: "The network is gone.", Code: "TableNotFound",
			Report: tablesync.PushReport{Written: 4, AlreadyThere: 1, Conflicts: 1, Requests: 3, Left: 6, Refused: []tablesync.Refusal{{PartitionKey: hostile, Code: "EntityTooLarge", Message: hostile}}, Groups: []tablesync.GroupResult{{PartitionKey: hostile, Ops: 4, Written: 3, Code: "UpdateConditionNotSatisfied", Message: hostile, Split: true}, {PartitionKey: "good"}}}}}}),
		"dialog-conflicts": draw(copies.ResolveConflicts, "Films2", &copies.Form{Conflicts: &copies.Conflicting{Table: "Films2", Reply: &wire.ConflictsReply{Total: 12, Conflicts: []wire.ConflictInfo{
			{PartitionKey: hostile, RowKey: "1", Base: entity("a"), Theirs: entity("b"), Mine: entity("c")}, {PartitionKey: "p", RowKey: "2", Base: entity("a"), Mine: entity("c")}, {PartitionKey: "p", RowKey: "3", Base: entity("a"), Theirs: entity("b")}}}}}),
		"dialog-conflicts-none": draw(copies.ResolveConflicts, "Movies", &copies.Form{Conflicts: &copies.Conflicting{Table: "Movies", Reply: &wire.ConflictsReply{}}}),
	}
}
