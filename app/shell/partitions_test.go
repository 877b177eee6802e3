package shell

import (
	"fmt"
	"rangefinder/app/editor"
	"slices"
	"strings"
	"testing"
	"time"

	"rangefinder/app/page"
	"rangefinder/app/partitions"
	"rangefinder/app/query"
	"rangefinder/app/result"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// onPartitions is a model that shows the partitions of Movies.
func onPartitions(t *testing.T) (Model, []page.Cmd) {
	t.Helper()
	m, _ := after(ready(t), result.RunEnded{Reply: &wire.RunReply{}})
	return after(m, page.ScreenChosen{Screen: page.PartitionsScreen})
}

func listed(m Model, n int) partitions.Listed {
	p := m.Partitions
	r := &wire.PartitionsReply{Entities: 2 * n, Partitions: n, First: p.First, Micros: 1000}
	for range min(partitions.Lines, n-p.First) {
		r.List = append(r.List, wire.PartitionSize{Key: "k", Entities: 2})
	}
	return partitions.Listed{Req: wire.PartitionsRequest{Table: p.Table, Order: p.Order, First: p.First}, Reply: r}
}

func windows(cmds []page.Cmd) (list []wire.PartitionsRequest) {
	for _, cmd := range cmds {
		if a, ok := cmd.(partitions.Ask); ok {
			list = append(list, a.Req)
		}
	}
	return list
}

// Ensure that a screen is part of the address, that Back leaves it, and that nothing is asked for a screen that is not shown.
func TestScreen_AddressAndBack(t *testing.T) {
	m, cmds := onPartitions(t)
	want := wire.PartitionsRequest{Table: "Movies", Order: wire.ByEntities, Count: partitions.Lines}
	if got := windows(cmds); len(got) != 1 || got[0] != want || !slices.Contains(cmds, page.Cmd(partitions.AskKinds{Req: wire.KindsRequest{Table: "Movies", By: wire.ByProperties}})) {
		t.Fatalf("opening the screen does %+v", cmds)
	}
	at := routeOf(m).Fragment()
	if !slices.Contains(cmds, page.Cmd(page.SetAddress{Fragment: at, Push: true})) || routeOf(m).Screen != page.PartitionsScreen {
		t.Fatalf("the address is %q, and opening the screen does %+v", at, cmds)
	}
	m, cmds = after(m, Navigated{Fragment: page.Route{Query: query.Query{Table: "Movies"}}.Fragment()})
	if m.Screen != page.QueryScreen || !slices.Contains(cmds, page.Cmd(page.Stop{Slot: "partitions"})) {
		t.Fatalf("Back shows %q and does %+v", m.Screen, cmds)
	}
	if _, cmds = after(m, page.TableChanged{Table: "Movies"}); windows(cmds) != nil {
		t.Errorf("a change asks for partitions that are not shown: %+v", cmds)
	}
	m, cmds = after(m, Navigated{Fragment: at})
	if m.Screen != page.PartitionsScreen || len(windows(cmds)) != 1 {
		t.Errorf("forward shows %q and does %+v", m.Screen, cmds)
	}
}

// Ensure that a visit to an address with a screen begins there.
func TestScreen_Start(t *testing.T) {
	m, _ := Update(New(), Started{Fragment: page.Route{Query: query.Query{Table: "Mine"}, Screen: page.PartitionsScreen}.Fragment()})
	if m.Screen != page.PartitionsScreen {
		t.Fatalf("starts with %q", m.Screen)
	}
	m, cmds := Update(m, page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Mine", Entities: 1, Partitions: 1}}}})
	if m.Screen != page.PartitionsScreen || len(windows(cmds)) != 1 {
		t.Errorf("shows %q and does %+v", m.Screen, cmds)
	}
	m, _ = Update(New(), Started{Fragment: page.Route{Query: query.Query{Table: "Mine"}, Screen: page.PartitionsScreen}.Fragment(), Embed: true})
	if m.Screen != page.QueryScreen {
		t.Errorf("an embedded page shows %q", m.Screen)
	}
}

func TestScreen_Keys(t *testing.T) {
	m, cmds := after(ready(t), page.ScreenChosen{Screen: page.PartitionsScreen, Focus: true})
	if !slices.Contains(cmds, page.Cmd(page.Focus{Target: "tab-partitions"})) {
		t.Errorf("an arrow key does %+v", cmds)
	}
	m, cmds = after(m, EditorWanted{})
	if m.Screen != page.QueryScreen || !slices.Contains(cmds, page.Cmd(page.Focus{Target: "editor"})) {
		t.Errorf("the way to the filter leads to %q by %+v", m.Screen, cmds)
	}
	if m, cmds = after(m, page.ScreenChosen{Screen: "cinema"}); m.Screen != page.QueryScreen || len(cmds) != 0 {
		t.Errorf("a screen that is not there: %q, %+v", m.Screen, cmds)
	}
}

// Ensure that changes are followed one answer at a time, with a pause that grows with the work.
func TestPartitions_FollowChanges(t *testing.T) {
	m, _ := onPartitions(t)
	m, cmds := after(m, page.TableChanged{Table: "Movies"})
	if windows(cmds) != nil || !m.Partitions.Stale {
		t.Fatalf("a change while an answer is on its way does %+v", cmds)
	}
	m, cmds = after(m, listed(m, 3))
	if len(cmds) != 1 || cmds[0].(partitions.Ask).Pause != 4*time.Millisecond || m.Partitions.Reply.Partitions != 3 {
		t.Fatalf("the answer does %+v", cmds)
	}
	m, cmds = after(m, listed(m, 4))
	if len(cmds) != 0 || m.Partitions.Asked {
		t.Fatalf("the next answer does %+v", cmds)
	}
	if _, cmds = after(m, page.TableChanged{Table: "Other"}); windows(cmds) != nil {
		t.Errorf("another table's change does %+v", cmds)
	}
	if _, cmds = after(m, page.TableChanged{Table: "Movies"}); len(windows(cmds)) != 1 {
		t.Errorf("the next change does %+v", cmds)
	}
}

func TestPartitions_WindowsAndOrder(t *testing.T) {
	m, _ := onPartitions(t)
	m, _ = after(m, listed(m, 120))
	m, cmds := after(m, partitions.Paged{First: partitions.Lines})
	if got := windows(cmds); len(got) != 1 || got[0].First != partitions.Lines {
		t.Fatalf("the next window: %+v", cmds)
	}
	old := listed(m, 120)
	m, _ = after(m, partitions.Paged{First: 1 << 40})
	if m.Partitions.First != 100 {
		t.Fatalf("far behind the end is %d", m.Partitions.First)
	}
	if m, _ = after(m, old); m.Partitions.Reply.First != 0 {
		t.Error("an answer came for a window that is not wanted any more, and was shown")
	}
	m, _ = after(m, listed(m, 120))
	m, cmds = after(m, partitions.LineChosen{Line: -1})
	if got := windows(cmds); len(got) != 1 || got[0].First != 50 || m.Partitions.Line != partitions.Lines-1 {
		t.Fatalf("up from the first line: %+v, line %d", cmds, m.Partitions.Line)
	}
	m, _ = after(m, listed(m, 120))
	m, cmds = after(m, partitions.LineChosen{Line: partitions.Lines})
	if got := windows(cmds); len(got) != 1 || got[0].First != 100 || m.Partitions.Line != 0 {
		t.Fatalf("down from the last line: %+v, line %d", cmds, m.Partitions.Line)
	}
	m, _ = after(m, listed(m, 120))
	if m, cmds = after(m, partitions.LineChosen{Line: 20}); windows(cmds) != nil || m.Partitions.Line != 19 {
		t.Fatalf("down from the last line of all: %+v, line %d", cmds, m.Partitions.Line)
	}
	m, cmds = after(m, partitions.Ordered{Order: wire.ByKey})
	if got := windows(cmds); len(got) != 1 || got[0].First != 0 || got[0].Order != wire.ByKey {
		t.Fatalf("another order: %+v", cmds)
	}
	shrunk := listed(m, 120)
	m, _ = after(m, shrunk)
	if m.Partitions.Failed != nil || m.Partitions.Line != 0 {
		t.Errorf("%+v", m.Partitions)
	}
}

// Ensure that choosing a partition shows a query of exactly it.
func TestPartitions_Chosen(t *testing.T) {
	m, _ := onPartitions(t)
	m, _ = after(m, listed(m, 1))
	m, cmds := after(m, partitions.Chosen{Key: "O'Hara"})
	if m.Screen != page.QueryScreen || m.Query.Filter != "PartitionKey eq 'O''Hara'" || !slices.Contains(cmds, page.Cmd(editor.SetEditor{Text: m.Query.Filter})) {
		t.Fatalf("shows %q with %q", m.Screen, m.Query.Filter)
	}
	ran := slices.ContainsFunc(cmds, func(c page.Cmd) bool { _, ok := c.(result.Run); return ok })
	pushed := slices.ContainsFunc(cmds, func(c page.Cmd) bool {
		a, _ := c.(page.SetAddress)
		r, _, _ := ParseRoute(a.Fragment)
		return a.Push && r.Filter == m.Query.Filter && r.Screen == page.QueryScreen
	})
	if !ran || !pushed {
		t.Errorf("and does %+v", cmds)
	}
}

func TestPartitions_Kinds(t *testing.T) {
	m, _ := onPartitions(t)
	m, cmds := after(m, partitions.KindsChosen{By: wire.ByRowKey})
	req := wire.KindsRequest{Table: "Movies", By: wire.ByRowKey}
	if !slices.Contains(cmds, page.Cmd(partitions.AskKinds{Req: req})) {
		t.Fatalf("%+v", cmds)
	}
	m, _ = after(m, partitions.KindsFound{Req: wire.KindsRequest{Table: "Movies", By: wire.ByProperties}, Reply: &wire.KindsReply{}})
	if m.Partitions.Kinds != nil {
		t.Error("kinds of another way were shown")
	}
	m, _ = after(m, partitions.KindsCounting{Req: req, Progress: wire.Progress{Done: 5, Total: 10}})
	m, _ = after(m, partitions.KindsFound{Req: req, Reply: &wire.KindsReply{Entities: 10}})
	if m.Partitions.Kinds == nil || m.Partitions.Scanned.Done != 5 || m.Partitions.Counting {
		t.Fatalf("%+v", m.Partitions)
	}
	m, cmds = after(m, page.TableChanged{Table: "Movies"})
	if !m.Partitions.Old || slices.Contains(cmds, page.Cmd(partitions.AskKinds{Req: req})) {
		t.Errorf("a change scans the table anew: %+v", cmds)
	}
	m, _ = after(m, partitions.KindsFound{Req: req, Err: &wire.Failure{Code: "InternalError", Message: "No."}})
	if m.Partitions.Refused == nil {
		t.Error("a failure is not told")
	}
}

func TestShare(t *testing.T) {
	for _, tt := range []struct {
		part, whole int64
		want        string
	}{{0, 0, "0 %"}, {0, 5, "0 %"}, {1, 1_000_000, "< 0.1 %"}, {1, 8, "12.5 %"}, {1, 4, "25 %"}, {999_999, 1_000_000, "> 99.9 %"}, {7, 7, "100 %"}} {
		if got := words.Share(tt.part, tt.whole); got != tt.want {
			t.Errorf("Share(%d, %d) = %q, want %q", tt.part, tt.whole, got, tt.want)
		}
	}
}

// Ensure that a key that is looked for leads the list in the order of keys, marks its line, and that older answers and what
// was found before do not get in its way.
func TestPartitions_Find(t *testing.T) {
	m := Model{Screen: page.PartitionsScreen, Partitions: &partitions.Model{Table: "Movies", Order: wire.ByEntities}}
	m, cmds, _ := onlyPartitions(m, partitions.Sought{Find: "Dr"})
	ask, ok := cmds[0].(partitions.Ask)
	if !ok || ask.Req.Find != "Dr" || ask.Req.Order != wire.ByKey {
		t.Fatalf("asks %+v", cmds)
	}
	older := wire.PartitionsRequest{Table: "Movies", Order: wire.ByKey, Find: "D"}
	m, _, _ = onlyPartitions(m, partitions.Listed{Req: older, Reply: &wire.PartitionsReply{Partitions: 300}})
	if m.Partitions.Reply != nil {
		t.Error("an older answer is shown")
	}
	list := make([]wire.PartitionSize, partitions.Lines)
	m, _, _ = onlyPartitions(m, partitions.Listed{Req: ask.Req, Reply: &wire.PartitionsReply{Partitions: 300, First: 100, Found: 117, Begins: true, List: list}})
	if p := m.Partitions; p.First != 100 || p.Line != 17 || p.Found != "Found at 118." || p.Seek || p.Shown != wire.ByKey {
		t.Errorf("found %+v", p)
	}
	m, cmds, _ = onlyPartitions(m, partitions.Paged{First: 150})
	if p := m.Partitions; p.Found != "" || cmds[0].(partitions.Ask).Req.Find != "" {
		t.Errorf("after paging %+v", p)
	}
	m, cmds, _ = onlyPartitions(m, partitions.Sought{Find: ""})
	if len(cmds) != 0 || m.Partitions.Find != "" {
		t.Errorf("nothing looked for asks %+v", cmds)
	}
}

// Ensure that a key is shown as it cannot mislead: what is written from the right, or not at all, is not.
func TestKeyText(t *testing.T) {
	for key, want := range map[string]string{
		"":                       "(empty)",
		"Sci-Fi 𝄞":               "Sci-Fi 𝄞",
		"\u202elive":             "\uFFFDlive",
		"a\u200bb\x85":           "a\uFFFDb\uFFFD",
		strings.Repeat("é", 60):  strings.Repeat("é", 60),
		strings.Repeat("é", 61):  strings.Repeat("é", 60) + "…",
		strings.Repeat("x", 500): strings.Repeat("x", 60) + "…",
	} {
		if got := page.KeyText(key); got != want {
			t.Errorf("%q is shown as %q, want %q", key, got, want)
		}
	}
	long := strings.Repeat("x", 100)
	if a, b := page.KeyWhole(long+"a\u202e"), page.KeyWhole(long+"b"); a != long+"a\uFFFD" || b != long+"b" || page.KeyWhole("") != "(empty)" {
		t.Errorf("whole keys are shown as %q and %q", a, b)
	}
}

// keys is the window of a list whose partitions are named, in the order of keys, as the worker answers it.
func keys(req wire.PartitionsRequest, all ...string) partitions.Listed {
	r := &wire.PartitionsReply{Partitions: len(all), First: req.First}
	rank, _ := slices.BinarySearch(all, req.Keep+req.Find)
	if req.Keep != "" {
		r.Found = min(rank, len(all)-1)
		if r.First = max(r.Found-req.Line, 0); len(all) <= partitions.Lines {
			r.First = 0
		}
	} else if req.Find != "" {
		r.Found, r.Begins = min(rank, len(all)-1), true
		r.First = r.Found / partitions.Lines * partitions.Lines
	}
	for _, key := range all[r.First:min(r.First+partitions.Lines, len(all))] {
		r.List = append(r.List, wire.PartitionSize{Key: key})
	}
	return partitions.Listed{Req: req, Reply: r}
}

// numbered are keys from one number to another.
func numbered(from, to int) (list []string) {
	for i := from; i < to; i++ {
		list = append(list, fmt.Sprintf("p%04d", i))
	}
	return list
}

// Ensure that the partition that the keyboard is on stays under it, on its line, while others come and go before it; that its
// neighbour takes its place when it goes; and that the beginning of the list stays the beginning.
func TestPartitions_KeepPlace(t *testing.T) {
	m, _ := onPartitions(t)
	m, cmds := after(m, partitions.Ordered{Order: wire.ByKey})
	m, _ = after(m, keys(windows(cmds)[0], numbered(100, 300)...))
	m, cmds = after(m, partitions.Paged{First: partitions.Lines})
	m, _ = after(m, keys(windows(cmds)[0], numbered(100, 300)...))
	m, _ = after(m, partitions.LineChosen{Line: 5})
	at := func() string { return m.Partitions.Reply.List[m.Partitions.Line].Key }
	change := func(all ...string) {
		t.Helper()
		if m, cmds = after(m, page.TableChanged{Table: "Movies"}); len(windows(cmds)) != 1 {
			t.Fatalf("a change does %+v", cmds)
		}
		m, cmds = after(m, keys(windows(cmds)[0], all...))
	}
	change(numbered(0, 300)...)
	if p := m.Partitions; at() != "p0155" || p.Line != 5 || p.First != 150 || len(cmds) != 0 {
		t.Fatalf("a hundred came before: %s is on line %d of %d, %+v", at(), p.Line, p.First, cmds)
	}
	change(append(numbered(0, 155), numbered(156, 300)...)...)
	if at() != "p0156" || m.Partitions.Line != 5 {
		t.Fatalf("it went: %s is on line %d", at(), m.Partitions.Line)
	}
	change(numbered(154, 300)...)
	if p := m.Partitions; at() != "p0156" || p.Line != 2 || p.First != 0 || !slices.Contains(cmds, page.Cmd(page.FocusOn{From: "partition-5", To: "partition-2"})) {
		t.Fatalf("all but two before it went: %s is on line %d of %d, %+v", at(), p.Line, p.First, cmds)
	}
	change(numbered(0, 10)...)
	if at() != "p0009" {
		t.Fatalf("it and all behind it went: %s", at())
	}
	m, _ = after(m, partitions.LineChosen{Line: 0})
	change(append([]string{"a"}, numbered(0, 10)...)...)
	if p := m.Partitions; at() != "p0000" || p.Line != 1 || p.First != 0 || !slices.Contains(cmds, page.Cmd(page.FocusOn{From: "partition-0", To: "partition-1"})) {
		t.Fatalf("one came before the first: %s is on line %d of %d, %+v", at(), p.Line, p.First, cmds)
	}

	// The line above a window that begins between two pages is the one before it.
	m.Partitions.Line = 0
	change(numbered(0, 300)...)
	m, cmds = after(m, partitions.Paged{First: 3})
	m, _ = after(m, keys(windows(cmds)[0], numbered(0, 300)...))
	m, cmds = after(m, partitions.LineChosen{Line: -1})
	if m, _ = after(m, keys(windows(cmds)[0], numbered(0, 300)...)); at() != "p0002" {
		t.Errorf("above p0003 is %s", at())
	}

	// What was found is found again, and its place told anew.
	m, cmds = after(m, partitions.Sought{Find: "p0070"})
	m, _ = after(m, keys(windows(cmds)[0], numbered(0, 300)...))
	change(numbered(60, 300)...)
	if p := m.Partitions; p.Found != "Found at 11." || at() != "p0070" {
		t.Errorf("%q, %s", p.Found, at())
	}
}

// Ensure that in the order of sizes the keyboard follows its partition to another line of the window.
func TestPartitions_KeepLine(t *testing.T) {
	m, _ := onPartitions(t)
	list := func(keys ...string) {
		t.Helper()
		r := &wire.PartitionsReply{Partitions: len(keys)}
		for _, key := range keys {
			r.List = append(r.List, wire.PartitionSize{Key: key})
		}
		m, _ = after(m, partitions.Listed{Req: wire.PartitionsRequest{Table: "Movies", Order: wire.ByEntities}, Reply: r})
	}
	list("a", "b", "c")
	m, _ = after(m, partitions.LineChosen{Line: 1})
	m, _ = after(m, page.TableChanged{Table: "Movies"})
	list("c", "a", "b")
	if m.Partitions.Line != 2 {
		t.Errorf("b is on line 2, the keyboard on %d", m.Partitions.Line)
	}
	m, _ = after(m, page.TableChanged{Table: "Movies"})
	list("c", "a")
	if m.Partitions.Line != 1 {
		t.Errorf("b is gone, the keyboard on line %d of 2", m.Partitions.Line)
	}
}

// Ensure that the keyboard goes from a button of the pager that goes no further to one that does.
func TestPartitions_PagerEnds(t *testing.T) {
	m, _ := onPartitions(t)
	window := func(first, n int) []page.Cmd {
		p := *m.Partitions
		p.First = first
		m.Partitions = &p
		msg := listed(m, 120)
		msg.Reply.First, msg.Reply.List = first, make([]wire.PartitionSize, n)
		_, cmds, _ := onlyPartitions(m, msg)
		return cmds
	}
	for _, tt := range []struct {
		first, n int
		want     []page.FocusOn
	}{
		{0, 50, []page.FocusOn{{From: "parts-first", To: "parts-next"}, {From: "parts-back", To: "parts-next"}}},
		{50, 50, nil},
		{100, 20, []page.FocusOn{{From: "parts-last", To: "parts-back"}, {From: "parts-next", To: "parts-back"}}},
		{0, 120, nil},
	} {
		var got []page.FocusOn
		for _, cmd := range window(tt.first, tt.n) {
			if f, ok := cmd.(page.FocusOn); ok {
				got = append(got, f)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("from %d: %v, want %v", tt.first, got, tt.want)
		}
	}
}

// onlyPartitions hands a message to the screen of partitions of a model that has nothing else.
func onlyPartitions(m Model, msg page.Msg) (Model, []page.Cmd, bool) {
	next, cmds, ok := m.Partitions.Update(nil, msg)
	m.Partitions = next
	return m, cmds, ok
}
