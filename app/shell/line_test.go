package shell

import (
	"strings"
	"testing"

	"rangefinder/app/accounts"
	"rangefinder/app/course"
	"rangefinder/app/edit"
	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/port"
	"rangefinder/app/queryline"
	"rangefinder/app/requests"
	"rangefinder/app/result"
	"rangefinder/app/wire"
	"rangefinder/engine/tablerest"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Ensure that an account plans for what it is: by its address as the server tells it, by a charge in an answer, and that what was
// planned before that was known is planned anew.
func TestProfile_Account(t *testing.T) {
	list := accounts.AccountsListed{List: []port.Account{{Name: "prod", Live: true}, {Name: "cosmos", Live: true, Profile: "cosmos"}}, Has: true}
	m, _ := after(ready(t), list, page.TableChosen{Source: "cosmos", Table: "Orders"}, page.FilterSet{Text: "A eq 1"})
	if p := m.Plan.Plan; p.Profile != filterlang.Cosmos || p.Class != filterlang.AllPartitions {
		t.Fatalf("planned as %s, %s", p.Profile, p.Class)
	}
	if asked, _ := after(m, page.RunPressed{}); !asked.Live().Ask || !strings.Contains(asked.Worst(), "request units") {
		t.Error("a query of all partitions asks nothing first")
	}
	one, _ := after(m, page.FilterSet{Text: "PartitionKey eq 'a' and A eq 1"})
	_, cmds := after(one, page.RunPressed{})
	if run, ok := find[result.Run](cmds); !ok || run.Req.Profile != filterlang.Cosmos {
		t.Errorf("a query of one partition is not run at once: %+v", cmds)
	}
	m, _ = after(ready(t), list, page.TableChosen{Source: "prod", Table: "Orders"}, page.FilterSet{Text: "A eq 1"})
	if m.Plan.Plan.Class != filterlang.FullScan {
		t.Fatalf("planned as %s", m.Plan.Plan.Class)
	}
	m, cmds = after(m, requests.ExchangesTold{Exchanged: []wire.Exchanged{{Source: "prod", Exchange: tablerest.Exchange{Status: 200, Entities: -1, Received: []tablerest.Field{{Name: "X-Ms-Request-Charge", Value: "2.83"}}}}}})
	if e, _ := find[queryline.Explain](cmds); m.Plan.Plan.Class != filterlang.AllPartitions || e.Req.Profile != filterlang.Cosmos {
		t.Errorf("planned as %s, asked %+v", m.Plan.Plan.Class, cmds)
	}
}

// Ensure that the setting holds for tables of this browser and for no lesson, and that nothing that is said predicts what is
// examined.
func TestProfile_Setting(t *testing.T) {
	m, cmds := after(ready(t), page.FilterSet{Text: "Year ge 1990 and Title ne 'x'"}, page.SettingChosen{ID: queryline.ProfileSetting, Value: "cosmos"})
	e, _ := find[queryline.Explain](cmds)
	if m.Profile() != filterlang.Cosmos || e.Req.Profile != filterlang.Cosmos {
		t.Fatalf("asked %+v", cmds)
	}
	m, _ = after(m, queryline.Explained{Seq: m.Seq, Reply: &wire.ExplainReply{Entities: 100, Cost: wire.Cost{Class: filterlang.AllPartitions, Examined: wire.Unknown, Partitions: wire.Unknown}, Conjuncts: make([]wire.ConjunctCount, 2)}},
		queryline.Matched{Seq: m.Seq, Reply: &wire.MatchReply{Returned: 7, RoundTrips: 1, Cumulative: make([]int, 2)}})
	if text := plan.Sentence(m.Plan); text != "All partitions, by index: asks every physical partition, by the index of each, returns 7." {
		t.Errorf("the plan says %q", text)
	}
	m.Course.Lesson = &course.Lesson{}
	if m.Profile() != filterlang.Storage {
		t.Error("a lesson is planned for another engine than it was written for")
	}
}

// Ensure that what is typed and what is sent together keeps the limits of Azure Cosmos DB.
func TestProfile_Limits(t *testing.T) {
	in := edit.Measured(edit.Inspector{Mode: edit.Creating, PK: "a", RK: strings.Repeat("é", 128), Rows: []edit.PropertyRow{{Name: "etag", Type: edm.String, Text: "x"}}})
	if in.KeyErr != "" || in.Rows[0].Err != "" {
		t.Errorf("Azure Table storage refuses %q %q", in.KeyErr, in.Rows[0].Err)
	}
	in.Profile = filterlang.Cosmos
	if in = edit.Measured(in); !strings.Contains(in.KeyErr, "256 bytes") || !strings.Contains(in.Rows[0].Err, "etag") {
		t.Errorf("Azure Cosmos DB takes it: %q %q", in.KeyErr, in.Rows[0].Err)
	}
	var changes []*edit.Change
	for i := range 3 {
		changes = append(changes, &edit.Change{EntityKey: edit.EntityKey{Source: "cosmos", Table: "T", PartitionKey: "p", RowKey: string(rune('a' + i))}, Kind: edit.InsertKind, Bytes: 900 << 10})
	}
	for profile, want := range map[filterlang.Profile]int{filterlang.Storage: 1, filterlang.Cosmos: 2} {
		if got := edit.BatchesOf(changes, func(string) filterlang.Profile { return profile }); len(got) != want {
			t.Errorf("%s: %d requests, want %d", profile, len(got), want)
		}
	}
}
