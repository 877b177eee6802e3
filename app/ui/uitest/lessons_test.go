package uitest

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"rangefinder/app/lesson"
	"rangefinder/app/shell"
)

const checkKey = "Ctrl+Shift+Enter"

// atStep waits until the open step's title has a word, and the keyboard is there.
func atStep(page *Page, word string) {
	page.t.Helper()
	page.See("#lesson-step", word)
	focused(page, "lesson-step")
}

// judged waits for what became of an attempt: "good" or "bad".
func judged(page *Page, how string) {
	page.t.Helper()
	page.See(".verdict." + how)
}

// Ensure that a learner who answers the question and then writes the right filter, without a press of "Try it yourself", can check it.
func TestLessons_OwnFilter(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.See("#lesson-go")
	page.Quiet()
	page.Focus("lesson-go")
	page.Key("Enter")
	page.See(".predict.open")
	page.Focus("lesson-predict")
	page.Key("Enter")
	focused(page, "lesson-begin")
	page.Plan("row range")
	page.Quiet()
	if page.Has("#lesson-check") {
		t.Error("there is something to check before anything is written")
	}
	page.Type("RowKey = 'Movie-0610'")
	page.See(".work .note", "Your filter cannot run yet.")
	page.Type("PartitionKey eq 'SciFi' and RowKey eq 'Movie-0610'")
	page.See(".work .note", "This is your own filter.")
	if text := page.Text(".work"); strings.Count(text, "Run or Check says whether it passes.") != 1 {
		t.Errorf("it is not said once where the verdict comes from: %q", text)
	}
	if page.Has("#lesson-begin") {
		t.Error("a press would put another filter in the place of the one that was typed")
	}
	page.Click("#lesson-check")
	judged(page, "good")
}

// Ensure that the text behind a question, which gives its answer away, is shown when that is answered.
func TestLessons_TextBehindQuestion(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&lesson=two-engines&step=1")
	page.See(".predict.open", "Which class does a filter on Status alone have")
	const answer = "Azure Table storage reads all 600 orders for it."
	if text := page.Text(".lesson"); strings.Contains(text, answer) {
		t.Errorf("the answer is there before the question is answered: %q", text)
	}
	page.Focus("lesson-predict")
	page.Key("Enter")
	page.See(".lesson", answer, "Get Bob's open orders so that both engines ask one partition.")
}

// Ensure that a lesson about reading is walked: nothing of a plan or a result is on the page before the prediction, the right
// filter passes, a wrong one does not, what is put in can be undone, and leaving brings the own table back.
func TestLessons_Reading(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.See("#lesson-go")
	page.Quiet()
	own := page.Text(".main .crumb")
	page.Focus("lesson-go")
	page.Key("Enter")
	page.See(".predict.open")
	focused(page, "lesson-step")
	if page.Has("#intro") {
		t.Error("an introduction stands beside the lesson")
	}
	if text := page.Text(".lesson"); strings.Index(text, "Source:") < strings.Index(text, "Predict") {
		t.Errorf("a source stands before what is asked: %q", text)
	}
	hidden := func() {
		t.Helper()
		told := page.Texts(".main .badge, #map *, .clauses, .key-range, .checked, .result-line .facts")
		for _, e := range page.all(".live") {
			if s := page.text(e.node); strings.Contains(s, "scan") || strings.Contains(s, "point") || strings.Contains(s, "range") {
				told = append(told, s)
			}
		}
		for _, m := range page.Marks() {
			if m.Class == "key-range" || m.Class == "checked" {
				told = append(told, m.Class)
			}
		}
		if rows := page.document.grid.Cells(); len(rows) > 0 {
			told = append(told, rows[0]...)
		}
		if len(told) > 0 {
			t.Errorf("before the prediction there is %q", told)
		}
	}
	hidden()
	page.Key("Alt+1")
	focused(page, "editor")
	page.Type("RowKey eq 'x'")
	page.Key("Ctrl+Enter")
	focused(page, "lesson-ask")
	hidden()
	page.Focus("lesson-predict")
	page.Key("Enter")
	focused(page, "lesson-begin")
	page.See("#lesson-predicted", "Not quite")
	page.See("#lesson-predicted", "✗ Not quite: ▬ row range, because the PartitionKey is fixed with eq and nothing bounds the RowKey")
	page.Wait("the filter that was asked about", func() bool { return page.Editor() == "PartitionKey eq 'SciFi' and RowTitle eq 'Movie-0610'" })
	page.Plan("row range", "200")
	if page.Has("details#lesson-predicted") {
		t.Error("the answer is folded before it is read")
	}
	page.Key("Enter")
	focused(page, "editor")
	page.Plan("full scan", "1,000")
	page.See(".work .note", "You start with this")
	// The task and what is asked have the room now: the answer is folded, and the picture comes last.
	if !page.Has("details#lesson-predicted:not([open])") {
		t.Error("the answer is not folded")
	}
	page.See("#lesson-predicted summary", "✗ You predicted point; it is ")
	if text := page.Text(".lesson"); strings.Index(text, "Write the filter") > strings.Index(text, "It reads") {
		t.Errorf("the picture stands before the work: %q", text)
	}
	page.Click("#lesson-filter")
	focused(page, "editor")
	page.Type("PartitionKey eq 'SciFi'")
	page.Key(checkKey)
	judged(page, "bad")
	if text := page.Text(".lesson"); strings.Contains(text, "You start with this") {
		t.Errorf("another filter is judged beside the note of the first: %q", text)
	}
	page.Type("PartitionKey eq 'SciFi' and RowKey eq 'Movie-0610'")
	page.Key(checkKey)
	judged(page, "good")
	focused(page, "lesson-next")
	if text := page.Text(".lesson"); strings.Contains(text, "where you begin") {
		t.Errorf("it is passed and still begins: %q", text)
	}

	page.Key("Enter")
	atStep(page, "stretch")
	page.Fill("#lesson-guess", "ten")
	page.Key("Enter")
	page.See("#lesson-guess-err")
	focused(page, "lesson-guess")
	page.Fill("#lesson-guess", "200")
	page.Key("Enter")
	focused(page, "lesson-begin")
	page.See(".predict.right", "200 entities read")
	page.Key("Enter")
	focused(page, "editor")
	page.Key(checkKey)
	judged(page, "bad")
	page.Click("#lesson-break")
	judged(page, "bad")
	page.Click("#lesson-hint")
	page.See("#lesson-hint", "Another hint")
	page.Click("#lesson-hint")
	page.Click("#lesson-show")
	focused(page, "editor")
	solution := page.Editor()
	page.UndoEdit()
	if page.Editor() == solution {
		t.Error("what was put in is not undone")
	}
	page.RedoEdit()
	if now := page.Editor(); now != solution {
		t.Errorf("done again it is %q, was %q", now, solution)
	}
	page.Key(checkKey)
	judged(page, "good")
	focused(page, "lesson-next")
	page.Key("Enter")
	atStep(page, "Several")
	page.See("#lesson-next", "Skip this step")
	if page.Has("#lesson-left") {
		t.Error("the last step tells of skipped steps, and none was")
	}
	page.Back()
	atStep(page, "stretch")
	page.Click("#lesson-leave")
	page.Wait("the own table", func() bool { return page.Text(".main .crumb") == own && !strings.Contains(page.Address(), "lesson") })
	focused(page, "lessons-all")
	page.WaitRows()
	page.See("#lessons", "0 of 52")
	page.See("#lesson-go", "Continue: The four classes, step 3")
	// Each lesson tells its time; a part and the course tell the sum.
	page.See("#lessons-all", "All 52 lessons, ", " h ▾")
	page.Click("#lessons-all")
	page.See("#course", "1 of 2 predictions right so far")
	page.See("#course h3", "Reading", " min")
	page.See("#course li", "The four classes", "2/3 · 5 min")
	for _, line := range page.Texts("#course li") {
		if !strings.HasSuffix(line, " min") {
			t.Errorf("no time: %q", line)
		}
	}
}

// Ensure that a lesson about keys is walked: the design is checked as it is typed, its table is shown, the projector reveals bit by
// bit, and leaving can keep the tables and undo that.
func TestLessons_Keys(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&lesson=zero-padding&step=1")
	focused(page, "lesson-step")
	page.Fill("#lesson-guess", "1")
	page.Key("Enter")
	focused(page, "lesson-next")
	page.Key("Enter")
	focused(page, "lesson-step")
	page.Fill("#lesson-text", "partition: {Shop}\nrow: {Number|pud(6)}")
	page.See("#lesson-problems", "line 2")
	if !page.Disabled("#lesson-check") {
		t.Error("a design that is wrong can be checked")
	}
	page.Fill("#lesson-text", "partition: {Shop}\nrow: {Number|pad(6)}")
	page.Gone("#lesson-problems")
	page.Focus("lesson-check")
	page.Key("Enter")
	judged(page, "good")
	page.Wait("the new table", func() bool { return page.Text(".main h1") == "OrdersRekeyed" })
	page.Plan("row range") // of the pattern that the step shows: the whole table would be a full scan beside the praise
	if got := page.Editor(); got != "PartitionKey eq 'north' and Shop eq 'north'" {
		t.Errorf("beside the pass there is the filter %q", got)
	}
	page.See("#lesson-pattern", "Shop eq 'north'")
	page.Quiet()
	if got := page.Cells("RowKey"); strings.Join(got, " ") != "000008 000009 000010 000011 000100" {
		t.Errorf("the new keys are %v", got)
	}

	page.Focus("lesson-projector")
	page.Key("Enter")
	focused(page, "lesson-step")
	page.See("#lesson-projector", "Exit projector")
	beats := func(n int) {
		t.Helper()
		page.Wait(strconv.Itoa(n)+" beats", func() bool { return len(page.all(".beat")) == n })
	}
	page.Key("Space")
	page.Key("ArrowRight")
	page.Key("ArrowRight")
	beats(3)
	page.Key("ArrowLeft")
	beats(2)
	page.Key("Escape")
	page.Gone(".projector")
	page.See("#lesson-projector", "Projector")
	if page.Text("#lesson-projector") != "Projector" {
		t.Errorf("off the projector it says %q", page.Text("#lesson-projector"))
	}

	page.Click("#lesson-leave")
	page.See(".notice", "Its tables are dropped")
	page.WaitRows() // of the first sample, which comes because nothing was on screen before the lesson
	page.Press(".notice button", "Keep its tables")
	page.Wait("the kept table", func() bool { return page.Text(".main h1") == "Orders" && !page.Has(".lesson") })
	page.See(".notice", "Kept Orders, OrdersRekeyed")
	page.WaitRows()
	page.Press(".notice button", "Undo")
	page.Wait("the tables are gone", func() bool {
		return !slices.ContainsFunc(page.Texts("#side .item .name"), func(s string) bool { return strings.HasPrefix(s, "Orders") })
	})
}

// Ensure that a lesson about writing is walked, that each request's answer is told, that what was put in can be undone, and that a
// reload in the middle loses nothing.
func TestLessons_Writing(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&lesson=etag&step=1")
	focused(page, "lesson-step")
	outcomes := func(n int) {
		t.Helper()
		page.Wait(strconv.Itoa(n)+" answers", func() bool { return len(page.all(".outcomes li")) == n })
	}
	page.Focus("lesson-check")
	page.Key("Enter")
	judged(page, "bad")
	outcomes(4)
	if at := page.Focused(); at != "lesson-check" {
		t.Errorf("after a check that failed the keyboard is at %q", at)
	}
	start := page.Value("#lesson-text")
	show := func() {
		t.Helper()
		if !page.Has("#lesson-show") {
			page.Click("#lesson-hint")
			page.See("#lesson-hint", "Another hint")
			page.Click("#lesson-hint")
			page.See("#lesson-show")
		}
		page.Focus("lesson-show")
		page.Key("Enter")
		focused(page, "lesson-text")
	}
	show()
	page.Wait("a solution", func() bool { return page.Value("#lesson-text") != start })
	page.Key("Ctrl+z")
	fieldHolds(page, "#lesson-text", start)
	show()
	page.Key(checkKey)
	judged(page, "good")
	page.See(".outcomes", "UpdateConditionNotSatisfied")
	focused(page, "lesson-next")
	page.Key("Enter")
	atStep(page, "Read again") // its data has been made anew
	const mine = "get Blogs 'Channel9','Oct-29' as ann\nmerge Blogs 'Channel9','Oct-29' if ann Rating=5"
	page.Fill("#lesson-text", mine)
	page.Key(checkKey)
	judged(page, "bad")
	outcomes(2)

	page, _ = page.Reload()
	page.See("#lesson-step", "Read again")
	fieldHolds(page, "#lesson-text", mine)
	if done := len(page.all(".step.done")); done != 1 {
		t.Errorf("%d steps are done after the reload", done)
	}
	focused(page, "lesson-step")
	show()
	page.Key(checkKey)
	judged(page, "good")
	page.Focus("lesson-projector")
	page.Key("Enter")
	focused(page, "lesson-step")
	page.Key("Space")
	page.Key("Space")
	page.Wait("two beats", func() bool { return len(page.all(".beat")) == 2 })
}

// Ensure that a lesson that is dropped on the page is run first: what is wrong is listed by line, one that works is opened and
// outlives a reload, and an address of a lesson that does not exist says so.
func TestLessons_File(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&lesson=no-such-lesson")
	page.See(".notice", "There is no lesson “no-such-lesson”.")
	page.Gone(".lesson")
	page.WaitRows()

	page.Drop("mine.lesson", strings.ReplaceAll(lesson.Template, "class full scan", "class point"))
	page.See(".problems tbody tr", "prediction")
	focused(page, "lesson-choose")
	page.Key("Escape")
	page.Gone(".problems")
	page.Drop("mine.lesson", strings.ReplaceAll(lesson.Template, "RowKey eq", "RowKey and PartitionKey == 'x' or RowKey =="))
	page.See(".problems tbody tr", "refused")
	page.Key("Escape")
	page.Gone(".problems")

	// A title is any text.
	const title = `<img src=x onerror="window.bad=1"><script>window.bad=1</script>` + "https://example.com/a-word-without-a-break-that-is-wider-than-the-panel"
	page.Drop("odd.lesson", strings.Replace(lesson.Template, "# My lesson", "# "+title, 1))
	page.Wait("the title", func() bool { return page.Text("#lesson-title") == title })
	page.Click("#lesson-predict")
	page.Gone(".predict.open")
	mine := func() {
		t.Helper()
		page.Wait("my lesson", func() bool { return page.Text("#lesson-title") == "My lesson" })
		page.See(".predict.open")
	}
	page.Drop("mine.lesson", lesson.Template)
	mine()
	page, _ = page.Reload()
	mine()
}

// Ensure that what is done in one tab counts in another that was open already, and is not overwritten by it.
func TestLessons_TwoTabs(t *testing.T) {
	t.Parallel()
	w := NewWorkspace()
	visit := func(name string) *Page {
		page := w.Open(t, "#v=1&lesson="+name+"&step=1")
		page.See("#lesson-predict")
		return page
	}
	one, two := visit("four-classes"), visit("types")
	list := w.Open(t, "")
	list.Click("#lessons-all")
	score := func(words string) {
		t.Helper()
		list.See("#course", words+" predictions right so far")
	}
	two.Fill("#lesson-guess", "1")
	two.Click("#lesson-predict")
	two.See("#lesson-predicted")
	score("1 of 1")
	one.Click(".answers .btn:nth-child(2)")
	score("2 of 2")

	// A question that is answered while the next step's data is being made counts as well.
	one.Click(".steps li:nth-child(2) button")
	one.Fill("#lesson-guess", "7")
	one.Click("#lesson-predict")
	one.See("#lesson-predicted")
	one.Plan("examines")
	score("2 of 3")

	// What is forgotten in one is in the other too, whose own marks do not bring it back, and so is what is brought back.
	two.Click("#lesson-forget")
	two.See(".predict.open")
	two.Wait("an offer to undo it", func() bool { return two.Text(".notice .btn") == "Undo" })
	score("1 of 2")
	one.Click("#lesson-forget")
	one.See(".predict.open")
	one.See("#lesson-predict")
	list.Wait("no score", func() bool { return !strings.Contains(list.Text("#course"), "right so far") })
	one.Press(".notice .btn", "Undo")
	score("1 of 2")
}

// Ensure that filters as they stand, one a line, are an answer, and that plan and picture beside the verdict are of its last request.
func TestLessons_Several(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&lesson=or-and-ne&step=2")
	focused(page, "lesson-step")
	page.Fill("#lesson-text", "PartitionKey lt 'Action'\nPartitionKey gt 'Action'")
	page.Gone("#lesson-problems")
	page.Focus("lesson-check")
	page.Key("Enter")
	judged(page, "good")
	page.See("#lesson-last", "The last of these 2 requests is on screen.")
	page.See(".lesson", "It reads 800 of 1,000 entities")
	if got := page.Editor(); got != "PartitionKey gt 'Action'" {
		t.Errorf("beside the verdict stands the plan of %q", got)
	}
}

// Ensure that a lesson that is asked for while the first sample is opened opens without a complaint when the sample is there, and that
// leaving it shows the sample. The tools of a query, which were unfolded before, are folded in it and unfolded after it.
func TestLessons_BeforeSample(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.Press("#tools", "Tools ▾")
	page.Click("#intro-lesson")
	page.Wait("the lesson", func() bool { return page.Has("#lesson-step") })
	page.See("#tools", "Tools ▾")
	page.See("#side", "1,000")
	if page.Has(".notice.bad") {
		t.Errorf("it complains: %s", page.Text(".notice.bad"))
	}
	page.Click("#lesson-leave")
	page.See("#tools", "Tools ▴")
	page.See(".crumb h1", "Movies")
	page.WaitRows()
	if got := page.Editor(); got != shell.FirstFilter {
		t.Errorf("the filter is %q", got)
	}
}
