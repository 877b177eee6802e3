package lesson

import (
	"strings"
	"testing"
)

// Ensure that every exercise has hidden data, two hints and at least four wrong answers, which TestLessons_Validate plays.
func TestLessons_WrongAnswers(t *testing.T) {
	exercises, wrong := 0, 0
	for _, e := range course(t) {
		l := lessonOf(t, e.Name)
		for i := range l.Steps {
			s := &l.Steps[i]
			if len(s.Checks) == 0 {
				continue
			}
			exercises++
			wrong += len(s.Wrong)
			if len(s.Wrong) < 4 || len(s.Hidden) == 0 || len(s.Hints) != 2 {
				t.Errorf("%s, step %d: %d wrong answers, %d hidden parts, %d hints", e.Name, i+1, len(s.Wrong), len(s.Hidden), len(s.Hints))
			}
		}
	}
	if exercises < 50 || wrong < 4*exercises {
		t.Errorf("%d exercises with %d wrong answers", exercises, wrong)
	}
}

// Ensure that the answers that once passed without the idea of their exercise are among the wrong ones, and that those which only
// hidden data tells apart are refused by it.
func TestLessons_WithoutTheirIdea(t *testing.T) {
	for _, test := range []struct {
		lesson string
		step   int // from 1
		text   string
		unseen bool // it passes on the visible data
	}{
		{"or-and-ne", 2, "filter: PartitionKey gt 'Action'", true},
		{"granularity", 1, "filter: PartitionKey ge 'Football_7991-03_01' and PartitionKey le 'Football_7991-03_04'", true},
		{"granularity", 2, "filter: PartitionKey eq 'Football_7991-08'", true},
		{"prefix", 1, "filter: PartitionKey eq 'Action' and RowKey ge 'Shaft' and RowKey le 'Shooter'", true},
		{"prefix", 2, "table: Reviews\nfilter: PartitionKey eq 'Sales' and RowKey ge '000123_2008' and RowKey le '000123_2010'", true},
		{"nothing", 1, "filter: PartitionKey eq 'Action' and RowKey eq 'Heat'", true},
		{"types", 1, "filter: PartitionKey eq 'north' and (RowKey eq 'r1' or RowKey eq 'r3')", true},
		{"retry", 1, "insert Orders 'shop','1002' Total=35", true},
		{"retry", 2, "lost insert Orders 'shop','1002' Total=35\ninsert Orders 'shop','1002' Total=35\ninsert Orders 'shop','1002' Total=35", false},
		{"retype", 2, "transaction\nreplace Customers 'eu','ann' Version=2 Phone='5550101' Age=41\nreplace Customers 'eu','bob' Version=2 Phone='5550102' Age=17\nend", true},
		{"series", 2, "replace Days 'chat','2010-11-02' H00=10 H01=9 H02=1", true},
		{"cross-table", 3, "insert Archive 'Music','1' Text='Concert'\ndelete Blogs 'Music','1'", true},
		{"index-across", 1, "insert Employees 'email_Sales','bob@example.org' Name='Bob'", true},
		{"when-not", 1, "partition: all\nrow: {At|ticks}_{Source}", true},
		{"etag", 2, "get Blogs 'Channel9','Oct-29' as ann\nget Blogs 'Channel9','Oct-29' as bob\nmerge Blogs 'Channel9','Oct-29' if ann Rating=4\nmerge Blogs 'Channel9','Oct-29' if bob Rating=4\nmerge Blogs 'Channel9','Oct-29' if * Rating=5", true},
		{"kinds", 1, "filter: PartitionKey eq 'ann' and RowKey lt 'D'", true},
		{"hot-spot", 2, "partition: {At|date:yyyy-MM-dd-HH}_{Machine|hash(4)}\nrow: {At|ticks}_{Number|pad(6)}", false},
	} {
		l := lessonOf(t, test.lesson)
		s := l.Steps[test.step-1]
		var found *Attempt
		for _, w := range s.Wrong {
			if w.Attempt.Text == test.text {
				found = w.Attempt
			}
		}
		if found == nil {
			t.Errorf("%s, step %d has no wrong answer\n%s", test.lesson, test.step, test.text)
			continue
		}
		account, err := l.Account(t.Context(), builtIn)
		if err != nil {
			t.Fatal(err)
		}
		s.Hidden = nil
		if v, err := CheckStep(t.Context(), &s, found, account); err != nil || v.Passed != test.unseen {
			t.Errorf("%s, step %d: without hidden data it passes: %v: %s (%v)", test.lesson, test.step, v.Passed, v.Why, err)
		}
	}
}

const exercise = `# T
About: a
Source: s

` + "```data Orders\nPartitionKey,RowKey,Total:Int32\nshop,%,1\nshop,%25,2\nshop,a,3\n```\n" + "```generate Log 10\nN:Int32 = count from 0\nPartitionKey = log\nRowKey = {N|pad(4)}\n```\n" + `## S
hint: Look.
hint: Do.
`

// Ensure that each way to hide something tells answers apart that look the same on the visible data.
func TestHidden_Ways(t *testing.T) {
	const none = ""
	for _, test := range []struct{ name, check, hidden, attempt, want string }{
		{"Insert", "same entities as Total ge 3", "insert Orders 'shop','b' Total=4", "filter: PartitionKey eq 'shop' and RowKey eq 'a'", "On another table with the same shape: (shop, b) should come back, and does not: `RowKey eq 'a'` is not true of it, because its RowKey is 'b'. The idea."},
		{"Insert", "same entities as Total ge 3", "insert Orders 'shop','b' Total=4", "filter: Total gt 2", none},
		{"SizeByTheSolution", "examined at most 10", "size Log 30", "table: Log\nfilter: PartitionKey eq 'log'", none},
		{"Crash", "entity Orders 'shop','a' has Total=4", "fault: crash", "insert Orders 'shop','b'\ntransaction\nmerge Orders 'shop','a' Total=4\ndelete Orders 'shop','b'\nend\nmerge Orders 'shop','a' Total=4", none},
		{"Crash", "no entity Orders 'shop','y'", "fault: crash", "insert Orders 'shop','y'\ntransaction\ninsert Orders 'shop','w'\ndelete Orders 'shop','y'\nend", "With a crash after 2 requests and a second run: (shop, y) of Orders is there. The idea."},
		{"Lost", "nothing refused", "fault: lost", "insert Orders 'shop','b'", "When an answer is lost and its request is repeated: The service refused insert"},
		{"Lost", "nothing refused", "fault: lost", "upsert-merge Orders 'shop','b'", none},
		{"LostCountsNoRequests", "requests at most 1", "fault: lost", "upsert-merge Orders 'shop','b'", none},
		{"Decoded", "no entity Orders 'shop','%25'", "fault: decoded", "delete Orders 'shop','%25'", "On a service that decodes keys twice: (shop, %25) of Orders is there. The idea."},
		{"Decoded", "no entity Orders 'shop','%25'", "fault: decoded", "transaction\ndelete Orders 'shop','%25'\nend", none},
		{"Address", "nothing refused", "fault: address", "merge Orders 'shop','" + strings.Repeat("é", 225) + "'", "The service refused merge with ResourceNotFound"},
		{"Address", "count Orders at least 3: Total ge 0", "fault: address\ninsert Orders 'shop','" + strings.Repeat("é", 225) + "'\ncheck: nothing refused", "merge Orders 'shop','" + strings.Repeat("é", 225) + "'", "Where an address has room for 260 characters: The service refused merge with OutOfRangeInput"},
		{"Address", "count Orders at least 3: Total ge 0", "fault: address\ninsert Orders 'shop','" + strings.Repeat("é", 222) + "'\ncheck: nothing refused", "merge Orders 'shop','" + strings.Repeat("é", 222) + "'", none},
		{"Address", "count Orders at least 3: Total ge 0", "fault: address\ninsert Orders 'shop','" + strings.Repeat("é", 225) + "'\ncheck: nothing refused", "transaction\nmerge Orders 'shop','" + strings.Repeat("é", 225) + "'\nend", none},
		{"Between", "entity Orders 'shop','a' has Total=4", "between merge Orders 'shop','a' Total=9\ncheck: entity Orders 'shop','a' has Total=9", "merge Orders 'shop','a' Total=4", "When another client writes in between: (shop, a) of Orders has Total 4, not 9. The idea."},
		{"Between", "entity Orders 'shop','a' has Total=4", "between merge Orders 'shop','a' Total=9\ncheck: entity Orders 'shop','a' has Total=9", "get Orders 'shop','a' as v\nmerge Orders 'shop','a' if v Total=4", none},
		{"None", "entity Orders 'shop','a' has Total=4", "none", "merge Orders 'shop','a' Total=4", none},
	} {
		hidden := "```hidden\nnote: The idea.\n" + test.hidden + "\n```\n"
		if test.hidden == "none" {
			hidden = "```hidden none\nnote: The idea.\n```\n"
		}
		// The attempt is its own solution: what is told is what it does.
		l, err := Parse(exercise + "```start\n" + test.attempt + "\n```\n```solution\n" + test.attempt + "\n```\n```check\n" + test.check + "\n```\n" + hidden)
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		account, err := l.Account(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		v, err := CheckStep(t.Context(), &l.Steps[0], l.Steps[0].Solution, account)
		if err != nil || v.Passed != (test.want == none) || !strings.HasPrefix(v.Why, test.want) {
			t.Errorf("%s: %q\npassed %v: %s (%v)", test.name, test.attempt, v.Passed, v.Why, err)
		}
	}
}

// Ensure that what is wrong in parts hidden and wrong and in hints is told with its line.
func TestHidden_Problems(t *testing.T) {
	const attempts = "```start\nmerge Orders 'shop','a' Total=5\n```\n```solution\nmerge Orders 'shop','a' Total=4\n```\n```check\nentity Orders 'shop','a' has Total=4 because it is asked for\n```\n"
	for _, test := range []struct{ name, text, want string }{
		{"Fine", "```hidden\nnote: n\nfault: crash\n```\n", ""},
		{"NoHidden", "", `line 16: The exercise "S" has no hidden data.`},
		{"NoNote", "```hidden\nfault: crash\n```\n", "line 28: The part hidden has no note."},
		{"Nothing", "```hidden\nnote: n\n```\n", "line 28: The part hidden hides nothing."},
		{"Word", "```hidden some\nnote: n\nfault: crash\n```\n", `line 28: "some" does not go with hidden.`},
		{"NoneAndMore", "```hidden none\nnote: n\nfault: crash\n```\n", "line 30: \"fault: crash\" is too much; hidden none has a note alone."},
		{"Fault", "```hidden\nnote: n\nfault: flood\n```\n", `line 30: There is not a fault "flood"; there are crash, lost, decoded and address.`},
		{"NoFault", "```hidden\nnote: n\nfault:\n```\n", "line 30:"},
		{"Size", "```hidden\nnote: n\nsize Log many\n```\n", `line 30: "size Log many" is not a size`},
		{"SizeZero", "```hidden\nnote: n\nsize Log 0\n```\n", `line 30: "size Log 0" is not a size`},
		{"SizeSeed", "```hidden\nnote: n\nsize Log 9 seed x\n```\n", `line 30: "size Log 9 seed x" is not a size`},
		{"SizeOfData", "```hidden\nnote: n\nsize Orders 9\n```\n", `line 30: No rules generate a table "Orders".`},
		{"Between", "```hidden\nnote: n\nbetween merge Orders 'shop','a' Total=9\n```\n", "line 28: Nothing says what another client's write has to leave."},
		{"Operation", "```hidden\nnote: n\nupdate Orders 'shop','a'\n```\n", `line 30: There is no operation "update"`},
		{"Condition", "```hidden\nnote: n\nmerge Orders 'shop','a' if v1 Total=9\n```\n", "line 30:"},
		{"Check", "```hidden\nnote: n\nfault: crash\ncheck: be quick\n```\n", `line 31: "be quick" is not a check`},
		{"CheckKind", "```hidden\nnote: n\nfault: crash\ncheck: unique keys\n```\n", `line 31: "unique keys" does not go with operations`},
		{"CannotBeMade", "```hidden\nnote: n\ninsert Orders 'shop','a' Total=9\n```\n", "line 28: The hidden data cannot be made: There is an entity (\"shop\", \"a\") already"},
		{"SolutionFails", "```hidden\nnote: The idea.\ndelete Orders 'shop','a'\n```\n", "line 28: The solution of \"S\" does not pass there: On another table with the same shape: (shop, a) of Orders is not there"},
		{"WrongPasses", "```hidden\nnote: n\nfault: crash\n```\n```wrong\nsays: x\nupsert-merge Orders 'shop','a' Total=4\n```\n", `line 33: This wrong answer to "S" passes.`},
		{"WrongSays", "```hidden\nnote: n\nfault: crash\n```\n```wrong\nsays: magic\nmerge Orders 'shop','a' Total=6\n```\n", `line 33: The refusal does not say "magic" but: (shop, a) of Orders has Total 6, not 4. It is asked for.`},
		{"WrongWithoutSays", "```wrong\nmerge Orders 'shop','a' Total=6\n```\n", "line 29:"},
		{"WrongEmpty", "```wrong\n```\n", "line 28: The part wrong has no answer."},
		{"WrongAttempt", "```wrong\nsays: x\n```\n", "line 29: There is no attempt here"},
		{"ThirdHint", "hint: Again.\n", "line 28: A step has two hints"},
		{"EmptyHint", "hint:\n", "line 28: A step has two hints"},
		{"NumberInNote", "```hidden\nnote: There are 7.\nfault: crash\n```\n", "line 28: Nothing checks the number 7"},
	} {
		t.Run(test.name, func(t *testing.T) {
			l, err := Parse(exercise + attempts + test.text)
			if err == nil {
				var problems Problems
				if problems, err = l.Validate(t.Context(), nil); err != nil {
					t.Fatal(err)
				} else if len(problems) > 0 {
					err = problems
				}
			}
			if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("no %q in:\n%v", test.want, err)
			}
		})
	}
}

// Ensure that hidden data that cannot be made of changed tables refuses nobody.
func TestJudge_ChangedTables(t *testing.T) {
	l, err := Parse(exercise + "```start\nfilter: Total eq 9\n```\n```solution\nfilter: PartitionKey eq 'shop'\n```\n```check\nclass at most row range\n```\n```hidden\nnote: n\ninsert Orders 'shop','a'\n```\n")
	if err != nil {
		t.Fatal(err)
	}
	account, err := l.Account(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if v, err := CheckStep(t.Context(), &l.Steps[0], l.Steps[0].Solution, account); err != nil || !v.Passed {
		t.Errorf("%+v, %v", v, err)
	}
}
