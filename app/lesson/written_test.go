package lesson

import "testing"

// Ensure that a refusal follows from what the learner wrote: it names the condition, the bound or the property that is wrong, and not an
// idea that the filter has right.
func TestJudge_AnswersWhatWasWritten(t *testing.T) {
	for _, test := range []struct {
		lesson       string
		step         int
		filter, want string
	}{
		{"four-classes", 1, "PartitionKey eq 'SciFi' and RowKey ge 'Movie-0610' and RowKey le 'Movie-0620'",
			"Examined 11; the step allows 10. `RowKey le 'Movie-0620'` includes its own bound: (SciFi, Movie-0620) is read too."},
		{"four-classes", 1, "PartitionKey eq 'SciFi' and RowKey ge 'Movie-0600' and RowKey lt 'Movie-0620'",
			"Examined 20; the step allows 10. With `RowKey ge 'Movie-0600'` the service also reads (SciFi, Movie-0609)."},
		{"four-classes", 1, "PartitionKey eq 'SciFi' and RowKey gt 'Movie-0610' and RowKey lt 'Movie-0620'",
			"(SciFi, Movie-0610) should come back, and does not: `RowKey gt 'Movie-0610'` is not true of it, because its RowKey is 'Movie-0610'."},
		{"four-classes", 1, "PartitionKey eq 'SciFi' and RowKey lt 'Movie-0620'",
			"Examined 20; the step allows 10. No condition says where the range of the RowKey begins. Only bounds on the RowKey narrow what is read."},
		{"four-classes", 2, "RowKey eq 'Movie-0610'",
			"This is a full scan; the step asks for a partition range or less. The RowKey alone has a place in every partition, and nothing bounds the PartitionKey. The stretch needs bounds on the PartitionKey."},
		{"four-classes", 2, "Rating eq 5",
			"This is a full scan; the step asks for a partition range or less. No condition is on a key. The stretch needs bounds on the PartitionKey."},
		{"four-classes", 2, "Category ge 'Comedy' and Rating eq 5",
			"This is a full scan; the step asks for a partition range or less. Category holds the same text as the PartitionKey, but the service looks up keys only: it checks Category on each entity that it reads. The stretch needs bounds on the PartitionKey."},
		{"four-classes", 2, "PartitionKey ge 'Comedy' and PartitionKey lt 'War' and Rating eq '5'",
			"(Comedy, Movie-0200) should come back, and does not: `Rating eq '5'` is not true of it, because its Rating is 5, an Int32, and '5' is a String."},
		{"four-classes", 2, "PartitionKey ge 'Comedy' and PartitionKey lt 'War' and Rating ge 4",
			"(Comedy, Movie-0207) comes back, and should not: its Rating is 4."},
		{"four-classes", 0, "RowKey eq 'SciFi' and PartitionKey eq 'Movie-0610'",
			"(SciFi, Movie-0610) should come back, and does not: `RowKey eq 'SciFi'` is not true of it, because its RowKey is 'Movie-0610'. `RowKey eq 'SciFi'` finds nothing: 'SciFi' is a PartitionKey here."},
		{"index-entities", 1, "PartitionKey eq 'Sales' and RowKey eq 000003",
			"This is a row range; the step asks for a point query. `RowKey eq 3` finds nothing: a key is a text, and 3 is an Int32. A text stands in single quotes. The numbers are known, and so are both keys."},
		{"or-and-ne", 1, "PartitionKey ge 'Action'",
			"Examined 1,000; the step allows 800. With `PartitionKey ge 'Action'` the service also reads (Action, M0000)."},
		{"untyped", 0, "PartitionKey eq 'ann'",
			"(ann, Contact_bob) comes back, and should not: it has no Views, and the filter does not compare Views. The property decides, and no kind."},
		{"backoff", 0, "PartitionKey eq 'exponential' and Ends ge 300",
			"On another table with the same shape: (exponential, quick) comes back, and should not: its Ends is 300. What counts is when an attempt ends, not its number."},
	} {
		l := lessonOf(t, test.lesson)
		account, err := l.Account(t.Context(), builtIn)
		if err != nil {
			t.Fatal(err)
		}
		step := &l.Steps[test.step]
		a := *step.Solution
		a.Queries = []Query{{Filter: test.filter, Select: a.Queries[0].Select}}
		v, err := CheckStep(t.Context(), step, &a, account)
		if err != nil || v.Passed || v.Why != test.want {
			t.Errorf("%s, step %d: %s\n%s (%v), want\n%s", test.lesson, test.step+1, test.filter, v.Why, err, test.want)
		}
	}
}

// Ensure that operations without quotes, an end without a transaction, nothing at all and a template without braces are told so.
func TestParseAttempt_AnswersWhatWasWritten(t *testing.T) {
	for _, test := range []struct {
		form       Form
		text, want string
	}{
		{Script, "merge Orders ann,0001 Total=4", "line 1: The keys ann,0001 need single quotes: write 'ann','0001'."},
		{Script, "merge Orders 'ann','0001' Status=paid", "line 1: The text paid needs single quotes: write Status='paid'."},
		{Script, "delete Orders 'ann','0001'\nend", "line 2: There is no transaction that this ends. Write transaction on a line before the first operation that belongs to it."},
		{Script, "", "line 1: Nothing is written yet. Write an operation, such as merge Movies 'Action','Alien' Rating=4.5."},
		{Keys, "\n", "line 1: Nothing is written yet. Write one line that begins with partition: and one with row:, each with a template."},
	} {
		if _, err := ParseAttempt(test.form, test.text); err == nil || err.Error() != test.want {
			t.Errorf("%q: %v, want\n%s", test.text, err, test.want)
		}
	}
	l := lessonOf(t, "zero-padding")
	account, err := l.Account(t.Context(), builtIn)
	if err != nil {
		t.Fatal(err)
	}
	for i := range l.Steps {
		if s := &l.Steps[i]; s.Form() == Keys {
			a, err := ParseAttempt(Keys, "partition: Shop\nrow: Number")
			if err != nil {
				t.Fatal(err)
			}
			a.Table = s.Solution.Table
			const want = "Two entities would have the keys (Shop, Number). Neither template has a property in braces, such as {Name}, so every entity gets the same keys."
			if v, err := CheckStep(t.Context(), s, a, account); err != nil || v.Why != want {
				t.Errorf("%s (%v), want\n%s", v.Why, err, want)
			}
		}
	}
}
