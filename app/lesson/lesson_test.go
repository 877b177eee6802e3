package lesson

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rangefinder/app/sample"
	"rangefinder/engine"
	"rangefinder/filterlang"
)

const folder = "../../web/static/lessons/"

func builtIn(ctx context.Context, name string, emit func(table, partitionKey, rowKey string, properties []engine.Property) error) error {
	s, ok := sample.Find(name)
	if !ok {
		return fmt.Errorf("no sample %q", name)
	}
	return s.Load(ctx, nil, emit)
}

func read(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func course(t testing.TB) []Entry {
	t.Helper()
	c, err := ParseCourse(read(t, folder+"course.txt"))
	if err != nil {
		t.Fatal(err)
	}
	return c.Lessons()
}

func lessonOf(t testing.TB, name string) *Lesson {
	t.Helper()
	l, err := Parse(read(t, folder+name+".lesson"))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return l
}

// Ensure that every lesson works: its solutions pass, its starts and what breaks it do not, its predictions and numbers are true.
func TestLessons_Validate(t *testing.T) {
	for _, e := range course(t) {
		t.Run(e.Name, func(t *testing.T) {
			l := lessonOf(t, e.Name)
			problems, err := l.Validate(t.Context(), builtIn)
			if err != nil || len(problems) > 0 {
				t.Fatal(err, problems)
			}
			account, err := l.Account(t.Context(), builtIn)
			if err != nil {
				t.Fatal(err)
			}
			checked, broken := 0, 0
			for i := range l.Steps {
				s := &l.Steps[i]
				if s.Predict != nil && s.Predict.Simulated != nil {
					checked++ // by the simulator
				}
				if len(s.Checks) == 0 {
					continue
				}
				checked++
				for _, attempt := range []struct {
					*Attempt
					want bool
				}{{s.Start, false}, {s.Solution, true}, {s.Break, false}} {
					if attempt.Attempt == nil {
						continue
					}
					v, err := CheckStep(t.Context(), s, attempt.Attempt, account)
					if err != nil || v.Passed != attempt.want || v.Why == "" {
						t.Errorf("line %d: passed %v, want %v: %s (%v)", attempt.Line, v.Passed, attempt.want, v.Why, err)
					}
				}
				if s.Break != nil {
					broken++
				}
			}
			if checked == 0 || l.About == "" || len(l.Source) == 0 {
				t.Errorf("%d steps with a check", checked)
			}
		})
	}
}

// Ensure that the course lists every file once, under its own title, and is as large as it has to be.
func TestLessons_Course(t *testing.T) {
	paths, err := filepath.Glob(folder + "*.lesson")
	if err != nil {
		t.Fatal(err)
	}
	entries := course(t)
	if len(entries) < 20 || len(entries) != len(paths) {
		t.Errorf("the course has %d lessons, and there are %d files", len(entries), len(paths))
	}
	predictions, breaks := 0, 0
	for _, e := range entries {
		l := lessonOf(t, e.Name)
		if l.Title != e.Title {
			t.Errorf("%s is %q in the course and %q in the file", e.Name, e.Title, l.Title)
		}
		if strings.Contains(e.Title, "`") {
			t.Errorf("the list shows the marks of code in %q", e.Title)
		}
		if len(l.Steps) != e.Steps {
			t.Errorf("%s has %d steps in the course and %d in the file", e.Name, e.Steps, len(l.Steps))
		}
		for _, s := range l.Steps {
			if s.Predict != nil {
				predictions++
			}
			if s.Break != nil {
				breaks++
			}
		}
	}
	if predictions < 20 || breaks < 20 {
		t.Errorf("%d predictions, %d things to break", predictions, breaks)
	}
}

// Ensure that the example of the documentation is a lesson that works.
func TestParse_Documentation(t *testing.T) {
	text := read(t, "doc.go")
	_, text, _ = strings.Cut(text, "are not):\n//\n")
	text, _, _ = strings.Cut(text, "// The fields are")
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(line, "//"), "\t"), " "))
	}
	l, err := Parse(b.String())
	if err != nil {
		t.Fatal(err)
	}
	if problems, err := l.Validate(t.Context(), nil); err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	if len(l.Steps) != 1 || len(l.Steps[0].Checks) != 3 || len(l.Tables[0].Entities) != 3 || l.Tables[0].Entities[1].Properties[0].Name != "Rating" ||
		l.Tables[0].Entities[2].RowKey != "Lock, Stock" || len(l.Tables[0].Entities[0].Properties) != 2 {
		t.Errorf("%+v", l)
	}
}

const head = "# T\nAbout: a\nSource: s\n\n"
const data = "```data Movies\nPartitionKey,RowKey,Rating:Double\nAction,Alien,4.5\nAction,Heat,4.2\nWar,Zulu,3\n```\n"
const step = "## S\n```start\nfilter: Rating gt 1.0\n```\n```solution\nfilter: PartitionKey eq 'War'\n```\n"

// Ensure that an attempt is judged by what it does: other texts with the same effect pass, and a wrong kind does not.
func TestCheckStep_OtherTexts(t *testing.T) {
	l := lessonOf(t, "prefix")
	account, err := l.Account(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		text, why string
		passed    bool
	}{
		{"filter: (RowKey lt 'Si' and 'Sh' le RowKey) and 'Action' eq PartitionKey", "row range", true},
		{"filter: PartitionKey eq 'Action' and RowKey ge 'Sh' and RowKey le 'Shooter'", "On another table with the same shape: (Action, Shutter) should come back", false},
		{"filter: PartitionKey eq 'Action' and RowKey ge 'Sh' and RowKey lt 'Shane'", "should come back", false},
		{"filter: PartitionKey eq 'Action' and RowKey ge 'Sg' and RowKey lt 'Si'", "Examined 4", false},
		{"filter: PartitionKey eq 'Action' and RowKey ge 'Sh' and RowKey lt 'Shane'\nfilter: PartitionKey eq 'Action' and RowKey ge 'Shane' and RowKey lt 'Si'", "row range", true},
		{"table: Nowhere\nfilter: A eq 1", "Nowhere", false},
		{"drop Movies", "does not ask for operations", false},
		{"partition: x\nrow: y", "Two entities", false},
	} {
		a, err := ParseAttempt(NoForm, test.text)
		if err != nil {
			t.Fatal(test.text, err)
		}
		if a.Table == "" {
			a.Table = "Movies"
		}
		v, err := CheckStep(t.Context(), &l.Steps[0], a, account)
		if err != nil || v.Passed != test.passed {
			t.Errorf("%s: passed %v: %s %v", test.text, v.Passed, v.Why, err)
		}
		if test.text[0] != 'p' && !strings.Contains(v.Why, test.why) {
			t.Errorf("%s: %q", test.text, v.Why)
		}
		again, _ := CheckStep(t.Context(), &l.Steps[0], a, account)
		if again.Why != v.Why || again.Passed != v.Passed || again.Numbers != v.Numbers {
			t.Errorf("%s: another verdict", test.text)
		}
	}
	if s, err := account.Snapshot("Movies"); err != nil || s.Len() != 9 {
		t.Error("the account changed")
	}
}

// Ensure that numbers are those of the engine.
func TestCheckStep_Numbers(t *testing.T) {
	l := lessonOf(t, "four-classes")
	account, err := l.Account(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	v, err := CheckStep(t.Context(), &l.Steps[1], l.Steps[1].Start, account)
	want := Numbers{Class: filterlang.RowRange, Examined: 200, Returned: 200, Requests: 1, Partitions: 1, Values: 200 * 7, Comparisons: 1}
	if err != nil || v.Numbers != want {
		t.Errorf("%+v, want %+v", v.Numbers, want)
	}
}

// Ensure that what was changed by hand is judged with an empty script.
func TestCheckStep_ByHand(t *testing.T) {
	l := lessonOf(t, "large-values")
	db := engine.Open(l.Options())
	if err := l.Load(t.Context(), db, nil); err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(l.Steps, func(s Step) bool { return s.Title == "Give the photo its link" })
	hand := &Attempt{Script: []Action{}}
	before, _ := CheckStep(t.Context(), &l.Steps[at], hand, db.Image())
	p, err := readProperty("Link='photos/house.jpg'")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Apply(t.Context(), "Photos", engine.Op{Kind: engine.Merge, PartitionKey: "ann", RowKey: "house", IfMatch: "*", Properties: []engine.Property{p}}); err != nil {
		t.Fatal(err)
	}
	after, _ := CheckStep(t.Context(), &l.Steps[at], hand, db.Image())
	if before.Passed || !after.Passed {
		t.Errorf("before %+v, after %+v", before, after)
	}
}

// Ensure that the checks see what a crash leaves.
func TestCheckStep_Crash(t *testing.T) {
	l := lessonOf(t, "cross-table")
	account, err := l.Account(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ text, why string }{
		{"delete Queue 'delete','m1'\ndelete Blogs 'Football','1'\ndelete Blogs 'Football','2'\ndelete Channels 'Football','-'", "After 1 request it is too early"},
		{"delete Blogs 'Football','1'\ndelete Blogs 'Football','2'\ndelete Queue 'delete','m1'\ndelete Channels 'Football','-'", "After 3 requests it is too early"},
		{"delete Blogs 'Football','1'\ndelete Blogs 'Football','2'\ndelete Channels 'Football','-'", "(delete, m1) of Queue is there"},
		{"delete Channels 'Football','-'\ndelete Blogs 'Football','1'\ndelete Blogs 'Football','2'\ndelete Queue 'delete','m1'", ""},
	} {
		a, err := ParseAttempt(NoForm, test.text)
		if err != nil {
			t.Fatal(err)
		}
		v, err := CheckStep(t.Context(), &l.Steps[1], a, account)
		if err != nil || v.Passed != (test.why == "") || !strings.Contains(v.Why, test.why) {
			t.Errorf("%q: %v %s %v", test.text, v.Passed, v.Why, err)
		}
	}
}

// Ensure that the same file gives the same account, ETags and all.
func TestAccount_Same(t *testing.T) {
	l := lessonOf(t, "hot-spot")
	var etags [2]strings.Builder
	for i := range etags {
		account, err := l.Account(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		s, err := account.Snapshot("Log")
		if err != nil {
			t.Fatal(err)
		}
		for j := range s.Len() {
			e := s.At(j)
			fmt.Fprint(&etags[i], e.PartitionKey(), e.RowKey(), e.ETag(), e.Properties())
		}
	}
	if etags[0].String() != etags[1].String() {
		t.Error("two accounts of one lesson differ")
	}
}

// Ensure that a lesson may use a built-in sample.
func TestAccount_Sample(t *testing.T) {
	l, err := Parse("# T\nAbout: a\nSource: s\nSample: Movies\n\n## S\n```predict\nask: x\nfilter: PartitionKey eq 'SciFi' and RowKey eq 'Star Wars'\nanswer: returned 1\n```\n")
	if err != nil {
		t.Fatal(err)
	}
	if problems, err := l.Validate(t.Context(), builtIn); err != nil || len(problems) > 0 {
		t.Error(err, problems)
	}
	if _, err := l.Validate(t.Context(), nil); err == nil {
		t.Error("it works without samples")
	}
}

// Ensure that an answer is right in words, as an identifier and in any case.
func TestPrediction_Right(t *testing.T) {
	p := Prediction{Measure: Class, Answer: int(filterlang.RowRange)}
	n := Prediction{Measure: Examined, Answer: 12}
	for _, test := range []struct {
		p    *Prediction
		text string
		want bool
	}{{&p, "row range", true}, {&p, "Row-Range", true}, {&p, "point", false}, {&p, "", false}, {&n, " 12 ", true}, {&n, "13", false}, {&n, "twelve", false}} {
		if got := test.p.Right(test.text); got != test.want {
			t.Errorf("%q: %v", test.text, got)
		}
	}
}

// Ensure that progress survives as text, counts the first prediction only, and that any text can be read.
func TestProgress_Text(t *testing.T) {
	var p Progress
	p = p.Pass("four-classes", 0).Pass("four-classes", 2).Predict("four-classes", 0, true).Predict("four-classes", 1, false).Predict("four-classes", 1, true)
	p = p.Predict("etag", 49, true).Pass("etag", 99).Pass("no name", 1)
	if got := p.String(); got != "etag=0.2000000000000.2000000000000 four-classes=5.3.1" {
		t.Error(got)
	}
	if right, of := p.Score(); right != 2 || of != 3 || p.Passed("four-classes") != 2 {
		t.Error(right, of)
	}
	if again := ParseProgress(p.String()); !reflect.DeepEqual(again, p) {
		t.Error(again)
	}
	if got := p.Forget("etag").String(); got != "etag=0.0.0.1 four-classes=5.3.1" || !reflect.DeepEqual(ParseProgress(got), p.Forget("etag")) {
		t.Error(got)
	}
	if got := ParseProgress("a=1.2 b c=x.1.1 D=1.1.1 e=1.1.3 f=ffffffffffffffff.0.0").String(); got != "e=1.1.1 f=3ffffffffffff.0.0" {
		t.Error(got)
	}
}

// Ensure that two tabs' progress is put together without losing a step, and the same either way.
func TestProgress_Union(t *testing.T) {
	a := ParseProgress("etag=1.f.5 logs=1.0.0")
	b := ParseProgress("etag=2.33.22 types=3.3.1")
	for _, got := range []Progress{a.Union(b), b.Union(a), a.Union(b).Union(a)} {
		if want := "etag=3.3f.24 logs=1.0.0 types=3.3.1"; got.String() != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if got := Progress(nil).Union(nil); len(got) != 0 {
		t.Error(got)
	}
}

// Ensure that what is forgotten stays so when a tab that knows it is heard, that it can be brought back together with what was
// done since, and that what another tab does afterwards counts.
func TestProgress_Forget(t *testing.T) {
	p := ParseProgress("etag=1.f.5 logs=1.0.0")
	one := p.Forget("etag")
	for name, test := range map[string]struct {
		got  Progress
		want string
	}{
		"one":              {one, "etag=0.0.0.1 logs=1.0.0"},
		"all":              {p.Forget(""), "etag=0.0.0.1 logs=0.0.0.1"},
		"twice":            {one.Forget("").Forget(""), "etag=0.0.0.1 logs=0.0.0.1"},
		"none":             {p.Forget("types"), "etag=1.f.5 logs=1.0.0"},
		"heard":            {p.Union(one), "etag=0.0.0.1 logs=1.0.0"},
		"told":             {one.Union(p), "etag=0.0.0.1 logs=1.0.0"},
		"done since":       {one.Union(one.Forget("none").Pass("etag", 1)), "etag=2.0.0.1 logs=1.0.0"},
		"back":             {one.Recall(p), "etag=1.f.5.2 logs=1.0.0"},
		"back with more":   {one.Union(ParseProgress("etag=2.30.30.1 types=1.0.0")).Recall(p), "etag=3.3f.35.2 logs=1.0.0 types=1.0.0"},
		"back, then heard": {one.Union(one.Recall(p)), "etag=1.f.5.2 logs=1.0.0"},
	} {
		if test.got.String() != test.want {
			t.Errorf("%s: %s, want %s", name, test.got, test.want)
		}
	}
	if p.String() != "etag=1.f.5 logs=1.0.0" || p.Empty() || !p.Forget("").Empty() || one.Has("etag") || !one.Has("logs") {
		t.Error("forgetting changes what it is done to, or leaves something")
	}
}

// Ensure that the next lesson is the first that is not finished, from here on and then from the beginning.
func TestCourse_Next(t *testing.T) {
	c, err := ParseCourse("# A\na, 1 step: A\nb, 1 step: B\n# B\nc, 2 steps: C\n")
	if err != nil {
		t.Fatal(err)
	}
	p := Progress{}.Pass("b", 0)
	for name, want := range map[string]string{"": "a", "a": "c", "b": "c", "c": "a"} {
		if got := c.Next(name, p); got != want {
			t.Errorf("after %q comes %q, want %q", name, got, want)
		}
	}
	if done, of := c.Finished(p.Pass("c", 1)); done != 1 || of != 3 {
		t.Error(done, of)
	}
	if e := c.Find("c"); e == nil || e.Steps != 2 || c.Find("d") != nil {
		t.Error(e)
	}
	if got := c.Next("a", p.Pass("a", 0).Pass("c", 0).Pass("c", 1)); got != "" {
		t.Error(got)
	}
	if _, err := ParseCourse("a, 1 step: A\n# G\nB, 1 step: x\nc\nd, 1 step: D\nd, 1 step: D\ne: E\nf, 0 steps: F\n"); err == nil || len(err.(Problems)) != 6 {
		t.Error(err)
	}
}

// Any text is read without a panic, and what is read can be validated.
func FuzzParse(f *testing.F) {
	f.Add(head + data + step + "```check\nclass at most point\n```\n")
	for _, name := range []string{"rentals", "microblog", "pages", "kinds"} {
		f.Add(read(f, folder+name+".lesson"))
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := Parse(text)
		if problems, ok := err.(Problems); err != nil && (!ok || len(problems) == 0 || l != nil) {
			t.Fatal(err)
		}
		if err != nil {
			return
		}
		entities := 0
		for i := range l.Tables {
			entities += l.Tables[i].Count
		}
		if entities < 3000 && len(text) < 8000 {
			if _, err := l.Validate(t.Context(), builtIn); err != nil && len(l.Samples) == 0 {
				t.Fatal(err)
			}
		}
	})
}

// Ensure that the text of a step is parted where its prediction stands: what follows may give the answer away.
func TestStep_Parts(t *testing.T) {
	const one = head + data + "\n## One\n"
	const ask = "\n```predict\nask: Which class?\nfilter: Rating eq 1.0\nanswer: class full scan\n```\n\n"
	for text, want := range map[string][2]string{
		"Before.\n\nMore." + ask + "After.\n\nLast.": {"Before.\n\nMore.", "After.\n\nLast."},
		ask + "After.":  {"", "After."},
		"Before." + ask: {"Before.", ""},
		"Only.\n":       {"Only.", ""},
		"Before." + ask + "## Two\nNone asked.\n": {"Before.", ""},
	} {
		l, err := Parse(one + text)
		if err != nil {
			t.Fatal(err)
		}
		if before, after := l.Steps[0].Parts(); before != want[0] || after != want[1] {
			t.Errorf("%q: %q and %q, want %q", text, before, after, want)
		}
	}
	l, err := Parse(one + "Before." + ask + "After.\n\n## Two\nNone asked.\n")
	if err != nil {
		t.Fatal(err)
	}
	if before, after := l.Steps[1].Parts(); before != "None asked." || after != "" {
		t.Errorf("the next step: %q and %q", before, after)
	}
}
