package tablecopy_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/cosmos"
	"rangefinder/engine/tablecopy"
	"rangefinder/filterlang"
)

// Ensure that each rule does with what is there what it says, that the plan says so before, and that Stop writes nothing.
func TestCopy_Rules(t *testing.T) {
	from := []string{"p/equal A=1 B=1", "p/more A=1", "p/other A=1 B=2", "p/new A=1", "q/new B=1"}
	there := []string{"p/equal A=1 B=1", "p/more A=1 C=3", "p/other A=2 C=3", "p/theirs A=9"}
	for _, test := range []struct {
		rule tablecopy.Existing
		plan tablecopy.Plan
		want []string
	}{
		{tablecopy.Stop, tablecopy.Plan{Inserts: 2, Equal: 1, Stopping: 2, Singles: 2, Chain: 1}, there},
		{tablecopy.Skip, tablecopy.Plan{Inserts: 2, Equal: 1, Skipped: 2, Singles: 2, Chain: 1},
			[]string{"p/equal A=1 B=1", "p/more A=1 C=3", "p/new A=1", "p/other A=2 C=3", "p/theirs A=9", "q/new B=1"}},
		{tablecopy.Replace, tablecopy.Plan{Inserts: 2, Updates: 2, Equal: 1, Transactions: 1, Singles: 1, Chain: 1},
			[]string{"p/equal A=1 B=1", "p/more A=1", "p/new A=1", "p/other A=1 B=2", "p/theirs A=9", "q/new B=1"}},
		{tablecopy.Merge, tablecopy.Plan{Inserts: 2, Updates: 1, Equal: 2, Transactions: 1, Singles: 1, Chain: 1},
			[]string{"p/equal A=1 B=1", "p/more A=1 C=3", "p/new A=1", "p/other A=1 B=2 C=3", "p/theirs A=9", "q/new B=1"}},
	} {
		s := newService(1)
		must(t, s.db.CreateTable(ctx, "Copied"))
		put(t, s.db, "Copied", there...)
		opt := tablecopy.Options{Existing: test.rule, AtOnce: 2}
		c, err := tablecopy.Prepare(ctx, source(t, from...), s.target(), opt)
		must(t, err)
		got := c.Plan
		if got.Bytes == 0 || got.Looked != s.reads || s.writes != 0 {
			t.Errorf("rule %d: the plan has %d bytes and %d requests, of %d; %d writes", test.rule, got.Bytes, got.Looked, s.reads, s.writes)
		}
		test.plan.Table, test.plan.Entities, test.plan.Differing = "Copied", 5, got.Differing
		got.Bytes, got.Looked, got.RoundTrip, got.AtLeast = 0, 0, 0, 0
		if !reflect.DeepEqual(got, test.plan) || len(got.Differing) != got.Updates+got.Skipped+got.Stopping {
			t.Errorf("rule %d: the plan is\n%+v, want\n%+v", test.rule, got, test.plan)
		}
		r, err := c.Run(ctx, opt)
		if stopped, ok := errors.AsType[*tablecopy.StoppedError](err); ok != (test.rule == tablecopy.Stop) || ok && (stopped.Entities != 2 || s.writes != 0) || !ok && err != nil {
			t.Errorf("rule %d: %v", test.rule, err)
		}
		if err == nil && (r.Written != got.Writes() || r.Requests != got.Requests() || s.writes != r.Requests || r.Left != 0) {
			t.Errorf("rule %d: %+v after %d writes, planned %+v", test.rule, *r, s.writes, got)
		}
		want := slices.Clone(test.want)
		for i := range want {
			want[i] = quoted(want[i])
		}
		slices.Sort(want)
		if got := table(t, s.db, "Copied"); !slices.Equal(got, want) {
			t.Errorf("rule %d: the target has\n%s\nwant\n%s", test.rule, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		if v, err := c.Verify(ctx, -1, 0, opt); err == nil && !v.OK() && test.rule != tablecopy.Stop {
			t.Errorf("rule %d: %+v", test.rule, *v)
		}
	}
}

// quoted returns "p/r A=1" with its values as literals of texts.
func quoted(text string) string {
	fields := strings.Fields(text)
	for i, f := range fields[1:] {
		name, value, _ := strings.Cut(f, "=")
		fields[i+1] = name + "='" + value + "'"
	}
	return strings.Join(fields, " ")
}

// Ensure that an entity which comes or changes after the target was looked at is never written over, and is named, whatever the rule
// is; also when the one who was quicker made the table.
func TestCopy_Quicker(t *testing.T) {
	for _, rule := range []tablecopy.Existing{tablecopy.Stop, tablecopy.Skip, tablecopy.Replace, tablecopy.Merge} {
		s := newService(1)
		opt := tablecopy.Options{Existing: rule, AtOnce: 3}
		must(t, s.db.CreateTable(ctx, "Copied"))
		if rule != tablecopy.Stop {
			put(t, s.db, "Copied", "p/3 A=0", "p/4 A=0")
		}
		c, err := tablecopy.Prepare(ctx, source(t, "p/1 A=1", "p/2 A=1", "p/3 A=1", "p/4 A=1", "q/1 A=1"), s.target(), opt)
		must(t, err)
		put(t, s.db, "Copied", "p/2 A=quicker", "q/1 A=1", "p/3 A=quicker")
		r, err := c.Run(ctx, opt)
		must(t, err)
		want := []tablecopy.Key{{PartitionKey: "p", RowKey: "2"}, {PartitionKey: "p", RowKey: "3"}}
		if rule == tablecopy.Skip {
			want = want[:1]
		}
		if !slices.Equal(r.Changed, want) || r.AlreadyThere != 1 || r.Left != 0 {
			t.Errorf("rule %d: %+v", rule, *r)
		}
		got := strings.Join(table(t, s.db, "Copied"), "\n")
		if strings.Count(got, "A='quicker'") != 2 || !strings.Contains(got, "p/1 A='1'") {
			t.Errorf("rule %d: the target has\n%s", rule, got)
		}
		if v, err := c.Verify(ctx, -1, 0, opt); err != nil || !v.OK() {
			t.Errorf("rule %d: %+v, %v", rule, v, err)
		}
	}
	s := newService(1)
	c, err := tablecopy.Prepare(ctx, source(t, "p/1 A=1"), s.target(), tablecopy.Options{})
	must(t, err)
	must(t, s.db.CreateTable(ctx, "Copied"))
	put(t, s.db, "Copied", "p/1 A=quicker")
	if r, err := c.Run(ctx, tablecopy.Options{}); err != nil || len(r.Changed) != 1 || c.Plan.Creates != 1 {
		t.Errorf("%+v, %v", r, err)
	}
}

// Ensure that whatever is there, in tables of any shape, in any order and on pages of any size, a copy makes the target what the rule
// says; that its plan has the right numbers; and that lost answers change nothing but the number of requests.
func TestCopy_Random(t *testing.T) {
	seed, cases := randomSeed(t), uint64(*cases)
	if testing.Short() {
		cases /= 4
	}
	for n := range cases {
		r := rand.New(rand.NewPCG(seed, n))
		s := newService(seed + n)
		s.page = []int{1, 3, 50, 0}[r.IntN(4)]
		to := s.target()
		must(t, s.db.CreateTable(ctx, "Copied"))
		if r.IntN(3) == 0 {
			s.Service, to.Profile = cosmos.New(s.db, seed+n), filterlang.Cosmos
		}
		partitions, rows := 1+r.IntN(1+r.IntN(60)), 1+r.IntN(60)
		var mine, theirs []string
		for p := range partitions {
			for i := range rows {
				key := fmt.Sprintf("p%d'ä/r%d", p, i)
				if r.IntN(4) > 0 {
					mine = append(mine, key+fmt.Sprint(" A=", r.IntN(2), " B=", r.IntN(2)))
				}
				if r.IntN(3) == 0 {
					theirs = append(theirs, key+fmt.Sprint(" A=", r.IntN(2), " C=", r.IntN(2)))
				} else if r.IntN(8) == 0 {
					theirs = append(theirs, mine[max(0, len(mine)-1):]...)
				}
			}
		}
		put(t, s.db, "Copied", theirs...)
		opt := tablecopy.Options{Existing: tablecopy.Skip + tablecopy.Existing(r.IntN(3)), AtOnce: 1 + r.IntN(8)}
		want := map[string]string{}
		for _, e := range table(t, s.db, "Copied") {
			key, rest, _ := strings.Cut(e, " ")
			want[key] = rest
		}
		expect := tablecopy.Plan{}
		for _, e := range mine {
			key, rest, _ := strings.Cut(quoted(e), " ")
			was, there := want[key]
			next := outcome(opt.Existing, was, rest, there)
			switch {
			case !there:
				expect.Inserts++
			case was == rest, next == was && opt.Existing == tablecopy.Merge:
				expect.Equal++
			case opt.Existing == tablecopy.Skip:
				expect.Skipped++
			default:
				expect.Updates++
			}
			want[key] = next
		}
		c, err := tablecopy.Prepare(ctx, source(t, mine...), to, opt)
		must(t, err)
		p := c.Plan
		if p.Inserts != expect.Inserts || p.Updates != expect.Updates || p.Equal != expect.Equal || p.Skipped != expect.Skipped {
			t.Fatalf("case %d: the plan is %+v, want %+v", n, p, expect)
		}
		s.loss = r.IntN(2) * 20
		done, err := c.Run(ctx, opt)
		must(t, err)
		if done.Written+done.AlreadyThere != p.Writes() || done.Left != 0 || s.loss == 0 && done.Requests != p.Requests() {
			t.Fatalf("case %d: %+v, planned %+v", n, *done, p)
		}
		for key, times := range s.written {
			if times != 1 {
				t.Errorf("case %d: %s was written %d times", n, key, times)
			}
		}
		got := map[string]string{}
		for _, e := range table(t, s.db, "Copied") {
			key, rest, _ := strings.Cut(e, " ")
			got[key] = rest
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("case %d, rule %d: the target has\n%v\nwant\n%v", n, opt.Existing, got, want)
		}
		for _, sample := range []int{-1, 5} {
			if v, err := c.Verify(ctx, sample, seed, opt); err != nil || !v.OK() || v.Read == 0 && p.Writes() > 0 {
				t.Errorf("case %d: %+v, %v", n, v, err)
			}
		}
	}
}

// outcome is the model: what an entity becomes.
func outcome(rule tablecopy.Existing, theirs, mine string, there bool) string {
	switch {
	case !there || rule == tablecopy.Replace:
		return mine
	case rule == tablecopy.Skip:
		return theirs
	}
	values := map[string]string{}
	for _, f := range append(strings.Fields(theirs), strings.Fields(mine)...) {
		name, value, _ := strings.Cut(f, "=")
		values[name] = value
	}
	var out []string
	for name, value := range values {
		out = append(out, name+"="+value)
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// Ensure that a copy that is cut off anywhere and made again ends with the target equal to the source, as one finds who reads both page
// by page; that nothing is written twice, and that all requests together are at most a tenth more.
func TestCopy_CutAndResumed(t *testing.T) {
	seed := randomSeed(t)
	const n = 20_000
	from := many(t, n, 250, 1)
	want := make([]string, 0, n)
	for rank := range from.Len() {
		e := from.At(rank)
		a, _ := e.Value("A")
		b, _ := e.Value("B")
		want = append(want, fmt.Sprintf("%s/%s A=%s B=%s", e.PartitionKey(), e.RowKey(), a.Literal(), b.Literal()))
	}
	uncut, all, most, cuts := 0, 0, 0, *cuts
	if testing.Short() { // the race detector runs
		cuts = 1
	}
	for i := range cuts + 1 {
		r := rand.New(rand.NewPCG(seed, uint64(i)))
		s := newService(seed + uint64(i))
		opt := tablecopy.Options{AtOnce: 8}
		requests := 0
		for run := 0; ; run++ {
			stop, cut := context.WithCancel(ctx)
			if after := 1 + r.IntN(200); i > 0 && run == 0 {
				left := after
				s.before = func() {
					s.lock.Lock()
					defer s.lock.Unlock()
					if left--; left == 0 {
						cut()
					}
				}
			} else {
				s.before = nil
			}
			c, err := tablecopy.Prepare(stop, from, s.target(), opt)
			if err == nil {
				requests += c.Plan.Looked
				var done *tablecopy.Report
				done, err = c.Run(stop, opt)
				requests += done.Requests
			}
			cut()
			if err == nil {
				break
			}
			if !errors.Is(err, context.Canceled) || run > 0 {
				t.Fatal(err)
			}
		}
		if requests > s.reads+s.writes+8 { // those that were cut are counted, and need not have arrived
			t.Errorf("%d requests are reported, %d were made", requests, s.reads+s.writes)
		}
		if i == 0 {
			uncut = requests
		} else {
			all, most = all+requests, max(most, requests)
		}
		for key, times := range s.written {
			if times != 1 {
				t.Errorf("copy %d: %s was written %d times", i, key, times)
			}
		}
		if got := table(t, s.db, "Copied"); !slices.Equal(got, want) {
			t.Fatalf("copy %d: the target has %d entities, not all of them as the source has them", i, len(got))
		}
	}
	times := float64(all) / float64(cuts*uncut)
	t.Logf("%d copies cut and resumed: %.3f times the %d requests of one that is not, %.3f at most", cuts, times, uncut, float64(most)/float64(uncut))
	if times > 1.1 && cuts > 3 { // one that is cut late reads all that it has written
		t.Errorf("%.3f times the requests", times)
	}
}

// Ensure that entities over the limits of the target are each named with the reason, before anything is written, and that the others
// are copied.
func TestCopy_Limits(t *testing.T) {
	s := newService(1)
	to := s.target()
	to.Profile = filterlang.Cosmos
	from := source(t, "p/1 A=1", "p/2 id=1", "p/3 A=1", "p/"+strings.Repeat("x", 256)+" A=1", "p/5 etag=1")
	c, err := tablecopy.Prepare(ctx, from, to, tablecopy.Options{})
	must(t, err)
	var named []string
	for _, r := range c.Plan.Refused {
		named = append(named, r.RowKey[:1]+" "+r.Code+" "+r.Message)
	}
	if got := strings.Join(named, "\n"); len(named) != 3 || !strings.Contains(got, "2 PropertyNameInvalid") || !strings.Contains(got, "x PropertyValueTooLarge") || !strings.Contains(got, "256 bytes") {
		t.Errorf("refused are\n%s", got)
	}
	r, err := c.Run(ctx, tablecopy.Options{})
	must(t, err)
	if got := table(t, s.db, "Copied"); len(got) != 2 || r.Written != 2 {
		t.Errorf("%+v, the target has %v", *r, got)
	}
	big := strings.Repeat("\\", 32_000)
	var fields []string
	for i := range 15 {
		fields = append(fields, fmt.Sprintf("A%d=%s", i, strings.Repeat(big, 1)))
	}
	c, err = tablecopy.Prepare(ctx, source(t, "p/small A=1", "p/big "+strings.Join(fields, " "), "p/bigger "+strings.Join(fields, " ")), newService(1).target(), tablecopy.Options{})
	must(t, err)
	if len(c.Plan.Refused) != 0 || c.Plan.Requests() != 2 || c.Plan.Bytes < 2*15*2*32_000 {
		t.Errorf("%+v", c.Plan)
	}
}

// Ensure that Verify finds what is missing and what is not as it was written, all of it or by samples, and looks for nothing else.
func TestVerify(t *testing.T) {
	s := newService(1)
	from := many(t, 3000, 40, 1)
	opt := tablecopy.Options{AtOnce: 4}
	c, err := tablecopy.Prepare(ctx, from, s.target(), opt)
	must(t, err)
	if _, err := c.Run(ctx, opt); err != nil {
		t.Fatal(err)
	}
	if v, err := c.Verify(ctx, -1, 1, opt); err != nil || !v.OK() || v.Read != 3000 || v.Requests > 20 {
		t.Errorf("%+v, %v", v, err)
	}
	if v, err := c.Verify(ctx, 100, 1, opt); err != nil || !v.OK() || v.Read != 100 || v.Requests != 100 {
		t.Errorf("%+v, %v", v, err)
	}
	for i := range 1000 {
		key := tablecopy.Key{PartitionKey: from.At(i * 3).PartitionKey(), RowKey: from.At(i * 3).RowKey()}
		if i%2 == 0 {
			_, err := s.db.Apply(ctx, "Copied", engine.Op{Kind: engine.Delete, PartitionKey: key.PartitionKey, RowKey: key.RowKey, IfMatch: "*"})
			must(t, err)
		} else {
			put(t, s.db, "Copied", key.PartitionKey+"/"+key.RowKey+" A=9")
		}
	}
	if v, err := c.Verify(ctx, -1, 1, opt); err != nil || len(v.Missing) != 500 || len(v.Changed) != 500 || !strings.HasPrefix(v.Differs, "A is String 9 there and ") {
		t.Errorf("%d missing, %d changed, first %s, %v", len(v.Missing), len(v.Changed), v.Differs, err)
	}
	if v, err := c.Verify(ctx, 300, 1, opt); err != nil || len(v.Missing) < 20 || len(v.Changed) < 20 || v.OK() {
		t.Errorf("%d missing, %d changed in a sample, %v", len(v.Missing), len(v.Changed), err)
	}
}

// Ensure that a read-back tells of a difference behind what is shown of a value.
func TestVerify_LongValue(t *testing.T) {
	s, long := newService(1), strings.Repeat("x", 41)
	c, err := tablecopy.Prepare(ctx, source(t, "p/a A="+long+"1"), s.target(), tablecopy.Options{})
	must(t, err)
	if _, err := c.Run(ctx, tablecopy.Options{}); err != nil {
		t.Fatal(err)
	}
	put(t, s.db, "Copied", "p/a A="+long+"2")
	if v, err := c.Verify(ctx, -1, 1, tablecopy.Options{}); err != nil || v.OK() || v.Differs != "A differs after its first 40 characters" {
		t.Errorf("%+v, %v", v, err)
	}
}

// Ensure that a small source is looked for in a large table without reading that table, and a large one that is not there by one
// request.
func TestPrepare_Requests(t *testing.T) {
	s := newService(1)
	big := many(t, 24_000, 60, 1)
	c, err := tablecopy.Prepare(ctx, big, s.target(), tablecopy.Options{AtOnce: 8})
	must(t, err)
	if c.Plan.Looked != 1 || c.Plan.Creates != 1 || c.Plan.Requests() != 401 || c.Plan.Chain != 1 {
		t.Errorf("%+v", c.Plan)
	}
	if _, err := c.Run(ctx, tablecopy.Options{AtOnce: 8}); err != nil {
		t.Fatal(err)
	}
	c, err = tablecopy.Prepare(ctx, big, s.target(), tablecopy.Options{AtOnce: 64})
	must(t, err)
	if c.Plan.Equal != 24_000 || c.Plan.Looked > 24+12 { // many at once do not ask for many pages that are not full
		t.Errorf("%+v", c.Plan)
	}
	var few []string
	for i := range 40 {
		few = append(few, fmt.Sprintf("p%04d/r%06d A=2", i*10, i*10*60))
	}
	for _, atOnce := range []int{1, 8} {
		c, err = tablecopy.Prepare(ctx, source(t, few...), s.target(), tablecopy.Options{AtOnce: atOnce, Existing: tablecopy.Replace})
		must(t, err)
		if c.Plan.Updates != 40 || c.Plan.Looked > 100 {
			t.Errorf("%d at once: %+v", atOnce, c.Plan)
		}
	}
}

// Ensure that a query's result is gathered whole, projected, and from pages of any size.
func TestGather(t *testing.T) {
	for _, page := range []int{1, 7, 0} {
		s := newService(1)
		s.page = page
		must(t, s.db.CreateTable(ctx, "Copied"))
		for i := range 30 {
			put(t, s.db, "Copied", fmt.Sprintf("p/%02d A=%d B=x", i, i%2))
		}
		got, requests, err := tablecopy.Gather(ctx, s, "Copied", engine.Query{Filter: "A eq '1'", Select: []string{"A"}}, tablecopy.Options{})
		must(t, err)
		if got.Len() != 15 || got.At(0).Len() != 1 || requests != s.reads {
			t.Errorf("%d entities, %v, in %d requests of %d", got.Len(), got.At(0).Properties(), requests, s.reads)
		}
	}
}
