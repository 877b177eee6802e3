package looks

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
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
	whole := pixels(full)
	small := image.NewRGBA(image.Rect(0, 0, whole.Rect.Dx()/scale, whole.Rect.Dy()/scale))
	for y := range small.Rect.Dy() {
		for x := range small.Rect.Dx() {
			var r, g, b uint32
			for dy := range scale {
				at := (y*scale+dy)*whole.Stride + x*scale*4
				for ; at < (y*scale+dy)*whole.Stride+(x+1)*scale*4; at += 4 {
					r, g, b = r+uint32(whole.Pix[at]), g+uint32(whole.Pix[at+1]), b+uint32(whole.Pix[at+2])
				}
			}
			small.SetRGBA(x, y, color.RGBA{level(r), level(g), level(b), 255})
		}
	}
	return small
}

// pixels returns an image as bytes. Asking an image.Image for each pixel takes ten times as long.
func pixels(m image.Image) *image.RGBA {
	if all, ok := m.(*image.RGBA); ok {
		return all
	}
	all := image.NewRGBA(m.Bounds())
	draw.Draw(all, all.Rect, m, all.Rect.Min, draw.Src)
	return all
}

// level is the mean of a sum, in steps that let the file be small.
func level(sum uint32) uint8 { return uint8(sum/(scale*scale)) &^ 3 }

// Compare holds a picture against the approved one. why is "" when they are alike; else diff shows in red where they are not.
func Compare(picture, approved []byte) (why string, diff []byte, err error) {
	full, err := decode(picture)
	if err != nil {
		return "", nil, err
	}
	small, err := decode(approved)
	if err != nil {
		return "", nil, err
	}
	got, want := reduce(full), pixels(small)
	if got.Rect.Size() != want.Rect.Size() {
		return fmt.Sprintf("it is %v, the approved one %v", got.Rect.Size(), want.Rect.Size()), nil, nil
	}
	off := 0
	marked := image.NewRGBA(got.Rect)
	for y := range got.Rect.Dy() {
		for x := range got.Rect.Dx() {
			c, w := got.RGBAAt(x, y), want.RGBAAt(x, y)
			marked.SetRGBA(x, y, color.RGBA{c.R/2 + 127, c.G/2 + 127, c.B/2 + 127, 255})
			if apart(c.R, w.R) || apart(c.G, w.G) || apart(c.B, w.B) {
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

func apart(got, want uint8) bool {
	d := int(got) - int(want)
	return d > channel || d < -channel
}
