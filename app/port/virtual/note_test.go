package virtual

import "testing"

// Ensure that a note stands beside what is typed, and inside the grid where there is room.
func TestNoteAt(t *testing.T) {
	for name, test := range map[string]struct {
		field           Box
		gridHigh        float64
		wantLeft, wantT float64
	}{
		"below":                  {Box{300, 40, 400, 70}, 500, 300, 72},
		"below, inside the edge": {Box{750, 40, 850, 70}, 500, 640, 72},
		"behind the left edge":   {Box{-20, 40, 80, 70}, 500, 0, 72},
		"above":                  {Box{300, 440, 400, 470}, 500, 300, 338},
		"at the left":            {Box{300, 40, 400, 70}, 120, 36, 0},
		"at the right":           {Box{100, 40, 200, 70}, 120, 204, 0},
	} {
		if left, top := NoteAt(test.field, 260, 100, 900, test.gridHigh); left != test.wantLeft || top != test.wantT {
			t.Errorf("%s: at %v, %v, want %v, %v", name, left, top, test.wantLeft, test.wantT)
		}
	}
	if left, top := NoteAt(Box{100, 40, 200, 70}, 260, 100, 320, 120); left != 60 || top != 72 {
		t.Errorf("without room at %v, %v", left, top)
	}
}
