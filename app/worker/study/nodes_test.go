package study

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"rangefinder/app/wire"
	"rangefinder/app/worker/workertest"
	"rangefinder/filterlang"
)

// randomFilter writes a filter over the table of fill, with keys that exist and some that do not.
func randomFilter(r *rand.Rand, depth int) string {
	if depth == 0 || r.IntN(3) == 0 {
		op := []string{"eq", "ne", "gt", "ge", "lt", "le"}[r.IntN(6)]
		switch r.IntN(6) {
		case 0:
			return fmt.Sprintf("PartitionKey %s 'p%03d'", op, r.IntN(6))
		case 1:
			return fmt.Sprintf("RowKey %s 'r%04d'", op, r.IntN(40))
		case 2:
			return "Odd"
		case 3:
			return fmt.Sprintf("S %s 'text %d'", op, r.IntN(7))
		case 4:
			return fmt.Sprintf("N %s '%d'", op, r.IntN(200)) // another type
		}
		return fmt.Sprintf("N %s %d", op, r.IntN(200))
	}
	if r.IntN(5) == 0 {
		return "not (" + randomFilter(r, depth-1) + ")"
	}
	parts := make([]string, 2+r.IntN(2))
	for i := range parts {
		parts[i] = "(" + randomFilter(r, depth-1) + ")"
	}
	return strings.Join(parts, []string{" and ", " or "}[r.IntN(2)])
}

// Ensure that the counts of all nodes are those that a query of each node alone gives over the same entities.
func TestNodes_AgainstQueries(t *testing.T) {
	t.Parallel()
	d := open(t, nil)
	d.Fill(t, "Numbers", 5, 40)
	r := rand.New(rand.NewPCG(7, 11))
	ctx := t.Context()
	counted := func(filter string) int {
		m, err := wire.Call(ctx, d, wire.Match, wire.QueryRequest{Table: "Numbers", Filter: filter}, nil)
		if err != nil {
			t.Fatalf("%s: %v", filter, err)
		}
		return m.Returned
	}
	for range 150 {
		filter := randomFilter(r, 3)
		e, err := filterlang.Parse(filter)
		if err != nil {
			t.Fatal(err)
		}
		nodes := filterlang.Nodes(e, wire.MaxNodes)
		req := wire.NodesRequest{Table: "Numbers", Filter: filter}
		off := map[int]bool{}
		for range r.IntN(3) {
			off[r.IntN(len(nodes))] = true
		}
		for i := range off {
			req.Off = append(req.Off, i)
		}
		got, err := wire.Call(ctx, d, wire.Nodes, req, nil)
		if err != nil {
			t.Fatalf("%s: %v", filter, err)
		}
		isOff := func(i int) bool { return off[i] }
		var left filterlang.Expr
		if !off[0] {
			left = filterlang.Keep(nodes, 0, isOff)
		}
		plan, text := filterlang.NewPlan(left), ""
		if left != nil {
			text = left.String()
		}
		x, err := wire.Call(ctx, d, wire.Explain, wire.QueryRequest{Table: "Numbers", Filter: text}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got.Class != plan.Class || got.Examined != x.Cost.Examined || got.Partitions != x.Cost.Partitions || got.Entities != 200 || got.Returned != counted(text) {
			t.Fatalf("%s without %v: %+v, want %v, %+v and %d", filter, req.Off, got, plan.Class, x.Cost, counted(text))
		}
		within := rangeFilter(plan)
		for i := range nodes {
			e := filterlang.Keep(nodes, i, isOff)
			want := 0
			if plan.Class != filterlang.Empty && e != nil {
				want = counted(strings.TrimPrefix(within+" and ("+e.String()+")", " and "))
			}
			if got.Matches[i] != want {
				t.Fatalf("%s without %v: %d entities of %q satisfy %v, want %d", filter, req.Off, got.Matches[i], within, e, want)
			}
		}
	}
}

// rangeFilter is the filter of the entities that a plan reads.
func rangeFilter(p *filterlang.Plan) string {
	var parts []string
	bounds := func(name string, i filterlang.Interval) {
		for _, b := range []struct {
			filterlang.Bound
			ops [2]string
		}{{i.Low, [2]string{"ge", "gt"}}, {i.High, [2]string{"le", "lt"}}} {
			switch b.Kind {
			case filterlang.Inclusive:
				parts = append(parts, name+" "+b.ops[0]+" '"+b.Value+"'")
			case filterlang.Exclusive:
				parts = append(parts, name+" "+b.ops[1]+" '"+b.Value+"'")
			}
		}
	}
	bounds("PartitionKey", p.Range.Partition)
	bounds("RowKey", p.Range.Row)
	return strings.Join(parts, " and ")
}

func TestNodes_LongFilter(t *testing.T) {
	d := open(t, nil)
	d.Fill(t, "Numbers", 2, 50)
	var parts []string
	for i := range 500 {
		parts = append(parts, fmt.Sprintf("N eq %d", i))
	}
	got, err := wire.Call(t.Context(), d, wire.Nodes, wire.NodesRequest{Table: "Numbers", Filter: strings.Join(parts, " or "), Off: []int{1}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Matches) != wire.MaxNodes || got.Matches[0] != 99 || got.Matches[1] != 1 || got.Returned != 99 {
		t.Errorf("%d nodes, the filter takes %d, its first node %d, returned %d", len(got.Matches), got.Matches[0], got.Matches[1], got.Returned)
	}
}

func TestNodes_Refused(t *testing.T) {
	d := open(t, nil)
	d.Fill(t, "Numbers", 1, 1)
	_, err := wire.Call(t.Context(), d, wire.Nodes, wire.NodesRequest{Table: "Numbers", Filter: "N eq 1", Off: []int{1}}, nil)
	workertest.WantCode(t, err, "InvalidInput")
	_, err = wire.Call(t.Context(), d, wire.Nodes, wire.NodesRequest{Table: "Numbers", Filter: "N eq"}, nil)
	workertest.WantCode(t, err, "InvalidInput")
	_, err = wire.Call(t.Context(), d, wire.Nodes, wire.NodesRequest{Source: "prod", Table: "Numbers"}, nil)
	workertest.WantCode(t, err, "NotImplemented")
}
