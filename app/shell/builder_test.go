package shell

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"rangefinder/app/builder"
	"rangefinder/app/edit"
	"rangefinder/app/editor"
	"rangefinder/app/page"
	"rangefinder/app/queryline"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// built is a model with the builder open on a filter.
func built(t *testing.T, filter string) Model {
	t.Helper()
	m := ready(t)
	m, _ = after(m, queryline.Counted{Table: "Movies", Census: &filterlang.Census{Entities: 10, Properties: []filterlang.PropertyCensus{
		{Name: "Rating", Count: 8, Types: []filterlang.TypeCount{{Type: edm.Double, Count: 7}, {Type: edm.String, Count: 1}}},
		{Name: "Seen", Count: 5, Types: []filterlang.TypeCount{{Type: edm.Boolean, Count: 5}}},
		{Name: "Added", Count: 5, Types: []filterlang.TypeCount{{Type: edm.DateTime, Count: 5}}}}}}, queryline.FilterTyped{Text: filter})
	m, _ = after(m, builder.Toggled{})
	return m
}

func TestBuilder_EveryAction(t *testing.T) {
	at := time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		filter string
		do     page.Msg
		want   string
	}{
		{"", builder.ClauseAdded{Node: -1}, "PartitionKey eq ''"},
		{"PartitionKey eq 'a'", builder.ClauseAdded{Node: -1}, "PartitionKey eq 'a' and RowKey eq ''"},
		{"PartitionKey eq 'a' and RowKey eq 'b'", builder.ClauseAdded{Node: 0}, "PartitionKey eq 'a' and RowKey eq 'b' and Rating eq 0.0"},
		{"PartitionKey eq 'a' and RowKey eq 'b'", builder.ClauseAdded{Node: 2, Or: true}, "PartitionKey eq 'a' and (RowKey eq 'b' or Rating eq 0.0)"},
		{"A eq 1 or B eq 2", builder.ClauseAdded{Node: -1}, "(A eq 1 or B eq 2) and PartitionKey eq ''"},
		{"A eq 1 and B eq 2", builder.NodeRemoved{Node: 1}, "B eq 2"},
		{"A eq 1", builder.NodeRemoved{Node: 0}, ""},
		{"A eq 1 and B eq 2", builder.NodeNegated{Node: 2}, "A eq 1 and not (B eq 2)"},
		{"A eq 1 and not (B eq 2)", builder.NodeNegated{Node: 2}, "A eq 1 and B eq 2"},
		{"A eq 1 and B eq 2", builder.GroupChosen{Node: 0}, "A eq 1 or B eq 2"},
		{"A eq 1 and (B eq 2 or C eq 3)", builder.GroupChosen{Node: 2}, "A eq 1 and (B eq 2 and C eq 3)"},
		{"A eq '4.5'", builder.ClauseProperty{Node: 0, Name: "Rating"}, "Rating eq '4.5'"}, // one entity has it so
		{"A eq '4'", builder.ClauseProperty{Node: 0, Name: "Seen"}, "Seen eq true"},
		{"A eq 4", builder.ClauseProperty{Node: 0, Name: "RowKey"}, "RowKey eq '4'"},
		{"Seen", builder.ClauseProperty{Node: 0, Name: "Other"}, "Other"},
		{"A eq 4", builder.ClauseOp{Node: 0, Op: "lt"}, "A lt 4"},
		{"4 lt A", builder.ClauseOp{Node: 0, Op: "le"}, "A le 4"},
		{"Seen", builder.ClauseOp{Node: 0, Op: "ne"}, "Seen ne true"},
		{"Seen eq false", builder.ClauseOp{Node: 0, Op: builder.IsTrue}, "Seen"},
		{"RowKey eq 'Sh'", builder.ClauseOp{Node: 0, Op: builder.StartsWith}, "RowKey ge 'Sh' and RowKey lt 'Si'"},
		{"PartitionKey eq 'a' and RowKey eq 'Sh' and B eq 1", builder.ClauseOp{Node: 2, Op: builder.StartsWith}, "PartitionKey eq 'a' and RowKey ge 'Sh' and RowKey lt 'Si' and B eq 1"},
		{"A eq 1 or RowKey eq 'Sh'", builder.ClauseOp{Node: 2, Op: builder.StartsWith}, "A eq 1 or RowKey ge 'Sh' and RowKey lt 'Si'"},
		{"A eq '42'", builder.ClauseType{Node: 0, Type: edm.Int64}, "A eq 42L"},
		{"A eq 'x'", builder.ClauseType{Node: 0, Type: edm.DateTime}, "A eq datetime'2026-01-01T00:00:00Z'"},
		{"A eq 'x'", builder.ClauseTyped{Node: 0, Text: "O'Hara's"}, "A eq 'O''Hara''s'"},
		{"A eq guid'00000000-0000-0000-0000-000000000000'", builder.ClauseTyped{Node: 0, Text: "dd3cb8f893b744e2b74ac0aa3b27a6d2"}, "A eq guid'dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2'"},
		{"A eq X'00'", builder.ClauseTyped{Node: 0, Text: "0xff"}, "A eq X'FF'"},
		{"A eq 1L", builder.ClauseTyped{Node: 0, Text: "99"}, "A eq 99L"},
		{"A eq 1", builder.ClauseTyped{Node: 0, Text: "x"}, "A eq 1"},
		{"A eq 1", builder.ValuePicked{Node: 0, Literal: "'a''b'"}, "A eq 'a''b'"},
		{"A eq 1", builder.ValuePicked{Node: 0, Literal: "1 or true"}, "A eq 1"},
		{"Added eq datetime'2026-01-01T00:00:00Z'", builder.SinceChosen{Node: 0, Now: at, Back: time.Hour}, "Added ge datetime'2026-11-22T09:00:00Z'"},
		{"A eq 1", builder.ClauseProperty{Node: 0, Name: "no name"}, "A eq 1"},
		{"A eq 1", builder.NodeRemoved{Node: 9}, "A eq 1"},
		{"A eq 1", builder.ClauseOp{Node: 0, Op: "has"}, "A eq 1"},
	} {
		m, cmds := after(built(t, tt.filter), tt.do)
		if m.Query.Filter != tt.want {
			t.Errorf("%s after %T%+v: %q, want %q", tt.filter, tt.do, tt.do, m.Query.Filter, tt.want)
		}
		if set, ok := find[editor.SetEditor](cmds); ok && set.Text != m.Query.Filter {
			t.Errorf("%s: the editor got %q", tt.filter, set.Text)
		}
	}
}

// Ensure that what the builder refuses is told until the next change that it makes, and covers no offer for good.
func TestBuilder_RefusalGoesWhenPutRight(t *testing.T) {
	for _, right := range []page.Msg{builder.ClauseProperty{Node: 0, Name: "Rating"}, builder.ClauseOp{Node: 0, Op: "lt"}, builder.Toggled{}} {
		m := built(t, "A eq 4")
		offer := &page.Notice{ID: 900, Text: "Removed.", Undo: page.TakeBackPressed{ID: "7"}}
		m.Notice = offer
		m, _ = after(m, builder.ClauseProperty{Node: 0, Name: "no name"})
		if m.Notice == nil || !m.Notice.Bad || !strings.Contains(m.Notice.Text, "no name") {
			t.Fatalf("after a refused name the notice is %+v", m.Notice)
		}
		if m, _ = after(m, right); m.Notice != offer {
			t.Errorf("after %T%+v the notice is %+v, want the offer below it", right, right, m.Notice)
		}
	}
}

// randomTree is a filter of any shape that a text can have.
func randomTree(r *rand.Rand, depth int) filterlang.Expr {
	if depth > 0 && r.IntN(3) > 0 {
		operands := make([]filterlang.Expr, 2+r.IntN(2))
		for i := range operands {
			operands[i] = randomTree(r, depth-1)
		}
		switch r.IntN(5) {
		case 0:
			return &filterlang.Not{Operand: operands[0]}
		case 1, 2:
			return &filterlang.And{Operands: operands}
		}
		return &filterlang.Or{Operands: operands}
	}
	names := []string{"PartitionKey", "RowKey", "Rating", "Seen", "not_x", "Added"}
	name := names[r.IntN(len(names))]
	switch r.IntN(12) {
	case 0, 1:
		return &filterlang.BoolProperty{Property: "Seen"}
	case 2:
		return &filterlang.Constant{Value: r.IntN(2) == 0}
	}
	literals := []edm.Value{edm.NewString("O'Hara 😀"), edm.NewString(""), edm.NewInt32(-7), edm.NewInt64(1), edm.NewDouble(4), edm.NewBoolean(true), edm.NewDateTime(edm.MinTicks + 1234567), edm.NewGuid(edm.UUID{1}), edm.NewBinary("\x00\xff")}
	return &filterlang.Comparison{Property: name, Op: filterlang.Op(r.IntN(6)), Literal: literals[r.IntN(len(literals))], Mirrored: r.IntN(4) == 0}
}

// Ensure that the builder and the text say the same after any sequence of changes on either side: the text of the builder's tree is
// parsed to that tree.
func TestBuilder_InStepWithTheText(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	texts := []string{"x", "", "4", "O'Hara", "2026-11-22", "\x00", "true"}
	for range 150 {
		e := randomTree(r, 3)
		m := built(t, e.String())
		if !filterlang.Equal(m.Builder.Filter(), e) {
			t.Fatalf("%s is shown as %v", e, m.Builder.Filter())
		}
		for range 12 {
			node := r.IntN(builder.MaxBuilt/2) - 1
			if n := len(m.Builder.Nodes); n > 0 && r.IntN(4) > 0 {
				node = r.IntN(n)
			}
			var msg page.Msg
			switch r.IntN(11) {
			case 0:
				msg = builder.ClauseAdded{Node: node, Or: r.IntN(2) == 0}
			case 1:
				msg = builder.NodeRemoved{Node: node}
			case 2:
				msg = builder.NodeNegated{Node: node}
			case 3:
				msg = builder.GroupChosen{Node: node}
			case 4:
				msg = builder.ClauseProperty{Node: node, Name: []string{"Rating", "RowKey", "Seen", "or", "é"}[r.IntN(5)]}
			case 5:
				msg = builder.ClauseOp{Node: node, Op: append(builder.ClauseOps(edm.String), builder.IsTrue)[r.IntN(8)]}
			case 6:
				msg = builder.ClauseType{Node: node, Type: edm.Types[r.IntN(len(edm.Types))]}
			case 7, 8:
				msg = builder.ClauseTyped{Node: node, Text: texts[r.IntN(len(texts))]}
			case 9:
				msg = queryline.FilterTyped{Text: randomTree(r, 2).String()}
			case 10:
				msg = queryline.FilterTyped{Text: m.Query.Filter + " and"}
			}
			before := m.Query.Filter
			m, _ = after(m, msg)
			parsed, err := filterlang.Parse(m.Query.Filter)
			if err != nil {
				if _, typed := msg.(queryline.FilterTyped); !typed && m.Query.Filter != before {
					t.Fatalf("%q after %T%+v gave %q: %v", before, msg, msg, m.Query.Filter, err)
				}
				if m.Builder.Err == "" || m.Builder.Text == m.Query.Filter {
					t.Fatalf("%q is refused and the builder does not say so", m.Query.Filter)
				}
				m, _ = after(m, queryline.FilterTyped{Text: m.Builder.Text})
				continue
			}
			if !filterlang.Equal(parsed, m.Builder.Filter()) || m.Builder.Err != "" || m.Builder.Text != m.Query.Filter {
				t.Fatalf("%q after %T%+v: the text is %q, the builder shows %v", before, msg, msg, m.Query.Filter, m.Builder.Filter())
			}
		}
	}
}

func TestBuilder_DraftStaysWhileItIsTyped(t *testing.T) {
	m := built(t, "Rating gt 4.0")
	m, _ = after(m, builder.ClauseTyped{Node: 0, Text: "4."})
	if m.Builder.Draft == nil || m.Builder.Draft.Text != "4." || m.Query.Filter != "Rating gt 4.0" {
		t.Fatalf("draft %+v, filter %q", m.Builder.Draft, m.Query.Filter)
	}
	m, _ = after(m, builder.ClauseTyped{Node: 0, Text: "4.x"})
	if m.Builder.Draft == nil || m.Builder.Draft.Err == "" || !strings.Contains(m.Builder.Draft.Err, "Double") || m.Query.Filter != "Rating gt 4.0" {
		t.Fatalf("draft %+v, filter %q", m.Builder.Draft, m.Query.Filter)
	}
	m, _ = after(m, builder.ClauseTyped{Node: 0, Text: "05"})
	if m.Query.Filter != "Rating gt 5.0" || m.Builder.Draft.Text != "05" {
		t.Fatalf("draft %+v, filter %q", m.Builder.Draft, m.Query.Filter)
	}
	m, _ = after(m, queryline.FilterTyped{Text: "Rating gt 6.0"})
	if m.Builder.Draft != nil {
		t.Fatal("the draft outlived the text")
	}
}

func TestBuilder_Values(t *testing.T) {
	m, cmds := after(built(t, "PartitionKey eq 'a' and RowKey eq 'b'"), builder.ValuesPressed{Node: 2})
	ask, _ := find[builder.AskValues](cmds)
	if ask.Req.Property != "RowKey" || ask.Req.Partition == nil || *ask.Req.Partition != "a" {
		t.Fatalf("asked %+v", ask)
	}
	m, cmds = after(m, builder.ValuesSought{Text: "x"})
	newer, _ := find[builder.AskValues](cmds)
	m, _ = after(m, builder.ValuesCounted{Seq: ask.Seq, For: ask.For, Reply: &wire.ValuesReply{Distinct: 9}})
	if m.Builder.Pick.Reply != nil || newer.Req.Prefix != "x" {
		t.Fatal("an older answer was shown")
	}
	m, _ = after(m, builder.ValuesCounted{Seq: newer.Seq, For: newer.For, Reply: &wire.ValuesReply{Distinct: 1}}, builder.ValuePicked{Node: 2, Literal: "'xyz'"})
	if m.Query.Filter != "PartitionKey eq 'a' and RowKey eq 'xyz'" || m.Builder.Pick != nil {
		t.Fatalf("filter %q, picker %+v", m.Query.Filter, m.Builder.Pick)
	}
}

func TestBuilder_FromRow(t *testing.T) {
	m := built(t, "Rating gt 4.0")
	if m, _ := after(m, builder.FilterFromRow{}); m.Query.Filter != "Rating gt 4.0" || m.Notice == nil {
		t.Fatal("made a query of no row")
	}
	m, _ = after(m, edit.EntityRead{Table: "Movies", Entity: &wire.EntityReply{PartitionKey: "O'Hara", RowKey: ""}}, builder.FilterFromRow{})
	if m.Query.Filter != "PartitionKey eq 'O''Hara' and RowKey eq ''" {
		t.Fatalf("filter %q", m.Query.Filter)
	}
}
