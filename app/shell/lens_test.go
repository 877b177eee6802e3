package shell

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rangefinder/app/edit"
	"rangefinder/app/grid"
	"rangefinder/app/inspector"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/filterlang/edm"
)

// anyValue is a value of any type, in its text form.
func anyValue(random *rand.Rand) edm.Value {
	switch random.IntN(8) {
	case 0:
		return edm.NewInt32(int32(random.Uint32()))
	case 1:
		return edm.NewInt64([]int64{math.MinInt64, math.MaxInt64, 1<<53 + 1, 0}[random.IntN(4)])
	case 2:
		return edm.NewDouble([]float64{1, 1e300, 0.1, math.Inf(1), math.NaN(), math.Copysign(0, -1), 123}[random.IntN(7)])
	case 3:
		return edm.NewBoolean(random.IntN(2) == 0)
	case 4:
		return edm.NewDateTime(edm.MinTicks + edm.Ticks(random.Uint64N(uint64(edm.MaxTicks-edm.MinTicks))))
	case 5:
		return edm.NewGuid(edm.UUID{1, 2, byte(random.IntN(256))})
	case 6:
		return edm.NewBinary(string([]byte{0, byte(random.IntN(256)), 255}))
	}
	return edm.NewString([]string{"", "é\u2028\u200e\u202e", "\\u00e9", "</script>", "\"q\"\n\t", "\U0001F600", "\u0000", "12", "true"}[random.IntN(9)])
}

// Ensure that an entity written as JSON and read again is the same, to the last digit, and leaves the form clean.
func TestEntityJSON_RoundTrip(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 9))
	names := []string{"A", "b_1", "é", "odata", "X9"}
	for range 3000 {
		e := wire.EntityReply{PartitionKey: "p\"\\é", RowKey: "", ETag: "x"}
		for _, n := range names[:random.IntN(len(names)+1)] {
			v := anyValue(random)
			e.Properties = append(e.Properties, wire.TextProperty{Name: n, Type: v.Type(), Text: v.Display()})
		}
		in := edit.FormOf("", "Movies", e)
		text, problem := edit.EntityJSON(&in)
		if problem != "" {
			t.Fatal(problem)
		}
		again, err := edit.WithJSON(in, text)
		if err != nil || again.Dirty() || !reflect.DeepEqual(again.Rows, in.Rows) {
			t.Fatalf("%s\n%v\n%+v\n%+v", text, err, again.Rows, in.Rows)
		}
		// As a new entity: every type is read from the JSON alone.
		fresh, err := edit.WithJSON(edit.Inspector{Mode: edit.Creating}, text)
		if err != nil || len(fresh.Rows) != len(in.Rows) || fresh.PK != in.PK {
			t.Fatalf("%s: %v", text, err)
		}
		for i, r := range fresh.Rows {
			if r.Type != in.Rows[i].Type || r.Text != in.Rows[i].Text {
				t.Fatalf("%s: %+v, want %+v", text, r, in.Rows[i])
			}
		}
	}
}

// Ensure that what cannot be held exactly is refused with the property, and that nothing of it reaches the form.
func TestEntityJSON_Refusals(t *testing.T) {
	in := edit.FormOf("", "Movies", wire.EntityReply{PartitionKey: "p", RowKey: "r", Properties: []wire.TextProperty{{Name: "A", Type: edm.Int32, Text: "1"}}})
	for text, want := range map[string]string{
		``: "one JSON object", `[]`: "one JSON object", `{"PartitionKey":"p","RowKey":"r"`: "too early", "{\n\"A\" 1}": "Line 2: expected colon after object key.",
		`{"PartitionKey":"p","RowKey":"r"} x`:                                              "follows",
		`{"PartitionKey":"p"}`:                                                             "must be there",
		`{"PartitionKey":1,"RowKey":"r"}`:                                                  "must be there",
		`{"PartitionKey":"p","RowKey":"a/b"}`:                                              "/",
		`{"PartitionKey":"p","RowKey":"r","A":5000000000}`:                                 "A:",
		`{"PartitionKey":"p","RowKey":"r","A":[1]}`:                                        "A:",
		`{"PartitionKey":"p","RowKey":"r","A":1,"A":2}`:                                    "twice",
		`{"PartitionKey":"p","RowKey":"r","A":1,"A@odata.type":"Edm.Decimal"}`:             "no type “Edm.Decimal”",
		`{"PartitionKey":"p","RowKey":"r","A":"x","A@odata.type":"Edm.Int64"}`:             "A:",
		`{"PartitionKey":"p","RowKey":"r","B@odata.type":"Edm.Int64"}`:                     "B is not",
		`{"PartitionKey":"p","RowKey":"r","A":"2026-13-01","A@odata.type":"Edm.DateTime"}`: "A:",
	} {
		after, err := edit.WithJSON(in, text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
		if !reflect.DeepEqual(after, in) {
			t.Errorf("%s changed the form", text)
		}
	}
	if moved, err := edit.WithJSON(in, `{"PartitionKey":"other","RowKey":"r","A":1}`); err != nil || !moved.Moved() || moved.Key() != in.Key() {
		t.Errorf("another key makes %+v of the form, %v", moved, err)
	}
	gone, err := edit.WithJSON(in, `{"odata.etag":"x","PartitionKey":"p","RowKey":"r","Timestamp":"x","A":null,"B":1.0}`)
	if err != nil || len(gone.Rows) != 2 || !gone.Rows[0].Gone || gone.Rows[1].Type != edm.Double {
		t.Errorf("%+v, %v", gone.Rows, err)
	}
}

func FuzzEntityJSON(f *testing.F) {
	f.Add(`{"PartitionKey":"p","RowKey":"r","A@odata.type":"Edm.Int64","A":"1"}`)
	f.Fuzz(func(t *testing.T, text string) {
		in, err := edit.WithJSON(edit.Inspector{Mode: edit.Creating}, text)
		if err != nil {
			return
		}
		again, problem := edit.EntityJSON(&in)
		if problem != "" {
			return // a name that the service refuses is told in the form
		}
		back, err := edit.WithJSON(edit.Inspector{Mode: edit.Creating}, again)
		if err != nil || len(back.Rows) != len(in.Rows) {
			t.Errorf("%q became %q: %v", text, again, err)
		}
	})
}

// Ensure that values are read in the ways that make sense of them, and that ordinary ones are left alone.
func TestDecode_Readings(t *testing.T) {
	for _, c := range []struct {
		t          edm.Type
		text, want string
	}{
		{edm.String, `{"a":[1,2]}`, "JSON: {\n  \"a\": [\n    1,\n    2\n  ]\n}"},
		{edm.String, "aGVsbG8gd29ybGQ=", "Base64, as text: hello world"},
		{edm.Binary, "0x7b7d", "as JSON: {}"},
		{edm.Int64, "638000000000000000", "Ticks as a date: 2022-09-28T22:13:20Z"},
		{edm.String, "log_2517378975999999999", "Inverted ticks as a date: 2022-09-28T22:13:20Z"},
		{edm.Int32, "1700000000", "Unix time, s, as a date: 2023-11-14T22:13:20Z"},
		{edm.String, "c9da6455-213d-42c9-9a79-3e9149a57833", "GUID: c9da6455-213d-42c9-9a79-3e9149a57833 · version 4\n.NET byte order: 5564dac93d21c9429a793e9149a57833"},
		{edm.String, "01936b2e-8c3a-7b5e-9f10-0123456789ab", "Time in the GUID, version 7: 2024-11-27T01:13:52.954Z"},
		{edm.Binary, "00112233445566778899", "as hex, 10 bytes: 0000  00 11 22 33 44 55 66 77  ..\"3DUfw\n0008  88 99                    .."},
		{edm.String, "été", "Length: 3 characters · 3 UTF-16 units · 5 bytes as UTF-8; nothing to decode"},
		{edm.String, "https://u:p@h.example/a%20b?q=1%2B1#f", "URL, not a link: scheme  https\nhost    h.example\nuser    u, which the address would send\npath    /a b\nquery   q = 1+1\nfragment f"},
		{edm.DateTime, "2022-09-28T22:13:20Z", "Ticks: 638000000000000000"},
		{edm.String, "a\u200eb", "Characters that do not show: U+200E"},
		{edm.String, "\x01", "Characters that do not show: U+0001"},
		{edm.Binary, "00112233445566778899aabbccddeeff", "as a GUID: 33221100-5544-7766-8899-aabbccddeeff where .NET wrote the bytes\n00112233-4455-6677-8899-aabbccddeeff where they are in order"},
		{edm.String, `"{\"a\":1}"`, "inside the quotes: JSON: {\n  \"a\": 1\n}"},
		{edm.String, `{"a":"[[[]]]\"["}`, "JSON: {\n  \"a\": \"[[[]]]\\\"[\"\n}"},
	} {
		all := ""
		found := false
		for _, d := range edit.Decode(c.t, c.text) {
			all += d.Title + ": " + d.Text + "\n"
			found = found || d.Title+": "+d.Text == c.want
		}
		if c.t == edm.String && strings.Count(c.text, "-") == 4 && strings.Contains(all, "Unix time") {
			t.Errorf("a group of the GUID %s is read as a number:\n%s", c.text, all)
		}
		if !found {
			t.Errorf("%s reads as\n%s\nwant %s", c.text, all, c.want)
		}
	}
	for _, text := range []string{"English", "Absent Beacon II", "commonwealth", "12", "abcdefghijkl"} {
		if list := edit.Decode(edm.String, text); len(list) != 1 {
			t.Errorf("%s reads as %+v", text, list)
		}
	}
}

// Ensure that JSON of nothing but brackets is not laid out: it would be the square of its length, a hundred megabytes.
func TestDecode_DeepJSON(t *testing.T) {
	deep := strings.Repeat("[", 9_000) + strings.Repeat("]", 9_000)
	if text, ok := edit.LaidOutJSON(deep); !ok || text != "(9,000 levels deep: as it is)\n"+deep {
		t.Errorf("%d characters: %.60s", len(text), text)
	}
	if text, ok := edit.LaidOutJSON(strings.Repeat("[", edit.MaxDepth) + strings.Repeat("]", edit.MaxDepth)); !ok || strings.Count(text, "\n") < edit.MaxDepth {
		t.Errorf("%.60s", text)
	}
}

// Ensure that the JSON follows the form, the form follows the JSON, and what is not valid yet is kept in its field.
func TestLens_InStep(t *testing.T) {
	m := shownBy(columnsNamed("PartitionKey", "A"))
	m, _ = Update(m, edit.EntityRead{Table: "Movies", Entity: &wire.EntityReply{PartitionKey: "p", RowKey: "r", Properties: []wire.TextProperty{{Name: "A", Type: edm.Int64, Text: "7"}}}})
	m, _ = Update(m, inspector.LensChosen{View: inspector.JSONView})
	if want := "{\n  \"PartitionKey\": \"p\",\n  \"RowKey\": \"r\",\n  \"A@odata.type\": \"Edm.Int64\",\n  \"A\": \"7\"\n}"; m.Lens.Text != want {
		t.Errorf("%s", m.Lens.Text)
	}
	m, _ = Update(m, inspector.PropertyTyped{ID: 1, Text: "8"})
	if !strings.Contains(m.Lens.Text, `"8"`) {
		t.Errorf("%s", m.Lens.Text)
	}
	m, _ = Update(m, inspector.LensTyped{Text: strings.Replace(m.Lens.Text, `"8"`, `"9"`, 1)})
	if m.Inspector.Rows[0].Text != "9" || m.Lens.Err != "" {
		t.Errorf("%+v, %q", m.Inspector.Rows, m.Lens.Err)
	}
	m, _ = Update(m, inspector.LensTyped{Text: "{"})
	if m.Lens.Text != "{" || m.Lens.Err == "" || m.Inspector.Rows[0].Text != "9" {
		t.Errorf("%+v", m.Lens)
	}
	m, _ = Update(m, inspector.PropertyTyped{ID: 1, Text: "x"})
	if m.Lens.Err == "" {
		t.Error("a row that is not a value is written as JSON")
	}
}

// Ensure that Enter in the inspector goes to the field of the grid's cell, and to a key's where the entity lacks the property.
func TestInspector_EnterEdits(t *testing.T) {
	m := shownBy(columnsNamed("PartitionKey", "A"))
	m, _ = Update(m, edit.EntityRead{Table: "Movies", Entity: &wire.EntityReply{PartitionKey: "p", RowKey: "r", Properties: []wire.TextProperty{{Name: "A", Type: edm.Int64, Text: "7"}}}})
	for column, want := range map[string]string{"A": "prop-text-1", "RowKey": "insp-rk", "PartitionKey": "insp-pk", "B": "insp-pk"} {
		if _, cmds := Update(m, inspector.FieldWanted{Column: column}); !slices.Contains(cmds, page.Cmd(page.Focus{Target: want})) {
			t.Errorf("%s: %v", column, cmds)
		}
	}
}

// Ensure that a new entity begins in the form, whichever view was the last.
func TestLens_NewEntityInForm(t *testing.T) {
	m := shownBy(columnsNamed("PartitionKey", "A"))
	m, _ = Update(m, edit.EntityRead{Table: "Movies", Entity: &wire.EntityReply{PartitionKey: "p", RowKey: "r"}})
	for _, view := range []inspector.LensView{inspector.DecodeView, inspector.JSONView} {
		other, _ := Update(m, inspector.LensChosen{View: view})
		other, _ = Update(other, page.NewEntityPressed{})
		if other.Lens.View != inspector.FormView {
			t.Errorf("after %q a new entity opens as %q", view, other.Lens.View)
		}
	}
}

// Ensure that JSON that cannot be read is still there, with the reason, when the view was closed and is opened again, and that it
// gives way to a form that changed meanwhile.
func TestLens_UnreadJSONIsKept(t *testing.T) {
	m := shownBy(columnsNamed("PartitionKey", "A"))
	m, _ = Update(m, edit.EntityRead{Table: "Movies", Entity: &wire.EntityReply{PartitionKey: "p", RowKey: "r", Properties: []wire.TextProperty{{Name: "A", Type: edm.String, Text: "old"}}}})
	m, _ = Update(m, inspector.LensChosen{View: inspector.JSONView})
	const typed = `{"PartitionKey":"p","RowKey":"r","A":"a long text that nobody wants to type ag`
	m, _ = Update(m, inspector.LensTyped{Text: typed})
	closed, _ := Update(m, inspector.LensChosen{})
	again, cmds := Update(closed, inspector.LensChosen{View: inspector.JSONView})
	shown := slices.ContainsFunc(cmds, func(c page.Cmd) bool {
		r, ok := c.(page.ResetFields)
		return ok && r.Values[inspector.LensField] == typed
	})
	if again.Lens.Text != typed || again.Lens.Err == "" || !shown {
		t.Errorf("%+v, %v", again.Lens, cmds)
	}
	changed, _ := Update(closed, inspector.PropertyTyped{ID: 1, Text: "new"})
	if changed, _ = Update(changed, inspector.LensChosen{View: inspector.JSONView}); !strings.Contains(changed.Lens.Text, `"new"`) || changed.Lens.Err != "" {
		t.Errorf("%+v", changed.Lens)
	}
}

// Ensure that a DateTime with more digits than one keeps is refused in the JSON, which has no place to say what was understood.
func TestLens_TooManyDecimals(t *testing.T) {
	const entity = `{"PartitionKey":"p","RowKey":"r","At@odata.type":"Edm.DateTime","At":"2026-11-20T09:30:00.1234567`
	if _, err := edit.ParseEntityJSON(entity + `00Z"}`); err != nil {
		t.Error(err)
	}
	if _, err := edit.ParseEntityJSON(entity + `89Z"}`); err == nil || !strings.Contains(err.Error(), "2026-11-20T09:30:00.1234567Z") {
		t.Error(err)
	}
	if _, problem := edit.EntityOfJSON(entity + `89Z"}`); !strings.Contains(problem, "decimals") {
		t.Errorf("pasted: %q", problem)
	}
}

// Ensure that nothing is saved, in any way, while the JSON in view is not what the form holds; and that it is once it is whole, or
// out of sight.
func TestLens_UnreadJSONIsNotSaved(t *testing.T) {
	m := shownBy(columnsNamed("PartitionKey", "A"))
	m, _ = Update(m, edit.EntityRead{Table: "Movies", Entity: &wire.EntityReply{PartitionKey: "p", RowKey: "r", Properties: []wire.TextProperty{{Name: "A", Type: edm.String, Text: "old"}}}})
	m, _ = Update(m, inspector.LensChosen{View: inspector.JSONView})
	m, _ = Update(m, inspector.LensTyped{Text: `{"PartitionKey":"p","RowKey":"r","A":"ne"}`})
	m, _ = Update(m, inspector.LensTyped{Text: `{"PartitionKey":"p","RowKey":"r","A":"new`})
	for _, press := range []page.Msg{inspector.SavePressed{}, inspector.SaveNowPressed{}} {
		after, cmds := Update(m, press)
		if len(after.Pending.Changes) != 0 || after.Inspector.Busy || !slices.Contains(cmds, page.Cmd(page.Focus{Target: inspector.LensField})) {
			t.Errorf("%T: %d changes, busy %v, %v", press, len(after.Pending.Changes), after.Inspector.Busy, cmds)
		}
		if after.Lens.Text != m.Lens.Text {
			t.Errorf("%T: the text is %s", press, after.Lens.Text)
		}
	}
	whole, _ := Update(m, inspector.LensTyped{Text: `{"PartitionKey":"p","RowKey":"r","A":"new"}`})
	hidden, _ := Update(m, inspector.LensChosen{})
	for want, m := range map[string]Model{"new": whole, "ne": hidden} {
		if m, _ = Update(m, inspector.SavePressed{}); len(m.Pending.Changes) != 1 || m.Inspector.Rows[0].Text != want {
			t.Errorf("%d changes, %+v; want %s", len(m.Pending.Changes), m.Inspector.Rows, want)
		}
	}
}

// Ensure that a property that was chosen in the decoder gives way when another cell of the grid is chosen, and stays until then.
func TestLens_DecodeFollowsTheGrid(t *testing.T) {
	m := shownBy(columnsNamed("PartitionKey", "RowKey", "A"))
	m, _ = Update(m, grid.CellSelected{Line: 1, Column: 2})
	m, _ = Update(m, inspector.DecodeChosen{Name: "RowKey"})
	if m, _ = Update(m, grid.CellSelected{Line: 1, Column: 2}); m.Lens.Decode != "RowKey" {
		t.Errorf("the same cell again: %q", m.Lens.Decode)
	}
	m, cmds := Update(m, grid.CellSelected{Line: 1, Column: 0})
	reset := slices.ContainsFunc(cmds, func(cmd page.Cmd) bool {
		fields, ok := cmd.(page.ResetFields)
		return ok && reflect.DeepEqual(fields.Values, map[string]string{"decode-name": ""})
	})
	if m.Lens.Decode != "" || !reset {
		t.Errorf("%q, %+v", m.Lens.Decode, cmds)
	}
	m, _ = Update(m, inspector.DecodeChosen{Name: "RowKey"})
	if m, _ = Update(m, grid.CellSelected{Line: 2, Column: 0}); m.Lens.Decode != "" {
		t.Errorf("the same column of another entity: %q", m.Lens.Decode)
	}
}
