package shell

import (
	"maps"
	"strings"
	"testing"

	"rangefinder/app/designlab"
	"rangefinder/app/keydesign"
	"rangefinder/app/page"
	"rangefinder/app/words"
)

// Ensure that a text that cannot be used stays in its field, with why, whatever button is pressed beside it, that a copy has it too,
// and that it comes back with what was removed.
func TestLab_UnusableTextsStay(t *testing.T) {
	m := labbed(t)                                                            // two designs
	m, _ = after(m, designlab.FieldTyped{Field: "lab-d0-name", Text: "mine"}) // the present keys are not edited
	for _, act := range []designlab.Did{{Act: designlab.AddIndex, At: 0}, {Act: designlab.AddIndex, At: 0}, {Act: designlab.AddRead}, {Act: designlab.UseGenerated}, {Act: designlab.AddProperty}} {
		m, _ = after(m, act)
	}
	if n := len(m.Lab.Spec.Population.Properties); n < 2 || len(m.Lab.Spec.Designs[0].Indexes) != 2 {
		t.Fatalf("%d properties, %+v", n, m.Lab.Spec.Designs[0])
	}
	long := strings.Repeat("{A}", keydesign.MaxTemplate)
	typed := map[string]string{"lab-d0-partition": long, "lab-d0-x1-row": long + "1", "lab-d1-row": long + "2", "lab-p0-day": "many", "lab-p1-top": "2.5", "lab-q1-distinct": "few", "lab-g-entities": "all"}
	for id, text := range typed {
		if m, _ = after(m, designlab.FieldTyped{Field: id, Text: text}); m.Lab.Errs[id] == "" {
			t.Fatalf("%s takes %q", id, text)
		}
	}
	for _, tt := range []struct {
		act  designlab.Did
		want map[string]string // other than typed; "" is none
	}{
		{designlab.Did{Act: designlab.AddDesign}, nil},
		{designlab.Did{Act: designlab.AddRead}, nil},
		{designlab.Did{Act: designlab.AddIndex, At: 1}, nil},
		{designlab.Did{Act: designlab.AddProperty}, nil},
		{designlab.Did{Act: designlab.CopyDesign, At: 0}, map[string]string{"lab-d1-partition": long, "lab-d1-x1-row": long + "1", "lab-d1-row": "", "lab-d2-row": long + "2"}},
		{designlab.Did{Act: designlab.CopyPattern, At: 0}, map[string]string{"lab-p1-day": "many", "lab-p1-top": "", "lab-p2-top": "2.5"}},
		{designlab.Did{Act: designlab.RemoveDesign, At: 0}, map[string]string{"lab-d0-partition": "", "lab-d0-x1-row": "", "lab-d1-row": "", "lab-d0-row": long + "2"}},
		{designlab.Did{Act: designlab.RemoveIndex, At: 0, Of: 0}, map[string]string{"lab-d0-x1-row": "", "lab-d0-x0-row": long + "1"}},
		{designlab.Did{Act: designlab.RemovePattern, At: 0}, map[string]string{"lab-p0-day": "", "lab-p1-top": "", "lab-p0-top": "2.5"}},
		{designlab.Did{Act: designlab.RemoveProperty, At: 0}, map[string]string{"lab-q1-distinct": "", "lab-q0-distinct": "few"}},
		{designlab.Did{Act: designlab.UseTable}, map[string]string{"lab-q1-distinct": "", "lab-g-entities": ""}},
	} {
		want := maps.Clone(typed)
		for id, text := range tt.want {
			if want[id] = text; text == "" {
				delete(want, id)
			}
		}
		next, _ := after(m, tt.act)
		if !maps.Equal(next.Lab.Texts, want) || len(next.Lab.Errs) != len(want) {
			t.Errorf("%+v: the fields hold %q, want %q", tt.act, next.Lab.Texts, want)
		}
		back, cmds := after(next, designlab.Did{Act: designlab.Undo})
		if reset, _ := find[page.ResetFields](cmds); !maps.Equal(back.Lab.Texts, typed) || reset.Values["lab-d1-row"] != long+"2" {
			t.Errorf("%+v, undone: %q, and the fields get %q", tt.act, back.Lab.Texts, reset.Values)
		}
		if again, _ := after(back, designlab.Did{Act: designlab.Redo}); !maps.Equal(again.Lab.Texts, want) {
			t.Errorf("%+v, done again: %q", tt.act, again.Lab.Texts)
		}
	}

	// What is typed into one field takes nothing from another, and neither does taking it back.
	m, _ = after(m, designlab.FieldTyped{Field: "lab-d1-row", Text: "{B}"})
	m, _ = after(m, designlab.FieldTyped{Field: "lab-p1-day", Text: "none"})
	m, _ = after(m, designlab.Did{Act: designlab.Undo})
	if m.Lab.Texts["lab-d1-row"] != long+"2" || m.Lab.Texts["lab-p1-day"] != "none" || m.Lab.Texts["lab-p0-day"] != "many" {
		t.Errorf("after a field was taken back: %q", m.Lab.Texts)
	}
	if m, _ = after(m, designlab.Did{Act: designlab.Fresh}); m.Lab.Have {
		t.Fatal("it did not begin anew")
	}
}

func TestParseWhole(t *testing.T) {
	for text, want := range map[string]int{"": 0, "1e9": 1_000_000_000, "1,000": 1000, "2.5k": 2500, "4M": 4_000_000, "1e300": 1<<63 - 1, "99999999999999999999": 1<<63 - 1, "0": 0} {
		if n, ok := words.WholeInt(text); n != want || !ok {
			t.Errorf("%q is %d, %v", text, n, ok)
		}
	}
	for _, text := range []string{"2.5", "-1", "x", "NaN", "1e-3", "0x10x"} {
		if n, ok := words.WholeInt(text); ok {
			t.Errorf("%q is %d", text, n)
		}
	}
	if n, exact, _ := words.Whole("18446744073709551615"); n != 1<<64-1 || !exact {
		t.Errorf("the largest seed is %d", n)
	}
	if _, exact, _ := words.Whole("1e19"); exact {
		t.Error("1e19 is exact")
	}
}
