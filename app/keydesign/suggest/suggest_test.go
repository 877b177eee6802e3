package suggest

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"rangefinder/app/keydesign/lab"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// Ensure that a design of a paper, or the one that entities were made for, is among the suggestions, or one that measures no
// worse in every number.
func TestSearch_KnownDesigns(t *testing.T) {
	cases := append(append([]known{}, papers...), made...)
	if testing.Short() { // the race detector runs, and takes many times as long
		cases = made[:1]
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			from := c.from(t)
			spec := lab.Spec{Table: "Table", Patterns: c.patterns}
			if err := spec.Check(); err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			r, err := Search(context.Background(), from, true, spec, Options{}, lab.Watch{})
			if err != nil {
				t.Fatal(err)
			}
			took := time.Since(start)
			t.Logf("%s, %d tried on %d of %d entities, complete %t", took.Round(time.Millisecond), r.Tried, r.Screened, r.Entities, r.Complete)
			for _, s := range r.Suggestions {
				t.Logf("%+v", s)
			}
			if took > 30*time.Second {
				t.Errorf("it took %s", took)
			}
			for _, d := range c.best {
				best := measured(t, c, d)
				found := false
				for _, s := range r.Suggestions {
					found = found || s.Scores.NoWorse(best)
				}
				if !found {
					t.Errorf("no suggestion is as good as %+v, which has %+v", d, best)
				}
			}
		})
	}
}

// measured has the lab measure a design, apart from any search.
func measured(t testing.TB, c known, d lab.Design) Scores {
	t.Helper()
	spec := lab.Spec{Table: "Table", Patterns: c.patterns, Designs: []lab.Design{d}}
	r, err := lab.NewBench(c.from(t), true).Measure(context.Background(), spec, lab.Watch{})
	if err != nil {
		t.Fatal(err)
	}
	s, _, fits := scored(&spec, r, 0, 1)
	if !fits {
		text, _ := json.MarshalIndent(r, "", " ")
		t.Fatalf("the known design does not fit: %.3000s", text)
	}
	return s
}

// Ensure that the same seed gives the same answer, that what is suggested measures as it is said to, and that designs which are
// compared already are not suggested.
func TestSearch_Answer(t *testing.T) {
	if testing.Short() {
		t.Skip("it measures for seconds under the race detector")
	}
	c := papers[0]
	from := c.from(t)
	spec := lab.Spec{Table: "Table", Patterns: c.patterns, Designs: []lab.Design{{Name: "as it is", Partition: "{PartitionKey}", Row: "{RowKey}"}}}
	search := func() *Result {
		r, err := Search(context.Background(), from, true, spec, Options{Seed: 7, Screen: 2000}, lab.Watch{})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := search()
	if again := search(); !reflect.DeepEqual(r, again) {
		t.Errorf("the same seed answers %+v, then %+v", r, again)
	}
	if r.Screened != 2000 || r.Entities != 20_000 || len(r.Suggestions) < 2 || len(r.Suggestions) > DefaultMost || !r.Complete {
		t.Errorf("it found %+v", r)
	}
	for i, s := range r.Suggestions {
		if got := measured(t, c, s.Design); !got.NoWorse(s.Scores) || !s.Scores.NoWorse(got) {
			t.Errorf("%s has %+v and measures %+v", s.Design.Name, s.Scores, got)
		}
		for j, o := range r.Suggestions {
			if i != j && o.Scores.NoWorse(s.Scores) {
				t.Errorf("%s is as good as %s in every number", o.Design.Name, s.Design.Name)
			}
		}
	}
	first := strings.Join(r.Suggestions[0].Reasons, "\n")
	for _, says := range []string{"Of these it has the cheapest reads.", " points. With “as it is” it costs ", "“the 10 most recent of a channel” reads a range of one partition: 10 entities examined for 10 wanted, in 1 request; now 20,000. The keys give the order that is wanted.",
		"no property guarantees it"} {
		if !strings.Contains(first, says) {
			t.Errorf("the reasons do not say %q:\n%s", says, first)
		}
	}

	spec.Designs = append(spec.Designs, r.Suggestions[0].Design)
	next, err := Search(context.Background(), from, true, spec, Options{Seed: 7, Screen: 2000}, lab.Watch{})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range next.Suggestions {
		if s.Design.Partition == spec.Designs[1].Partition && s.Design.Row == spec.Designs[1].Row && len(s.Design.Indexes) == 0 {
			t.Errorf("%+v is suggested again", s.Design)
		}
	}
	if !reflect.DeepEqual(r.Enough, []string(nil)) || len(next.Enough) != 1 || next.Enough[0] != spec.Designs[1].Name || len(next.Now) != 2 {
		t.Errorf("no suggestion is as good as %q, the designs have %+v", next.Enough, next.Now)
	}
}

// Ensure that keys which mean something are used, and that a table can stay as it is and get a copy beside it.
func TestSearch_KeysThatAre(t *testing.T) {
	if testing.Short() {
		t.Skip("it measures for seconds under the race detector")
	}
	from := table(t, func(add func(string, string, []engine.Property) error) error {
		for i := range 3000 {
			err := add("dept"+strconv.Itoa(i%40), strconv.Itoa(100_000+i), []engine.Property{
				{Name: "Mail", Value: edm.NewString("m" + strconv.Itoa(i*7919%3001))}, {Name: "Site", Value: edm.NewString("s/" + strconv.Itoa(i%9))}})
			if err != nil {
				return err
			}
		}
		return nil
	})
	spec := lab.Spec{Table: "Table", Designs: []lab.Design{{Name: "as it is", Partition: "{PartitionKey}", Row: "{RowKey}"}}, Patterns: []lab.Pattern{
		{Name: "one", Kind: lab.Read, PerDay: 20_000, Filter: "PartitionKey eq 'dept7' and RowKey eq '100007'"},
		{Name: "a department", Kind: lab.Read, PerDay: 5000, Filter: "PartitionKey eq 'dept7'"},
		{Name: "by mail", Kind: lab.Read, PerDay: 20_000, Filter: "Mail eq 'm42'"},
		{Name: "of a site", Kind: lab.Read, PerDay: 10, Filter: "Site eq 's/4'"},
		{Name: "not to be read", Kind: lab.Read, PerDay: 10, Filter: "Mail eq"},
		{Name: "new", Kind: lab.Insert, PerDay: 100, Rate: 10},
	}}
	r, err := Search(context.Background(), from, false, spec, Options{}, lab.Watch{})
	if err != nil {
		t.Fatal(err)
	}
	kept := false
	for _, s := range r.Suggestions {
		d := s.Design
		if d.Partition == "{PartitionKey}" && d.Row == "{RowKey}" && len(d.Indexes) > 0 && strings.Contains(d.Indexes[0].Partition, "{Mail}") {
			kept = true
			if says := strings.Join(s.Reasons, "\n"); strings.Contains(says, "“one”") || !strings.Contains(says, "3 reads examine as many entities as now.") {
				t.Errorf("it tells of reads that are as before:\n%s", says)
			}
		}
		if strings.Contains(d.Partition+d.Row, "{Site}") {
			t.Errorf("a value that no key may hold is in %+v", d)
		}
	}
	if !kept {
		t.Errorf("the keys as they are with a copy by Mail are not suggested: %+v", r.Suggestions)
	}
}

// Ensure that a search ends when it is stopped, and when its work is done, and says so; and that it says what it cannot do.
func TestSearch_Ends(t *testing.T) {
	c := papers[0]
	from := c.from(t)
	spec := lab.Spec{Table: "Table", Patterns: c.patterns}
	stop, calls, last := errors.New("stop"), 0, 0
	_, err := Search(context.Background(), from, true, spec, Options{}, lab.Watch{Yield: func(done, total int) error {
		if done < last || done > total || total <= 0 {
			t.Fatalf("it is at %d of %d, and was at %d", done, total, last)
		}
		last = done
		if calls++; calls == 300 {
			return stop
		}
		return nil
	}})
	if err != stop {
		t.Errorf("stopped, it answers %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Search(ctx, from, true, spec, Options{}, lab.Watch{}); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled, it answers %v", err)
	}
	r, err := Search(context.Background(), from, true, spec, Options{Screen: 1000, Work: 4000}, lab.Watch{})
	if err != nil || r.Complete || r.Tried == 0 || r.Tried > 6 {
		t.Errorf("with little work it answers %+v, %v", r, err)
	}
	if _, err := Search(context.Background(), from, true, lab.Spec{}, Options{}, lab.Watch{}); err != ErrNoPatterns {
		t.Errorf("without patterns it answers %v", err)
	}
	draft := lab.Pattern{Name: "new", Kind: lab.Read, PerDay: 1000, Draft: true}
	if _, err := Search(context.Background(), from, true, lab.Spec{Patterns: []lab.Pattern{draft}}, Options{}, lab.Watch{}); err != ErrNoPatterns {
		t.Errorf("with a pattern that has no filter yet it answers %v", err)
	}
	if _, err := Search(context.Background(), from, true, lab.Spec{Patterns: []lab.Pattern{{Kind: lab.Read, Filter: "RowKey eq 'a'"}}}, Options{}, lab.Watch{}); err != ErrNoPatterns {
		t.Errorf("asked for keys that mean nothing it answers %v", err)
	}
	none := table(t, func(func(string, string, []engine.Property) error) error { return nil })
	if _, err := Search(context.Background(), none, false, spec, Options{}, lab.Watch{}); err != ErrNoEntities {
		t.Errorf("without entities it answers %v", err)
	}
	broken := spec
	broken.Designs = []lab.Design{{Name: "broken", Partition: "{Channel", Row: "{RowKey}"}}
	if r, err := Search(context.Background(), from, true, broken, Options{Screen: 500}, lab.Watch{}); err != nil || len(r.Suggestions) == 0 {
		t.Errorf("beside a design that cannot be read it answers %+v, %v", r, err)
	}
}

// Ensure that a search that is stopped answers the best that was found until then, and that one that found nothing is an error.
func TestSearch_Stopped(t *testing.T) {
	c := made[0]
	from, spec := c.from(t), lab.Spec{Table: "Table", Patterns: c.patterns}
	yields := 0
	whole, err := Search(t.Context(), from, true, spec, Options{}, lab.Watch{Yield: func(int, int) error { yields++; return nil }})
	if err != nil {
		t.Fatal(err)
	}
	for quarter := range 4 {
		ctx, stop := context.WithCancel(t.Context())
		n := 0
		r, err := Search(ctx, from, true, spec, Options{}, lab.Watch{Yield: func(int, int) error {
			if n++; n > yields*quarter/4 {
				stop()
			}
			return ctx.Err()
		}})
		stop()
		switch {
		case quarter < 2 && err != nil: // nothing was found yet
			if !errors.Is(err, context.Canceled) {
				t.Errorf("early: %v", err)
			}
		case err != nil:
			t.Errorf("after %d quarters: %v", quarter, err)
		case !r.Stopped || r.Complete || len(r.Suggestions) == 0 || r.Tried > whole.Tried || len(r.Suggestions[0].Reasons) == 0:
			t.Errorf("after %d quarters: stopped %v, complete %v, %d suggestions of %d tried", quarter, r.Stopped, r.Complete, len(r.Suggestions), r.Tried)
		}
	}
}

// Ensure that the reasons of a search that was stopped name the entities that they were measured on, the first design's as well.
func TestSearch_StoppedSample(t *testing.T) {
	c := made[0]
	from, spec := c.from(t), lab.Spec{Table: "Table", Patterns: c.patterns, Designs: []lab.Design{{Name: "as it is", Partition: "{PartitionKey}", Row: "{RowKey}"}}}
	half := from.Len() / 2
	yields := 0
	search := func(most int) (*Result, error) {
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		n := 0
		return Search(ctx, from, true, spec, Options{Screen: half}, lab.Watch{Yield: func(int, int) error {
			if n++; n > most {
				stop()
			}
			yields = max(yields, n)
			return ctx.Err()
		}})
	}
	whole, err := search(1 << 30)
	if err != nil || strings.Contains(strings.Join(whole.Suggestions[0].Reasons, " "), "Measured on") {
		t.Fatal(whole, err)
	}
	n := yields
	for _, part := range []int{n * 3 / 4, n - 2} { // amid the search, and amid the measuring on all
		r, err := search(part)
		if err != nil || !r.Stopped || len(r.Suggestions) == 0 {
			t.Fatalf("after %d of %d: %+v %v", part, n, r, err)
		}
		text := strings.Join(r.Suggestions[0].Reasons, " ")
		if !strings.Contains(text, "Measured on 3,000 of 6,000") || !strings.Contains(text, " of 3,000 entities examined") {
			t.Errorf("after %d of %d: %s", part, n, text)
		}
		if r.Now[0].Bytes >= whole.Now[0].Bytes {
			t.Errorf("after %d of %d the first design is measured on all entities, the suggestions on %d", part, n, half)
		}
	}
}
