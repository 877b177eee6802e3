package uitest

import (
	"testing"
)

// Ensure that a lucky filter is refused with the idea that it misses, and not as if the page hid a fault.
func TestLessons_Unseen(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&lesson=prefix&step=1")
	focused(page, "lesson-step")
	page.Key("Alt+1")
	focused(page, "editor")
	page.Type("PartitionKey eq 'Action' and RowKey ge 'Shaft' and RowKey le 'Shooter'")
	page.Key(checkKey)
	judged(page, "bad")
	page.See("#lesson-verdict", "On another table with the same shape:", "The bounds come from the prefix")
	page.Key("Alt+1")
	page.Type("PartitionKey eq 'Action' and RowKey ge 'Sh' and RowKey lt 'Si'")
	page.Key(checkKey)
	judged(page, "good")
}

// Ensure that an attempt that drops the table on screen gets its verdict, and that the lesson goes on with the other tables.
func TestLessons_DropsWhatIsShown(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&lesson=volume-delete&step=2")
	focused(page, "lesson-step")
	page.Focus("lesson-check")
	page.Key("Enter")
	judged(page, "bad")
	page.Wait("the table of the day", func() bool { return page.Text(".main h1") == "SignIns20101101" })
	page.WaitRows()
	page.Fill("#lesson-text", "drop SignIns20101101")
	page.Key(checkKey)
	judged(page, "good")
	page.Quiet()
	if said := page.Text(".notice"); said != "" {
		t.Errorf("there is a notice %q", said)
	}
	if title := page.Text(".main h1"); title == "SignIns20101101" || title == "" {
		t.Errorf("the table on screen is %q", title)
	}
	judged(page, "good")
}

// Ensure that the last step counts the other steps that are not done, and not itself.
func TestLessons_Left(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&lesson=or-and-ne&step=3")
	page.See("#lesson-left", "2 other steps are not done yet.")
}
