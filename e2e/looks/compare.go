package looks

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
)

// scale is how many pixels of the screen in each direction become one of an approved picture.
const scale = 3

// How far two pictures may be apart: a pixel counts when one of its channels is off by more than channel, and more than share
// of all pixels may not count.
const (
	channel = 40
	share   = 0.004
)

// Reduce returns a picture as it is approved: smaller, each pixel the mean of those that it stands for.
func Reduce(picture []byte) ([]byte, error) {
	full, err := decode(picture)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, reduce(full))
	return b.Bytes(), err
}

func reduce(full image.Image) *image.RGBA {
	bounds := full.Bounds()
	small := image.NewRGBA(image.Rect(0, 0, bounds.Dx()/scale, bounds.Dy()/scale))
	for y := range small.Rect.Dy() {
		for x := range small.Rect.Dx() {
			var r, g, b uint32
			for dy := range scale {
				for dx := range scale {
					pr, pg, pb, _ := full.At(bounds.Min.X+x*scale+dx, bounds.Min.Y+y*scale+dy).RGBA()
					r, g, b = r+pr>>8, g+pg>>8, b+pb>>8
				}
			}
			small.SetRGBA(x, y, color.RGBA{level(r), level(g), level(b), 255})
		}
	}
	return small
}

// level is the mean of a sum, in steps that let the file be small.
func level(sum uint32) uint8 { return uint8(sum/(scale*scale)) &^ 3 }

// Compare holds a picture against the approved one. why is "" when they are alike; else diff shows in red where they are not.
func Compare(picture, approved []byte) (why string, diff []byte, err error) {
	full, err := decode(picture)
	if err != nil {
		return "", nil, err
	}
	want, err := decode(approved)
	if err != nil {
		return "", nil, err
	}
	got := reduce(full)
	if got.Rect.Size() != want.Bounds().Size() {
		return fmt.Sprintf("it is %v, the approved one %v", got.Rect.Size(), want.Bounds().Size()), nil, nil
	}
	off := 0
	marked := image.NewRGBA(got.Rect)
	for y := range got.Rect.Dy() {
		for x := range got.Rect.Dx() {
			c := got.RGBAAt(x, y)
			r, g, b, _ := want.At(x, y).RGBA()
			marked.SetRGBA(x, y, color.RGBA{c.R/2 + 127, c.G/2 + 127, c.B/2 + 127, 255})
			if apart(c.R, r) || apart(c.G, g) || apart(c.B, b) {
				off++
				marked.SetRGBA(x, y, color.RGBA{R: 220, A: 255})
			}
		}
	}
	all := got.Rect.Dx() * got.Rect.Dy()
	if float64(off) <= share*float64(all) {
		return "", nil, nil
	}
	var buffer bytes.Buffer
	err = png.Encode(&buffer, marked)
	return fmt.Sprintf("%.2f %% of it look different, %.2f %% are allowed", 100*float64(off)/float64(all), 100*share), buffer.Bytes(), err
}

func apart(got uint8, want uint32) bool {
	d := int(got) - int(want>>8)
	return d > channel || d < -channel
}
