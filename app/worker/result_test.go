package worker

import "testing"

// Ensure that a run which the page has left leaves the rows of the one that it asked for afterwards, also where it began last.
func TestKeep_AskedLast(t *testing.T) {
	s := &server{}
	left, wanted := &Job{server: s, id: 1}, &Job{server: s, id: 2}
	shown, late := &Result{number: wanted.NewNumber()}, &Result{number: left.NewNumber()}
	wanted.keep(shown, nil)
	left.keep(late, nil)
	if r, err := wanted.Kept(shown.number); r != shown || err != nil {
		t.Errorf("the rows on screen are gone: %v", err)
	}
	if _, err := left.Kept(late.number); err == nil {
		t.Error("the rows that were left are kept")
	}
}
