package shell

import (
	"strings"
	"testing"

	"rangefinder/app/bulk"
	"rangefinder/app/celledit"
	"rangefinder/app/edit"
	"rangefinder/app/grid"
	"rangefinder/app/inspector"
	"rangefinder/app/notices"
	"rangefinder/app/page"
	"rangefinder/app/review"
	"rangefinder/app/wire"
	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Ensure that what is typed is understood and said, with the zone, and that the exact value is what is sent.
func TestForm_Said(t *testing.T) {
	for _, test := range []struct {
		typ        edm.Type
		form       edit.BytesForm
		text       string
		said, sent string
	}{
		{edm.String, "", "a", "", "a"},
		{edm.Int32, "", "5", "", "5"},
		{edm.Int64, "", "9007199254740993", "9,007,199,254,740,993", "9007199254740993"},
		{edm.Int64, "", "-9223372036854775808", "-9,223,372,036,854,775,808", "-9223372036854775808"},
		{edm.Double, "", "1", "= 1.0", "1.0"},
		{edm.Double, "", "1.0", "", "1.0"},
		{edm.Boolean, "", "YES", "= true", "true"},
		{edm.Guid, "", "{DD3CB8F8-93B7-44E2-B74A-C0AA3B27A6D2}", "= dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2", "dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2"},
		{edm.DateTime, "", "20 Nov 2026 09:30", "Fri 2026-11-20 09:30:00 UTC · no zone was given: taken as UTC", "2026-11-20T09:30:00Z"},
		{edm.DateTime, "", "2026-11-20T09:30:00.1234567+02:00", "Fri 2026-11-20 07:30:00.1234567 UTC", "2026-11-20T07:30:00.1234567Z"},
		{edm.DateTime, "", "2026-11-20T09:30:00.123456789Z", "Fri 2026-11-20 09:30:00.1234567 UTC · cut after seven decimals, the service keeps no more", "2026-11-20T09:30:00.1234567Z"},
		{edm.DateTime, "", "2026-11-20T09:30:00.12345670000Z", "Fri 2026-11-20 09:30:00.1234567 UTC", "2026-11-20T09:30:00.1234567Z"},
		{edm.DateTime, "", "2026-11-20", "Fri 2026-11-20 00:00:00 UTC · no zone was given: taken as UTC", "2026-11-20T00:00:00Z"},
		{edm.DateTime, "", "Fri, 20 Nov 2026 09:30:00 GMT", "Fri 2026-11-20 09:30:00 UTC", "2026-11-20T09:30:00Z"},
		{edm.Binary, "", "00 ff", "2 bytes · 0x00ff", "0x00ff"},
		{edm.Binary, edit.Base64Bytes, "beef", "3 bytes · 0x6de79f", "0x6de79f"},
		{edm.Binary, edit.TextBytes, "é", "2 bytes · 0xc3a9", "0xc3a9"},
		{edm.Binary, edit.TextBytes, "", "no bytes", "0x"},
	} {
		in := edit.Measured(edit.Inspector{Mode: edit.Creating, Rows: []edit.PropertyRow{{ID: 1, Name: "A", Type: test.typ, Text: test.text, Form: test.form}}})
		r := in.Rows[0]
		if r.Err != "" || r.Said != test.said || r.Value().Text != test.sent {
			t.Errorf("%s %q: said %q, sent %q, %s; want %q, %q", test.typ, test.text, r.Said, r.Value().Text, r.Err, test.said, test.sent)
		}
	}
}

// Ensure that bytes keep their value through every way of writing them, and that bytes that are no text stay as they are.
func TestForm_Bytes(t *testing.T) {
	r := edit.PropertyRow{Type: edm.Binary, Text: "0x6869"}
	for _, step := range []struct {
		form edit.BytesForm
		text string
	}{{edit.Base64Bytes, "aGk="}, {edit.TextBytes, "hi"}, {edit.AnyBytes, "0x6869"}, {edit.TextBytes, "hi"}, {edit.Base64Bytes, "aGk="}} {
		r.InForm(step.form)
		if r.Text != step.text || r.Form != step.form || r.Value().Text != "0x6869" {
			t.Fatalf("as %q: %+v", step.form, r)
		}
	}
	r = edit.PropertyRow{Type: edm.Binary, Text: "0xff"}
	if r.InForm(edit.TextBytes); r.Text != "0xff" || r.Form != edit.AnyBytes {
		t.Errorf("bytes that are not text: %+v", r)
	}
	r = edit.PropertyRow{Type: edm.Binary, Text: "?"}
	if r.InForm(edit.Base64Bytes); r.Text != "?" || r.Form != edit.AnyBytes {
		t.Errorf("text that is not a bytes: %+v", r)
	}
}

// Ensure that bytes that are no text stay as they are where the picker is asked for text, that this is told, and that the picker goes
// back to what is so.
func TestForm_BytesNoText(t *testing.T) {
	m := shownBy(columnsNamed("PartitionKey", "A"))
	m, _ = Update(m, edit.EntityRead{Table: "Movies", Entity: &wire.EntityReply{PartitionKey: "p", RowKey: "r", Properties: []wire.TextProperty{{Name: "A", Type: edm.Binary, Text: "0xff"}}}})
	m, cmds := Update(m, inspector.BytesFormChosen{ID: 1, Form: edit.TextBytes})
	back := false
	for _, cmd := range cmds {
		if reset, ok := cmd.(page.ResetFields); ok {
			form, has := reset.Values["bytes-1"]
			back = back || has && form == string(edit.AnyBytes)
		}
	}
	if r := m.Inspector.Rows[0]; r.Text != "0xff" || r.Form != edit.AnyBytes || !back || m.Notice == nil {
		t.Errorf("%+v, the picker is set back: %v, told: %+v", r, back, m.Notice)
	}
}

// Ensure that one entity is read from JSON with its types, annotated or bare, with and without keys, and that what cannot be is
// told.
func TestForm_JSON(t *testing.T) {
	for _, test := range []struct{ text, pk, rk, list string }{
		{`{"PartitionKey":"a","RowKey":"b","N":5,"L@odata.type":"Edm.Int64","L":"9007199254740993","D@odata.type":"Edm.Double","D":1.0}`, "a", "b", "N Int32 5, L Int64 9007199254740993, D Double 1.0, "},
		{` {"S":"x","B":true} `, "", "", "S String x, B Boolean true, "},
		{`{"RowKey":"","N":null}`, "", "", ""},
		{`{"odata.etag":"W/x","PartitionKey":"p","RowKey":"r","Timestamp":"2026-11-20T00:00:00Z","X@odata.type":"Edm.Binary","X":"AP8="}`, "p", "r", "X Binary 0x00ff, "},
	} {
		e, problem := edit.EntityOfJSON(test.text)
		list := ""
		for _, p := range e.Properties {
			list += p.Name + " " + p.Type.String() + " " + p.Text + ", "
		}
		if problem != "" || e.PartitionKey != test.pk || e.RowKey != test.rk || list != test.list {
			t.Errorf("%s: %q %q %s %s", test.text, e.PartitionKey, e.RowKey, list, problem)
		}
	}
	for _, bad := range []string{"", "x", "{", "[]", `{"A":{}}`, `{"A":1}{"B":2}`, `[{"A":1},{"A":2}]`, `{"N@odata.type":"Edm.Int32","N":"x"}`, "{\"A\":\"\xff\"}"} {
		if e, problem := edit.EntityOfJSON(bad); problem == "" {
			t.Errorf("%q is taken for %+v", bad, e)
		}
	}
	// What jsonOf writes is read back as it was.
	props := []wire.TextProperty{{Name: "D", Type: edm.Double, Text: "1.0"}, {Name: "L", Type: edm.Int64, Text: "-1"}, {Name: "S", Type: edm.String, Text: "\"\\\n<é"}, {Name: "T", Type: edm.DateTime, Text: "2026-11-20T00:00:00.1234567Z"},
		{Name: "X", Type: edm.Binary, Text: "0x00"}, {Name: "G", Type: edm.Guid, Text: "dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2"}, {Name: "B", Type: edm.Boolean, Text: "false"}}
	if e, problem := edit.EntityOfJSON(edit.JSONOf(props)); problem != "" || !edit.SameProperties(e.Properties, props) {
		t.Errorf("%s: %+v %s", edit.JSONOf(props), e.Properties, problem)
	}
}

// Ensure that each way of saving says what it does to this very entity.
func TestForm_SaveEffect(t *testing.T) {
	in := edit.FormOf("", "T", wire.EntityReply{PartitionKey: "a", RowKey: "b", Properties: []wire.TextProperty{{Name: "Keep", Type: edm.Int32, Text: "1"}, {Name: "Lost", Type: edm.Int32, Text: "2"}}})
	in.Rows[1].Gone = true
	in.Rows[0].Text = "5"
	for replace, want := range map[bool][]string{true: {"with exactly the 1 property", "It deletes Lost."}, false: {"sends only Keep", "deletes nothing: Lost stays"}} {
		in.Replace = replace
		for _, w := range want {
			if text, deletes := edit.SaveEffect(&in); !strings.Contains(text+" "+deletes, w) {
				t.Errorf("%v: %q, %q has no %q", replace, text, deletes, w)
			}
		}
	}
	table := &filterlang.Census{Properties: []filterlang.PropertyCensus{{Name: "Keep", Types: []filterlang.TypeCount{{Type: edm.Int32}}}, {Name: "Lost", Types: []filterlang.TypeCount{{Type: edm.Int32}}}, {Name: "Other", Types: []filterlang.TypeCount{{Type: edm.Int32}}}}}
	if list := edit.Absent(&in, table); len(list) != 1 || edit.AbsentText(list) != "Not set here, but in other entities: Other." {
		t.Errorf("%+v are absent", list) // what is removed is told as deleted
	}
	in.Rows[1].Gone, in.Replace = false, true
	if text, deletes := edit.SaveEffect(&in); text != "Replace stores the entity with exactly the 2 properties of this form. None of its properties is deleted." || deletes != "" {
		t.Errorf("%q, %q", text, deletes)
	}
	in.RK = "c"
	if got := edit.MoveText(&in); !strings.Contains(got, "both are done, or neither") {
		t.Errorf("%q", got)
	}
	in.PK = "z"
	if got := edit.MoveText(&in); !strings.Contains(got, "two requests") {
		t.Errorf("%q", got)
	}
}

// Ensure that a group is checked before it is run, that its failure names the operation, and that a run can be undone.
func TestGroup(t *testing.T) {
	w := newWorld(t)
	w.apply([]wire.ApplyRequest{{Kind: "insert", PartitionKey: "p", RowKey: "a", Properties: num(1)}})
	w.do(review.GroupPressed{}, review.GroupTyped{ID: 0, Field: "", Text: "p"}, review.GroupTyped{ID: 1, Field: "rk", Text: "b"}, review.GroupTyped{ID: 1, Field: "json", Text: `{"N":2}`}, review.GroupOpAdded{}, review.GroupTyped{ID: 2, Field: "kind", Text: "merge"}, review.GroupTyped{ID: 2, Field: "rk", Text: "a"}, review.GroupTyped{ID: 2, Field: "json", Text: `{"N":}`})
	b := func() *review.GroupForm { return page.Held[review.GroupForm](w.m.Dialog) }
	if b().Problem == "" || b().Ops[1].Err == "" {
		t.Fatalf("%+v", b())
	}
	w.do(review.GroupRun{})
	if w.asked != 0 {
		t.Fatal("a group with a problem was sent")
	}
	if w.do(review.GroupTyped{ID: 2, Field: "json", Text: `{"N":7}`}); !strings.Contains(b().Problem, "Write the ETag") { // nothing is written over unless somebody says so
		t.Fatalf("without If-Match: %q", b().Problem)
	}
	w.do(review.GroupTyped{ID: 2, Field: "match", Text: "*"}, review.GroupTyped{ID: 2, Field: "rk", Text: "b"})
	if !strings.Contains(b().Problem, "at most once") {
		t.Fatalf("an entity twice: %q", b().Problem)
	}
	for json, want := range map[string]string{
		`{"PartitionKey":"q","RowKey":"a","N":7}`: `Operation 2: Its JSON has the PartitionKey “q”, the transaction is on “p”.`,
		`{"PartitionKey":"p","RowKey":"z","N":7}`: `Operation 2: Its JSON has the RowKey “z”, its field “a”.`,
		`{"PartitionKey":"p","RowKey":"a","N":7}`: "",
	} {
		if w.do(review.GroupTyped{ID: 2, Field: "rk", Text: "a"}, review.GroupTyped{ID: 2, Field: "json", Text: json}); !strings.HasPrefix(b().Problem, want) || want == "" && b().Problem != "" {
			t.Errorf("%s: %q", json, b().Problem)
		}
	}
	w.do(review.GroupTyped{ID: 2, Field: "json", Text: `{"N":7}`}, review.GroupOpMoved{ID: 2, By: -1})
	if b().Problem != "" || b().Ops[0].ID != 2 || !strings.Contains(b().Request, "MERGE ") || b().Bytes == 0 {
		t.Fatalf("%+v", b())
	}
	before := w.snapshot()
	w.do(review.GroupRun{})
	if got := w.snapshot(); got != "p/a=7 p/b=2 " || w.m.Pending.Commit.ID != b().Commit || w.m.Dialog == nil {
		t.Fatalf("%s, %+v", got, w.m.Pending.Commit)
	}
	w.do(review.GroupRun{}) // now b is there
	if r := w.m.Pending.Commit.Runs[0]; r.State != edit.Refused || r.At != 1 || w.snapshot() != "p/a=7 p/b=2 " {
		t.Fatalf("%+v", r)
	}
	w.do(review.GroupOpRemoved{ID: 1}, review.GroupRun{}, review.PendingUndone{}) // the merge alone, and back
	if got := w.snapshot(); got != "p/a=7 p/b=2 " {
		t.Fatalf("undone: %s, was %s", got, before)
	}
}

// Ensure that one entity that stays is told as one.
func TestManyText(t *testing.T) {
	if got, want := bulk.ManyText(&wire.ManyReply{Entities: 3, Changed: 1, Same: 1, Failed: 1}), "Changes 1 of 3 entities · 1 stays as it is · 1 cannot be changed so"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Ensure that changes of many entities become one step of undo, and never write over what is pending by hand.
func TestMany_Collect(t *testing.T) {
	w := newWorld(t)
	var changes []wire.ManyChange
	for _, rk := range []string{"a", "b"} {
		w.apply([]wire.ApplyRequest{{Kind: "insert", PartitionKey: "p", RowKey: rk, Properties: num(1)}})
		changes = append(changes, wire.ManyChange{Base: *w.read("p", rk), Want: num(5)})
	}
	w.open("p", "a")
	w.do(inspector.PropertyTyped{ID: 1, Text: "3"}, inspector.SavePressed{}, inspector.InspectorClosed{})
	w.m = w.m.withResult(&grid.Result{Table: "Movies", Line: -1, Reply: &wire.RunReply{Result: 1, Lines: 2, Stats: wire.RunStats{Returned: 2}}})
	w.do(bulk.ManyPressed{}, bulk.ManyTyped{Field: "property", Text: "N"}, bulk.ManyTyped{Field: "type", Text: "Int32"}, bulk.ManyTyped{Field: "text", Text: "5"})
	f := page.Held[bulk.ManyForm](w.m.Dialog)
	if !f.Asking || f.Req.Type != edm.Int32 || f.Req.Last != 1 {
		t.Fatalf("%+v", f)
	}
	w.do(bulk.ManyAnswered{Seq: f.Seq - 1, Req: f.Req, Reply: &wire.ManyReply{Changed: 99}}) // of what was typed before
	w.do(bulk.ManyAnswered{Seq: f.Seq, Req: f.Req, Reply: &wire.ManyReply{Entities: 2, Changed: 2}}, bulk.ManyCommit{})
	f = page.Held[bulk.ManyForm](w.m.Dialog)
	req := f.Req
	req.Step = wire.CollectMany
	w.do(bulk.ManyAnswered{Seq: f.Seq, Req: req, Reply: &wire.ManyReply{Entities: 2, Changed: 2, Changes: changes}})
	if p := w.m.Pending; w.m.Dialog != nil || len(p.Changes) != 2 || p.Changes[0].Want[0].Text != "3" || p.Changes[1].Want[0].Text != "5" || !strings.Contains(w.m.Notice.Text, "kept it") {
		t.Fatalf("%+v, %+v", p.Changes, w.m.Notice)
	}
	w.do(review.PendingUndone{})
	if len(w.m.Pending.Changes) != 1 {
		t.Fatalf("%d changes after undo", len(w.m.Pending.Changes))
	}
}

// Ensure that an entity of which only some properties are known is merged and never replaced, also by what takes it back.
func TestForm_Partial(t *testing.T) {
	w := newWorld(t)
	w.apply([]wire.ApplyRequest{{Kind: "insert", PartitionKey: "p", RowKey: "a", Properties: append(num(1), wire.TextProperty{Name: "Hidden", Type: edm.String, Text: "h"})}})
	part := *w.read("p", "a")
	part.Properties, part.Partial = part.Properties[:1], true
	before := *w.read("p", "a")
	w.do(edit.EntityRead{Table: "Movies", Entity: &part, Focus: true}, inspector.ReplaceChosen{Replace: true}, inspector.PropertyTyped{ID: 1, Text: "2"}, inspector.SavePressed{}, review.CommitPressed{})
	if got := w.read("p", "a").Properties; len(got) != 2 || got[0].Text != "2" {
		t.Fatalf("%+v", got)
	}
	w.do(notices.UndoPressed{})
	if got := w.read("p", "a").Properties; !edit.SameProperties(got, before.Properties) {
		t.Fatalf("taken back: %+v", got)
	}
}

// Ensure that a value which no entity can hold is told at its field alone, in the form and in a cell, and that an empty string says
// what it is.
func TestForm_ValueOutOfRange(t *testing.T) {
	m, e := cellModel()
	e.Properties = append(e.Properties, wire.TextProperty{Name: "Added", Type: edm.DateTime, Text: "2026-01-01T00:00:00Z"})
	in := edit.Measured(edit.FormOf("", "Movies", e))
	in.Rows = edit.ChangeRow(in.Rows, 3, func(r *edit.PropertyRow) { r.Text = "1600-01-01" })
	in.Rows = edit.ChangeRow(in.Rows, 1, func(r *edit.PropertyRow) { r.Text = "" })
	in = edit.Measured(in)
	const want = `The property "Added" is 1600-01-01; a DateTime lies from 1601-01-01 to 9999-12-31.`
	if r := in.Rows[2]; r.Err != want || r.Said != "" || in.Problem != "" {
		t.Errorf("the field says %q and %q, the form %q", r.Said, r.Err, in.Problem)
	}
	if said := in.Rows[0].Said; said != `"": an empty string, not missing` {
		t.Errorf("an empty string says %q", said)
	}
	in.Rows = edit.ChangeRow(in.Rows, 1, func(r *edit.PropertyRow) { r.Text = strings.Repeat("é", engine.MaxString+1) })
	if in = edit.Measured(in); !strings.Contains(in.Rows[0].Err, "at most 32768") || in.Problem != "" || in.Meters.Largest <= 2*engine.MaxString {
		t.Errorf("a long text: %q, %q, %+v", in.Rows[0].Err, in.Problem, in.Meters)
	}
	m, _ = pressCell(t, m, e, celledit.CellPressed{Column: "Added", Type: edm.DateTime, Text: "2026-01-01T00:00:00Z", Whole: true})
	m, _ = Update(m, celledit.CellTyped{Text: "1600-01-01"})
	if text, wrong := m.Cell.Note(); !wrong || text != want {
		t.Errorf("the cell says %q", text)
	}
}
