package shell

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"rangefinder/app/accounts"
	"rangefinder/app/copies"
	"rangefinder/app/course"
	"rangefinder/app/designlab"
	"rangefinder/app/edit"
	"rangefinder/app/files"
	"rangefinder/app/grid"
	"rangefinder/app/inspector"
	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/port"
	"rangefinder/app/queries"
	"rangefinder/app/query"
	"rangefinder/app/queryline"
	"rangefinder/app/querytabs"
	"rangefinder/app/review"
	"rangefinder/app/side"
	"rangefinder/app/wire"
	"rangefinder/engine/tablesync"
)

// Ensure that every command has an ID and a title of its own and a group, and something that does it; that its title reads as
// an order; and that no key does two things in one place.
func TestCommands_Registry(t *testing.T) {
	ids, titles, keys := map[string]bool{}, map[string]string{}, map[string]string{}
	groups := []string{page.QueryGroup, page.GridGroup, page.EditGroup, page.TableGroup, page.LearnGroup, page.PageGroup, page.SourceGroup}
	m := ready(t)
	for _, c := range Commands(&m) {
		if c.ID == "" || ids[c.ID] {
			t.Errorf("the ID %q is empty or not its own", c.ID)
		}
		ids[c.ID] = true
		where := c.Title + " " + c.Place
		if c.Title == "" || titles[where] != "" {
			t.Errorf("%s: the title %q is empty or that of %s", c.ID, c.Title, titles[where])
		}
		titles[where] = c.ID
		if !slices.Contains(groups, c.Group) {
			t.Errorf("%s: there is no group %q", c.ID, c.Group)
		}
		if c.Do == nil && len(c.Keys) == 0 {
			t.Errorf("%s: nothing does it", c.ID)
		}
		if strings.ToUpper(c.Title[:1]) != c.Title[:1] || strings.HasSuffix(c.Title, ".") {
			t.Errorf("%s: the title %q is not an order", c.ID, c.Title)
		}
		for _, key := range c.Keys {
			if other := keys[key+" "+c.Place]; other != "" {
				t.Errorf("%s does %s and %s %s", key, other, c.ID, c.Place)
			}
			keys[key+" "+c.Place] = c.ID
		}
	}
}

// busy are models in which, between them, every command would do something.
func busy(t *testing.T) []Model {
	t.Helper()
	home, _ := after(ready(t),
		queryline.Explained{Seq: 1 << 30},
		files.StorageTold{Info: wire.StorageInfo{Durable: true}},
	)
	home.Undos = []page.UndoEntry{{ID: "7", Text: "Deleted"}}
	home.Notice = &page.Notice{ID: 9, Text: "x", Undo: page.TakeBackPressed{ID: "7"}}
	in := edit.Inspector{Mode: edit.Editing, Table: "Movies", PK: "a", RK: "b", Original: &wire.EntityReply{PartitionKey: "a", RowKey: "b", ETag: "x"}, Rows: []edit.PropertyRow{{ID: 1, Name: "A", Text: "changed"}}}
	home.Inspector = &in
	home = home.withResult(&grid.Result{Table: "Movies", Running: true, Line: -1})
	home.Plan = &plan.Plan{Table: "Movies", Explain: &wire.ExplainReply{Findings: make([]wire.Finding, 1)}}
	home.Map = &plan.Map{Hover: -1, Zoom: wire.Stretch{To: 3}, Reply: &wire.MapReply{}}
	home.Copies = &copies.Model{Copies: []tablesync.Copy{{Table: "Movies", Origin: tablesync.Origin{Source: "prod", Remote: "Movies"}}}}
	home.Requests = home.Requests.WithFeed(true)
	loading := home
	tables := *home.Tables
	tables.Loading = &page.Loading{Title: "x"}
	loading.Tables = &tables
	live, _ := asked(New(), Started{}, accounts.AccountsListed{List: []port.Account{{Name: "prod", Live: true, Writes: true}}, Has: true})
	live.Query = &queryline.Query{Query: query.Query{Source: "prod", Table: "Movies"}}
	live.Sources = live.Sources.At("prod", page.Route{})
	live.Sources.List = append(live.Sources.List, port.Account{Name: "own", Connection: "AccountName=own"})
	live.Sources.Live = &accounts.Live{AccountTables: page.AccountTables{Source: "prod", Listed: true, Tables: []wire.TableInfo{{Name: "Movies"}}}}
	live.Tables = &side.Model{}
	shown := shownBy(columnsNamed("PartitionKey", "A"))
	shown, _ = Update(shown, grid.SortChosen{Column: "A"})
	shown, _ = Update(shown, grid.CellSelected{Line: 0, Column: 1})
	teaching := taught(t, "four-classes", 2)
	teaching, _ = after(teaching, course.LessonPredicted{Answer: "10"}, course.ProjectorPressed{})
	edited, _ := after(ready(t), page.NewEntityPressed{}, inspector.KeysTyped{PK: new("p"), RK: new("r")}, inspector.PropertyNamed{ID: 1, Name: "A"}, inspector.SavePressed{}, inspector.DuplicatePressed{}, inspector.SavePressed{}, review.PendingUndone{})
	inLab := labbed(t)
	inLab, _ = Update(inLab, designlab.Did{Act: designlab.AddDesign})
	several, _ := after(ready(t), querytabs.Added{}, querytabs.Added{}, querytabs.Closed{Index: 2}, querytabs.Added{}, querytabs.Chosen{Index: 1})
	several, _ = after(several, queryline.ThenOpened{}, queries.OpeningKept{})
	return []Model{home, loading, live, shown, teaching, edited, inLab, several}
}

// Ensure that every message of a command is taken: where the command says that it would do something, it changes the page or
// asks for something, and there is a state in which it would.
func TestCommands_AllHandled(t *testing.T) {
	could := map[string]bool{}
	for _, m := range busy(t) {
		for _, c := range Commands(&m) {
			if could[c.ID] = could[c.ID] || c.Not == ""; c.Do == nil {
				could[c.ID] = true
				continue
			}
			if c.Not != "" {
				continue
			}
			next, did := m, false
			for _, msg := range c.Do {
				var cmds []page.Cmd
				before := next
				next, cmds = Update(next, msg)
				did = did || len(cmds) > 0 || !reflect.DeepEqual(before, next)
			}
			if !did {
				t.Errorf("%s does nothing: %+v", c.ID, c.Do)
			}
		}
	}
	for id, yes := range could {
		if !yes {
			t.Errorf("%s can nowhere be done", id)
		}
	}
}

// Ensure that a command that would do nothing says why in a sentence, and that none of them touches the model.
func TestCommands_Not(t *testing.T) {
	for name, m := range map[string]Model{"new": New(), "ready": ready(t)} {
		for _, c := range Commands(&m) {
			if why := c.Not; why != "" && !strings.HasSuffix(why, ".") {
				t.Errorf("%s, %s: %q", name, c.ID, why)
			}
		}
	}
}
