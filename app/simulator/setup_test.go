package simulator

import (
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"rangefinder/app/loadsim"
)

// Ensure that every preset can be simulated, comes back from its address, and is told apart from the others.
func TestPresets_Usable(t *testing.T) {
	for i := range Presets {
		p := &Presets[i]
		s := p.Setup()
		if wrong := s.check(); len(wrong) > 0 {
			t.Errorf("%s: %+v", p.Title, wrong)
		}
		back, ok := ParseSetup(s.Encode())
		if !ok || back.Encode() != s.Encode() || !reflect.DeepEqual(back, s) {
			t.Errorf("%s: %q comes back as %+v, %v", p.Title, s.Encode(), back, ok)
		}
		if got := presetOf(&s); got != i {
			t.Errorf("%s is found as preset %d", p.Title, got)
		}
		again, faults := setupOf(s.texts())
		if !reflect.DeepEqual(again, s) || strings.Join(faults, "") != "" {
			t.Errorf("%s: the form gives %+v, %q", p.Title, again, faults)
		}
	}
}

// Ensure that the presets show the numbers that they speak of.
func TestPresets_Published(t *testing.T) {
	for _, tt := range []struct {
		title            string
		served, from, to float64 // entities/s, refused in percent
	}{
		{"Inserts into one partition (figure 8)", 1000, 0, 0.1},
		{"16 VMs with 15 threads (figure 12)", 17_000, 0, 0.1},
		{"20 threads, transactions into one partition (figure 15)", 2300, 0, 3}, // the study has almost none, see CALIBRATION.md
		{"50 threads, transactions into one partition (figure 15)", 2500, 19, 25},
	} {
		found := false
		for i := range Presets {
			if Presets[i].Title != tt.title {
				continue
			}
			found = true
			r, err := loadsim.New(Presets[i].Setup().Config)
			if err != nil {
				t.Fatal(err)
			}
			if err := r.Step(r.Since(0, 0).Now+24*time.Hour, nil); err != nil {
				t.Fatal(err)
			}
			total := r.Totals()
			served, refused := rate(total.Entities, total.Seconds), 100*float64(total.Refused)/float64(total.Billed)
			if served < tt.served*0.85 || served > tt.served*1.15 || refused < tt.from || refused > tt.to {
				t.Errorf("%s serves %.0f entities/s and refuses %.1f %%", tt.title, served, refused)
			}
		}
		if !found {
			t.Errorf("there is no preset %q", tt.title)
		}
	}
}

// Ensure that a damaged setup is refused whole, whatever it is.
func TestParseSetup_Damaged(t *testing.T) {
	for _, text := range []string{"2", "1vms:3", "1,", "1,vms", "1,vms:", "1,vms:x", "1,vms:0", "1,nothing:1", "1,keys:unheard", "1,length:25 h", "1,get:0,batch:0", "1,keys:table,template:{", "1,order:a:b", "1,vms:10,threads:-5", strings.Repeat("1", 3000), "1,batchsize:100,entity:1000000"} {
		if s, ok := ParseSetup(text); ok {
			t.Errorf("%.40q is taken as %+v", text, s)
		}
	}
	random := rand.New(rand.NewPCG(5, 6))
	whole := Presets[5].Setup()
	whole.Template, whole.Order = "{A},{B|hash(3)}:x", "When"
	text := whole.Encode()
	if back, ok := ParseSetup(text); !ok || !reflect.DeepEqual(back, whole) {
		t.Errorf("%q comes back as %+v", text, back)
	}
	for range 20_000 {
		b := []byte(text)
		for range 1 + random.IntN(3) {
			b[random.IntN(len(b))] = byte(32 + random.IntN(95))
		}
		if s, ok := ParseSetup(string(b)); ok {
			if wrong := s.check(); len(wrong) > 0 {
				t.Fatalf("%q is taken, but %+v", b, wrong)
			}
		}
	}
}

func TestSpan_RoundTrip(t *testing.T) {
	for text, want := range map[string]time.Duration{"90": 90 * time.Second, " 30 min": 30 * time.Minute, "1h": time.Hour, "0.5 h": 30 * time.Minute, "5 m": 5 * time.Minute, "250 ms": 250 * time.Millisecond, "0": 0} {
		if d, ok := loadsim.ParseSpan(text); !ok || d != want {
			t.Errorf("ParseSpan(%q) = %v, %v", text, d, ok)
		} else if again, ok := loadsim.ParseSpan(loadsim.Span(d)); !ok || again != d {
			t.Errorf("%v is written %q", d, loadsim.Span(d))
		}
	}
	for _, text := range []string{"", "x", "-5 s", "1 day", "s", "1e300 h", "NaN s", "Inf"} {
		if d, ok := loadsim.ParseSpan(text); ok {
			t.Errorf("ParseSpan(%q) = %v", text, d)
		}
	}
}

// Ensure that the times of a run's columns are told apart, however short it is.
func TestClock_TellsColumnsApart(t *testing.T) {
	for _, whole := range []time.Duration{time.Second, 3 * time.Second, 10 * time.Second, 20 * time.Second, time.Minute, 61 * time.Second, 2 * time.Minute, 3 * time.Minute, time.Hour, 24 * time.Hour} {
		c := loadsim.Default()
		c.Duration = whole
		r, err := loadsim.New(c)
		if err != nil {
			t.Fatal(err)
		}
		step, seen := r.Since(0, 0).Step, map[string]bool{}
		for at := time.Duration(0); at < whole; at += step {
			text := Clock(at, whole)
			if seen[text] {
				t.Errorf("of %v two columns of %v are at %q", whole, step, text)
				break
			}
			seen[text] = true
		}
	}
	for _, tt := range []struct {
		at, whole time.Duration
		want      string
	}{{125 * time.Millisecond, time.Second, "0.125 s"}, {7250 * time.Millisecond, time.Minute, "7.25 s"}, {75500 * time.Millisecond, 2 * time.Minute, "01:15.5"}, {435 * time.Second, 30 * time.Minute, "07:15"}, {4035 * time.Second, 2 * time.Hour, "1:07:15"}} {
		if got := Clock(tt.at, tt.whole); got != tt.want {
			t.Errorf("%v of %v is %q, want %q", tt.at, tt.whole, got, tt.want)
		}
	}
}

// Ensure that what the presets say of splits is what happens: where the load is spread they help, elsewhere they do not.
func TestPresets_Splits(t *testing.T) {
	for preset, helps := range map[int]bool{0: false, 1: false, 2: true, 3: true} {
		r, err := loadsim.New(Presets[preset].Setup().Config)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Step(24*time.Hour, nil); err != nil {
			t.Fatal(err)
		}
		f := r.Since(0, 0)
		var first, last int64 // entities of the first and the last sixth
		for i, c := range f.Columns {
			if i < len(f.Columns)/6 {
				first += int64(c[loadsim.Entities])
			} else if i >= len(f.Columns)-len(f.Columns)/6 {
				last += int64(c[loadsim.Entities])
			}
		}
		if f.Totals.Splits == 0 || (last*2 > first*3) != helps {
			t.Errorf("%s: %d splits, from %d to %d entities in 5 minutes", Presets[preset].Title, f.Totals.Splits, first, last)
		}
	}
}

// Ensure that a number beyond every bound is refused as it was typed, with the bound.
func TestSetup_HugeNumber(t *testing.T) {
	s := DefaultSetup()
	for i := range Fields {
		f := &Fields[i]
		if _, err := strconv.Atoi(f.text(&s)); err != nil || f.ID == "seed" {
			continue
		}
		for _, typed := range []string{"1e20", "99999999999999999999", "10,000,000,000,000,000,000"} {
			texts := s.texts()
			texts[i] = typed
			_, faults := setupOf(texts)
			if !strings.HasPrefix(faults[i], "“"+typed+"” is not a whole number from ") {
				t.Errorf("%s of %s: %q", f.ID, typed, faults[i])
			}
		}
	}
}

// Ensure that every field that cannot be used is told, each with what is wrong with it, and that nothing is told of fields together
// while one of them is wrong itself.
func TestSetup_EveryFault(t *testing.T) {
	at := map[string]int{}
	for i := range Fields {
		at[Fields[i].ID] = i
	}
	for _, test := range []struct {
		typed, want map[string]string
	}{
		{map[string]string{"batchsize": "250", "threads": "x", "length": "25 h", "keys": "table", "template": "{"},
			map[string]string{"batchsize": "“250” is not a whole number from 1 to 100.", "threads": "“x” is not a whole number", "length": "“25 h” is not a time from 1 s to 24 h, such as 90 s or 5 min.", "template": "The name of a property belongs here"}},
		{map[string]string{"vms": "5000", "hot": "101"}, map[string]string{"vms": "“5000” is not a whole number from 1 to 1,000.", "hot": "“101” is not a whole number from 0 to 100."}},
		{map[string]string{"vms": "-5", "servers": "0", "rate": "", "length": " ", "seed": "", "pause": "11 min", "keys": "buckets", "buckets": "0"},
			map[string]string{"vms": "“-5” is not a whole number from 1 to 1,000.", "servers": "“0” is not a whole number from 1 to 64.", "rate": "Type a whole number from 0 to 1,000,000.", "length": "Type a time from 1 s to 24 h, such as",
				"seed": "Type a whole number from 0 to 18,", "pause": "“11 min” is not a time from 0 s to 10 min,", "buckets": "“0” is not a whole number from 1 to 10,000."}},
		{map[string]string{"vms": "900", "threads": "90", "seed": "-"}, map[string]string{"threads": "This makes 81,000 clients", "seed": "“-” is not"}},
		{map[string]string{"get": "0", "insert": "0", "batch": "x", "query": "0"}, map[string]string{"batch": "“x” is not a whole number from 0 to 1,000."}},
		{map[string]string{"get": "0", "insert": "0", "batch": "0", "query": "0", "servers": "65"}, map[string]string{"get": "This leaves nothing to do;", "servers": "“65” is not a whole"}},
	} {
		s := DefaultSetup()
		texts := s.texts()
		for id, text := range test.typed {
			texts[at[id]] = text
		}
		_, faults := setupOf(texts)
		for i, fault := range faults {
			want, ok := test.want[Fields[i].ID]
			if ok == (fault == "") || !strings.HasPrefix(fault, want) {
				t.Errorf("%v: of %s it says %q, want %q", test.typed, Fields[i].ID, fault, want)
			}
		}
	}
}

// Ensure that a folded group of the settings says what is in it.
func TestGroups_Brief(t *testing.T) {
	for text, mix := range map[string]loadsim.Mix{"all transactions": {Batch: 1}, "75 % gets, 25 % inserts": {Get: 3, Insert: 1}, "50 % inserts, 50 % query pages": {Insert: 2, Query: 2}} {
		if got := mixText(&Setup{Config: loadsim.Config{Mix: mix}}); got != text {
			t.Errorf("%+v is %q, want %q", mix, got, text)
		}
	}
}

// Ensure that no preset is called better or worse for its seed.
func TestCompare_Seeds(t *testing.T) {
	for i := range Presets {
		setup := Presets[i].Setup()
		if given(&setup) {
			continue
		}
		var runs []loadsim.Totals
		for setup.Seed = range uint64(8) {
			r, err := loadsim.New(setup.Config)
			if err != nil {
				t.Fatal(err)
			}
			if err := r.Step(setup.Duration, nil); err != nil {
				t.Fatal(err)
			}
			runs = append(runs, r.Totals())
			for n := range runs {
				for _, d := range loadsim.Compare(runs[n], r.Totals()) {
					if d.Better != 0 {
						t.Errorf("%s, seeds %d and %d: %+v", Presets[i].Title, n, setup.Seed, d)
					}
				}
			}
		}
	}
}
