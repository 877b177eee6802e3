package simulator

import (
	"strings"
	"testing"

	"rangefinder/app/designlab"
	"rangefinder/app/keydesign/lab"
	"rangefinder/app/loadsim"
	"rangefinder/filterlang"
)

// Ensure that a design's run asks for what its patterns ask for: each operation by its share of a second, writes at their most.
func TestDesignSetup_Shares(t *testing.T) {
	point := lab.Cell{Known: true, Ways: []lab.Way{{Class: filterlang.Point, RoundTrips: 1, Returned: 1}}}
	pages := lab.Cell{Known: true, Ways: []lab.Way{{Class: filterlang.RowRange, RoundTrips: 2, Returned: 80}}}
	listed := lab.Cell{Known: true, Ways: []lab.Way{{Class: filterlang.RowRange, RoundTrips: 4, Lookups: 3, Returned: 4}}}
	write := lab.Cell{Known: true, Write: &lab.Write{Requests: 2, Written: 40}}
	read := lab.Pattern{Kind: lab.Read, PerDay: 864_000} // 10 a second
	post := lab.Pattern{Kind: lab.Insert, PerDay: 864_000, Batch: 20, Rate: 100, Arrival: "-CreatedOn"}
	for _, tt := range []struct {
		name     string
		patterns []lab.Pattern
		cells    []lab.Cell
		want     string
	}{
		{"nothing", nil, nil, "1"},
		{"a read by its keys", []lab.Pattern{read}, []lab.Cell{point}, "1,get:1000,batch:0,entity:500"},
		{"pages", []lab.Pattern{read}, []lab.Cell{pages}, "1,batch:0,query:1000,pagesize:40,entity:500"},
		{"a list of keys", []lab.Pattern{read}, []lab.Cell{listed}, "1,get:750,batch:0,query:250,pagesize:1,entity:500"},
		{"reads and writes", []lab.Pattern{read, post}, []lab.Cell{point, write}, "1,get:500,batch:500,batchsize:20,entity:500,order:CreatedOn,rate:210"},
		{"not measured", []lab.Pattern{read, post}, []lab.Cell{{}, {}}, "1,batchsize:20,batch:1000,entity:500,order:CreatedOn,rate:100"},
	} {
		l := &designlab.Model{Spec: lab.Spec{Patterns: tt.patterns, Designs: []lab.Design{{Partition: "{Channel}"}}}, Report: &lab.Report{Entities: 10, Bytes: 5000}}
		for _, c := range tt.cells {
			l.Report.Patterns = append(l.Report.Patterns, lab.PatternReport{Cells: []lab.Cell{c}})
		}
		want, ok := ParseSetup(tt.want + ",keys:table,ranges:4,template:{Channel}")
		if !ok {
			t.Fatalf("%s: %q cannot be read", tt.name, tt.want)
		}
		if got := designSetup(&designlab.Simulated{Spec: l.Spec, Report: l.Report}); got.Encode() != want.Encode() {
			t.Errorf("%s:\ngot  %s\nwant %s", tt.name, got.Encode(), want.Encode())
		}
	}
}

// Ensure that an address cannot bring entities that are none.
func TestSetPeople_Damaged(t *testing.T) {
	for _, text := range []string{"", "x", "e30", strings.Repeat("A", 3000)} {
		if s := DefaultSetup(); setPeople(&s, text) || s.Population != nil {
			t.Errorf("%.20q is taken for %+v", text, s.Population)
		}
	}
}

// Ensure that limits are those of the era and of the size of entities, and that those far above a drawing are only named.
func TestLimits(t *testing.T) {
	s := DefaultSetup()
	s.Era, s.EntitySize = loadsim.TargetsToday, 2048
	limits := Limits(&s)
	if limits[0].Text() != "a partition's limit 1,000/s" || limits[1].Text() != "the account's limit 10,000/s" {
		t.Errorf("the limits are %+v", limits)
	}
	if shown, beyond := LimitsIn(limits, 900); len(shown) != 1 || shown[0].Rate != 1000 || !strings.Contains(beyond, "account") {
		t.Errorf("up to 900 it shows %+v and names %q", shown, beyond)
	}
	s.Era = loadsim.Measured2010
	if limits := Limits(&s); limits[0].Rate != 250 || !strings.Contains(limits[0].Name, "not enforced") {
		t.Errorf("the limits of 2010 are %+v", limits)
	}
}
