package uitest

import (
	"strings"
	"testing"

	"rangefinder/app/history"
	"rangefinder/app/palette"
	"rangefinder/app/port"
	"rangefinder/app/settings"
)

// Ensure that everything can be reached from the palette by keyboard alone, and that what cannot be done says why.
func TestPalette_Journey(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Key("F1")
	page.See("dialog.palette")
	if at := page.Focused(); at != "palette" {
		t.Errorf("the keyboard is at %q", at)
	}
	page.Fill("#palette", "impo")
	page.See("#palette-0 .name", "Import a file…")
	if list := page.Text("#palette-list"); strings.Contains(list, "Stop what") {
		t.Errorf("of imports it lists %s", list)
	}
	page.Fill("#palette", "undo the last")
	page.See("#palette-0[aria-disabled] .note", "There is nothing to undo.")
	page.Key("Enter")
	page.See("#dialog > [aria-live]", "There is nothing to undo.")
	page.See("dialog.palette")
	page.Key("Escape")
	page.Gone("dialog.palette")

	// Round the end of the list.
	page.Key("Ctrl+k")
	page.See("#palette-5")
	page.Key("ArrowUp")
	last := page.Attr("#palette-list [role=option]:last-child", "id")
	if at := page.Attr("#palette", "aria-activedescendant"); at != last || at == "palette-0" || page.Attr("#"+at, "aria-selected") != "true" {
		t.Errorf("up from the first line leads to %s, and the last is %s", at, last)
	}
	page.Key("ArrowDown")
	if page.Attr("#palette-0", "aria-selected") != "true" || page.Attr("#palette", "aria-activedescendant") != "palette-0" {
		t.Error("down from the last line does not lead to the first")
	}
	page.Key("Ctrl+k")
	page.Gone("dialog.palette")

	page.Order("partitions", "Partitions")
	page.See("#screen-partitions:not([hidden])")
	if at := page.Focused(); at != "tab-partitions" {
		t.Errorf("the keyboard is at %q", at)
	}
	page.Order("go filter", "Go to the filter")
	page.See("#screen-partitions[hidden]")
	page.Wait("the keyboard is in the editor", func() bool { return page.Focused() == "editor" })
	page.Order("show the keys", "Show the keys")
	page.See("#dialog h2", "Keyboard")
	page.See("#dialog .keys", "Ctrl+K")
	page.Key("Escape")
	page.Gone("#dialog h2")
	page.Order("compact", "Density: Compact")
	page.Wait("low lines", func() bool { return page.Mark("density") == "compact" && page.Grid().Density == port.Compact })
	page, _ = page.Reload()
	page.WaitRows()
	page.Key("Ctrl+k")
	page.See("#palette-0 .name", "Density: Compact")
	page.See("#palette-1 .name", "Show the keys")
}

// Ensure that settings hold at once, are undone and chosen again, and are there after a reload.
func TestSettings_Undo(t *testing.T) {
	t.Parallel()
	for _, dark := range []bool{false, true} {
		w := NewWorkspace()
		w.Dark = dark
		page := w.Open(t, "")
		page.WaitRows()
		page.Order("compact", "Density: Compact")
		page.Key("Ctrl+,")
		page.See("#set-theme")
		page.Wait("the keyboard is in the dialog", func() bool { return page.Focused() == "set-theme" })
		other := map[bool]string{true: "light", false: "dark"}[dark]
		theme := func(want string) {
			t.Helper()
			page.Wait("the theme is "+want, func() bool { return page.Setting("theme") == want })
		}
		page.Choose("#set-theme", other)
		theme(other)
		page.Choose("#set-marks", "all")
		page.Wait("all types are marked", func() bool { return page.Grid().Marks && page.Mark("marks") == "all" })
		page.Choose("#set-marks", "") // the first choice, which has no value
		page.Wait("no types are marked", func() bool { return !page.Grid().Marks && page.Mark("marks") == "" })
		page.Click("#settings-undo")
		page.Wait("all types are marked again", func() bool { return page.Grid().Marks })
		page.Click("#settings-undo")
		page.Wait("no types are marked again", func() bool { return !page.Grid().Marks })
		theme(other)
		page.Click("#settings-undo")
		theme("")
		if !page.Disabled("#settings-undo") {
			t.Error("there is more to undo than was chosen")
		}
		page.Choose("#set-theme", other)
		theme(other)
		page, _ = page.Reload()
		page.WaitRows()
		theme(other)
		if page.Mark("density") != "compact" || page.Grid().Density != port.Compact {
			t.Error("the height of the lines is forgotten")
		}
		page.Key("Ctrl+,")
		if got := page.Value("#set-theme"); got != other {
			t.Errorf("the dialog says %q", got)
		}
	}
}

// Ensure that a person is told once when the browser keeps no settings any more, that they hold meanwhile, and that they are kept
// again once there is room.
func TestSettings_Refused(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Full = true
	page.Press("button", "Settings")
	page.Choose("#set-density", "compact")
	page.Wait("low lines", func() bool { return page.Mark("density") == "compact" })
	page.See("#dialog", "This browser keeps no settings")
	page.Key("Escape")
	page.Gone("#dialog h2")
	page.See(".notice", "hold until the page is closed")
	page.Press(".notice button", "Close this message")

	page.Type("PartitionKey ge 'Action' and PartitionKey lt 'Drama' and Rating gt 4.0 and " + strings.Repeat("Rating gt 1.0 and ", 20) + "Rating lt 5.0")
	page.Run() // more for the history, which is refused too
	page.WaitRows()
	page.Press("button", "Settings")
	page.See("#set-marks")
	if told := strings.Join(page.Texts(".notice"), " "); strings.Contains(told, "settings") {
		t.Errorf("told again: %q", told)
	}
	if kept := page.Setting(history.Setting); strings.Contains(kept, "Rating lt 5.0") {
		t.Error("the history was kept, though the storage is full")
	}
	page.Full = false
	page.Choose("#set-marks", "all")
	page.See("#dialog", "Kept in this browser, for every tab.")
	page, _ = page.Reload()
	page.WaitRows()
	page.Wait("both settings hold", func() bool { return page.Mark("density") == "compact" && page.Mark("marks") == "all" })
}

// Ensure that settings which cannot be used do not keep the page from starting: it says so, and the data shows.
func TestSettings_Damaged(t *testing.T) {
	t.Parallel()
	for _, damage := range []string{`{"v":1,"theme":`, `{"v":1,"theme":["<img src=x onerror=alert(1)>"],"density":9}`, strings.Repeat("x", 100_000)} {
		w := NewWorkspace()
		w.settings[settings.Key], w.settings[palette.Setting] = damage, damage
		page := w.Open(t, "")
		page.WaitRows()
		page.See(".notice", "default")
	}
}

// Ensure that a key counts that is pressed after the browser closed a dialog and before it says so.
func TestPalette_BeforeClose(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Key("Ctrl+,")
	page.See("#dialog h2", "Settings")
	page.document.dialog = ""
	page.Key("Ctrl+k")
	page.See("dialog.palette")
	page.Fire("#dialog", "close", nil) // of the settings
	page.See("dialog.palette")
	page.Key("Escape")
	page.Gone("dialog.palette")
}
