package uitest

import (
	"strconv"
	"strings"
	"testing"
)

// openSimulator opens the simulator of Movies with settings of the address, "" for none.
func openSimulator(t *testing.T, settings string) *Page {
	t.Helper()
	return Open(t, "#v=1&t=Movies&screen=simulator"+settings)
}

// Ensure that a run can be chosen, played, paused, gone back in, kept and compared, and read as tables, by keyboard too, that the
// same run again is the same, and that settings that cannot be are told and run nothing.
func TestSimulator_Journey(t *testing.T) {
	if testing.Short() {
		t.Skip("it measures for seconds under the race detector")
	}
	t.Parallel()
	page := openSimulator(t, "")
	page.See("#sim-cell #sim-start") // not over the picture
	page.See("#sim-read", "The stronger the blue of a cell, the more requests; red stripes are requests that the service refused. Watch it happen with Play, or choose another example above.")
	if preset := chosenText(page, "#sim-preset"); preset != "Keys in time order" {
		t.Errorf("at first %q is simulated", preset)
	}

	// Play, pause, go back, and on to the end; at a speed, as the browser of the tests asks for less motion.
	page.Choose("#sim-speed", "30")
	if n := strings.Count(page.Text("section.sim"), "▶ Play"); n != 1 {
		t.Errorf("%d buttons play", n)
	}
	page.Focus("sim-play")
	page.Key("Enter")
	focused(page, "sim-play") // it pauses now
	page.Gone("#sim-start")
	page.Focus("sim-map")
	page.Wait("some columns", func() bool {
		n, _ := strconv.Atoi(page.Value("#sim-scrub"))
		return n > 5
	})
	page.See("#sim-play", "Pause")
	page.Key("Space")
	page.See("#sim-play", "Go on")
	page.Key("Home")
	page.Key("ArrowUp")
	page.Wait("the cross hair", func() bool {
		return strings.HasPrefix(page.Text("#sim-cell"), "Cross hair: 00:00 into the run · PartitionKeys from ")
	})
	page.Fill("#sim-scrub", "0")
	page.Wait("the beginning", func() bool { return page.Text("#sim-moment") == "At the beginning." })
	page.Fill("#sim-scrub", "2")
	page.Wait("two columns on", func() bool {
		return strings.HasPrefix(page.Text("#sim-moment"), "00:20 into the run, at this moment: ")
	})
	page.See("#sim-totals", "Totals ", "(the picture stands at 00:20)") // of how much depends on how far the model is by now; simulator-playing.html has the beginning
	page.Choose("#sim-speed", "0")
	page.Focus("sim-play")
	page.Key("Enter")
	page.See("#sim-play", "Play again")
	fieldHolds(page, "#sim-scrub", "180")
	page.See("#sim-totals", "Totals of the whole run")
	page.See("#sim-read", "red stripes are requests that the service refused") // still, so that nothing below has moved
	page.Click("#tab-query")
	page.Gone("#sim-scrub")
	page.Click("#tab-simulator")
	fieldHolds(page, "#sim-scrub", "180") // where it was
	first := page.Text("#sim-totals tbody")
	if !strings.Contains(first, "Requests billed, refused ones too") || strings.Count(page.Text("#screen-simulator"), "a model") != 1 {
		t.Errorf("the totals are %q", first)
	}
	if label := page.Attr("#sim-heat", "aria-label"); !strings.Contains(label, "moves up through the keys") {
		t.Errorf("the picture is %q", label)
	}

	// The same again is the same.
	page, _ = page.Reload()
	page.See("#sim-start")
	page.Choose("#sim-speed", "0")
	page.Press("#sim-play", "▶ Play")
	page.See("#sim-play", "Play again")
	if again := page.Text("#sim-totals tbody"); again != first {
		t.Errorf("the same run has the totals\n%s\nand\n%s", first, again)
	}

	// What is seldom changed is folded, and says what it is.
	page.See("#sim-group-2[aria-expanded=false]", "Mix of requests", "all transactions")
	page.Click("#sim-group-2")
	page.See("#sim-group-2[aria-expanded=true]")

	// Keep, another preset, compare; Back brings the first settings again.
	page.Focus("sim-keep")
	page.Key("Enter")
	focused(page, "sim-drop")
	page.See("#sim-verdict", "“Keys in time order” is kept, all 30:00 of it, with 10 VMs of 10 threads. Change a setting and play to compare.")
	page.Choose("#sim-preset", "3")
	page.Wait("the settings in the address", func() bool { return strings.Contains(page.Address(), "keys%3Arandom") })
	page.See("#sim-before", "This is still the run of “Keys in time order”. Play runs the new settings.")
	if head, verdict := page.Text("#sim-totals thead"), page.Text("#sim-verdict"); !strings.Contains(head, "run before") || verdict != "" {
		t.Errorf("the totals of the run before are headed %q, its verdict is %q", head, verdict)
	}
	page.Press("#sim-play", "▶ Play the new settings")
	page.See("#sim-play", "Play again")
	page.See("#sim-kept-heat")
	page.Gone("#sim-before")
	page.See(".sim-bar #sim-verdict", "Whole run: entities served ", "(better); requests refused ", "(better); 95th percentile ")
	page.See(".sim-changed", "Changed since: Keys are the time → random.")
	if keys := page.Texts("#sim-over-time .sim-limits"); len(keys) != 2 || !strings.HasPrefix(keys[0], "kept run ") || keys[1] != "kept run" {
		t.Errorf("the dashed lines of the two charts are called %q", keys)
	}
	page.See("#sim-range-list tbody th", "(keys before ")
	served := ""
	for _, line := range page.all("#sim-totals tr") {
		if strings.HasPrefix(page.text(line.node), "Entities served") {
			served = page.text(line.children("cells")[3].node)
		}
	}
	if served != "▲ better" {
		t.Errorf("random keys serve %q entities", served)
	}
	for _, id := range []string{"#sim-map-table", "#sim-latency-table"} {
		page.Press(id, "As table")
	}
	page.Wait("the rows of the map", func() bool { return len(page.all("#sim-map-card .sim-table tbody tr")) == 40 })
	page.See("#sim-latency tbody")
	page.Press("#sim-time-table", "As table")
	page.Wait("the columns of time", func() bool { return len(page.all("#sim-over-time tbody tr")) == 180 })
	page.Press("#sim-time-table", "As drawing")
	page.Back()
	fieldHolds(page, "#sim-preset", "0")
	fieldHolds(page, "#sim-keys", "time")

	// What cannot be is told under its field, and nothing runs.
	page.Press("#sim-form-toggle", "Show")
	page.Wait("the settings are unfolded", func() bool { return page.Attr("#sim-form-toggle", "aria-expanded") == "true" })
	page.Fill("#sim-vms", "5000")
	page.See("#sim-vms-note", "“5000” is not a whole number from 1 to 1,000.")
	if invalid := page.Attr("#sim-vms", "aria-invalid"); invalid != "true" {
		t.Errorf("the field of a wrong number has aria-invalid %q", invalid)
	}
	page.Press("#sim-play", "Show the wrong setting")
	focused(page, "sim-vms")
	page.Fill("#sim-vms", "-5")
	page.See("#sim-vms-note", "“-5” is not a whole number from 1 to 1,000.")

	// Another example does not drop settings of one's own.
	page.Fill("#sim-vms", "20")
	page.Choose("#sim-preset", "3")
	fieldHolds(page, "#sim-vms", "10")
	page.See("#sim-preset optgroup", "Keys in time order, VMs 20")
	page.Press("#sim-own", "Back to your own settings")
	fieldHolds(page, "#sim-vms", "20")
	page.Gone("#sim-own")
}

// Ensure that keys come from the open table under a template, and that what is wrong with it is told.
func TestSimulator_KeysOfTheTable(t *testing.T) {
	t.Parallel()
	page := openSimulator(t, "&sim=1,keys%3Atable,length%3A1%20min,template%3A%7BNothing%7Chash(3)%7D")
	fieldHolds(page, "#sim-template", "{Nothing|hash(3)}")
	page.See("#tables .item.on .name", "Movies")
	page.Choose("#sim-speed", "0")
	page.Fill("#sim-template", "{PartitionKey")
	page.See("#sim-template-note", "not closed")
	page.Fill("#sim-template", "{PartitionKey}")
	page.See("#sim-template-note", "keys of Movies")
	page.Press("#sim-play", "▶ Play")
	page.See("#sim-play", "Play again")
	page.See("#sim-map-card", "10 PartitionKeys of 10,681 entities")
}

// Ensure that settings of an address that cannot be are told, and that the screen is there with its own.
func TestSimulator_DamagedAddress(t *testing.T) {
	t.Parallel()
	page := openSimulator(t, "&sim=1,vms:99999")
	page.See(".notice", "simulator")
	fieldHolds(page, "#sim-preset", "0")
}
