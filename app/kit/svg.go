package kit

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Percent writes a share of 100 for an attribute of a drawing.
//
//go:noinline
func Percent(f float64) string { return strconv.FormatFloat(f, 'f', 3, 64) + "%" }

// elem makes an element of a drawing.
//
//go:noinline
func SVG(tag string) app.HTMLElem { return app.Elem(tag).XMLNS(svgNS) }

const svgNS = "http://www.w3.org/2000/svg"

// Coordinate writes a coordinate of a drawing.
//
//go:noinline
func Coordinate(f float64) string { return strconv.FormatFloat(f, 'f', 3, 64) }

// Outline gathers bars side by side for one path, in per cent of the width. Bars that touch are drawn as one.
type Outline struct{ bars [][2]float64 }

// Bar adds a bar, as wide as least at least.
func (o *Outline) Bar(x, width, least float64) {
	x, end := max(x, 0), x+max(width, least)
	if n := len(o.bars); n > 0 && x <= o.bars[n-1][1] {
		o.bars[n-1][1] = max(o.bars[n-1][1], end)
		return
	}
	o.bars = append(o.bars, [2]float64{x, end})
}

// Path is the bars between two heights; an invisible point when there are none, because go-app leaves an empty attribute as
// it was.
func (o *Outline) Path(top, bottom int) string {
	if len(o.bars) == 0 {
		return "M0 0"
	}
	var b strings.Builder
	for _, bar := range o.bars {
		b.WriteString("M" + Coordinate(bar[0]) + " " + strconv.Itoa(top) + "H" + Coordinate(bar[1]) + "V" + strconv.Itoa(bottom) + "H" + Coordinate(bar[0]) + "z")
	}
	return b.String()
}
