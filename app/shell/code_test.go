package shell

import (
	"strings"
	"testing"

	"rangefinder/app/accounts"
	"rangefinder/app/code"
	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/port"
	"rangefinder/app/querycode"
	"rangefinder/app/queryline"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
)

func TestCode_ShowsTheQueryOnScreen(t *testing.T) {
	m, cmds := after(ready(t), queryline.FilterTyped{Text: "PartitionKey eq 'O''Hara'"}, queryline.SelectTyped{Text: "Rating"}, queryline.TopTyped{Text: "5"}, page.CodePressed{})
	if _, ok := find[page.OpenDialog](cmds); !ok || !strings.Contains(m.Dialog.Of.(*code.Written).Text, "/Movies()?$filter=PartitionKey%20eq%20%27O%27%27Hara%27&$select=PartitionKey%2CRowKey%2CTimestamp%2CRating&$top=5 HTTP/1.1") {
		t.Fatalf("dialog %+v", m.Dialog)
	}
	for _, f := range querycode.Formats(filterlang.Storage) {
		m, _ = after(m, code.CodeChosen{Format: f.ID})
		if m.Dialog.Of.(*code.Written).Format != f.ID || m.Dialog.Of.(*code.Written).Text == "" {
			t.Errorf("%s: %+v", f.ID, m.Dialog.Of.(*code.Written))
		}
		if _, cmds := after(m, code.CodeCopied{}); len(cmds) == 0 {
			t.Errorf("%s: nothing is copied", f.ID)
		} else if c, _ := find[page.Copy](cmds); c.Text != m.Dialog.Of.(*code.Written).Text {
			t.Errorf("%s: copied %q", f.ID, c.Text)
		}
	}
	m, _ = after(m, code.CodeChosen{Format: "no such"})
	if m.Dialog.Of.(*code.Written).Format != "http" {
		t.Errorf("an unknown format gave %+v", m.Dialog.Of.(*code.Written))
	}
}

// Ensure that a program stops where a statement's limit ends the run, and that a page size, which is no limit, is told as one.
func TestCode_Limit(t *testing.T) {
	m, _ := after(ready(t), queryline.FilterTyped{Text: "SELECT TOP 5 * FROM Movies WHERE Rating > 4"}, plan.SQLTaken{}, page.CodePressed{}, code.CodeChosen{Format: "go"})
	if c := m.Dialog.Of.(*code.Written); !strings.Contains(c.Text, "left := 5") || c.Note != "" {
		t.Errorf("of the first 5: %q\n%s", c.Note, c.Text)
	}
	m, _ = after(ready(t), queryline.FilterTyped{Text: "Rating gt 4"}, queryline.TopTyped{Text: "5"}, page.CodePressed{}, code.CodeChosen{Format: "go"})
	if c := m.Dialog.Of.(*code.Written); strings.Contains(c.Text, "left") || c.Note != "The page size does not limit the program: it reads all pages, of up to 5 entities." {
		t.Errorf("of pages of 5: %q\n%s", c.Note, c.Text)
	}
	if m, _ = after(m, code.CodeChosen{Format: "curl"}); m.Dialog.Of.(*code.Written).Note != "" {
		t.Errorf("of the first page: %q", m.Dialog.Of.(*code.Written).Note)
	}
}

func TestCode_RefusedFilterIsNoRequest(t *testing.T) {
	m, _ := after(ready(t), queryline.FilterTyped{Text: "PartitionKey = 'a'"}, page.CodePressed{})
	if m.Dialog.Err == "" || m.Dialog.Of.(*code.Written).Text != "" {
		t.Fatalf("dialog %+v", m.Dialog)
	}
	if _, cmds := after(m, code.CodeCopied{}, code.MarkdownPressed{}, code.PlanTextPressed{}, code.PlanDrawPressed{}); len(cmds) > 0 {
		t.Fatalf("commands %+v", cmds)
	}
}

// Ensure that of an account its address is shown, and nothing that signs.
func TestCode_Account(t *testing.T) {
	m := ready(t)
	m.Sources = &accounts.Model{Accounts: page.Accounts{List: []port.Account{{Name: "prod", Endpoint: "https://prod.table.core.windows.net"}}}}
	q := *m.Query
	q.Source = "prod"
	m.Query = &q
	m, _ = after(m, page.CodePressed{})
	if !strings.Contains(m.Dialog.Of.(*code.Written).Text, "Host: prod.table.core.windows.net\n") {
		t.Errorf("the request is %s", m.Dialog.Of.(*code.Written).Text)
	}
}

func TestCode_PlanTextAndPicture(t *testing.T) {
	m, _ := after(closed(t), queryline.FilterTyped{Text: "PartitionKey eq 'a' and Rating gt 4.0"})
	m, _ = after(m, queryline.Explained{Seq: m.Seq, Reply: &wire.ExplainReply{Entities: 10, Cost: wire.Cost{Examined: 4}, Conjuncts: []wire.ConjunctCount{{Keys: 4}, {Keys: -1}}}})
	m, _ = after(m, queryline.Matched{Seq: m.Seq, Reply: &wire.MatchReply{Returned: 2, RoundTrips: 1, Cumulative: []int{4, 2}}})
	want := "Movies\n  PartitionKey eq 'a' and Rating gt 4.0\n\n▬ Row range: reads the whole partition a, examines 4 of 10 entities, returns 2, at least 1 round trip.\n" +
		"  sets the range: PartitionKey eq 'a' → 4 entities\n  checked on each entity: Rating gt 4.0 → 2 matches\nreads all of a\n"
	_, cmds := after(m, code.PlanTextPressed{})
	if c, _ := find[page.Copy](cmds); c.Text != want {
		t.Errorf("the plan is\n%s\nwant\n%s", c.Text, want)
	}
	_, cmds = after(m, code.PlanDrawPressed{})
	if d, _ := find[page.Download](cmds); !strings.HasPrefix(string(d.Data), "<svg ") || d.Name != "plan-Movies.svg" {
		t.Errorf("the picture is %q: %s", d.Name, d.Data)
	}
}

// Ensure that what is written for an account of Azure Cosmos DB is for that, and that the Azure CLI, which cannot ask it, is not chosen.
func TestCode_Cosmos(t *testing.T) {
	m, _ := after(ready(t), page.SettingChosen{ID: "code", Value: "az"}, page.SettingChosen{ID: queryline.ProfileSetting, Value: "cosmos"}, page.CodePressed{})
	if c := m.Dialog.Of.(*code.Written); !strings.Contains(c.Text, "Host: ACCOUNT.table.cosmos.azure.com") {
		t.Errorf("%+v", c)
	}
	m, _ = after(m, code.CodeChosen{Format: "go"})
	if c := m.Dialog.Of.(*code.Written); !strings.Contains(c.Text, "TABLES_CONNECTION_STRING") {
		t.Errorf("%+v", c)
	}
}
