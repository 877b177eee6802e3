package designlab

import (
	"context"
	"math"
	"strconv"
	"strings"

	"rangefinder/app/keydesign/lab"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// growthTimes are the sizes of a table that are shown, in those of the table as it is.
var growthTimes = [...]float64{1, 10, 1000}

// ReadPrice and KeepPrice read and write the price. Answer: PriceRead.
type (
	ReadPrice struct{}
	KeepPrice struct{ Text string }
)

// Messages about growth.
type (
	PriceRead    struct{ Text string }
	PriceTyped   struct{ Text string }
	GrowthChosen struct{ How lab.Growth }
	GrownChosen  struct{ Design int } // whose patterns are shown
)

func (ReadPrice) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := out.Document(ctx, page.PriceDocument)
	if err != nil {
		reply = &wire.DocumentReply{} // it is typed again
	}
	return PriceRead{reply.Text}
}

func (cmd KeepPrice) Document() (name, text string) { return page.PriceDocument, cmd.Text }

// grown takes a message about growth; ok is false for any other.
func (m *Model) grown(msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	l := *m
	switch msg := msg.(type) {
	case PriceRead:
		if l.Price == "" {
			l.Price = msg.Text
		}
		return &l, []page.Cmd{page.ResetFields{Values: map[string]string{"lab-price": l.Price}}}, true
	case PriceTyped:
		l.Price = words.Cut(msg.Text, 20)
		if _, ok := l.price(); ok || l.Price == "" {
			cmds = []page.Cmd{KeepPrice{l.Price}}
		}
		return &l, cmds, true
	case GrowthChosen:
		l.Growth = msg.How
		return &l, nil, true
	case GrownChosen:
		l.Grown = msg.Design
		return &l, nil, true
	}
	return m, nil, false
}

// PriceOf is what 10,000 requests cost, 0 when nobody said.
func (l *Model) PriceOf() float64 {
	price, _ := l.price()
	return price
}

// price is what 10,000 requests cost; ok is false while that is not filled in.
func (l *Model) price() (price float64, ok bool) {
	v, err := strconv.ParseFloat(strings.Replace(strings.TrimSpace(l.Price), ",", ".", 1), 64)
	return v, err == nil && v >= 0 && v < 1e6
}

// GrownText is what a call comes to, in a few words.
func GrownText(g *lab.Grown) string {
	if g.Units > 0 {
		return UnitsText(g.Units)
	}
	text := words.Rounded(g.Requests) + " " + plural(g.Requests, "request", "requests")
	if math.IsInf(g.Millis, 1) {
		return text + " · more than one server can do"
	}
	return text + " · about " + words.Modelled(g.Millis)
}

// GrowsText says with what a pattern's cost grows.
func GrowsText(c *lab.Cell, g *lab.Grown) string {
	switch {
	case c.Write != nil || g.Factor == 1:
		return "no"
	case c.Ways[0].Class.Name() == "row-range", c.Ways[0].Class.Name() == "one-partition":
		return "▼ with its partition"
	}
	return "▼ with the table"
}
