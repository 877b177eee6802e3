package simulator

import (
	"strings"
	"testing"
	"time"

	"rangefinder/app/wire"
)

// Ensure that the settings that two runs do not share are told by the names of their fields, and only those that count.
func TestDiffers(t *testing.T) {
	a := Presets[0].Setup()
	b := a
	if got := Differs(&a, &b); got != "Both runs have the same settings." {
		t.Errorf("equal setups: %s", got)
	}
	b.Mix.Get, b.Threads = a.Mix.Get+3, a.Threads+1
	for i := range Fields {
		if f := &Fields[i]; f.ID == "get" {
			want := "Changed since: Share of gets " + f.text(&a) + " → " + f.text(&b) + ", "
			if got := Differs(&a, &b); len(got) < len(want) || got[:len(want)] != want {
				t.Errorf("Differs says %q, want it to begin with %q", got, want)
			}
		}
	}
	if got, want := Changed(&a, &b), " and 1 other setting."; !strings.HasPrefix(got, "Changed since: Share of gets ") || !strings.HasSuffix(got, want) {
		t.Errorf("Changed says %q", got)
	}
	b.Threads = a.Threads
	if got := Changed(&a, &b); got != Differs(&a, &b) {
		t.Errorf("of one setting Changed says %q", got)
	}
	b = a
	b.BatchSize++ // without transactions it does not count
	if a.Mix.Batch == 0 && Differs(&a, &b) != "Both runs have the same settings." {
		t.Error(Differs(&a, &b))
	}
}

// Ensure that it is said how much of a kept run is simulated, also of one that failed, and with how many clients.
func TestKeptText(t *testing.T) {
	s := DefaultSetup()
	s.VMs, s.Threads = 1, 10
	r := &Run{Title: "Random keys", Setup: s, Total: 180, Columns: make([][]int32, 75)}
	r.Last.Step = 10 * time.Second
	if got, want := KeptText(r), "“Random keys” is kept, 12:30 of 30:00 simulated so far, with 1 VM of 10 threads"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	r.Last.Done = true
	if got, want := KeptText(r), "“Random keys” is kept, all 30:00 of it, with 1 VM of 10 threads"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	r.Failed = &wire.Failure{}
	if got, want := KeptText(r), "“Random keys” is kept as it stood at 12:30 of 30:00, with 1 VM of 10 threads"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
