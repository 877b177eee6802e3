package copies

import (
	"strconv"

	"rangefinder/app/page"
	"rangefinder/app/words"
	"rangefinder/engine/tablesync"
)

// Unsynced says what a copy has that the service has not, and what stands in the way: "3 changes to push · 1 conflict"; "" for
// nothing.
func Unsynced(c *tablesync.Copy) string {
	text := ""
	add := func(s string) {
		if text != "" {
			text += " · "
		}
		text += s
	}
	if c.Partial {
		add("not all pulled yet")
	}
	if n := c.Pending - c.Conflicts; n > 0 {
		add(words.Count(n, "change to push", "changes to push"))
	}
	if c.Conflicts > 0 {
		add(words.Count(c.Conflicts, "conflict", "conflicts"))
	}
	return text
}

// CopyOf says what a table is a copy of.
func CopyOf(c *tablesync.Copy) string {
	text := "copy of " + c.Remote + " at " + c.Source
	if part := ScopeText(c.Scope); part != "" {
		text += ", " + part
	}
	return text
}

// ScopeText names the part of a table, "" for all of it.
func ScopeText(s tablesync.Scope) string {
	switch {
	case s.Filter != "":
		return "only " + s.Filter
	case len(s.Partitions) == 1:
		return "only the partition " + page.KeyText(s.Partitions[0])
	case len(s.Partitions) > 1:
		return "only " + strconv.Itoa(len(s.Partitions)) + " partitions"
	}
	return ""
}
