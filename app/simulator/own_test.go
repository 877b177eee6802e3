package simulator

import (
	"slices"
	"testing"

	"rangefinder/app/designlab"
	"rangefinder/app/keydesign/lab"
	"rangefinder/app/page"
)

// Ensure that settings of one's own are in the list after an example or a design took their place, each as it was typed and named after what
// differs from the nearest example, and that one that comes back is not kept twice.
func TestModel_OwnSettingsStay(t *testing.T) {
	v := &page.View{Ready: true, Screen: page.SimulatorScreen}
	field := func(id string) int {
		return slices.IndexFunc(Fields, func(f Field) bool { return f.ID == id })
	}
	m := New()
	does := func(msg page.Msg) {
		m, _, _ = m.Update(v, msg)
	}
	holds := func(when, vms, preset string) {
		t.Helper()
		if got := m.Texts[field("vms")]; got != vms {
			t.Errorf("%s: %s VMs, want %s", when, got, vms)
		}
		if got := reset(m).(page.ResetFields).Values["sim-preset"]; got != preset {
			t.Errorf("%s: %s is chosen, want %s", when, got, preset)
		}
	}
	does(FieldTyped{Field: field("vms"), Text: "20"})
	does(PresetChosen{Preset: 3})
	holds("an example", "10", "3")
	does(PresetChosen{Preset: 1})
	does(PresetChosen{Preset: -2})
	holds("back", "20", "-2")
	does(FieldTyped{Field: field("vms"), Text: "30"})
	holds("changed", "30", "-1")
	does(PresetChosen{Preset: 3})
	does(FieldTyped{Field: field("vms"), Text: "4x"})
	does(PresetChosen{Preset: 0})
	holds("an example again", "10", "0")
	for preset, vms := range map[int]string{-2: "20", -3: "30", -4: "4x"} {
		if does(PresetChosen{Preset: preset}); m.Texts[field("vms")] != vms {
			t.Errorf("%d has %s VMs, want %s", preset, m.Texts[field("vms")], vms)
		}
	}
	if want := []string{"Keys in time order, VMs 20", "Keys in time order, VMs 30", "Random keys, unfinished"}; !slices.Equal(m.ownNames(), want) {
		t.Errorf("%q are kept, want %q", m.ownNames(), want)
	}
	does(PresetChosen{Preset: 3})
	does(PresetChosen{Preset: -5}) // there is none
	does(FieldTyped{Field: field("vms"), Text: "40"})
	does(designlab.Simulated{Spec: lab.Spec{Designs: []lab.Design{{Partition: "{Genre}"}}}})
	if names := m.ownNames(); len(names) != 4 || names[3] != "Random keys, VMs 40" {
		t.Errorf("a design leaves %q", names)
	}
	for range 2 * maxOwn {
		does(FieldTyped{Field: field("vms"), Text: m.Texts[field("vms")] + "1"})
		does(PresetChosen{Preset: 0})
		does(PresetChosen{Preset: -1 - len(m.Own)})
	}
	if len(m.Own) > maxOwn {
		t.Errorf("%d are kept", len(m.Own))
	}
}
