package anatomy

import (
	"reflect"
	"strings"
	"testing"

	"rangefinder/filterlang"
)

// Ensure that each class of plan touches its entities, servers and pages of the made-up orders, and says so in words.
func TestOf_Orders(t *testing.T) {
	for _, test := range []struct {
		filter  string
		reads   []Stretch
		servers []int // entities that each reads
		pages   int
		text    string
	}{
		{"PartitionKey eq '2026-05' and RowKey eq '0123'", []Stretch{{2123, 2124}}, []int{0, 1, 0}, 1,
			"It reads 1 of 6,000 entities, number 2,124 of the list, in 1 of 12 partitions, “2026-05”, on 1 of 3 servers. The answer comes in one page."},
		{"PartitionKey eq '2026-05' and RowKey ge '0100' and RowKey lt '0300'", []Stretch{{2100, 2300}}, []int{0, 200, 0}, 1,
			"It reads 200 of 6,000 entities, numbers 2,101 to 2,300 of the list, in 1 of 12 partitions, “2026-05”, on 1 of 3 servers. The answer comes in one page."},
		{"PartitionKey ge '2026-04' and PartitionKey lt '2026-08'", []Stretch{{1500, 3500}}, []int{500, 1500, 0}, 3,
			"It reads 2,000 of 6,000 entities, numbers 1,501 to 3,500 of the list, in 4 of 12 partitions, “2026-04” to “2026-07”, on 2 of 3 servers. The answer comes in at most 3 pages: each ends after 1,000 entities that match, or at the end of a server."},
		{"RowKey eq '0123'", []Stretch{{0, 6000}}, []int{2000, 2000, 2000}, 6,
			"It reads 6,000 of 6,000 entities, the whole list, in 12 of 12 partitions, on 3 of 3 servers. The answer comes in at most 6 pages: each ends after 1,000 entities that match, or at the end of a server."},
		{"PartitionKey eq '2027-01' and RowKey eq '0123'", nil, []int{0, 0, 0}, 0, "It looks at one place of the list, where no entity has that key."},
		{"PartitionKey gt 'a' and PartitionKey lt 'a'", nil, []int{0, 0, 0}, 0, "It reads nothing of the 6,000 entities."},
	} {
		e, err := filterlang.Parse(test.filter)
		if err != nil {
			t.Fatal(err)
		}
		plan := filterlang.NewPlan(e)
		p := Of(Orders(), plan.Class, ReadOfOrders(plan))
		var servers []int
		for _, s := range p.Servers {
			servers = append(servers, s.Read)
		}
		if !reflect.DeepEqual(p.Reads, test.reads) || !reflect.DeepEqual(servers, test.servers) || len(p.Pages) != test.pages {
			t.Errorf("%s: reads %v, on servers %v, in %d pages", test.filter, p.Reads, servers, len(p.Pages))
		}
		if text := p.Text(); text != test.text {
			t.Errorf("%s: %s", test.filter, text)
		}
	}
}

// Ensure that a share begins where it was said to, that shares hold whole partitions, and that none is empty.
func TestIndex_Cuts(t *testing.T) {
	part := func(key string, n int) Part { return Part{key, key, 1, n} }
	for _, test := range []struct {
		name string
		in   Index
		want []Stretch
	}{
		{"even", Index{Parts: []Part{part("a", 10), part("b", 10), part("c", 10)}}, []Stretch{{0, 10}, {10, 20}, {20, 30}}},
		{"one large partition", Index{Parts: []Part{part("a", 1), part("b", 100), part("c", 1)}}, []Stretch{{0, 1}, {1, 101}, {101, 102}}},
		{"one partition", Index{Parts: []Part{part("a", 30)}}, []Stretch{{0, 30}}},
		{"given", Index{Parts: []Part{part("a", 1), part("c", 2), part("e", 3)}, Starts: []string{"b", "bb", "e"}}, []Stretch{{0, 1}, {1, 3}, {3, 6}}},
		{"given in a gap at the ends", Index{Parts: []Part{part("c", 2)}, Starts: []string{"a", "z"}}, []Stretch{{0, 2}}},
		{"empty", Index{}, []Stretch{}},
	} {
		if got := test.in.cuts(); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// Ensure that what a stretch has outside the table does not count, and that parts of several partitions are not counted as one.
func TestOf_OfPart(t *testing.T) {
	x := &Index{Parts: []Part{{"a", "c", 3, 30}, {"d", "d", 1, 10}}}
	p := Of(x, filterlang.PartitionRange, []Stretch{{20, 99}, {99, 120}})
	if p.Read != 20 || len(p.Reads) != 1 || p.Parts[0].Read != 10 || p.Parts[1].Read != 10 || p.Whole {
		t.Errorf("%+v", p)
	}
	if text, want := p.Text(), "It reads 20 of 40 entities, numbers 21 to 40 of the list, on 2 of 2 servers. The answer comes in at most 2 pages: each ends after 1,000 entities that match, or at the end of a server."; text != want {
		t.Error(text)
	}
	x.Page = 1
	if p = Of(x, filterlang.PartitionRange, []Stretch{{20, 23}}); len(p.Pages) != 3 || !strings.HasSuffix(p.Text(), "in at most 3 pages: each ends after 1 entity that matches, or at the end of a server.") {
		t.Error(p.Text(), p.Pages)
	}
	empty := Of(&Index{}, filterlang.FullScan, nil)
	if text := empty.Text(); text != "The table is empty, so there is nothing to read." {
		t.Error(text)
	}
}
