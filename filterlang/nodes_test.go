package filterlang

import (
	"math/rand"
	"testing"
)

func TestNodes_OrderAndLimit(t *testing.T) {
	e, err := Parse("A eq 1 and (B eq 2 or not (C eq 3 and D)) and E eq 5")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		limit int
		want  []string
	}{
		{100, []string{"0-A eq 1 and (B eq 2 or not (C eq 3 and D)) and E eq 5", "1-A eq 1", "1-B eq 2 or not (C eq 3 and D)", "2-B eq 2", "2-not (C eq 3 and D)", "3-C eq 3 and D", "4-C eq 3", "4-D", "1-E eq 5"}},
		{4, []string{"0-A eq 1 and (B eq 2 or not (C eq 3 and D)) and E eq 5", "1-A eq 1", "1-B eq 2 or not (C eq 3 and D)", "1-E eq 5"}},
		{1, []string{"0-A eq 1 and (B eq 2 or not (C eq 3 and D)) and E eq 5"}},
	} {
		nodes := Nodes(e, tt.limit)
		if len(nodes) != len(tt.want) {
			t.Fatalf("limit %d: %d nodes, want %d", tt.limit, len(nodes), len(tt.want))
		}
		for i, n := range nodes {
			if got := string(rune('0'+n.Depth)) + "-" + n.Expr.String(); got != tt.want[i] {
				t.Errorf("limit %d: node %d is %q, want %q", tt.limit, i, got, tt.want[i])
			}
			if n.Parent >= i || n.Parent >= 0 && nodes[n.Parent].Depth != n.Depth-1 {
				t.Errorf("limit %d: node %d has the parent %d", tt.limit, i, n.Parent)
			}
		}
	}
	if Nodes(nil, 5) != nil {
		t.Error("no filter has nodes")
	}
}

func TestKeep_Off(t *testing.T) {
	for _, tt := range []struct {
		filter string
		off    []int
		want   string // "" for nothing
	}{
		{"A eq 1 and B eq 2 and C eq 3", nil, "A eq 1 and B eq 2 and C eq 3"},
		{"A eq 1 and B eq 2 and C eq 3", []int{2}, "A eq 1 and C eq 3"},
		{"A eq 1 and B eq 2 and C eq 3", []int{1, 2}, "C eq 3"},
		{"A eq 1 and B eq 2", []int{1, 2}, ""},
		{"A eq 1 and (B eq 2 or C eq 3)", []int{3}, "A eq 1 and C eq 3"},
		{"A eq 1 and (B eq 2 or C eq 3)", []int{3, 4}, "A eq 1"},
		{"A eq 1 and not (B eq 2)", []int{3}, "A eq 1"},
		{"not (B eq 2)", []int{1}, ""},
	} {
		e, err := Parse(tt.filter)
		if err != nil {
			t.Fatal(err)
		}
		off := map[int]bool{}
		for _, i := range tt.off {
			off[i] = true
		}
		got := ""
		if kept := Keep(Nodes(e, 100), 0, func(i int) bool { return off[i] }); kept != nil {
			got = kept.String()
		}
		if got != tt.want {
			t.Errorf("%s without %v: %q, want %q", tt.filter, tt.off, got, tt.want)
		}
	}
}

// Ensure that a filter with everything on is itself, whatever of it is in the list, and that what is kept of one that lost a
// conjunct accepts whatever the whole accepts.
func TestKeep_Property(t *testing.T) {
	r := rand.New(rand.NewSource(*planSeed))
	for range 2000 {
		e := sampleFilter(r, 3)
		limit := 1 + r.Intn(12)
		nodes := Nodes(e, limit)
		if len(nodes) > limit {
			t.Fatalf("%d nodes, want %d at most", len(nodes), limit)
		}
		if got := Keep(nodes, 0, func(int) bool { return false }); got != e {
			t.Fatalf("%s with everything on is %s", e, got)
		}
		if _, ok := e.(*And); !ok || len(nodes) < 2 {
			continue
		}
		gone := 1 + r.Intn(len(nodes)-1)
		for nodes[gone].Depth > 1 {
			gone = nodes[gone].Parent
		}
		kept := Keep(nodes, 0, func(i int) bool { return i == gone })
		for _, s := range sampleTable(r) {
			if accepts(e, s, false) && !accepts(kept, s, false) {
				t.Fatalf("%s without %s is %v, which refuses what the whole accepts", e, nodes[gone].Expr, kept)
			}
		}
	}
}
