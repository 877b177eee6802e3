package uitest

import (
	"regexp"
	"strings"
	"testing"
)

// Ensure that keys are suggested for the patterns of the lab, each with its numbers and reasons; that one becomes a design, which
// Undo takes away; that another pattern asks for another search; and that a search can be stopped.
func TestLab_Suggestions(t *testing.T) {
	if testing.Short() {
		t.Skip("it measures for seconds under the race detector")
	}
	t.Parallel()
	page := openLab(t)
	page.Press("#lab-suggest", "Suggest keys")
	focused(page, "lab-suggest-stop")
	if !page.Has(".lab-head + #lab-suggestions") {
		t.Error("the search is not where it was asked for")
	}
	for found := func() bool { return len(page.all(".suggestion")) > 1 }; !found(); { // the search takes as long as it takes
		was := page.Text("#lab-suggestions")
		page.Wait("the search goes on", func() bool { return found() || page.Text("#lab-suggestions") != was })
	}
	page.See("#lab-suggestions", "designs measured on 5,000 of the entities, the best of them on all 10,681")
	page.See(".suggestion p", "% less than “as it is”")
	page.See(".suggestion", "PartitionKey", "points a day", "hottest partition", "entities examined for", "With “as it is” it costs")

	designs := len(page.all("section.design"))
	page.Press("#lab-add-suggested-0", "Add as a design")
	page.Wait("one more design", func() bool { return len(page.all("section.design")) == designs+1 })
	page.See(".suggestion", "It is one of the designs.")
	if name := page.Attr("section.design:nth-child(4)", "aria-label"); !strings.HasPrefix(name, "1: by ") {
		t.Errorf("the new design is %q", name)
	}
	waitLab(page)
	page.Press("#lab-undo", "Undo")
	page.Wait("it is taken away", func() bool { return len(page.all("section.design")) == designs })
	page.See("#lab-add-suggested-0", "Add as a design")

	page.Press("#lab-add-read", "Add read")
	page.See("#lab-suggestions", "The patterns have changed since: press Suggest keys again.")
	page.Press("#lab-suggest", "Suggest keys")
	page.Press("#lab-suggest-stop", "Stop") // at once: nothing was found yet, or little
	page.Wait("the end of the search", func() bool { return len(page.all("#lab-suggest-stop")) == 0 })
	focused(page, "lab-suggest")
	page.Press("#lab-suggest", "Suggest keys")
	page.Wait("a tenth of the search", func() bool {
		return regexp.MustCompile(`designs… [1-9]\d`).MatchString(page.Text("#lab-suggestions"))
	})
	page.Press("#lab-suggest-stop", "Stop")
	page.See("#lab-suggestions", "until it was stopped: more might be found", "Add as a design")

	// It goes on while a lesson is open, and the lab is as it was after it.
	page.Press("#lab-suggest", "Suggest keys")
	page.Wait("a tenth of the search", func() bool {
		return regexp.MustCompile(`designs… [1-9]\d`).MatchString(page.Text("#lab-suggestions"))
	})
	page.Visit("v=1&lesson=select&step=1")
	atStep(page, "A list of keys")
	page.Click("#lesson-leave")
	page.See("#lab-edit-7") // the pattern that was added
	for found := func() bool { return page.Has("#lab-add-suggested-0") }; !found(); {
		was := page.Text("#lab-suggestions")
		page.Wait("the search goes on", func() bool { return found() || page.Text("#lab-suggestions") != was })
	}
	page.Back()
}
