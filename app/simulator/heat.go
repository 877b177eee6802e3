package simulator

import (
	"math"
	"strconv"

	"rangefinder/app/loadsim"
	"rangefinder/app/port"
)

// heat draws the heat map of a run: time to the right, keys from the lowest at the bottom to the highest. Columns are added as
// they come; all are drawn anew only for another run, size, scale or theme, and when the person goes back.
type heat struct {
	picture port.Picture
	run     int     // number of the run that is drawn
	total   int     // columns that the picture has room for
	drawn   int     // columns that it has
	top     float64 // requests/s of the full colour
	colours heatColours
	pixels  []byte
}

// heatColours are those of no requests, of the most, and of the two halves of a stripe for refused ones.
type heatColours struct{ ground, most, stripe, beside rgb }

type rgb [3]byte

// parseColour reads "#0b5cad" or "#fff"; black when it is neither.
func parseColour(text string) (c rgb) {
	if len(text) == 4 {
		text = "#" + text[1:2] + text[1:2] + text[2:3] + text[2:3] + text[3:] + text[3:]
	}
	if len(text) == 7 {
		n, _ := strconv.ParseUint(text[1:], 16, 32)
		c = rgb{byte(n >> 16), byte(n >> 8), byte(n)}
	}
	return c
}

func mixed(a, b rgb, t float64) (c rgb) {
	for i := range c {
		c[i] = byte(float64(a[i]) + t*(float64(b[i])-float64(a[i])) + 0.5)
	}
	return c
}

// shade is how much of the full colour a cell has, from 0 to 1: the root of its share, so that little can be seen beside much.
func shade(rate, top float64) float64 {
	if rate <= 0 {
		return 0
	}
	return 0.12 + 0.88*math.Sqrt(min(rate/top, 1))
}

// stripes tells how dense the stripes of a cell are by the share of refused requests: so many pixels in a period are striped.
func stripes(refused, all int32) (wide, period int) {
	switch {
	case refused == 0:
		return 0, 1
	case refused*100 < all:
		return 1, 12
	case refused*10 < all:
		return 2, 8
	}
	return 3, 6
}

// show brings the picture to the first columns of a run.
func (h *heat) show(r *Run, columns int, top float64) {
	if r == nil || r.Total == 0 {
		if h.total != 0 || h.run == 0 {
			h.run, h.total, h.drawn = -1, 0, 0
			h.put(nil, 0, 1, 1)
		}
		return
	}
	if h.run != r.Number || h.total != r.Total || h.top != top || columns < h.drawn {
		h.run, h.total, h.top, h.drawn = r.Number, r.Total, top, 0
		h.put(r, 0, h.total, columns)
	} else if columns > h.drawn {
		h.put(r, h.drawn, columns, columns)
	}
	h.drawn = columns
}

// put draws columns from up to to; those from end on are empty.
func (h *heat) put(r *Run, from, to, end int) {
	width, height := h.picture.Size()
	total := max(h.total, 1)
	left, right := from*width/total, to*width/total
	if right <= left || height == 0 {
		return
	}
	if size := 4 * (right - left) * height; cap(h.pixels) < size {
		h.pixels = make([]byte, size)
	} else {
		h.pixels = h.pixels[:size]
	}
	stride := 4 * (right - left)
	c := &h.colours
	for i := from; i < to; i++ {
		x0, x1 := i*width/total, (i+1)*width/total
		for row := range loadsim.Rows {
			y0, y1 := height-(row+1)*height/loadsim.Rows, height-row*height/loadsim.Rows
			colour, wide, period := c.ground, 0, 1
			if r != nil && i < end && i < len(r.Columns) {
				cell := r.Columns[i][loadsim.Heat+2*row:]
				colour = mixed(c.ground, c.most, shade(float64(cell[0])/r.Seconds(i), h.top))
				wide, period = stripes(cell[1], cell[0])
			}
			for y := y0; y < y1; y++ {
				at := y*stride + 4*(x0-left)
				for x := x0; x < x1; x++ {
					p := colour
					if wide > 0 {
						switch n := (x + y) % period; {
						case n < wide:
							p = c.stripe
						case n < wide+1:
							p = c.beside
						}
					}
					h.pixels[at], h.pixels[at+1], h.pixels[at+2], h.pixels[at+3] = p[0], p[1], p[2], 255
					at += 4
				}
			}
		}
	}
	h.picture.Put(left, 0, right-left, height, h.pixels)
}
