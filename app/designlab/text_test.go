package designlab

import (
	"strings"
	"testing"

	"rangefinder/app/keydesign/lab"
)

// Ensure that designs of one rank are said to be tied, and that only one that is alone in front is the best.
func TestRankText(t *testing.T) {
	report := func(ranks ...int) *lab.Report {
		r := &lab.Report{}
		for _, rank := range ranks {
			r.Designs = append(r.Designs, lab.DesignReport{Rank: rank, Impossible: rank == 0, Total: lab.Cost{Points: 1}})
		}
		return r
	}
	for _, tt := range []struct {
		r    *lab.Report
		i    int
		want string
	}{
		{report(1, 2), 0, "1st of 2 by cost"}, {report(1, 2), 1, "2nd of 2 by cost"}, {report(1, 1, 3), 0, "joint 1st of 3 by cost"}, {report(2, 1, 2, 2), 3, "joint 2nd of 4 by cost"},
		{report(1, 1), 0, ""}, {report(1, 1, 1), 2, ""}, {report(1, 0, 1), 2, ""}, {report(1, 0, 1), 1, "✖ does not fit"},
		{report(1), 0, ""}, {report(0), 0, "✖ does not fit"}, {report(0, 0, 1), 0, "✖ does not fit"}, {report(0, 0, 1), 2, "1st of 3 by cost"},
	} {
		if got := RankText(tt.r, tt.i); got != tt.want {
			t.Errorf("%d: %q, want %q", tt.i, got, tt.want)
		}
	}
}

// Ensure that a tie of all designs is said once, of all of them.
func TestSummary_Tie(t *testing.T) {
	for _, tt := range []struct {
		ranks []int
		want  string
	}{
		{[]int{1, 2}, ""}, {[]int{1, 1, 3}, ""}, {[]int{1}, ""}, {[]int{1, 1}, " · both designs cost the same"},
		{[]int{1, 1, 1}, " · all 3 designs cost the same"}, {[]int{1, 0, 1}, " · the designs that fit cost the same"},
	} {
		r := &lab.Report{}
		for _, rank := range tt.ranks {
			r.Designs = append(r.Designs, lab.DesignReport{Rank: rank, Impossible: rank == 0, Total: lab.Cost{Points: 1}})
		}
		if got := Summary(&Model{Report: r}); !strings.HasSuffix(got, "patterns"+tt.want) {
			t.Errorf("%v: %q, want it to end with %q", tt.ranks, got, tt.want)
		}
	}
}

// Ensure that a cell of the same cost and another class has the word "same" beside its reason, and one that is no better for another
// reason has no word.
func TestVerdictText(t *testing.T) {
	for _, tt := range []struct {
		c    lab.Cell
		want string
	}{
		{lab.Cell{}, " "}, {lab.Cell{Why: lab.NotAll}, " "}, {lab.Cell{Why: lab.Wider}, "= same"}, {lab.Cell{Why: lab.Closer}, "= same"},
		{lab.Cell{Verdict: lab.Better}, "▲ better"}, {lab.Cell{Verdict: lab.Worse}, "▼ worse"}, {lab.Cell{Verdict: lab.Impossible}, "✖ impossible"},
	} {
		if mark, word := VerdictText(&tt.c); mark+" "+word != tt.want {
			t.Errorf("%+v: %s %s, want %s", tt.c, mark, word, tt.want)
		}
	}
}

// Ensure that the first name of a list that is no property is told what it was meant to be.
func TestNearName(t *testing.T) {
	names := []string{"Rating", "Title"}
	for text, want := range map[string]string{
		"rating": "Rating", "Title, -raitng": "Title, -Rating", "Titel,Ratin": "Title,Ratin", "partitionkey": "PartitionKey",
		"": "", "Title,": "", "-Rating": "", "Zzz": "", "RowKey": "",
	} {
		fix, got := nearName(text, names), ""
		if fix != nil {
			got = fix.Apply(text)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
