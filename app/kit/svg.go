package kit

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Percent writes a share of 100 for an attribute of a drawing.
func Percent(f float64) string { return strconv.FormatFloat(f, 'f', 3, 64) + "%" }

// elem makes an element of a drawing.
func SVG(tag string) app.HTMLElem { return app.Elem(tag).XMLNS(svgNS) }

const svgNS = "http://www.w3.org/2000/svg"

// Coordinate writes a coordinate of a drawing.
func Coordinate(f float64) string { return strconv.FormatFloat(f, 'f', 3, 64) }
