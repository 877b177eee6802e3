package shell

import (
	"slices"
	"strings"
	"testing"

	"rangefinder/app/edit"
	"rangefinder/app/editor"
	"rangefinder/app/intro"
	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/query"
	"rangefinder/app/queryline"
	"rangefinder/app/result"
	"rangefinder/app/settings"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Ensure that the plan of the last filter stays while the next is typed, that it is called refused after a rest or when it is to be run,
// and that a text that came whole is called so at once.
func TestRest_CalmWhileTyping(t *testing.T) {
	m := withNumbers(t, "PartitionKey eq 'Drama'")
	before := m.Plan
	reads := m.Map
	for _, text := range []string{"PartitionKey eq 'Drama' a", "PartitionKey eq 'Drama' an", "PartitionKey eq 'Drama' and", "PartitionKey eq 'Drama' and R eq"} {
		m, _ = after(m, queryline.FilterTyped{Text: text})
		shown, earlier := m.Plan.Shown()
		if !earlier || shown.Plan != before.Plan || shown.Explain != before.Explain || shown.Match != before.Match || m.Map != reads {
			t.Fatalf("%s: shows %+v, earlier %v", text, shown, earlier)
		}
		if !m.Plan.Unfinished() {
			t.Errorf("%s is not unfinished: %+v", text, m.Plan.Err)
		}
	}
	late, _ := after(m, queryline.Rested{Seq: m.Seq - 1})
	if late.Plan.Rested {
		t.Error("a rest after an earlier text counts")
	}
	told, _ := after(m, queryline.Rested{Seq: m.Seq})
	if shown, earlier := told.Plan.Shown(); earlier || shown != told.Plan || !told.Plan.Unfinished() {
		t.Errorf("after a rest %+v", told.Plan)
	}
	run, cmds := after(m, page.RunPressed{})
	if _, ran := find[result.Run](cmds); ran || !run.Plan.Rested || run.Plan.Unfinished() {
		t.Errorf("after Run %+v", run.Plan)
	}
	whole, _ := after(m, queryline.FilterTyped{Text: "PartitionKey eq 'Drama' and R eq 1"})
	if whole.Plan.Err != nil || whole.Plan.Last != nil {
		t.Errorf("of a filter %+v", whole.Plan)
	}
	set, _ := after(m, page.FilterSet{Text: "PartitionKey == 'a'"})
	if !set.Plan.Rested || set.Plan.Unfinished() {
		t.Errorf("of a text that was set %+v", set.Plan)
	}
}

// Ensure that what is missing at the end is told from what is wrong before it.
func TestPlan_Unfinished(t *testing.T) {
	for text, want := range map[string]bool{
		"PartitionKey eq": true, "PartitionKey e": true, "PartitionKey eq 'Dra": true, "(A eq 1": true, "A eq 1 an": true, "A eq 1 and not": true, "RowKey": true, "A eq 1 and PartitionKey": true, "not RowKey ": true,
		"A = 1": false, "A eq 1 xyz": false, "eq 1 and A": false, "contains(A,'x')": false, "A eq 1)": false,
	} {
		m, _ := after(ready(t), queryline.FilterTyped{Text: text})
		if got := m.Plan.Unfinished(); got != want {
			t.Errorf("%s: %v, %+v", text, got, m.Plan.Err)
		}
	}
}

// Ensure that a name of which only the beginning is typed is no unknown property yet, and that Run takes the text as it is.
func TestPlan_Begun(t *testing.T) {
	m := withNumbers(t, "PartitionKey eq 'Action'")
	q := *m.Query
	q.Census = &filterlang.Census{Entities: 9, Properties: []filterlang.PropertyCensus{{Name: "Rating", Types: []filterlang.TypeCount{{Type: edm.Double}}}, {Name: "Seen", Types: []filterlang.TypeCount{{Type: edm.Boolean}}}}}
	m.Query = &q
	for text, want := range map[string]string{
		"PartitionKey eq 'Action' and Ra": "`Ra`. Do you mean `Rating`", "PartitionKey eq 'Action' and r": "mean `RowKey` or `Rating`", "Part": "mean `PartitionKey`",
		"A eq 1 or not (B) and not no": "mean `not`", "A eq 1 and Rating": "after `Rating`: an operator", "A eq 1 and Rating ": "after `Rating`: an operator",
		"A eq 1 and Se": "mean `Seen`", "A eq 1 and Seen": "", "A eq 1 and Ra ": "", "A eq 1 and (Ra)": "", "A eq 1 and Xyz": "", "Ra eq 1": "", "A eq 1": "",
	} {
		typed, cmds := after(m, queryline.FilterTyped{Text: text})
		_, asked := find[queryline.Explain](cmds)
		switch e := typed.Plan.Err; {
		case want == "" && (e != nil || !asked):
			t.Errorf("%s: %+v", text, e)
		case want == "":
		case e == nil || !strings.Contains(e.Detail, want) || !typed.Plan.Unfinished() || asked:
			t.Errorf("%s: %+v, want %s", text, e, want)
		default:
			if shown, earlier := typed.Plan.Shown(); !earlier || shown.Plan != m.Plan.Plan {
				t.Errorf("%s: shows %+v", text, shown)
			}
			rest, _ := after(typed, queryline.Rested{Seq: typed.Seq})
			run, cmds := after(rest, page.RunPressed{})
			if _, ran := find[result.Run](cmds); !rest.Plan.Rested || !rest.Plan.Unfinished() || !ran || run.Plan.Err != nil || run.Plan.Plan == nil {
				t.Errorf("%s: Run leaves %+v", text, run.Plan)
			}
		}
	}
	if set, _ := after(m, page.FilterSet{Text: "PartitionKey eq 'Action' and Ra"}); set.Plan.Err != nil {
		t.Errorf("a text that was set: %+v", set.Plan.Err)
	}
}

// Ensure that the introduction suits the arrival, goes for good when it is put away, and comes back when it is asked for.
func TestIntro(t *testing.T) {
	at := func(s Started) Model { m, _ := after(New(), s); return m }
	link := page.Route{Query: query.Query{Table: "Movies", Filter: "A eq 1"}}.Fragment()
	for name, test := range map[string]struct {
		start Started
		want  intro.Kind
	}{
		"first visit":        {Started{}, intro.First},
		"link":               {Started{Fragment: link}, intro.Link},
		"link, known place":  {Started{Fragment: link, Last: link}, intro.First},
		"lesson":             {Started{Fragment: page.Route{Lesson: "four-classes"}.Fragment()}, intro.None},
		"frame":              {Started{Fragment: link, Embed: true}, intro.None},
		"was put away":       {Started{Settings: `{"v":1,"intro":"hidden"}`}, intro.None},
		"unreadable setting": {Started{Settings: `{"v":1,"intro":"x"}`}, intro.First},
	} {
		if m := at(test.start); m.IntroOf() != test.want {
			t.Errorf("%s: %d, want %d", name, m.IntroOf(), test.want)
		}
	}
	m, cmds := after(ready(t), intro.Taken{Then: ShortcutsPressed{}})
	kept, _ := find[page.KeepSetting](cmds)
	if m.IntroOf() != intro.None || m.Dialog == nil || kept.Key != settings.Key {
		t.Errorf("%d, %+v", m.IntroOf(), cmds)
	}
	if m, _ = after(m, intro.Shown{}); m.IntroOf() != intro.First {
		t.Error("it does not come back")
	}
	if again, _ := after(m, page.RunPressed{}); again.IntroOf() != intro.First {
		t.Error("it goes with a run of what stood there")
	}
	m, _ = after(m, queryline.FilterTyped{Text: "PartitionKey eq 'Drama'"})
	m, cmds = after(m, page.RunPressed{})
	kept, _ = find[page.KeepSetting](cmds)
	next := at(Started{Settings: kept.Value})
	if next.IntroOf() != intro.None || m.IntroOf() != intro.First {
		t.Errorf("a run of a filter of their own takes it away, or it is there on the next visit: %+v", cmds)
	}
	if value := m.Settings.Value("intro"); value != "" {
		t.Errorf("it is on screen, and Settings says %q", value)
	}
	m, _ = after(m, settings.Told{Text: kept.Value})
	if m.IntroOf() != intro.First {
		t.Error("it goes with what another tab kept")
	}
	dense, cmds := after(m, page.SettingChosen{ID: "density", Value: "compact"})
	kept, _ = find[page.KeepSetting](cmds)
	next = at(Started{Settings: kept.Value})
	if dense.IntroOf() != intro.First || next.IntroOf() != intro.None {
		t.Errorf("after another setting it is hidden now, or shown on the next visit: %+v", cmds)
	}
	if chosen, _ := after(m, page.SettingChosen{ID: "intro", Value: "hidden"}); chosen.IntroOf() != intro.None {
		t.Error("it is hidden in Settings, and stays")
	}
	e := entity()
	if wrote, _ := after(m, edit.Saved{Request: wire.ApplyRequest{Table: "Movies", Kind: "insert", PartitionKey: "p", RowKey: "r"}, Entity: e}); wrote.IntroOf() != intro.First {
		t.Error("it goes with an entity that was committed")
	}
	if hidden, _ := after(m, intro.Taken{}); hidden.IntroOf() != intro.None {
		t.Error("it cannot be put away after a run")
	}
}

// Ensure that a filter that matches nothing, because what is stored is written in another way, offers that way before it is run; and
// that an answer about an earlier text is dropped.
func TestNear(t *testing.T) {
	m, cmds := after(withPlan(t, "PartitionKey eq 'drama'", 0))
	ask, ok := find[plan.FindNear](cmds)
	if !ok || ask.Req.Filter != "PartitionKey eq 'drama'" {
		t.Fatalf("%+v", cmds)
	}
	reply := &wire.MissesReply{Misses: []wire.Miss{{Kind: wire.MissClause, Filter: "x"}, {Kind: wire.MissCase, Asked: "drama", Stored: "Drama", Filter: "PartitionKey eq 'Drama'", Count: 3}}}
	if old, _ := after(m, plan.NearFound{Seq: ask.Seq - 1, Reply: reply}); old.Near.Beside(old.Plan) != nil {
		t.Error("an answer about an earlier text is shown")
	}
	m, _ = after(m, plan.NearFound{Seq: ask.Seq, Reply: reply})
	if n := m.Near.Beside(m.Plan); n == nil || plan.NearText(n) != "“drama” is stored as “Drama”: case matters (3 matches)" {
		t.Fatalf("%+v", n)
	}
	if taken, _ := after(m, plan.NearTaken{}); taken.Near.Beside(taken.Plan) != nil {
		t.Error("it stays beside the filter that it became")
	}
	for _, text := range []string{"PartitionKey eq 'dram'", "PartitionKey eq"} {
		typed, cmds := after(m, queryline.FilterTyped{Text: text})
		if typed.Near.Beside(typed.Plan) != nil {
			t.Error("it stays beside another text")
		}
		if !slices.Contains(cmds, page.Cmd(page.Stop{Slot: plan.NearSlot})) {
			t.Errorf("with %s, it is still looked for what is near the text before: %+v", text, cmds)
		}
	}
}

// withPlan is a page whose plan has its numbers, and what was asked with the last of them.
func withPlan(t *testing.T, filter string, returned int) (Model, page.Msg) {
	m, _ := after(ready(t), page.FilterSet{Text: filter})
	m, _ = after(m, queryline.Explained{Seq: m.Seq, Reply: &wire.ExplainReply{Entities: 10, Cost: wire.Cost{Examined: 10}}})
	return m, queryline.Matched{Seq: m.Seq, Reply: &wire.MatchReply{Returned: returned}}
}

// Ensure that SQL sets the filter, $select, the page size and the table at one press.
func TestSQLTaken(t *testing.T) {
	m, _ := after(ready(t), page.FilterSet{Text: "SELECT Title, Rating FROM movies WHERE PartitionKey = 'Action' LIMIT 10"})
	if m.Plan.Err == nil || m.Plan.Err.SQL == nil || m.Line().SQLBeside(m.Tables.List) != "for this filter only: the first 10 entities and $select Title,Rating" {
		t.Fatalf("%+v, beside %q", m.Plan.Err, m.Line().SQLBeside(m.Tables.List))
	}
	m, _ = after(m, queryline.Counted{Table: "Movies", Census: &filterlang.Census{Entities: 10, Properties: []filterlang.PropertyCensus{{Name: "Rating", Count: 10}}}})
	if beside := m.Line().SQLBeside(m.Tables.List); !strings.Contains(beside, "No entity of this table has Title") {
		t.Errorf("beside %q", beside)
	}
	ordered, _ := after(ready(t), page.FilterSet{Text: "SELECT * FROM movies ORDER BY Rating DESC LIMIT 10"})
	if beside := ordered.Line().SQLBeside(ordered.Tables.List); beside != "the first 10: read all that match, sort them, keep 10" {
		t.Errorf("beside %q", beside)
	}
	m, cmds := after(m, plan.SQLTaken{})
	fields, _ := find[page.ResetFields](cmds)
	if m.Query.Select != "Title,Rating" || m.Query.Top != "10" || fields.Values["top"] != "10" {
		t.Errorf("%+v, %+v", m.Query, cmds)
	}
	if m.Notice == nil || m.Notice.Text != "For this filter only: the first 10 entities and $select Title,Rating. The next filter has page size 1,000 and all properties again. The service has no LIMIT: it answers in pages of 10, and Run stops after the first 10 entities." || m.Notice.Action != "Back to page size 1,000 and all properties" {
		t.Fatalf("nothing says how long it is so: %+v", m.Notice)
	}
	next, cmds := after(m, queryline.FilterTyped{Text: "Rating gt 4"})
	if fields, _ = find[page.ResetFields](cmds); next.Query.Select != "" || next.Query.Top != "" || len(fields.Values) != 2 || fields.Values["select"] != "" {
		t.Errorf("the next filter has it too: %+v, %+v", next.Query, cmds)
	}
	if next.Notice != nil || len(next.Messages) != 0 {
		t.Errorf("the notice stays: %+v", next.Notice)
	}
	part, _ := after(m, queryline.TopTyped{Text: "20"})
	if part.Notice != nil || part.Query.Limit == nil || part.Query.Select != "Title,Rating" {
		t.Errorf("after another page size %+v, %+v", part.Notice, part.Query)
	}
	if part, _ = after(part, queryline.FilterTyped{Text: ""}); part.Query.Top != "20" || part.Query.Select != "" {
		t.Errorf("what was typed goes with the statement: %+v", part.Query)
	}
	m, cmds = after(m, m.Notice.Undo)
	if fields, _ = find[page.ResetFields](cmds); m.Query.Top != "" || m.Query.Select != "" || fields.Values["top"] != "" || m.Notice != nil {
		t.Errorf("back again, %+v, %+v", m.Query, cmds)
	}
}

// Ensure that SQL for all properties clears $select for its filter, and that SQL with a condition alone leaves it.
func TestSQLTaken_AllProperties(t *testing.T) {
	for text, want := range map[string]string{"SELECT * FROM Movies WHERE A = 1": "", "SELECT COUNT(*) FROM Movies WHERE A = 1": "Title", "WHERE A = 1": "Title", "/Movies()?$filter=A eq 1&$select=*": ""} {
		m, _ := after(ready(t), queryline.SelectTyped{Text: "Title"})
		m, _ = after(m, page.FilterSet{Text: text})
		m, _ = after(m, plan.SQLTaken{})
		if m.Query.Filter != "A eq 1" || m.Query.Select != want || (m.Notice != nil) != (want == "") {
			t.Errorf("%s: %+v, %+v", text, m.Query, m.Notice)
		}
		if m, _ = after(m, queryline.FilterTyped{Text: "A eq 2"}); m.Query.Select != "Title" {
			t.Errorf("%s: the next filter has %q", text, m.Query.Select)
		}
	}
}

// Ensure that SQL for another table leaves there what that table had.
func TestSQLTaken_OtherTable(t *testing.T) {
	m, _ := after(ready(t), queryline.SelectTyped{Text: "Title"})
	m, _ = after(m, page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Movies"}, {Name: "Orders"}}}})
	m, _ = after(m, page.FilterSet{Text: "SELECT RowKey FROM Orders WHERE A = 1"})
	m, _ = after(m, plan.SQLTaken{})
	if m, _ = after(m, queryline.FilterTyped{Text: "A eq 2"}); m.Query.Table != "Orders" || m.Query.Select != "" {
		t.Errorf("%+v", m.Query)
	}
}

// Ensure that the key map shows what the plan reads: a view that holds nothing of it gives way to the whole table.
func TestMap_ZoomGivesWay(t *testing.T) {
	m := withNumbers(t, "PartitionKey eq 'Drama'")
	mp := *m.Map
	mp.Zoom = wire.Stretch{From: 100, To: 200}
	m.Map = &mp
	m, _ = after(m, queryline.FilterTyped{Text: "PartitionKey eq 'Action'"})
	stays, cmds := after(m, queryline.Explained{Seq: m.Seq, Reply: &wire.ExplainReply{Entities: 300, Reads: []wire.Stretch{{From: 150, To: 160}}}})
	if _, drawn := find[queryline.DrawMap](cmds); drawn || stays.Map.Zoom.To != 200 {
		t.Errorf("a view that holds what is read is left: %+v", stays.Map.Zoom)
	}
	m, cmds = after(m, queryline.Explained{Seq: m.Seq, Reply: &wire.ExplainReply{Entities: 300, Reads: []wire.Stretch{{From: 0, To: 50}}}})
	if draw, _ := find[queryline.DrawMap](cmds); m.Map.Zoom.To != 0 || draw.Req.View.To != 0 {
		t.Errorf("%+v, %+v", m.Map.Zoom, cmds)
	}
}

// Ensure that a text which is pasted over itself keeps its colours and what was found in it: the editor dropped them.
func TestMarks_SameTextAgain(t *testing.T) {
	m := withNumbers(t, "PartitionKey eq 'Drama'")
	_, cmds := after(m, queryline.FilterTyped{Text: m.Query.Filter})
	if show, ok := find[editor.ShowMarks](cmds); !ok || show.Found || len(show.Marks.Marks) < 3 {
		t.Errorf("shows %+v", cmds)
	}
	m, _ = after(m, queryline.FilterTyped{Text: "PartitionKey = 'a'"})
	_, cmds = after(m, queryline.FilterTyped{Text: m.Query.Filter})
	if show, ok := find[editor.ShowMarks](cmds); !ok || !show.Found {
		t.Errorf("before a rest it shows %+v", cmds)
	}
}

// Ensure that the strip says of a partition that is not there that it is not, as soon as that is known.
func TestPlan_NoPartition(t *testing.T) {
	m := withNumbers(t, "PartitionKey eq 'Acton'")
	e := *m.Plan.Explain
	e.Entities, e.Cost = 10, wire.Cost{Queries: 1}
	p := *m.Plan
	p.Explain = &e
	if text := plan.Sentence(&p); !strings.Contains(text, "no partition “Acton”: one request, which finds nothing") {
		t.Errorf("said: %s", text)
	}
	e.Cost.Examined = 4
	if text := plan.Sentence(&p); !strings.Contains(text, "reads the whole partition Acton") {
		t.Errorf("said: %s", text)
	}
}
