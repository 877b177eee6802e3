package ui

import (
	"context"
	"math/rand/v2"
	"rangefinder/app/side"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/designlab"
	"rangefinder/app/keydesign/lab"
	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/queryline"
	"rangefinder/app/shell"
	"rangefinder/app/wire"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// Ensure that the lab can be drawn whatever is done in it, in any order, with numbers that are there, old or missing.
func TestLabPanel_AnyOrder(t *testing.T) {
	ctx := context.Background()
	db := engine.Open(engine.Options{})
	if err := db.CreateTable(ctx, "Table"); err != nil {
		t.Fatal(err)
	}
	for i := range 40 {
		if _, err := db.Apply(ctx, "Table", engine.Op{PartitionKey: "p" + strconv.Itoa(i%3), RowKey: strconv.Itoa(i), Properties: []engine.Property{
			{Name: "A", Value: edm.NewString(strconv.Itoa(i % 7))}, {Name: "At", Value: edm.NewDateTime(edm.Ticks(633_979_008_000_000_000 + int64(i)))}}}); err != nil {
			t.Fatal(err)
		}
	}
	from, err := db.Snapshot("Table")
	if err != nil {
		t.Fatal(err)
	}
	acts := []string{designlab.AddDesign, designlab.CopyDesign, designlab.RemoveDesign, designlab.AddIndex, designlab.AddIndex, designlab.RemoveIndex, designlab.AddRead, designlab.AddWrite, designlab.CopyPattern, designlab.RemovePattern, designlab.OpenPattern,
		designlab.OpenCell, designlab.OpenCell, designlab.OpenPairs, designlab.OpenKeep, designlab.Undo, designlab.Undo, designlab.Redo, designlab.UseTable, designlab.UseGenerated, designlab.AddProperty, designlab.RemoveProperty, designlab.CopyReview, designlab.CopyCode, designlab.CheckDesign, designlab.OpenIndex}
	texts := []string{"", "{A}", "{At|inverse}", "{A", "{Missing}_{A|lower}", "A eq '3'", "PartitionKey eq 'p1'", "A eq", "12", "4k", "-At", "At", "key-list", "same-partition", "other-table", "other-partition", "update", "insert", "read", "Int32"}
	seeds := uint64(15)
	if testing.Short() { // the race detector runs, and there is one goroutine
		seeds = 2
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 3))
		m := shell.New()
		m.Ready, m.Screen = true, page.LabScreen
		m.Tables = &side.Model{List: []wire.TableInfo{{Name: "Table"}}}
		m.Query = &queryline.Query{Query: query.Query{Table: "Table"}}
		spec := lab.Suggest(from, nil)
		m.Lab = &designlab.Model{Table: "Table", Shown: true, Have: true, Spec: spec, Pattern: -1, Row: -1, Pairs: -1, Keeping: -1}
		var asked *designlab.Measure
		bench := lab.NewBench(from, false)
		for range 60 {
			var msg page.Msg
			switch r.IntN(3) {
			case 0:
				fields := []string{}
				for id := range m.Lab.Fields() {
					fields = append(fields, id)
				}
				slices.Sort(fields)
				if len(fields) == 0 {
					continue
				}
				field, text := fields[r.IntN(len(fields))], texts[r.IntN(len(texts))]
				switch r.IntN(4) {
				case 0:
					msg = designlab.TemplateTyped{Field: field, Text: text, Caret: r.IntN(len(text) + 1)}
				case 1:
					msg = []page.Msg{designlab.Replaced{Field: field, Text: text}, designlab.OfferMoved{By: 1}, designlab.OfferTaken{At: -1}, designlab.TemplateEntered{Field: field}, designlab.PropertyInserted{Design: r.IntN(4), Name: "A"}}[r.IntN(5)]
				default:
					msg = designlab.FieldTyped{Field: field, Text: text}
				}
			case 1:
				msg = designlab.Did{Act: acts[r.IntN(len(acts))], At: r.IntN(4), Of: r.IntN(3)}
			default:
				if asked == nil {
					continue
				}
				of, err := lab.Parse(asked.Req.Spec)
				if err != nil {
					t.Fatal(err)
				}
				report, err := bench.Measure(ctx, of, lab.Watch{})
				if err != nil {
					t.Fatal(err)
				}
				msg = designlab.Measured{Req: asked.Req, Report: report}
			}
			var cmds []page.Cmd
			m, cmds = shell.Update(m, msg)
			for _, cmd := range cmds {
				if ask, ok := cmd.(designlab.Measure); ok {
					asked = &ask
				}
			}
			if html := app.HTMLString(&designlab.Panel{Lab: m.Lab, Table: "Table"}); len(html) == 0 {
				t.Fatalf("seed %d: nothing is drawn after %+v", seed, msg)
			}
		}
	}
}

// Ensure that a property which equals the key of a design is told beside the pattern that compares it, with the filter that asks for the
// key, until another filter is typed; and that a folded index has one line with its count and size.
func TestLabPanel_EqualKeyAndFoldedIndex(t *testing.T) {
	ctx := context.Background()
	db := engine.Open(engine.Options{})
	if err := db.CreateTable(ctx, "Orders"); err != nil {
		t.Fatal(err)
	}
	for i := range 12 {
		customer := "C" + strconv.Itoa(i%3)
		if _, err := db.Apply(ctx, "Orders", engine.Op{PartitionKey: customer, RowKey: strconv.Itoa(i), Properties: []engine.Property{{Name: "CustomerId", Value: edm.NewString(customer)}}}); err != nil {
			t.Fatal(err)
		}
	}
	from, err := db.Snapshot("Orders")
	if err != nil {
		t.Fatal(err)
	}
	spec := lab.Spec{Patterns: []lab.Pattern{{Name: "of a customer", Kind: lab.Read, PerDay: 10, Filter: "CustomerId eq 'C1'"}},
		Designs: []lab.Design{{Name: "as it is", Partition: "{PartitionKey}", Row: "{RowKey}", Indexes: []lab.Index{{Kind: lab.OtherTable, Partition: "all", Row: "{RowKey}"}}}}}
	report, err := lab.NewBench(from, false).Measure(ctx, spec, lab.Watch{})
	if err != nil {
		t.Fatal(err)
	}
	m := &designlab.Model{Table: "Orders", Shown: true, Have: true, Spec: spec, Report: report, Pattern: -1, Row: -1, Pairs: -1, Keeping: -1}
	html := app.HTMLString(&designlab.Panel{Lab: m, Table: "Orders"})
	for _, want := range []string{"CustomerId holds the PartitionKey in every entity.", "Use PartitionKey eq &#39;C1&#39;", "12 copies, ", `id="lab-fold-0-0"`} {
		if !strings.Contains(html, want) {
			t.Errorf("no %s is drawn", want)
		}
	}
	if strings.Contains(html, `id="lab-d0-x0-row"`) {
		t.Error("a folded index shows its fields")
	}
	m.Spec = spec.Clone()
	m.Spec.Patterns[0].Filter = "CustomerId eq 'C2'"
	if strings.Contains(app.HTMLString(&designlab.Panel{Lab: m, Table: "Orders"}), "holds the PartitionKey") {
		t.Error("a hint about another filter is drawn")
	}
}
