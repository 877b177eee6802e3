package copies

import (
	"reflect"
	"strings"
	"testing"

	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/wire"
	"rangefinder/engine/tablesync"
)

func TestUnsynced(t *testing.T) {
	for _, tt := range []struct {
		copy tablesync.Copy
		want string
	}{
		{tablesync.Copy{}, ""},
		{tablesync.Copy{Pending: 1}, "1 change to push"},
		{tablesync.Copy{Pending: 1, Conflicts: 1}, "1 conflict"},
		{tablesync.Copy{Partial: true, Pending: 1236, Conflicts: 2}, "not all pulled yet · 1,234 changes to push · 2 conflicts"},
	} {
		if got := Unsynced(&tt.copy); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// Ensure that a table that is compared stands beside another as soon as one is known, and not beside itself.
func TestComparing_Sided(t *testing.T) {
	c := &Comparing{Sides: []Side{{Table: "Films"}}}
	c.sided(&page.Accounts{List: []port.Account{{Name: "acct"}}}, SidesListed{Sides: []Side{{Table: "Films"}}})
	if l, r := c.Sides[c.Left], c.Sides[c.Right]; l.Table != "Films" || r != (Side{Source: "acct"}) {
		t.Errorf("%v beside %v", l, r)
	}
}

func TestPullForm_FreeName(t *testing.T) {
	long := strings.Repeat("a", 63)
	for _, tt := range []struct {
		remote string
		taken  []wire.TableInfo
		want   string
	}{
		{"Films", nil, "Films"},
		{"Films", []wire.TableInfo{{Name: "films"}}, "Films2"},
		{"Films", []wire.TableInfo{{Name: "films"}, {Name: "FILMS2"}}, "Films3"},
		{long, []wire.TableInfo{{Name: long}}, long[:62] + "2"},
		{"$MetricsX", nil, "MetricsX"},
	} {
		if got := freeName(tt.remote, tt.taken); got != tt.want {
			t.Errorf("%q with %+v taken: %q, want %q", tt.remote, tt.taken, got, tt.want)
		}
	}
}

func TestPullForm_Scope(t *testing.T) {
	for _, tt := range []struct {
		form    PullForm
		want    tablesync.Scope
		field   string
		reading string
	}{
		{PullForm{What: "all", Filter: "x eq 1", Keys: "a"}, tablesync.Scope{}, "", "no filter: reads the whole table, page by page, each billed"},
		{PullForm{What: "filter", Filter: " PartitionKey eq 'a' "}, tablesync.Scope{Filter: "PartitionKey eq 'a'"}, "", "reads the whole partition a, page by page, each billed"},
		{PullForm{What: "filter", Filter: "  "}, tablesync.Scope{}, "pull-filter", "no filter: reads the whole table, page by page, each billed"},
		{PullForm{What: "filter", Filter: "PartitionKey =="}, tablesync.Scope{}, "pull-filter", ""},
		{PullForm{What: "partitions", Keys: "a\r\n\nb\na\n"}, tablesync.Scope{Partitions: []string{"a", "b"}}, "", "2 queries, each of one whole partition, page by page"},
		{PullForm{What: "partitions", Keys: "\n\n"}, tablesync.Scope{}, "pull-keys", "0 queries, each of one whole partition, page by page"},
	} {
		got, field, problem := tt.form.scope()
		if _, reads := tt.form.Reads(); !reflect.DeepEqual(got, tt.want) || field != tt.field || (problem != "") != (field != "") || reads != tt.reading {
			t.Errorf("%+v: %+v, field %q, problem %q, reads %q", tt.form, got, field, problem, reads)
		}
	}
}
