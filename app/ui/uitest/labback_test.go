package uitest

import (
	"testing"
)

// Ensure that a wrong name in a pattern or template is told what it was meant to be and mended by one press, and that a pattern which is
// removed comes back by the message.
func TestLab_MeantAndBack(t *testing.T) {
	t.Parallel()
	page := openLab(t)
	page.Press("#lab-edit-0", "One film")
	focused(page, "lab-p0-name")
	page.Fill("#lab-p0-filter", "Ratng gt 4.5")
	page.See(".edit .hints", "No entity has a property Ratng", "Did you mean Rating?", "Rating gt 4.5") // at the field, with what it becomes
	page.Press("#lab-hint-0-0", "Use Rating")
	fieldHolds(page, "#lab-p0-filter", "Rating gt 4.5")
	focused(page, "lab-p0-filter")
	page.Gone("#lab-hint-0-0")

	page.Fill("#lab-d1-partition", "{Rating}")
	page.See("#lab-comparison .cell-mend", "Numbers sort as text in a key, so the range over Rating cannot use it.")
	page.Press("#lab-pad-0-1", "Pad Rating")
	fieldHolds(page, "#lab-d1-partition", "{Rating|pad(1)}")
	page.Gone("#lab-pad-0-1")
	page.See("#lab-c0-1", "partition range", "examines 34")
	page.Press("#lab-undo", "Undo")
	fieldHolds(page, "#lab-d1-partition", "{Rating}")

	page.Fill("#lab-d1-partition", "{Langage}") // is said of the field that has it
	page.See("#lab-d1-partition-err", "There is no Langage.")
	for field, invalid := range map[string]string{"#lab-d1-partition": "true", "#lab-d1-row": "false"} {
		if got := page.Attr(field, "aria-invalid"); got != invalid {
			t.Errorf("%s has aria-invalid %s", field, got)
		}
	}
	page.Press("#lab-undo", "Undo")
	page.Fill("#lab-d1-row", "{Langage|lowr}")
	page.See("#lab-d1-row-err", "lowr", "is not a function")
	page.Press("#lab-d1-row-meant-0", "Use lower")
	fieldHolds(page, "#lab-d1-row", "{Langage|lower}")
	page.See("#lab-d1-row-err", "There is no Langage.")
	page.Press("#lab-d1-row-meant-0", "Use Language")
	fieldHolds(page, "#lab-d1-row", "{Language|lower}")
	page.Gone("#lab-d1-row-meant-0")
	page.Fill("#lab-d1-row", "{Ratng}_{Language")
	page.See("#lab-d1-row-err", "The brace is not closed.")
	page.Gone("#lab-d1-row-meant-0") // it mends another fault
	page.Fill("#lab-d1-row", "{Ratng}_{Language}")
	page.Press("#lab-d1-row-meant-0", "Use Rating")
	fieldHolds(page, "#lab-d1-row", "{Rating}_{Language}")
	page.Fill("#lab-p0-order", "-raitng")
	page.See("#lab-p0-order-meant", "Use -Rating")
	page.Click("#lab-p0-order-meant")
	fieldHolds(page, "#lab-p0-order", "-Rating")
	page.Fill("#lab-p0-select", "Rating, lnguage")
	page.Press("#lab-p0-select-meant", "Use Rating, Language")
	fieldHolds(page, "#lab-p0-select", "Rating, Language")
	if about := page.Value("#lab-checked"); about != "1" {
		t.Errorf("the checklist is about design %s", about)
	}

	page.Fill("#lab-d1-row", "{Langu")
	page.See("#lab-offers", "Language", "String")
	page.Click("#lab-offer-0")
	fieldHolds(page, "#lab-d1-row", "{Language}") // with the caret before the brace, for a function; another property goes behind it
	page.Press("#lab-chip-1-2", "Rating")
	fieldHolds(page, "#lab-d1-row", "{Language}{Rating}")
	page.Fill("#lab-d1-row", "{Langu")
	page.Click("#lab-offer-0")
	fieldHolds(page, "#lab-d1-row", "{Language}")
	if typed := page.Types("#lab-d1-row", "}"); typed {
		t.Error("a brace that is typed after a completion is written twice")
	}
	page.Fill("#lab-d1-row", "{Language}_")
	if typed := page.Types("#lab-d1-row", "}"); !typed {
		t.Error("a brace that closes nothing cannot be typed")
	}
	page.Press("#lab-chip-1-2", "Rating")
	fieldHolds(page, "#lab-d1-row", "{Language}_{Rating}")

	page.Press("#lab-unpattern-0", "Remove One film")
	page.Wait("one pattern less", func() bool { return len(page.all("#lab-edit-6")) == 0 })
	page.Press(".notice button", "Undo")
	page.See("#lab-edit-0", "One film")
}

// Ensure that a screen is as far down as it was left when it comes back, and another is not.
func TestLab_ScrollKept(t *testing.T) {
	if testing.Short() {
		t.Skip("it measures for seconds under the race detector")
	}
	t.Parallel()
	page := openLab(t)
	page.document.tops["screen-lab"] = 500
	page.Click("#tab-query")
	page.See("#screen-query:not([hidden])")
	if page.document.tops["screen-lab"] = 0; page.document.tops["screen-query"] != 0 {
		t.Error("the query's screen is scrolled as the lab was")
	}
	page.Click("#tab-lab")
	page.See("#lab-c0-1") // what was measured is there at once
	page.Wait("the lab is as far down as it was left", func() bool { return page.document.tops["screen-lab"] == 500 })
}
