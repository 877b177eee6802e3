package looks

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"testing"
)

func painted(t *testing.T, boxes ...image.Rectangle) []byte {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, 300, 300))
	draw.Draw(m, m.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
	for _, b := range boxes {
		draw.Draw(m, b, image.NewUniform(color.Black), image.Point{}, draw.Src)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Ensure that a letter's worth of difference passes, and that what a person would see does not.
func TestCompare(t *testing.T) {
	approved, err := Reduce(painted(t, image.Rect(30, 30, 270, 60)))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name  string
		boxes []image.Rectangle
		alike bool
	}{
		{"the same", []image.Rectangle{image.Rect(30, 30, 270, 60)}, true},
		{"a letter more", []image.Rectangle{image.Rect(30, 30, 270, 60), image.Rect(100, 100, 108, 114)}, true},
		{"a button more", []image.Rectangle{image.Rect(30, 30, 270, 60), image.Rect(100, 100, 180, 130)}, false},
		{"moved by six pixels", []image.Rectangle{image.Rect(30, 36, 270, 66)}, false},
		{"nothing", nil, false},
	} {
		why, diff, err := Compare(painted(t, tt.boxes...), approved)
		if err != nil {
			t.Fatal(err)
		}
		if (why == "") != tt.alike || (why != "") != (diff != nil) {
			t.Errorf("%s: %q", tt.name, why)
		}
	}
}
