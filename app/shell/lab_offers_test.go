package shell

import (
	"slices"
	"strings"
	"testing"

	"rangefinder/app/designlab"
	"rangefinder/app/keydesign"
	"rangefinder/app/keydesign/lab"
	"rangefinder/app/page"
)

// offering is the lab of a table whose properties are known.
func offering(t *testing.T) Model {
	t.Helper()
	m := labbed(t)
	l, r := *m.Lab, *m.Lab.Report
	r.Properties = []lab.Property{{Name: "PartitionKey", Types: []string{"String"}, Entities: 5}, {Name: "RowKey", Types: []string{"String"}, Entities: 5}, {Name: "Channel", Types: []string{"String"}, Entities: 4}, {Name: "CreatedOn", Types: []string{"DateTime"}, Entities: 5}}
	l.Report = &r
	m.Lab = &l
	return m
}

// typedAt types a template whose caret is at the ^.
func typedAt(field, text string) designlab.TemplateTyped {
	return designlab.TemplateTyped{Field: field, Text: strings.Replace(text, "^", "", 1), Caret: len([]rune(text[:strings.Index(text, "^")]))}
}

// Ensure that the filter of a pattern offers the properties that begin as typed, and nothing once the word is written.
func TestLab_FilterOffers(t *testing.T) {
	m := offering(t)
	m, _ = after(m, designlab.Did{Act: designlab.OpenPattern}, typedAt("lab-p0-filter", "PartitionKey eq 'a' and Chan^"))
	if o := m.Lab.Offers; o == nil || o.Items[0].Name != "Channel" || o.Span.Start != 24 || o.Span.End != 28 {
		t.Fatalf("offers %+v", o)
	}
	if m.Lab.Typing != "lab-p0-filter" {
		t.Errorf("typing into %q", m.Lab.Typing)
	}
	if twice, _ := after(m, typedAt("lab-p0-filter", "Part^")); len(twice.Lab.Offers.Items) < 2 || twice.Lab.Offers.Items[0].Name == twice.Lab.Offers.Items[1].Name {
		t.Errorf("Part offers %+v", twice.Lab.Offers.Items)
	}
	for _, text := range []string{"Channel^", "Channel eq 'a' ^", "Channel eq 'C^"} {
		if m, _ := after(m, typedAt("lab-p0-filter", text)); m.Lab.Offers != nil {
			t.Errorf("%s offers %+v", text, m.Lab.Offers.Items)
		}
	}
	if m, _ = after(m, designlab.TemplateLeft{Field: "lab-p0-filter"}); m.Lab.Typing != "" {
		t.Errorf("left, and still typing into %q", m.Lab.Typing)
	}
}

// Ensure that a template offers the properties after a brace and the functions after a bar, what begins as typed first, and that what is
// taken takes the place of the whole name.
func TestLab_TemplateOffers(t *testing.T) {
	m := offering(t)
	for _, tt := range []struct {
		text, want string // the first of the list, "" for no list
		n          int
		insert     string
		from, to   int
	}{
		{"{^", "PartitionKey", 4, "PartitionKey}", 1, 1},
		{"{c^", "Channel", 2, "Channel}", 1, 2},
		{"x{key^ann}", "PartitionKey", 2, "PartitionKey", 2, 8},
		{"é{Chan^", "Channel", 1, "Channel}", 2, 6},
		{"{Chan^-{CreatedOn}", "Channel", 1, "Channel}", 1, 5},
		{"{Chan^ }", "Channel", 1, "Channel", 1, 5},
		{"{Chan^|lower", "Channel", 1, "Channel", 1, 5},
		{"{CreatedOn|^", "lower", 10, "lower}", 11, 11},
		{"{CreatedOn|i^", "inverse", 4, "inverse}", 11, 12},
		{"{CreatedOn|i^}-{Channel", "inverse", 4, "inverse", 11, 12},
		{"{Channel|^", "lower", 8, "lower}", 9, 9},
		{"{Channel|pa^(4)}", "pad(8)", 1, "pad", 9, 11},
		{"{Channel|pad^(4)}", "", 0, "", 0, 0},
		{"{Channel^", "", 0, "", 0, 0},
		{"{xyz^", "", 0, "", 0, 0},
		{"Chan^", "", 0, "", 0, 0},
	} {
		next, _ := after(m, typedAt("lab-d1-row", tt.text))
		o := next.Lab.Offers
		if tt.want == "" {
			if o != nil {
				t.Errorf("%s offers %+v", tt.text, o.Items)
			}
			continue
		}
		if o == nil || len(o.Items) != tt.n || o.Items[0].Name != tt.want || o.Items[0].Note == "" {
			t.Errorf("%s offers %+v, want %d with %s first", tt.text, o, tt.n, tt.want)
			continue
		}
		if got := next.Lab.Spec.Designs[1].Row; got != strings.Replace(tt.text, "^", "", 1) {
			t.Errorf("%s: the template is %s", tt.text, got)
		}
		taken, cmds := after(next, designlab.OfferTaken{At: -1})
		if want := (page.InsertText{Target: "lab-d1-row", From: tt.from, To: tt.to, Text: tt.insert, Back: strings.Count(tt.insert, "}")}); !has(cmds, want) || taken.Lab.Offers != nil {
			t.Errorf("%s: taking asks for %+v, want %+v", tt.text, cmds, want)
		}
	}
}

// Ensure that arrows go round the list, that Escape and leaving the field close it, and that it opens again on demand.
func TestLab_TemplateOffersByKeyboard(t *testing.T) {
	m, _ := after(offering(t), typedAt("lab-d1-row", "{^"))
	up, cmds := after(m, designlab.OfferMoved{By: -1})
	if up.Lab.Offers.At != 3 || !has(cmds, page.Reveal{ID: designlab.OfferID(3)}) {
		t.Errorf("up from the first is %d", up.Lab.Offers.At)
	}
	if down, _ := after(up, designlab.OfferMoved{By: 1}); down.Lab.Offers.At != 0 {
		t.Errorf("down from the last is %d", down.Lab.Offers.At)
	}
	for _, msg := range []page.Msg{designlab.OfferClosed{}, designlab.TemplateLeft{Field: "lab-d1-row"}, designlab.Did{Act: designlab.AddDesign}} {
		if closed, _ := after(m, msg); closed.Lab.Offers != nil {
			t.Errorf("%T leaves the list open", msg)
		}
	}
	if other, _ := after(m, designlab.TemplateLeft{Field: "lab-d0-row"}); other.Lab.Offers == nil {
		t.Error("leaving another field closes the list")
	}
	ask := typedAt("lab-d1-row", "{Channel^}")
	ask.Asked = true
	before := m.Lab.Spec.String()
	if asked, _ := after(m, ask); asked.Lab.Offers == nil || asked.Lab.Spec.String() != before {
		t.Errorf("asked for, the list is %+v", asked.Lab.Offers)
	}
}

// Ensure that a property goes into the template of its design that had the keyboard last, into the PartitionKey before there was one.
func TestLab_PropertyInserted(t *testing.T) {
	m := offering(t)
	_, cmds := after(m, designlab.PropertyInserted{Design: 1, Name: "Channel"})
	if !has(cmds, page.InsertText{Target: "lab-d1-partition", From: 3, To: 3, Text: "{Channel}"}) {
		t.Errorf("at first it asks for %+v", cmds)
	}
	m, _ = after(m, designlab.TemplateEntered{Field: "lab-d1-row"})
	_, cmds = after(m, designlab.PropertyInserted{Design: 1, Name: "Channel"})
	if !has(cmds, page.InsertText{Target: "lab-d1-row", From: -1, To: -1, Text: "{Channel}", Past: "}"}) {
		t.Errorf("with the keyboard in RowKey it asks for %+v", cmds)
	}
	_, cmds = after(m, designlab.PropertyInserted{Design: 0, Name: "Channel"})
	if !has(cmds, page.InsertText{Target: "lab-d0-partition", From: 14, To: 14, Text: "{Channel}"}) {
		t.Errorf("of another design it asks for %+v", cmds)
	}
	m, _ = after(m, designlab.Did{Act: designlab.RemoveDesign, At: 0})
	if m.Lab.Template != "" {
		t.Errorf("designs have other numbers, and the field is still %s", m.Lab.Template)
	}
}

// Ensure that what is offered for a field is a step that can be undone, and that nothing else is taken for a field.
func TestLab_Replaced(t *testing.T) {
	m := labbed(t)
	for _, tt := range []struct{ field, text, focus string }{{"lab-d1-partition", "{B}", "lab-d1-partition"}, {"lab-p0-filter", "PartitionKey eq 'a'", "lab-edit-0"}} {
		next, cmds := after(m, designlab.Replaced{Field: tt.field, Text: tt.text})
		if _, ok := find[designlab.Measure](cmds); !ok || !strings.Contains(next.Lab.Spec.String(), tt.text) || !has(cmds, page.Focus{Target: tt.focus}) {
			t.Errorf("%s: %s, %+v", tt.field, next.Lab.Spec, cmds)
		}
		if back, _ := after(next, designlab.Did{Act: designlab.Undo}); back.Lab.Spec.String() != m.Lab.Spec.String() {
			t.Errorf("%s, undone: %s", tt.field, back.Lab.Spec)
		}
	}
	if next, cmds := after(m, designlab.Replaced{Field: "lab-d9-row", Text: "x"}); next.Lab.Spec.String() != m.Lab.Spec.String() || len(cmds) != 0 {
		t.Errorf("a field that is not there asks for %+v", cmds)
	}
}

// Ensure that a removed pattern comes back at its place by the message, once, whatever was done since.
func TestLab_PatternBack(t *testing.T) {
	m := labbed(t)
	m, cmds := after(m, designlab.Did{Act: designlab.RemovePattern, At: 0})
	if m.Notice == nil || m.Notice.Undo == nil || m.Notice.Action != "Undo" || !has(cmds, page.Focus{Target: "lab-unpattern-0"}) {
		t.Fatalf("removed, it says %+v and asks for %+v", m.Notice, cmds)
	}
	undo := m.Notice.Undo
	m, _ = after(m, designlab.FieldTyped{Field: "lab-d0-name", Text: "other"}, undo)
	if names := []string{m.Lab.Spec.Patterns[0].Name, m.Lab.Spec.Patterns[1].Name}; !slices.Equal(names, []string{"one", "two"}) || m.Lab.Spec.Designs[0].Name != "other" {
		t.Errorf("back are %v under %q", names, m.Lab.Spec.Designs[0].Name)
	}
	if m, _ = after(m, undo); len(m.Lab.Spec.Patterns) != 2 {
		t.Errorf("back twice, there are %d", len(m.Lab.Spec.Patterns))
	}
}

// Ensure that a removed design comes back at its place by the message, once, whatever was done since, with its fields' texts where they
// belong; and that what is open of another design stays with it.
func TestLab_DesignBack(t *testing.T) {
	m, _ := after(labbed(t), designlab.Did{Act: designlab.AddDesign}, designlab.Did{Act: designlab.OpenCell, At: 0, Of: 1}, designlab.Did{Act: designlab.OpenKeep, At: 2})
	long := strings.Repeat("{A}", keydesign.MaxTemplate)
	m, _ = after(m, designlab.FieldTyped{Field: "lab-d2-row", Text: long})
	closed, _ := after(m, designlab.Did{Act: designlab.RemoveDesign, At: 1})
	if closed.Lab.Row != -1 || closed.Lab.Keeping != 1 {
		t.Errorf("removed, the open cell is in row %d, and a name is asked for design %d", closed.Lab.Row, closed.Lab.Keeping)
	}
	m, _ = after(m, designlab.Did{Act: designlab.RemoveDesign, At: 0})
	if m.Notice == nil || m.Notice.Undo == nil || m.Notice.Action != "Undo" || m.Lab.Row != 0 || m.Lab.Column != 0 || m.Lab.Keeping != 1 {
		t.Fatalf("removed, it says %+v, and the lab is %+v", m.Notice, m.Lab)
	}
	undo := m.Notice.Undo
	m, cmds := after(m, designlab.FieldTyped{Field: "lab-d0-name", Text: "other"}, undo)
	if d := m.Lab.Spec.Designs; len(d) != 3 || d[0].Name != "as it is" || d[1].Name != "other" || m.Lab.Texts["lab-d2-row"] != long || !has(cmds, page.Focus{Target: "lab-d0-name"}) {
		t.Errorf("back are %+v with %q, and it asks for %+v", d, m.Lab.Texts, cmds)
	}
	if m, _ = after(m, undo); len(m.Lab.Spec.Designs) != 3 {
		t.Errorf("back twice, there are %d", len(m.Lab.Spec.Designs))
	}
	if m, _ = after(m, designlab.Did{Act: designlab.Undo}); len(m.Lab.Spec.Designs) != 2 {
		t.Errorf("undone, there are %d", len(m.Lab.Spec.Designs))
	}
}

// Ensure that the checklist is about the design at hand.
func TestLab_ChecklistFollows(t *testing.T) {
	m := labbed(t)
	for _, tt := range []struct {
		msg  page.Msg
		want int
	}{
		{designlab.FieldTyped{Field: "lab-d1-name", Text: "x"}, 1},
		{designlab.TemplateEntered{Field: "lab-d0-row"}, 0},
		{typedAt("lab-d1-partition", "{A}^"), 1},
		{designlab.FieldTyped{Field: "lab-p0-day", Text: "7"}, 1},
		{designlab.Did{Act: designlab.AddDesign}, 2},
		{designlab.Did{Act: designlab.RemoveDesign, At: 0}, 1},
		{designlab.Did{Act: designlab.AddIndex, At: 0}, 0},
		{designlab.Did{Act: designlab.CopyDesign, At: 0}, 1},
		{designlab.Did{Act: designlab.CheckDesign, At: 2}, 2},
	} {
		if m, _ = after(m, tt.msg); m.Lab.Checked != tt.want {
			t.Errorf("%+v: it is about design %d, want %d", tt.msg, m.Lab.Checked, tt.want)
		}
	}
}

// Ensure that an index is folded until it is made or opened, and stays as it was when others go.
func TestLab_IndexFolds(t *testing.T) {
	m := labbed(t)
	for range 3 {
		m, _ = after(m, designlab.Did{Act: designlab.AddIndex, At: 1})
	}
	m, _ = after(m, designlab.Did{Act: designlab.OpenIndex, At: 1, Of: 1})
	see := func(want ...bool) {
		t.Helper()
		var got []bool
		for k := range want {
			got = append(got, m.Lab.Unfolded(1, k))
		}
		if !slices.Equal(got, want) {
			t.Errorf("unfolded are %v, want %v", got, want)
		}
	}
	see(true, false, true)
	m, _ = after(m, designlab.Did{Act: designlab.RemoveIndex, At: 1, Of: 0})
	see(false, true)
	m, _ = after(m, designlab.Did{Act: designlab.RemoveDesign, At: 0})
	if m.Lab.Unfolded(0, 0) || !m.Lab.Unfolded(0, 1) {
		t.Error("with another number the design's indexes are folded otherwise")
	}
}

// Ensure that the list of functions is that of the language, each as it may be written.
func TestLab_EveryFunctionOffered(t *testing.T) {
	m, _ := after(offering(t), typedAt("lab-d1-row", "{CreatedOn|^"))
	var got []string
	for _, o := range m.Lab.Offers.Items {
		name, _, _ := strings.Cut(o.Insert, "(")
		got = append(got, name)
		if _, err := keydesign.Parse("{CreatedOn|" + o.Insert + "}"); err != nil {
			t.Errorf("%s: %v", o.Insert, err)
		}
	}
	if want := keydesign.FunctionNames(); !slices.Equal(got, want) {
		t.Errorf("offered are %v, want %v", got, want)
	}
}

// Ensure that a cell pads the number which keeps its range from using a key, in the field that holds it, as a step that Undo takes back, and
// that it offers nothing for a template that was typed over since.
func TestLab_PadsNumber(t *testing.T) {
	m := labbed(t)
	m, _ = after(m, designlab.FieldTyped{Field: "lab-d1-row", Text: "{B}_{RowKey}"})
	l, r := *m.Lab, *m.Lab.Report
	r.Patterns = slices.Clone(r.Patterns)
	r.Patterns[1].Cells = slices.Clone(r.Patterns[1].Cells)
	r.Patterns[1].Cells[1].Unpadded = &lab.Unpadded{Property: "B", Field: "row", Template: "{B}_{RowKey}", Instead: "{B|pad(4)}_{RowKey}"}
	l.Report = &r
	m.Lab = &l

	press := designlab.Did{Act: designlab.PadNumber, At: 1, Of: 1}
	padded, cmds := after(m, press)
	if got := padded.Lab.Spec.Designs[1].Row; got != "{B|pad(4)}_{RowKey}" {
		t.Fatalf("the RowKey is %q", got)
	}
	if _, ok := find[designlab.Measure](cmds); !ok {
		t.Error("it is not measured")
	}
	if again, _ := after(padded, press); again.Lab.Spec.Designs[1].Row != "{B|pad(4)}_{RowKey}" {
		t.Errorf("a second press makes it %q", again.Lab.Spec.Designs[1].Row)
	}
	if undone, _ := after(padded, designlab.Did{Act: designlab.Undo}); undone.Lab.Spec.Designs[1].Row != "{B}_{RowKey}" {
		t.Errorf("undone it is %q", undone.Lab.Spec.Designs[1].Row)
	}
	typed, _ := after(m, designlab.FieldTyped{Field: "lab-d1-row", Text: "{B}"})
	if typed, _ = after(typed, press); typed.Lab.Spec.Designs[1].Row != "{B}" {
		t.Errorf("typed over, and pressed, it is %q", typed.Lab.Spec.Designs[1].Row)
	}
}
