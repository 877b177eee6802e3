package builder

import (
	"strconv"
	"time"

	"rangefinder/app/wire"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// MaxBuilt is how many nodes of a filter the builder shows.
const MaxBuilt = 60

// Model is the filter as clauses to choose and type. It has no filter of its own: it shows the nodes of the text, and a change
// in it is a change of the text. It is nil while the builder is closed.
type Model struct {
	Text  string // that Nodes are of
	Err   string // why the text on screen has no nodes; Nodes are those of the last text that had, "" when there is nothing wrong
	Nodes []filterlang.Node

	Draft *Draft     // what is typed into a value and is not yet, or not written as, what the text says; nil for none
	Pick  *ValuePick // the open value picker; nil for none
}

// Draft is what is typed into the value of a clause.
type Draft struct {
	Node  int
	Value edm.Value // that the text got of it; zero when it is no value
	Text  string
	Err   string
}

// ValuePick is the list of values that a clause can be given.
type ValuePick struct {
	Node     int
	Property string
	Find     string // only those that begin so
	Reply    *wire.ValuesReply
	Failed   string
	Seq      int
	Progress wire.Progress
}

type (
	ValuesCounting struct {
		Seq      int
		For      string
		Progress wire.Progress
	}
	ValuesCounted struct {
		Seq   int
		For   string
		Req   wire.ValuesRequest
		Reply *wire.ValuesReply
		Err   error
	}
	Toggled struct{}
	// ClauseAdded adds a clause to a group, beside a clause, or to no filter at all: Node -1.
	ClauseAdded struct {
		Node int
		Or   bool
	}
	NodeRemoved    struct{ Node int }
	NodeNegated    struct{ Node int }
	GroupChosen    struct{ Node int } // and becomes or, or becomes and
	ClauseProperty struct {
		Node int
		Name string
	}
	ClauseOp struct {
		Node int
		Op   string // of the list ClauseOps answers
	}
	ClauseType struct {
		Node int
		Type edm.Type
	}
	ClauseTyped struct {
		Node int
		Text string
	}
	ValuesPressed struct{ Node int }
	ValuesSought  struct{ Text string }
	ValuePicked   struct {
		Node    int
		Literal string
	}
	// SinceChosen asks for a time of so long before Now or later; both are the page's, because Update has no clock.
	SinceChosen struct {
		Node int
		Now  time.Time
		Back time.Duration
	}
	FilterFromRow struct{}
)

// clause returns the comparison at a place, nil when there is none.
func (b *Model) clause(node int) *filterlang.Comparison {
	if node < 0 || node >= len(b.Nodes) {
		return nil
	}
	c, _ := b.Nodes[node].Expr.(*filterlang.Comparison)
	return c
}

// node returns the expression at a place, nil when there is none.
func (b *Model) node(at int) filterlang.Expr {
	if at < 0 || at >= len(b.Nodes) {
		return nil
	}
	return b.Nodes[at].Expr
}

// Filter returns the whole filter, nil for none.
func (b *Model) Filter() filterlang.Expr {
	if len(b.Nodes) == 0 {
		return nil
	}
	return b.Nodes[0].Expr
}

// Name is the property that a clause names, "" for a group.
func (b *Model) Name(node int) string {
	switch e := b.Nodes[node].Expr.(type) {
	case *filterlang.Comparison:
		return e.Property
	case *filterlang.BoolProperty:
		return e.Property
	}
	return ""
}

// BuiltID is the identity of a control of a node on the page.
func BuiltID(what string, node int) string { return "built-" + what + "-" + strconv.Itoa(node) }
