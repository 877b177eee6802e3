package drawn

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/anatomy"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
)

// Ensure that the picture of a table has its words beside it, says how far it is a model, and is not drawn of a part of the table.
func TestTable_Picture(t *testing.T) {
	e, err := filterlang.Parse("PartitionKey eq 'a'")
	if err != nil {
		t.Fatal(err)
	}
	plan := filterlang.NewPlan(e)
	known := func() Table {
		return Table{Plan: plan, Reads: []wire.Stretch{{From: 0, To: 4}}, Map: &wire.MapReply{Entities: 10, View: wire.Stretch{To: 10}, Segments: []wire.Segment{
			{From: 0, To: 4, Partitions: 1, FirstKey: "a", LastKey: "a"}, {From: 4, To: 10, Partitions: 1, FirstKey: "b", LastKey: "b"}}}}
	}
	zoomed := known()
	zoomed.Map.View, zoomed.Part = wire.Stretch{From: 4, To: 10}, true
	across := known()
	across.Reads = []wire.Stretch{{From: 0, To: 10}}
	small := known()
	small.Page = 2
	large := known()
	large.Reads = []wire.Stretch{{From: 0, To: 1200}}
	large.Map.Entities, large.Map.View.To, large.Map.Segments[1].To = 1200, 1200, 1200
	counted, fits := small, large
	counted.Reads, counted.Match = []wire.Stretch{{From: 0, To: 9}}, &wire.MatchReply{Returned: 5, RoundTrips: 3}
	fits.Match = &wire.MatchReply{Returned: 800, RoundTrips: 1}
	served := across
	served.Match = fits.Match
	for _, test := range []struct {
		name   string
		table  Table
		starts []string
		want   []string
	}{
		{"counted", known(), nil, []string{"It reads 4 of 10 entities, numbers 1 to 4 of the list, in 1 of 2 partitions, “a”. The answer comes in one page.", "nothing is estimated.<", `viewBox="0 0 100 42"`, `class="anatomy row-range"`}},
		{"cut by a lesson", known(), []string{"z"}, []string{"“a”. The answer", "The lesson says where"}},
		{"read across servers", across, []string{"b"}, []string{"on 2 of 2 servers", "comes in at most 2 pages", ">servers<"}},
		{"read whole", across, nil, []string{"in 2 of 2 partitions. The answer comes in one page.", ">partitions<"}},
		{"large", large, nil, []string{"in 2 of 2 partitions. The answer comes in at most 2 pages: each ends after 1,000 entities that match.<", ">pages<", `viewBox="0 0 100 66"`}},
		{"matches counted", counted, nil, []string{". What matches fills 3 pages of up to 2 entities.<", ">pages<"}},
		{"matches of one page", fits, nil, []string{". What matches fits in one page of up to 1,000 entities.<", ">pages<"}},
		{"matches on servers", served, []string{"b"}, []string{"comes in at most 2 pages", ">servers<"}},
		{"in small pages", small, nil, []string{"at most 2 pages: each ends after 2 entities that match.<", ">pages<"}},
		{"zoomed", zoomed, nil, []string{"when it shows the whole table"}},
		{"on its way", Table{Plan: plan}, nil, []string{"Reading the keys"}},
	} {
		html := app.HTMLString(test.table.Picture(test.starts))
		for _, want := range test.want {
			if !strings.Contains(html, want) {
				t.Errorf("%s: %q is missing in %s", test.name, want, html)
			}
		}
		if tells := strings.Contains(html, "server"); tells != (test.starts != nil) {
			t.Errorf("%s: tells of servers: %v", test.name, tells)
		}
		if drawn := strings.Contains(html, "<svg"); drawn != (len(test.want) > 1) {
			t.Errorf("%s: drawn: %v", test.name, drawn)
		}
	}
	unfinished := known()
	unfinished.Plan = nil
	if html := app.HTMLString(unfinished.Picture(nil)); !strings.Contains(html, "finished filter") {
		t.Error(html)
	}
}

// Ensure that each example of the guide has the class that its button names.
func TestClassExamples(t *testing.T) {
	for i, filter := range classExamples {
		e, err := filterlang.Parse(filter)
		if err != nil {
			t.Fatal(err)
		}
		plan := filterlang.NewPlan(e)
		if plan.Class != filterlang.Point+filterlang.Class(i) {
			t.Errorf("%s is a %s", filter, plan.Class)
		}
		if p := anatomy.Of(anatomy.Orders(), plan.Class, anatomy.ReadOfOrders(plan)); p.Read == 0 {
			t.Errorf("%s reads nothing", filter)
		}
	}
	if html := app.HTMLString(&IndexModel{}); !strings.Contains(html, "It reads 200 of 6,000 entities") || strings.Count(html, `aria-pressed="false"`) != 3 {
		t.Error(html)
	}
}
