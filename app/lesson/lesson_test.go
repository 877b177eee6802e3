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

// Ensure that everything that can be wrong in a file is told with its line.
func TestParse_Problems(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"Empty", "", "line 1: The lesson has no title"},
		{"NoTitle", "About: x\n", "line 1: The lesson has no title"},
		{"NotUTF8", "# T\n\xff", "not UTF-8"},
		{"TooLong", "# T\n" + strings.Repeat("x", MaxFile), "generate large data"},
		{"Nothing", "# T\n", "no steps"},
		{"Field", "# T\nAuthor: me\n", `line 2: There is no field "Author"`},
		{"FieldWithoutText", "# T\nAbout\n", "line 2:"},
		{"OpenFence", head + "```data Movies\nPartitionKey,RowKey\n", "line 5: The part that begins"},
		{"Part", head + "```picture\n```\n", `There is no part "` + "```picture"},
		{"BeforeStep", head + data + "```check\nclass at most point\n```\n", "line 11: \"```check\" is before the first step"},
		{"TableName", head + "```data\n```\n", "line 5: The part data names no table"},
		{"TableBadName", head + "```data 1xy\n```\n", "line 5: A table name is letters and digits and begins with a letter"},
		{"TooMany", head + "```generate Movies 150000\n```\n```generate Blogs 60000\n```\n", "line 7: There are 210000 entities to generate so far. A lesson generates at most 200000."},
		{"TableTwice", head + data + data, "line 11: The table Movies is there twice"},
		{"Columns", head + "```data Movies\nTitle\n```\n", "line 6: The columns of Movies do not begin with the keys"},
		{"Type", head + "```data Movies\nPartitionKey,RowKey,A:Number\n```\n", `line 6: The column "A:Number" has no type`},
		{"Cells", head + "```data Movies\nPartitionKey,RowKey,A\na,b\n```\n", "line 7: The line has 2 cells"},
		{"Cell", head + "```data Movies\nPartitionKey,RowKey,A\na\n```\n", "line 7: The line has 1 cell."},
		{"Quote", head + "```data Movies\nPartitionKey,RowKey,A\na,b,\"x\n```\n", "line 7: A double quote opens cell 3 and does not close it."},
		{"QuoteAfter", head + "```data Movies\nPartitionKey,RowKey,A\na,\"b\"c,d\n```\n", "line 7: A double quote opens cell 2"},
		{"KeysTwice", head + strings.Replace(data, "War,Zulu", "Action,Heat", 1) + step, "line 9: Movies has (Action, Heat) already, in line 8. Give every entity keys of its own."},
		{"AboutTwice", "# T\nAbout: a\nAbout: b\n", "line 3: The lesson says twice what it is about."},
		{"ETag", head + data + "## S\n```start\nmerge Movies 'a','b' if v9 A=1\nget Movies 'a','b' as v9\n```\n", `line 13: No get remembers an ETag as "v9".`},
		{"Value", head + "```data Movies\nPartitionKey,RowKey,A:Int32\na,b,four\n```\n", "line 7: A:"},
		{"Key", head + "```data Movies\nPartitionKey,RowKey\na,b/c\n```\n", "line 7: The service refuses the entity"},
		{"Count", head + "```generate Movies many\n```\n", "line 5: The part does not say how many"},
		{"Rule", head + "```generate Movies 3\nA = some\nPartitionKey = x\nRowKey = y\n```\n", "line 6: \"A = some\" is no rule"},
		{"Keys", head + "```generate Movies 3\nA = cycle x\n```\n", "do not make each key once"},
		{"Template", head + "```generate Movies 3\nPartitionKey = {A|\nRowKey = x\n```\n", "line 6: The key template"},
		{"Fact", head + data + "```facts\nmany returned of Movies:\n```\n", "line 12:"},
		{"Limit", head + data + "```facts\n7 limit dwarfs\n```\n", `line 12: There is no limit "dwarfs"`},
		{"Filter", head + data + "## S\n```start\nfilter: A == 1\n```\n", "line 13: The filter is refused"},
		{"Top", head + data + "## S\n```start\ntop: 0\n```\n", "line 13:"},
		{"Mixed", head + data + "## S\n```start\nfilter: A eq 1\npartition: x\n```\n", "two kinds in one"},
		{"MixedScript", head + data + "## S\n```start\nfilter: A eq 1\ndrop Movies\n```\n", "line 14: \"drop Movies\" is no field"},
		{"Verb", head + data + "## S\n```start\nupdate Movies 'a','b'\n```\n", `line 13: There is no operation "update"`},
		{"OperationKeys", head + data + "## S\n```start\ndelete Movies a,b\n```\n", "line 13: \"a,b\" are no keys"},
		{"OperationValue", head + data + "## S\n```start\nmerge Movies 'a','b' A=x or 1\n```\n", "is no value"},
		{"OpenTransaction", head + data + "## S\n```start\ntransaction\n```\n", "line 13: The transaction has no end"},
		{"TransactionGet", head + data + "## S\n```start\ntransaction\nget Movies 'a','b'\nend\n```\n", "line 14: \"get Movies 'a','b'\" cannot be in a transaction"},
		{"Check", head + data + step + "```check\nbe quick\n```\n", "line 19: \"be quick\" is no check"},
		{"CheckKind", head + data + step + "```check\nunique keys\n```\n", `line 19: "unique keys" does not go with queries`},
		{"CheckAlways", head + data + step + "```check\nalways unique keys\n```\n", "line 19:"},
		{"NoTitleStep", head + data + "## \ntext\n", "line 11: The step has no title."},
		{"StepSpace", head + data + "##Find\n", `line 11: "##Find" begins no step. A step begins with`},
		{"StepDeep", head + data + "## S\n### Find\n", `line 12: "### Find" begins no step.`},
		{"StartOnly", head + data + "## S\n```start\nfilter: A eq 1\n```\n", `line 11: The step "S" has a start and no check.`},
		{"NoCheck", head + data + step, "a solution and no check"},
		{"NoStart", head + data + "## S\n```check\nclass at most point\n```\n", "not both a start and a solution"},
		{"Twice", head + data + step + "```start\nfilter: A eq 1\n```\n", `line 18: The step has "start" twice`},
		{"Kinds", head + data + step + "```break\ndrop Movies\n```\n```check\nclass at most point\n```\n", "begins with queries and goes on with operations"},
		{"Answer", head + data + "## S\n```predict\nask: x\nanswer: class slow\n```\n", "line 12: \"class slow\" is no answer"},
		{"Ask", head + data + "## S\n```predict\nanswer: class point\n```\n", "line 12: The prediction asks nothing"},
	} {
		t.Run(test.name, func(t *testing.T) {
			l, err := Parse(test.text)
			if err == nil || l != nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("no %q in:\n%v", test.want, err)
			}
			if err != nil && strings.Contains(err.Error()+"\n", "..\n") {
				t.Errorf("a sentence ends twice:\n%v", err)
			}
			if err != nil && strings.Contains(test.text, "```data") && strings.Contains(err.Error(), "has no data") {
				t.Errorf("data that is wrong is told as none:\n%v", err)
			}
			if _, ok := err.(Problems); !ok {
				t.Errorf("it is a %T", err)
			}
		})
	}
}

// Ensure that a lesson that can be read and does not work is told so, with the line and what it should be.
func TestValidate_Problems(t *testing.T) {
	check := "```check\nclass at most row range\nsame entities as Rating lt 4.0\n```\n"
	for _, test := range []struct{ name, text, want string }{
		{"Fine", head + data + step + check, ""},
		{"Solution", head + data + strings.Replace(step, "'War'", "'Action'", 1) + check, "line 15: The solution of \"S\" does not pass: (War, Zulu) should come back"},
		{"Start", head + data + strings.Replace(step, "Rating gt 1.0", "PartitionKey gt 'Action' and PartitionKey le 'War'", 1) + check + "```break\nfilter: PartitionKey ge 'War' and PartitionKey le 'War'\n```\n", "line 22: The break of \"S\" passes already"},
		{"Prediction", head + data + step + check + "```predict\nask: x\nfilter: RowKey eq 'Heat'\nanswer: class point\n```\n", "line 22: The answer to the prediction is full scan, not point. Write: answer: class full scan"},
		{"PredictionTable", head + data + step + check + "```predict\nask: x\ntable: Nowhere\nanswer: examined 0\n```\n", "line 22: The prediction cannot be asked: There is no table \"Nowhere\" in the lesson."},
		{"Fact", head + data + "```facts\n4 returned of Movies:\n```\n" + step + check, "line 12: It is 3, not 4"},
		{"LimitFact", head + data + "```facts\n99 limit transaction\n```\n" + step + check, "It is 100, not 99"},
		{"Number", head + "Much is in `code\n4` here.\nThere are 3 movies and R2.\n" + data + step + check, "line 7: Nothing checks the number 3"},
		{"NumberAbout", strings.Replace(head, "About: a", "About: 7 things", 1) + data + step + check, "line 2: Nothing checks the number 7"},
		{"NumberInStep", head + data + step + check + "\nNow there are 5.\n", "line 23: Nothing checks the number 5"},
		{"StartTable", head + data + strings.Replace(step, "filter: Rating", "table: Moviez\nfilter: Rating", 1) + check, `line 12: The start of "S" cannot be tried: There is no table "Moviez" in the lesson. Name one of`},
		{"NumberInCode", head + "Write `eq 3`.\n" + data + step + check, ""},
		{"NumberKnown", head + "There are 3.\n" + data + "```facts\n3 returned of Movies:\n```\n" + step + check, ""},
		{"Generated", head + data + "```generate Log 3\nPartitionKey = x\nRowKey = y\n```\n" + step + check, "Entity 2 of Log"},
	} {
		t.Run(test.name, func(t *testing.T) {
			l, err := Parse(test.text)
			if err != nil {
				t.Fatal(err)
			}
			problems, err := l.Validate(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			if test.want == "" && len(problems) > 0 || !strings.Contains(problems.Error(), test.want) {
				t.Errorf("no %q in:\n%v", test.want, problems)
			}
		})
	}
}

// Ensure that a sample that is not there is a problem with its line, and a check that cannot be read is told once.
func TestProblems_SampleAndCheck(t *testing.T) {
	l, err := Parse("# T\nAbout: a\nSource: s\nSample: Moviez\n\n" + step + "```check\nclass at most point\n```\n")
	if err != nil {
		t.Fatal(err)
	}
	none := func(context.Context, string, func(string, string, string, []engine.Property) error) error {
		return ErrNoSample
	}
	problems, err := l.Validate(t.Context(), none)
	if err != nil || len(problems) != 1 || !strings.HasPrefix(problems.Error(), `line 4: There is no sample "Moviez". Name one`) {
		t.Errorf("%v, %v", problems, err)
	}
	_, err = Parse(head + data + "## S\n```start\npartition: a\nrow: {A}\n```\n```solution\npartition: b\nrow: {A}\n```\n```check\nlargest partition at most lots\n```\n")
	if problems, _ := err.(Problems); len(problems) != 1 {
		t.Errorf("one check is told as\n%v", err)
	}
}

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
		{"filter: PartitionKey eq 'Action' and RowKey ge 'Sh' and RowKey le 'Shooter'", "row range", true},
		{"filter: PartitionKey eq 'Action' and RowKey ge 'Sh' and RowKey lt 'Shane'", "should come back", false},
		{"filter: PartitionKey eq 'Action' and RowKey ge 'Sg' and RowKey lt 'Si'", "Examined 4", false},
		{"filter: PartitionKey eq 'Action' and RowKey eq 'Shaft'\nfilter: PartitionKey eq 'Action' and RowKey ge 'Shane' and RowKey lt 'Si'", "row range", true},
		{"table: Nowhere\nfilter: A eq 1", "Nowhere", false},
		{"drop Movies", "something else", false},
		{"partition: x\nrow: y", "Two entities", false},
	} {
		a, err := ParseAttempt(test.text)
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
	want := Numbers{Class: filterlang.RowRange, Examined: 200, Returned: 200, Requests: 1, Partitions: 1, Values: 200 * 7}
	if err != nil || v.Numbers != want {
		t.Errorf("%+v, want %+v", v.Numbers, want)
	}
}

// Ensure that what was changed by hand is judged with an empty script.
func TestCheckStep_ByHand(t *testing.T) {
	l := lessonOf(t, "series")
	db := engine.Open(l.Options())
	if err := l.Load(t.Context(), db, nil); err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(l.Steps, func(s Step) bool { return s.Title == "A photo is a link" })
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
		a, err := ParseAttempt(test.text)
		if err != nil {
			t.Fatal(err)
		}
		v, err := CheckStep(t.Context(), &l.Steps[0], a, account)
		if err != nil || v.Passed != (test.why == "") || !strings.Contains(v.Why, test.why) {
			t.Errorf("%q: %v %s %v", test.text, v.Passed, v.Why, err)
		}
	}
}

// Ensure that the same file gives the same account, ETags and all.
func TestAccount_Same(t *testing.T) {
	l := lessonOf(t, "hot-spot")
	var etags [2]string
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
			etags[i] += fmt.Sprint(e.PartitionKey(), e.RowKey(), e.ETag(), e.Properties())
		}
	}
	if etags[0] != etags[1] {
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
