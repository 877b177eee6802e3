package state

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"rangefinder/app/worker"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// MaxBuilt is how many nodes of a filter the builder shows.
const MaxBuilt = 60

// Builder is the filter as clauses to choose and type. It has no filter of its own: it shows the nodes of the text, and a change
// in it is a change of the text.
type Builder struct {
	Text  string // that Nodes are of
	Err   string // why the text on screen has no nodes; Nodes are those of the last text that had, "" when there is nothing wrong
	Nodes []filterlang.Node

	Draft *BuilderDraft // what is typed into a value and is not yet, or not written as, what the text says; nil for none
	Pick  *ValuePick    // the open value picker; nil for none
}

// BuilderDraft is what is typed into the value of a clause.
type BuilderDraft struct {
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
	Reply    *worker.ValuesReply
	Failed   string
	Seq      int
	Progress worker.Progress
}

// AskValues asks for the values of a property. A newer one with the same For cancels it. Answer: ValuesCounting, ValuesCounted.
type AskValues struct {
	Seq  int
	For  string // "builder" or "editor"
	Req  worker.ValuesRequest
	Wait time.Duration
}

func (AskValues) cmd() {}

type (
	ValuesCounting struct {
		Seq      int
		For      string
		Progress worker.Progress
	}
	ValuesCounted struct {
		Seq   int
		For   string
		Req   worker.ValuesRequest
		Reply *worker.ValuesReply
		Err   error
	}
	BuilderToggled struct{}
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

func (ValuesCounting) msg() {}
func (ValuesCounted) msg()  {}
func (BuilderToggled) msg() {}
func (ClauseAdded) msg()    {}
func (NodeRemoved) msg()    {}
func (NodeNegated) msg()    {}
func (GroupChosen) msg()    {}
func (ClauseProperty) msg() {}
func (ClauseOp) msg()       {}
func (ClauseType) msg()     {}
func (ClauseTyped) msg()    {}
func (ValuesPressed) msg()  {}
func (ValuesSought) msg()   {}
func (ValuePicked) msg()    {}
func (SinceChosen) msg()    {}
func (FilterFromRow) msg()  {}

// followBuilder keeps the open builder in step with the text.
func followBuilder(m Model) Model {
	b := m.Builder
	if b == nil || b.Text == m.Query.Filter && b.Err == "" && b.Nodes != nil {
		return m
	}
	n := *b
	plan, refused := m.planned()
	switch {
	case refused != nil:
		n.Err = refusal(refused)
	case plan == nil:
		return m
	default:
		if n.Text == m.Query.Filter && n.Err == "" && (plan.Filter == nil) == (len(n.Nodes) == 0) && n.Nodes != nil {
			return m
		}
		n.Text, n.Err = m.Query.Filter, ""
		n.Nodes = filterlang.Nodes(plan.Filter, MaxBuilt)
		if n.Nodes == nil {
			n.Nodes = []filterlang.Node{}
		}
	}
	if n.Draft != nil && n.Err == "" {
		c := n.clause(n.Draft.Node)
		if c == nil || !n.Draft.Value.IsZero() && c.Literal != n.Draft.Value {
			n.Draft = nil
		}
	}
	if n.Pick != nil {
		if c := n.clause(n.Pick.Node); c == nil || c.Property != n.Pick.Property {
			n.Pick = nil
		}
	}
	m.Builder = &n
	return m
}

// planned returns the plan of the text in the editor, or why it has none.
func (m *Model) planned() (*filterlang.Plan, *filterlang.SyntaxError) {
	for _, p := range []*Plan{m.Next, m.Plan} {
		if p != nil && p.Filter == m.Query.Filter && (p.Plan != nil || p.Err != nil) {
			return p.Plan, p.Err
		}
	}
	return nil, nil
}

// PlanOf returns the plan of a text if it is the one in the editor, nil otherwise.
func (m *Model) PlanOf(text string) *filterlang.Plan {
	if text != m.Query.Filter {
		return nil
	}
	plan, _ := m.planned()
	return plan
}

// clause returns the comparison at a place, nil when there is none.
func (b *Builder) clause(node int) *filterlang.Comparison {
	if node < 0 || node >= len(b.Nodes) {
		return nil
	}
	c, _ := b.Nodes[node].Expr.(*filterlang.Comparison)
	return c
}

// root returns the whole filter, nil for none.
func (b *Builder) root() filterlang.Expr {
	if len(b.Nodes) == 0 {
		return nil
	}
	return b.Nodes[0].Expr
}

// updateBuilder is the builder.
func updateBuilder(m Model, msg Msg) (Model, []Cmd, bool) {
	if _, ok := msg.(BuilderToggled); ok {
		if m.Builder != nil {
			m.Builder = nil
			return m, nil, true
		}
		m.Builder = &Builder{Text: m.Query.Filter}
		return m, []Cmd{Focus{"builder"}}, true
	}
	if _, ok := msg.(FilterFromRow); ok {
		return filterFromRow(m)
	}
	if m.Builder == nil {
		switch msg.(type) {
		case ClauseAdded, NodeRemoved, NodeNegated, GroupChosen, ClauseProperty, ClauseOp, ClauseType, ClauseTyped, ValuesPressed, ValuesSought, ValuePicked, SinceChosen:
			return m, nil, true
		}
		return m, nil, false
	}
	b := *m.Builder
	switch msg := msg.(type) {
	case ClauseAdded:
		e, at := b.added(m.Query.Census, msg)
		m, cmds := rebuilt(m, e)
		return m, append(cmds, Focus{BuiltID("name", at)}), true

	case NodeRemoved:
		if msg.Node < 0 || msg.Node >= len(b.Nodes) {
			return m, nil, true
		}
		m, cmds := rebuilt(m, filterlang.Replace(b.root(), b.Nodes[msg.Node].Expr, nil))
		return m, append(cmds, Focus{"builder"}, Announce{"Removed."}), true

	case NodeNegated:
		if msg.Node < 0 || msg.Node >= len(b.Nodes) {
			return m, nil, true
		}
		e := b.Nodes[msg.Node].Expr
		node, with := e, filterlang.Expr(&filterlang.Not{Operand: e})
		if not, ok := e.(*filterlang.Not); ok {
			with = not.Operand
		}
		m, cmds := rebuilt(m, filterlang.Replace(b.root(), node, with))
		return m, cmds, true

	case GroupChosen:
		if msg.Node < 0 || msg.Node >= len(b.Nodes) {
			return m, nil, true
		}
		var with filterlang.Expr
		switch e := b.Nodes[msg.Node].Expr.(type) {
		case *filterlang.And:
			with = &filterlang.Or{Operands: e.Operands}
		case *filterlang.Or:
			with = &filterlang.And{Operands: e.Operands}
		default:
			return m, nil, true
		}
		m, cmds := rebuilt(m, filterlang.Replace(b.root(), b.Nodes[msg.Node].Expr, with))
		return m, cmds, true

	case ClauseProperty:
		return b.named(m, msg)

	case ClauseOp:
		return b.compared(m, msg)

	case ClauseType:
		c := b.clause(msg.Node)
		if c == nil {
			return m, nil, true
		}
		n := *c
		n.Literal = retyped(c.Literal, msg.Type)
		m, cmds := rebuilt(m, filterlang.Replace(b.root(), c, &n))
		return m, cmds, true

	case ClauseTyped:
		c := b.clause(msg.Node)
		if c == nil {
			return m, nil, true
		}
		draft := BuilderDraft{Node: msg.Node, Text: msg.Text}
		v, err := edm.ParseText(c.Literal.Type(), msg.Text)
		if err == nil && !literalFits(v) {
			err = &edm.TextError{Reason: "a filter cannot hold it"}
		}
		if err != nil {
			draft.Err = "No " + c.Literal.Type().String() + ": " + reasonText(err)
			b.Draft = &draft
			m.Builder = &b
			return m, nil, true
		}
		n := *c
		n.Literal, draft.Value = v, v
		m, cmds := rebuilt(m, filterlang.Replace(b.root(), c, &n))
		if m.Builder.clause(msg.Node) != nil {
			b := *m.Builder
			b.Draft = &draft
			m.Builder = &b
		}
		return m, cmds, true

	case ValuesPressed:
		c := b.clause(msg.Node)
		if c == nil || b.Pick != nil && b.Pick.Node == msg.Node {
			b.Pick = nil
			m.Builder = &b
			return m, []Cmd{Focus{BuiltID("pick", msg.Node)}}, true
		}
		pick := &ValuePick{Node: msg.Node, Property: c.Property, Seq: 1}
		if b.Pick != nil {
			pick.Seq = b.Pick.Seq + 1
		}
		b.Pick = pick
		m.Builder = &b
		return m, []Cmd{ResetFields{map[string]string{"values-find": ""}}, Focus{"values-find"}, askValues(m, 0)}, true

	case ValuesSought:
		if b.Pick == nil {
			return m, nil, true
		}
		p := *b.Pick
		p.Find, p.Seq = msg.Text, p.Seq+1
		b.Pick = &p
		m.Builder = &b
		return m, []Cmd{askValues(m, valuesPause)}, true

	case ValuesCounting:
		if msg.For != valuesForBuilder || b.Pick == nil || b.Pick.Seq != msg.Seq {
			return m, nil, msg.For == valuesForBuilder
		}
		p := *b.Pick
		p.Progress = msg.Progress
		b.Pick = &p
		m.Builder = &b
		return m, nil, true

	case ValuesCounted:
		if msg.For != valuesForBuilder || b.Pick == nil || b.Pick.Seq != msg.Seq {
			return m, nil, msg.For == valuesForBuilder
		}
		p := *b.Pick
		p.Failed = ""
		if f := failureOf(msg.Err); f == nil {
			p.Reply = msg.Reply
		} else if f.Code != worker.Canceled {
			p.Failed = f.Message
		}
		b.Pick = &p
		m.Builder = &b
		return m, nil, true

	case ValuePicked:
		c := b.clause(msg.Node)
		e, err := filterlang.Parse("P eq " + msg.Literal)
		picked, ok := e.(*filterlang.Comparison)
		if c == nil || err != nil || !ok {
			return m, nil, true
		}
		n := *c
		n.Literal = picked.Literal
		b.Pick, b.Draft = nil, nil
		m.Builder = &b
		m, cmds := rebuilt(m, filterlang.Replace(b.root(), c, &n))
		return m, append(cmds, Focus{BuiltID("pick", msg.Node)}, Announce{n.String()}), true

	case SinceChosen:
		c := b.clause(msg.Node)
		if c == nil {
			return m, nil, true
		}
		n := *c
		n.Op, n.Mirrored = filterlang.Ge, false
		n.Literal = edm.NewDateTime(edm.TicksOf(msg.Now.Add(-msg.Back).UTC().Truncate(time.Second)))
		m, cmds := rebuilt(m, filterlang.Replace(b.root(), c, &n))
		return m, append(cmds, Announce{n.String()}), true
	}
	return m, nil, false
}

const (
	valuesForBuilder = "builder"
	valuesForEditor  = "editor"
	valuesPause      = 150 * time.Millisecond
)

// askValues asks for what the open picker shows.
func askValues(m Model, wait time.Duration) Cmd {
	p := m.Builder.Pick
	req := worker.ValuesRequest{Source: m.Query.Source, Table: m.Query.Table, Property: p.Property, Prefix: p.Find}
	req.Partition = onePartition(m, p.Property)
	return AskValues{p.Seq, valuesForBuilder, req, wait}
}

// onePartition returns the partition that a filter reads, for values of RowKey; nil when they are asked of the whole table.
func onePartition(m Model, property string) *string {
	plan, _ := m.planned()
	if plan == nil || property != filterlang.RowKey {
		return nil
	}
	if key, ok := plan.Range.Partition.Single(); ok && plan.Class != filterlang.Empty {
		return &key
	}
	return nil
}

// rebuilt makes a filter the text, as a step of its own in the editor.
func rebuilt(m Model, e filterlang.Expr) (Model, []Cmd) {
	text := ""
	if e != nil {
		text = e.String()
		if again, err := filterlang.Parse(text); err != nil || !filterlang.Equal(again, e) { // too deep, too long
			reason := "it would not be read as it is meant"
			if err != nil {
				reason = err.Error()
			}
			return notify(m, Notice{Bad: true, Text: "The filter was left as it is: " + reason})
		}
	}
	b := *m.Builder
	b.Draft = nil
	m.Builder = &b
	q := *m.Query
	q.Filter = text
	m.Query = &q
	m, cmds := ask(m)
	m, address := draft(m)
	m = followBuilder(m)
	return m, append(cmds, SetEditor{text}, address)
}

// added returns the filter with one clause more, and the place of that clause.
func (b *Builder) added(census *filterlang.Census, msg ClauseAdded) (e filterlang.Expr, at int) {
	clause := b.fresh(census)
	root := b.root()
	if root == nil || msg.Node >= len(b.Nodes) {
		return clause, 0
	}
	group := func(o []filterlang.Expr) filterlang.Expr {
		if msg.Or {
			return &filterlang.Or{Operands: o}
		}
		return &filterlang.And{Operands: o}
	}
	node := root
	if msg.Node >= 0 {
		node = b.Nodes[msg.Node].Expr
	}
	var with filterlang.Expr
	switch n := node.(type) {
	case *filterlang.And:
		with = group([]filterlang.Expr{n, clause})
		if !msg.Or {
			with = &filterlang.And{Operands: append(slices.Clone(n.Operands), clause)}
		}
	case *filterlang.Or:
		with = group([]filterlang.Expr{n, clause})
		if msg.Or {
			with = &filterlang.Or{Operands: append(slices.Clone(n.Operands), clause)}
		}
	default:
		with = group([]filterlang.Expr{node, clause})
	}
	e = filterlang.Replace(root, node, with)
	for i, n := range filterlang.Nodes(e, MaxBuilt) {
		if n.Expr == clause {
			at = i
		}
	}
	return e, at
}

// fresh returns a new clause: on PartitionKey, on RowKey when there is one on PartitionKey, or on the property that most entities
// have and no clause names.
func (b *Builder) fresh(census *filterlang.Census) filterlang.Expr {
	used := map[string]bool{}
	for _, n := range b.Nodes {
		if c, ok := n.Expr.(*filterlang.Comparison); ok {
			used[c.Property] = true
		}
	}
	names := append([]string{filterlang.PartitionKey, filterlang.RowKey}, propertyNames(census)...)
	name := filterlang.PartitionKey
	for _, n := range names {
		if !used[n] {
			name = n
			break
		}
	}
	return &filterlang.Comparison{Property: name, Op: filterlang.Eq, Literal: zeroOf(PropertyTypes(census, name)[0].Type)}
}

// named gives a clause another property, and its literal the type that the property is stored with.
func (b Builder) named(m Model, msg ClauseProperty) (Model, []Cmd, bool) {
	name := strings.TrimSpace(msg.Name)
	if msg.Node < 0 || msg.Node >= len(b.Nodes) {
		return m, nil, true
	}
	if !isName(name) {
		m, cmds := notify(m, Notice{Bad: true, Text: "A filter cannot name the property " + quote(cutName(name)) + ": names are letters, digits and _, and do not begin with a digit."})
		return m, append(cmds, ResetFields{map[string]string{BuiltID("name", msg.Node): b.Name(msg.Node)}}), true
	}
	var with filterlang.Expr
	types := PropertyTypes(m.Query.Census, name)
	switch e := b.Nodes[msg.Node].Expr.(type) {
	case *filterlang.Comparison:
		n := *e
		n.Property = name
		stored := slices.ContainsFunc(types, func(t filterlang.TypeCount) bool { return t.Type == e.Literal.Type() && t.Count > 0 })
		if !stored {
			n.Literal = retyped(e.Literal, types[0].Type)
		}
		with = &n
	case *filterlang.BoolProperty:
		with = &filterlang.BoolProperty{Property: name}
		if types[0].Type != edm.Boolean && (types[0].Count > 0 || hasFixedType(name)) {
			with = &filterlang.Comparison{Property: name, Literal: zeroOf(types[0].Type)}
		}
	default:
		return m, nil, true
	}
	m, cmds := rebuilt(m, filterlang.Replace(b.root(), b.Nodes[msg.Node].Expr, with))
	return m, cmds, true
}

// Operators of a clause that are no comparison.
const (
	IsTrue     = "is true"
	StartsWith = "starts with"
)

// compared gives a clause another operator. "Starts with" becomes the range that it means.
func (b Builder) compared(m Model, msg ClauseOp) (Model, []Cmd, bool) {
	if msg.Node < 0 || msg.Node >= len(b.Nodes) {
		return m, nil, true
	}
	node := b.Nodes[msg.Node].Expr
	c := b.clause(msg.Node)
	if p, ok := node.(*filterlang.BoolProperty); ok && msg.Op != IsTrue {
		c = &filterlang.Comparison{Property: p.Property, Literal: edm.NewBoolean(true)}
	}
	if c == nil {
		return m, nil, true
	}
	var with filterlang.Expr
	switch msg.Op {
	case IsTrue:
		if hasFixedType(c.Property) {
			return m, nil, true
		}
		with = &filterlang.BoolProperty{Property: c.Property}
	case StartsWith:
		prefix := c.Literal
		end, ok := edm.PrefixEnd(prefix.Text())
		if prefix.Type() != edm.String || !ok {
			prefix, end = edm.NewString("A"), "B"
		}
		with = &filterlang.And{Operands: []filterlang.Expr{
			&filterlang.Comparison{Property: c.Property, Op: filterlang.Ge, Literal: prefix},
			&filterlang.Comparison{Property: c.Property, Op: filterlang.Lt, Literal: edm.NewString(end)}}}
		if parent := b.Nodes[msg.Node].Parent; parent >= 0 {
			if and, ok := b.Nodes[parent].Expr.(*filterlang.And); ok { // two clauses of the group, so that a key's range is used
				at := slices.Index(and.Operands, node)
				operands := slices.Concat(and.Operands[:at:at], with.(*filterlang.And).Operands, and.Operands[at+1:])
				node, with = and, &filterlang.And{Operands: operands}
			}
		}
	default:
		for op := filterlang.Eq; op <= filterlang.Le; op++ {
			if op.String() == msg.Op {
				n := *c
				n.Op, n.Mirrored = op, false
				with = &n
			}
		}
	}
	if with == nil {
		return m, nil, true
	}
	m, cmds := rebuilt(m, filterlang.Replace(b.root(), node, with))
	return m, cmds, true
}

// filterFromRow asks for the entity that is selected in the grid: the point query.
func filterFromRow(m Model) (Model, []Cmd, bool) {
	in := m.Inspector
	if in.Original == nil || in.Table != m.Query.Table || in.Source != m.Query.Source {
		m, cmds := notify(m, Notice{Text: "Choose an entity in the grid first; its keys make the query."})
		return m, cmds, true
	}
	e := &filterlang.And{Operands: []filterlang.Expr{
		&filterlang.Comparison{Property: filterlang.PartitionKey, Literal: edm.NewString(in.Original.PartitionKey)},
		&filterlang.Comparison{Property: filterlang.RowKey, Literal: edm.NewString(in.Original.RowKey)}}}
	if m.Builder == nil {
		m.Builder = &Builder{}
	}
	m, cmds := rebuilt(m, e)
	return m, append(cmds, Announce{"The filter asks for the selected entity by its full key."}), true
}

// Name is the property that a clause names, "" for a group.
func (b *Builder) Name(node int) string {
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

// PropertyTypes returns the types of a property, most frequent first and then those it does not have with a count of 0. The first
// is what a new clause is given.
func PropertyTypes(census *filterlang.Census, name string) []filterlang.TypeCount {
	switch name {
	case filterlang.PartitionKey, filterlang.RowKey:
		return []filterlang.TypeCount{{Type: edm.String}}
	case filterlang.Timestamp:
		return []filterlang.TypeCount{{Type: edm.DateTime}}
	}
	var list []filterlang.TypeCount
	if census != nil {
		for i := range census.Properties {
			if census.Properties[i].Name == name {
				list = append(list, census.Properties[i].Types...)
			}
		}
	}
	for _, t := range edm.Types {
		if !slices.ContainsFunc(list, func(c filterlang.TypeCount) bool { return c.Type == t }) {
			list = append(list, filterlang.TypeCount{Type: t})
		}
	}
	return list
}

// ClauseOps returns the operators that a clause of a type can have.
func ClauseOps(t edm.Type) []string {
	ops := []string{"eq", "ne", "gt", "ge", "lt", "le"}
	switch t {
	case edm.Boolean:
		ops = append([]string{IsTrue}, ops...)
	case edm.String:
		ops = append(ops, StartsWith)
	}
	return ops
}

// hasFixedType reports whether every entity has the property with a fixed type.
func hasFixedType(name string) bool {
	return name == filterlang.PartitionKey || name == filterlang.RowKey || name == filterlang.Timestamp
}

// zeroOf is the value that a new clause of a type begins with.
func zeroOf(t edm.Type) edm.Value {
	text := map[edm.Type]string{edm.String: "", edm.Boolean: "true", edm.DateTime: "2026-01-01T00:00:00Z", edm.Guid: "00000000-0000-0000-0000-000000000000", edm.Binary: "0x00"}[t]
	if text == "" && t != edm.String {
		text = "0"
	}
	v, _ := edm.ParseText(t, text)
	return v
}

// retyped returns a value as another type, the type's first value when it cannot be one.
func retyped(v edm.Value, t edm.Type) edm.Value {
	if v.Type() == t {
		return v
	}
	if n, err := edm.ParseText(t, v.Display()); err == nil && literalFits(n) && v.Type() != edm.Binary {
		return n
	}
	return zeroOf(t)
}

// literalFits reports whether a filter can hold a value.
func literalFits(v edm.Value) bool {
	e, err := filterlang.Parse("P eq " + v.Literal())
	c, ok := e.(*filterlang.Comparison)
	return err == nil && ok && (c.Literal == v || v.Type() == edm.Double && v.Float() != v.Float())
}

// reasonText is why a text is no value, and what would be one.
func reasonText(err error) string {
	if e, ok := err.(*edm.TextError); ok {
		if e.Accepted == "" {
			return e.Reason + "."
		}
		return e.Reason + ". Accepted: " + e.Accepted + "."
	}
	return err.Error()
}

// isName reports whether a filter can name a property so.
func isName(name string) bool {
	e, err := filterlang.Parse(name + " eq 1")
	c, ok := e.(*filterlang.Comparison)
	return err == nil && ok && c.Property == name
}

func cutName(name string) string {
	if len(name) > 60 {
		return strings.ToValidUTF8(name[:60], "") + "…"
	}
	return name
}

// asksValues carries out a command about values; false when it is another.
func (s *Store) asksValues(cmd Cmd) bool {
	ask, ok := cmd.(AskValues)
	if !ok {
		return false
	}
	stop := &s.stopValues
	if ask.For == valuesForEditor {
		stop = &s.stopOffers
	}
	ctx := renew(stop)
	go func() {
		time.Sleep(ask.Wait)
		reply, err := s.client.Values(ctx, ask.Req, func(p worker.Progress) { s.later(ValuesCounting{ask.Seq, ask.For, p}) })
		if ctx.Err() == nil {
			s.later(ValuesCounted{ask.Seq, ask.For, ask.Req, reply, err})
		}
	}()
	return true
}
