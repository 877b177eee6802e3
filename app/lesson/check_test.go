package lesson

import (
	"strings"
	"testing"

	"rangefinder/filterlang"
)

// Ensure that every check can pass and can fail.
func TestCheckStep_Kinds(t *testing.T) {
	const rows = head + "```data Movies\nPartitionKey,RowKey,Title,Year:Int32\nAction,Alien,Alien,1979\nAction,Heat,Heat,1995\nWar,Zulu,Zulu,1964\nWar,Z,,2\n```\n```data Other\nPartitionKey,RowKey,Movies:Int32\na,b,2\n```\n"
	const (
		both   = "filter: PartitionKey eq 'Action' and RowKey eq 'Heat'\nfilter: PartitionKey eq 'War' and RowKey eq 'Zulu'"
		all    = "filter: Year gt 0"
		design = "partition: {PartitionKey|prefix(1)}\nrow: {Year|pad(4)}"
	)
	for _, test := range []struct {
		attempt, check, other string
		want                  bool
	}{
		{both, "class at most point", "", true},
		{all, "class at most partition range", "", false},
		{both, "examined exactly 2", "", true},
		{both + "\nfilter: PartitionKey eq 'War'", "examined exactly 4", "", true},
		{both + "\nfilter: PartitionKey eq 'War'", "returned exactly 3", "", true},
		{both, "requests at most 1", "", false},
		{both, "partitions exactly 2", "", true},
		{both + "\nfilter: PartitionKey eq 'War'", "partitions exactly 2", "", true},
		{both + "\nfilter: PartitionKey eq 'War' and Year gt 2\nfilter: PartitionKey eq 'Gone'\nfilter: PartitionKey eq 'A' and PartitionKey eq 'B'", "partitions exactly 2", "", true},
		{all + "\nfilter: PartitionKey eq 'War'\ntop: 1", "partitions exactly 2", "", true},
		{both + "\nfilter: not (Year eq 1 or Year lt 2 or Year gt 3)", "comparisons exactly 3", "", true},
		{both, "comparisons at most 1", "", false},
		{"filter: ", "comparisons exactly 0", "", true},
		{both + "\nselect: Year", "values exactly 2", "", true},
		{both, "same entities as Year ge 1995 or Year eq 1964", "", true},
		{both, "same entities as Year ge 1995", "", false},
		{both, "same entities as Year gt 1", "", false},
		{all, "first Title = 'Alien'", "", true},
		{all, "first Title = 'Heat'", "", false},
		{"filter: Year gt 3000", "first Title = 'Heat'", "", false},
		{design, "unique keys", "", true},
		{"partition: {PartitionKey}\nrow: x", "unique keys", "", false},
		{design, "largest partition exactly 2", "", true},
		{"partition: x\nrow: {RowKey}", "largest partition at most 3", "", false},
		{design, "table partitions at least 3", "", false},
		{design, "pattern examined at most 1: PartitionKey eq 'Action' and Year eq 1979", "", true},
		{"partition: {Title}\nrow: {RowKey}", "pattern class at most row range: Year eq 1979", "", false},
		{"partition: x\nrow: {Year|pad(4)}", "pattern in order of Year: Year gt 0", "", true},
		{"partition: x\nrow: {Year}", "pattern in order of Year: Year gt 0", "", false},
		{"partition: x\nrow: {Year|pad(4)}", "pattern newest first by Year: Year gt 0", "", false},
		{"partition: x\nrow: {Year|pad(4)|inverse}", "pattern newest first by Year: Year gt 0", "", true},
		{design, "pattern in one partition: PartitionKey eq 'War'", "", true},
		{"partition: {Year}\nrow: x", "pattern in one partition: PartitionKey eq 'War'", "", false},
		{"delete Movies 'War','Z'", "no entity Movies 'War','Z'", "", true},
		{"delete Movies 'War','Zulu'", "no entity Movies 'War','Z'", "", false},
		{"drop Movies", "no entity Movies 'War','Z'", "", true},
		{"drop Movies", "entity Movies 'War','Z' has Year=2", "", false},
		{"merge Movies 'War','Z' Year=3", "entity Movies 'War','Z' has Year=3", "", true},
		{"merge Movies 'War','Z' Year='3'", "entity Movies 'War','Z' has Year=3", "", false},
		{"replace Movies 'War','Z' Title=''", "entity Movies 'War','Z' lacks Year", "", true},
		{"merge Movies 'War','Z' Year=null", "entity Movies 'War','Z' lacks Year", "", false},
		{"delete Movies 'War','Z'", "count Movies exactly 1: PartitionKey eq 'War'", "", true},
		{"delete Movies 'War','X'", "count Movies exactly 1: PartitionKey eq 'War'", "", false},
		{"delete Movies 'War','Z'\ninsert Movies 'War','Z'", "always count Movies exactly 4", "", false},
		{"delete Movies 'War','Z'\ninsert Movies 'War','Z'", "count Movies exactly 4", "", true},
		{"merge Other 'a','b' Movies=1", "tally Other 'a','b' Movies: PartitionKey eq 'a'", "", true},
		{"get Other 'a','b'", "tally Other 'a','b' Movies: PartitionKey eq 'a'", "", false},
		{"get Movies 'War','Z'", "keys of Movies avoid %", "", true},
		{"get Movies 'War','Z'", "keys of Movies avoid Zul", "", false},
		{"get Movies 'War','No'", "refused ResourceNotFound", "", true},
		{"get Movies 'War','Z'", "refused ResourceNotFound", "", false},
		{"get Movies 'War','Z'", "nothing refused", "", true},
		{"get Movies 'War','No' as v1\nmerge Movies 'War','Z' if v1 Year=1", "refused NotSent", "", true},
		{"transaction\nmerge Movies 'War','Z' Year=1\nmerge Movies 'War','Zulu' Year=1\nend", "transaction at least 2", "", true},
		{"transaction\nmerge Movies 'War','Z' Year=1\nmerge Movies 'War','No' Year=1\nend", "transaction at least 2", "", false},
		{"create Third\nget Movies 'War','Z'", "requests at most 1", "", false},
		{"delete Movies 'War','Z'\ndelete Movies 'War','Zulu'", "last no entity Movies 'War','Z'", "no entity Movies 'War','Zulu'", false},
		{"delete Movies 'War','Zulu'\ndelete Movies 'War','Z'", "last no entity Movies 'War','Z'", "no entity Movies 'War','Zulu'", true},
		{"delete Movies 'War','Z'\ninsert Movies 'War','Z' Year=5", "crash safe", "entity Movies 'War','Z' has Year=5", true},
		// Begun anew behind the transaction, it inserts Y again and then cannot move it.
		{"insert Movies 'War','Y'\ntransaction\ninsert Movies 'War','W'\ndelete Movies 'War','Y'\nend", "crash safe", "no entity Movies 'War','Y'", false},
	} {
		l, err := Parse(rows + step + "```check\nclass at most point\n```\n")
		if err != nil {
			t.Fatal(err)
		}
		account, err := l.Account(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		s := Step{}
		for _, text := range []string{test.check, test.other} {
			if text == "" {
				continue
			}
			c, err := readCheck(text)
			if err != nil {
				t.Fatal(err)
			}
			if c.Table == "" {
				c.Table = "Movies"
			}
			c.Text = text
			s.Checks = append(s.Checks, c)
		}
		a, err := ParseAttempt(NoForm, test.attempt)
		if err != nil {
			t.Fatal(test.attempt, err)
		}
		a.Table = "Movies"
		v, err := CheckStep(t.Context(), &s, a, account)
		if err != nil || v.Passed != test.want || len(v.Results) != len(s.Checks) || !strings.HasSuffix(v.Why, ".") {
			t.Errorf("%q of\n%s\npassed %v, want %v: %s (%v)", test.check, test.attempt, v.Passed, test.want, v.Why, err)
		}
	}
}

// Ensure that the numbers of a verdict are written as the screens write theirs.
func TestCheck_Numbers(t *testing.T) {
	c := Check{Measure: Examined, Relation: AtMost, Number: 1000}
	if passed, why := c.measured(Numbers{Examined: 10681}); passed || why != "Examined 10,681; the step allows 1,000." {
		t.Errorf("%v: %s", passed, why)
	}
	for _, test := range []struct {
		relation   Relation
		asked, got filterlang.Class
		passed     bool
		want       string
	}{
		{AtMost, filterlang.Point, filterlang.FullScan, false, "This is a full scan; the step asks for a point query."},
		{AtMost, filterlang.RowRange, filterlang.FullScan, false, "This is a full scan; the step asks for a row range or less."},
		{AtLeast, filterlang.PartitionRange, filterlang.Point, false, "This is a point query; the step asks for a partition range or more."},
		{Exactly, filterlang.RowRange, filterlang.Point, false, "This is a point query; the step asks for a row range."},
		{AtMost, filterlang.Point, filterlang.Point, true, "This is a point query, as the step asks."},
	} {
		c := Check{Measure: Class, Relation: test.relation, Number: int(test.asked)}
		if passed, why := c.measured(Numbers{Class: test.got}); passed != test.passed || why != test.want {
			t.Errorf("%v: %s, want %s", passed, why, test.want)
		}
	}
	c.Relation = AtLeast
	if _, why := c.measured(Numbers{Examined: 7}); why != "Examined 7; the step asks for at least 1,000." {
		t.Error(why)
	}
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", -1000: "-1,000", -100: "-100", 1234567: "1,234,567"} {
		if got := number(n); got != want {
			t.Errorf("%d is %s", n, got)
		}
	}
	if got := count(2000, "entity"); got != "2,000 entities" {
		t.Errorf("a count is %s", got)
	}
}

// Ensure that a check which cannot be made of keys that collide says so, and does not say what would be wrong: that of the hour's
// bucket stood beside a partition which the machine decides.
func TestJudge_UnmadeChecks(t *testing.T) {
	l := lessonOf(t, "hot-spot")
	account, err := l.Account(t.Context(), builtIn)
	if err != nil {
		t.Fatal(err)
	}
	a, err := ParseAttempt(Keys, "partition: {Machine|hash(4)}_{At|date:yyyy-MM-dd-HH}\nrow: {Machine}")
	if err != nil {
		t.Fatal(err)
	}
	a.Table = "Log"
	v, err := CheckStep(t.Context(), &l.Steps[1], a, account)
	if err != nil || v.Passed {
		t.Fatal(v, err)
	}
	unmade := 0
	for _, r := range v.Results {
		if strings.Contains(r.Why, "not asked") {
			if unmade++; !strings.HasSuffix(r.Why, " would have the keys (0_2010-11-01-00, m0).") {
				t.Errorf("%s", r.Why)
			}
		}
	}
	if unmade != 4 {
		t.Errorf("%d checks could not be made: %+v", unmade, v.Results)
	}
}
