package uitest

import (
	"strings"
	"testing"
)

// Ensure that files of learners make a table of the class, also two at once, and that a file that is none is told of.
func TestClass_Table(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	const head = "Rangefinder progress 1\nClass: 4B\nLearner: "
	const rest = "\nSaved: 2026-11-25T12:00Z\n\nlesson,step,done,prediction,tries,hints,solution,first,passed\n"
	page.Drop("ann.progress.csv", head+"Ann"+rest+"select,1,yes,right,3,1,,2026-11-25T11:00Z,2026-11-25T11:05Z\n")
	page.See("#class-learners", "Ann")
	page.Drop("bob.progress.csv", head+"Bob"+rest)
	page.See("#class-learners", "Bob")
	rows := strings.Join(page.Texts("#class-learners tbody tr"), "|")
	if !strings.Contains(rows, "Ann") || !strings.Contains(rows, "1 of 1") || !strings.Contains(strings.Join(page.Texts("#class-lessons"), ""), "Only what you need") {
		t.Errorf("%s / %q", rows, page.Texts("#class-lessons"))
	}
	page.Drop("x.progress.csv", "a,b\n1,2\n")
	page.See("#dialog [role=alert] > ul", "not a learner's progress") // a list that is itself an alert is no list
}

// Ensure that a learner who opens the link for a class is told its name, and that the file of the progress says what was done in the
// lesson: tries, hints and the step that was passed.
func TestClass_Learner(t *testing.T) {
	t.Parallel()
	page := Open(t, "v=1&lesson=select&class=4B")
	atStep(page, "A list of keys")
	page.See(".lesson", "Class “4B”")
	page.Fill("#lesson-guess", "200")
	page.Press("#lesson-predict", "Answer")
	page.Focus("lesson-begin")
	page.Key("Enter")
	page.See("#lesson-hint")
	page.Press("#lesson-hint", "Hint")
	page.Press("#lesson-check", "Check")
	judged(page, "bad")
	page.See("#lesson-verdict code", "select")
	page.Press(".lesson button", "Save my progress…")
	page.Fill("#learner-name", "Ann")
	page.Press("#class-save", "Save my progress")
	name, report := page.Saved()
	if name != "ann-4b.progress.csv" || !strings.Contains(report, "Class: 4B\nLearner: Ann\n") || !strings.Contains(report, "select,1,,wrong,1,1,,20") && !strings.Contains(report, "select,1,,right,1,1,,20") {
		t.Errorf("%s: %s", name, report)
	}
}
