package lesson

import (
	"strings"
	"testing"
)

// Ensure that an answer which the lesson knows is told what is wrong with it first, and then the idea; that spaces and brackets make
// no other answer of it; and that any other is told what differs, and the idea.
func TestJudge_KnownAnswer(t *testing.T) {
	l, err := Parse(head + "```data Pay\nPartitionKey,RowKey,Day:Int32\ns,1,1\ns,2,2\ns,3,3\n```\n## S\n" +
		"```start\nnote: Two is left out.\nfilter: PartitionKey eq 's' and Day gt 2\n```\n```solution\nfilter: PartitionKey eq 's' and Day ge 2\n```\n" +
		"```check\nsame entities as Day ge 2 because the bound belongs to the stretch\n```\n" +
		"```hidden\nnote: Any day counts.\ninsert Pay 's','9' Day=9\n```\n" +
		"```wrong\nsays: any day\nnote: It is a list.\nfilter: RowKey eq '2' or RowKey eq '3'\n```\n")
	if err != nil {
		t.Fatal(err)
	}
	account, err := l.Account(t.Context(), builtIn)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"filter: PartitionKey  eq 's' and (Day gt 2)": "Two is left out. (s, 2) should come back, and does not: `Day gt 2` is not true of it, because its Day is 2. The bound belongs to the stretch.",
		"filter: PartitionKey eq 's' and Day gt 1":    "Exactly the right 2 entities came back. It was checked on a second set of data too, which you do not see, and passed there.",
		"filter: RowKey eq '2' or RowKey eq '3'":      "It is a list. On another table with the same shape: (s, 9) should come back, and does not: `RowKey eq '2' or RowKey eq '3'` is not true of it. Any day counts.",
		"filter: RowKey ge '2' and RowKey le '3'":     "On another table with the same shape: (s, 9) should come back, and does not: `RowKey le '3'` is not true of it, because its RowKey is '9'. Any day counts.",
		"filter: PartitionKey eq 's'":                 "(s, 1) comes back, and should not: its Day is 1, and the filter does not compare Day. The bound belongs to the stretch.",
	} {
		a, err := ParseAttempt(NoForm, text)
		if err != nil {
			t.Fatal(err)
		}
		a.Table = "Pay"
		v, err := CheckStep(t.Context(), &l.Steps[0], a, account)
		if err != nil || v.Why != want || !v.Passed && v.Results[len(v.Results)-1].Why != want {
			t.Errorf("%s\n%s %+v (%v), want\n%s", text, v.Why, v.Results, err, want)
		}
	}
}

// Ensure that every refusal of the course names an idea: that of the check, that of the hidden data, or what is wrong with this very
// answer.
func TestLessons_RefusalsNameTheIdea(t *testing.T) {
	for _, e := range course(t) {
		l := lessonOf(t, e.Name)
		account, err := l.Account(t.Context(), builtIn)
		if err != nil {
			t.Fatal(err)
		}
		for i := range l.Steps {
			s := &l.Steps[i]
			if len(s.Checks) == 0 {
				continue
			}
			attempts := []*Attempt{s.Start, s.Break}
			for j := range s.Wrong {
				attempts = append(attempts, s.Wrong[j].Attempt)
			}
			for _, a := range attempts {
				if a == nil {
					continue
				}
				v, err := CheckStep(t.Context(), s, a, account)
				if err != nil {
					t.Fatal(err)
				}
				idea := s.known(a)
				for _, r := range v.Results {
					if !r.Passed && idea == "" {
						idea = r.Check.Because
						break
					}
				}
				for _, h := range s.Hidden {
					if idea == "" && h.Note != "" && strings.HasSuffix(v.Why, h.Note) {
						idea = h.Note
					}
				}
				if idea == "" {
					t.Errorf("%s, %q: %q is refused without an idea: %s", e.Name, s.Title, a.Text, v.Why)
				}
			}
		}
	}
}
