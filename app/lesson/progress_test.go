package lesson

import "testing"

// Ensure that a lesson goes on at the first step that is not done, also before one that is, and begins anew when all are.
func TestProgress_Resume(t *testing.T) {
	for _, test := range []struct {
		done string
		want int
	}{{"", 0}, {"a=0.1.0", 0}, {"a=1.0.0", 1}, {"a=5.0.0", 1}, {"a=6.0.0", 0}, {"a=3.0.0", 2}, {"a=7.0.0", 0}} {
		if at := ParseProgress(test.done).Resume("a", 3); at != test.want {
			t.Errorf("after %q it goes on at step %d, want %d", test.done, at, test.want)
		}
	}
}
