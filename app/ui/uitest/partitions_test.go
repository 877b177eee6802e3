package uitest

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"rangefinder/engine"
)

// numeral is a count without its commas, -1 for what is none.
func numeral(text string) int {
	n, err := strconv.Atoi(strings.ReplaceAll(text, ",", ""))
	if err != nil {
		return -1
	}
	return n
}

// column is the text of a cell in each line of a table, counted from 0.
func column(page *Page, lines string, at int) (list []string) {
	page.t.Helper()
	for _, line := range page.all(lines) {
		list = append(list, page.text(line.children("cells")[at].node))
	}
	return list
}

// Ensure that the kinds say what makes one and which properties are in a part of it only, and that rare ones are folded.
func TestPartitions_Kinds(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&t=Movies&screen=partitions")
	page.See("#parts-kinds", "share more than half of their properties", "some have: Favorite Boolean · in 88.4 %")
	if shown, rare := page.all("#parts-kinds > ul .kind"), page.all("#kinds-rare .kind"); len(shown) != 4 || len(rare) != 8 {
		t.Errorf("%d kinds are in view and %d folded", len(shown), len(rare))
	}
	page.See("#kinds-rare summary", "8 more kinds, each with less than 1 % of the entities")
}

// Ensure that the partitions of a table are listed, ordered, drawn and queried, by keyboard too, that their tables are copied and
// saved, and that the screen is part of the address.
func TestPartitions_Journey(t *testing.T) {
	if testing.Short() {
		t.Skip("it measures for seconds under the race detector")
	}
	t.Parallel()
	const lines = "#parts-list tbody tr"
	page := Open(t, "#v=1&t=SocialNetwork&screen=partitions")
	page.See("#partition-0")
	at := func(words string) {
		t.Helper()
		page.Wait("the window "+words, func() bool { return page.Text("#parts-at") == words })
	}
	at("1–50 of 1,000")
	page.See(".parts .crumb", "48,210 entities · 1,000 partitions")
	page.Wait("50 lines", func() bool { return len(page.all(lines)) == 50 })
	counts := make([]int, 0, 50)
	for _, n := range column(page, lines, 1) {
		counts = append(counts, numeral(n))
	}
	if !slices.IsSortedFunc(counts, func(a, b int) int { return b - a }) || counts[49] < 1 {
		t.Errorf("not largest first: %v", counts)
	}
	page.See("#parts-census tbody tr")
	page.See("#parts-kinds .kind")

	// What was estimated at first is counted, one property after the other.
	page.See("#parts-census > .dim", "All numbers are exact.")
	distinct, large := column(page, "#parts-census tbody tr", 4), false
	for _, n := range distinct {
		if !regexp.MustCompile(`^[0-9,]+$`).MatchString(n) {
			t.Errorf("the distinct values are %q", distinct)
		}
		large = large || numeral(n) > 1000
	}
	if !large {
		t.Errorf("the distinct values are %q", distinct)
	}

	page.Press("#by-key", "PartitionKey")
	page.Wait("the order of keys", func() bool {
		keys := page.Texts("#parts-list tbody button")
		return page.Has("th[aria-sort=ascending] #by-key") && len(slices.Compact(slices.Clone(keys))) == len(keys) && sort.StringsAreSorted(keys)
	})
	page.Press("#parts-next", "→")
	at("51–100 of 1,000")

	// A key is found by its beginning, by keyboard, and Enter goes to its line.
	page.See("#partition-6")
	find := page.Text("#partition-6")
	page.Press("#by-bytes", "Bytes")
	page.Fill("#parts-find", find)
	page.Wait("it is found", func() bool {
		return page.Text("#parts-found") == "Found at 57." && page.Text("#parts-list [aria-current=true]") == find
	})
	page.Fire("#parts-find", "keyup", map[string]any{"key": "Enter"})
	focused(page, "partition-6")
	if now := page.Text("#partition-6"); now != find {
		t.Errorf("Enter goes to %q", now)
	}
	page.Fill("#parts-find", "~~")
	page.Wait("nothing is found", func() bool { return page.Text("#parts-found") == "No key begins with that." })

	page.Press("#bars", "As table")
	page.See("#parts-sizes tbody")
	sum := 0
	for _, n := range column(page, "#parts-sizes tbody tr", 1) {
		sum += numeral(n)
	}
	if sum != 1000 {
		t.Errorf("the histogram holds %d of 1,000 partitions", sum)
	}
	page.Click("#parts-census [aria-label='Copy the table: properties']")
	if got := strings.Split(page.Copied(), "\r\n"); got[0] != "Property\tTypes\tEntities\tFill\tDistinct\tLongest" || !slices.ContainsFunc(got, func(l string) bool { return strings.HasPrefix(l, "Text\tString\t31746\t") }) {
		t.Errorf("copied %q", got)
	}
	page.Click("#parts-sizes [aria-label='Copy the table: sizes']")
	if got := page.Copied(); !strings.HasPrefix(got, "Entities in a partition\tPartitions\tEntities in all\r\n") {
		t.Errorf("copied %q", got)
	}
	page.Press("#parts-save", "Save as CSV")
	name, content := page.Saved()
	if list := strings.Split(strings.TrimSpace(content), "\r\n"); name != "SocialNetworkPartitions.csv" || len(list) != 1001 || !strings.HasPrefix(list[57], find+",") {
		t.Errorf("the file %s has %d lines, and %q where the list has %q", name, len(list), list[min(57, len(list)-1)], find)
	}
	page.Choose("#kinds-by", "rowkey")
	page.See("#parts-kinds ul", "follow;…", "post;…", "member…")

	// By keyboard: down the list, into the query and back.
	page.Focus("partition-0")
	page.Key("ArrowDown")
	focused(page, "partition-1")
	key := page.Text("#partition-1")
	page.Key("Enter")
	page.Wait("the query's screen", func() bool { return !page.Has("#screen-query[hidden]") })
	page.WaitRows()
	if got, want := page.Editor(), fmt.Sprintf("PartitionKey eq '%s'", key); got != want {
		t.Errorf("the editor holds %q, want %q", got, want)
	}
	page.Back()
	page.Wait("the partitions again", func() bool {
		return !page.Has("#screen-partitions[hidden]") && page.Has("#screen-query[hidden]") && page.Has("#partition-0")
	})
	page.Focus("tab-partitions")
	page.Key("Home")
	focused(page, "tab-query")
	page.Wait("the tab of the query", func() bool {
		return page.Has("#tab-query[aria-selected=true]") && page.Has("#screen-partitions[hidden]")
	})
	page.Key("ArrowRight")
	focused(page, "tab-lab")
	page.Key("ArrowRight")
	focused(page, "tab-workload")
	page.Key("ArrowRight")
	focused(page, "tab-partitions")
	page.See("#partition-0")

	page, _ = page.Reload()
	page.See("#partition-0")
	if !page.Has("#tab-partitions[aria-selected=true]") {
		t.Error("after a reload another tab is chosen")
	}
}

// Ensure that the list follows what another tab does to the table, and that the keyboard stays on its partition meanwhile.
func TestPartitions_FollowsOtherTab(t *testing.T) {
	t.Parallel()
	const trips = "Trips"
	w := NewWorkspace()
	ctx := context.Background()
	if err := w.DB.CreateTable(ctx, trips); err != nil {
		t.Fatal(err)
	}
	apply := func(op engine.Op) {
		t.Helper()
		if _, err := w.DB.Apply(ctx, trips, op); err != nil {
			t.Fatal(err)
		}
	}
	insert := func(partition, row string) {
		t.Helper()
		apply(engine.Op{Kind: engine.Insert, PartitionKey: partition, RowKey: row})
	}
	for i := range 60 {
		insert(fmt.Sprintf("p%03d", i), "a")
	}
	page := w.Open(t, "#v=1&t=Trips&screen=partitions")
	facts := func(entities, partitions int) {
		t.Helper()
		page.See(".parts .crumb", fmt.Sprintf("%d entities · %d partitions", entities, partitions))
	}
	line := func(id, key string) {
		t.Helper()
		page.Wait(id+" is "+key, func() bool { return page.Text("#"+id) == key })
	}
	facts(60, 60)
	page.Press("#by-key", "PartitionKey")
	line("partition-0", "p000")
	page.Focus("parts-next")
	page.Key("Enter")
	line("partition-5", "p055")
	focused(page, "parts-back") // there is no further window
	page.Focus("partition-0")
	for i := range 5 {
		page.Key("ArrowDown")
		focused(page, fmt.Sprintf("partition-%d", i+1))
	}
	keyboard := func(id, key, at string) {
		t.Helper()
		page.Wait("the keyboard is at "+id+", "+key+", of "+at, func() bool {
			return page.document.focus == id && page.Text("#"+id) == key && page.Text("#parts-at") == at
		})
	}
	insert("a", "a") // before the window
	facts(61, 61)
	keyboard("partition-5", "p055", "52–61 of 61")
	insert("p051", "b") // another entity of a partition
	facts(62, 61)
	insert("p0525", "a") // within the window
	facts(63, 62)
	keyboard("partition-5", "p055", "53–62 of 62")
	for _, key := range []string{"p055", "p056"} {
		apply(engine.Op{Kind: engine.Delete, PartitionKey: key, RowKey: "a", IfMatch: "*"})
	}
	facts(61, 60)
	keyboard("partition-5", "p057", "53–60 of 60")

	page.Press("#by-entities", "Entities")
	// In the order of keys the first line was p051 too: the window tells that the order of sizes is there.
	page.Wait("the order of sizes", func() bool { return page.Text("#parts-at") == "1–50 of 60" && page.Text("#partition-0") == "p051" })
	page.Focus("partition-0")
	for _, row := range []string{"b", "c"} {
		insert("p010", row)
	}
	facts(63, 60)
	keyboard("partition-1", "p051", "1–50 of 60")
	page.Key("Enter")
	page.Wait("the query's screen", func() bool { return !page.Has("#screen-query[hidden]") })
	page.WaitRows()
	if got := page.Editor(); got != "PartitionKey eq 'p051'" {
		t.Errorf("the editor holds %q", got)
	}
}
