package filterlang

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"rangefinder/filterlang/edm"
)

// custom says what the census knows about a comparison of a property that entities may lack.
func (f *finder) custom(e *Comparison) {
	p, ok := f.properties[e.Property]
	switch {
	case f.census == nil:
		f.misspelt(e, e.Property, e.PropertyAt, e.withProperty)
	case !ok:
		f.unknown(e, e.Property, e.PropertyAt, e.withProperty)
	default:
		f.types(e, e, p)
		f.equalKey(e, p)
	}
}

// equalKey offers the key in the place of a property that holds it in every entity.
func (f *finder) equalKey(e *Comparison, p *PropertyCensus) {
	if p.Equals == "" || e.Literal.Type() != edm.String || f.full(EqualKey) {
		return
	}
	key := e.withProperty(p.Equals)
	n := Finding{Kind: EqualKey, Severity: Advice, Span: e.At, Key: p.Equals,
		Message: fmt.Sprintf("%s holds the %s in every entity. The service has an index for the key, and none for the property.", quoteName(e.Property), p.Equals)}
	if p.Equals == RowKey && f.unhelped(e, key) {
		n.Message = fmt.Sprintf("%s holds the RowKey in every entity. A RowKey narrows what is read only beside a PartitionKey: name one, and write %s then.", quoteName(e.Property), shortText(key))
	} else if n.Rewrites = f.instead("Use "+shortText(key), e, key, false); n.Rewrites != nil {
		n.Rewrites[0].Now = true
	}
	f.add(n)
}

// unhelped reports whether the filter reads partitions from end to end with another operand in the place of one, too.
func (f *finder) unhelped(target, with Expr) bool {
	e := replace(f.plan.Filter, target, with)
	if f.nodes > maxRewritten || e == nil {
		return false
	}
	p := f.plan.Profile.Plan(e)
	return p.Class.Wide() && len(p.Parallel()) == 0
}

// narrowsNothing reports a range without a beginning or an end that reads nearly all that is there. A range with both is told only where it
// reads every entity of the table.
func (f *finder) narrowsNothing() {
	key, thing, all := PartitionKey, "partition", "of the table"
	if f.plan.Class == RowRange {
		key, thing, all = RowKey, "RowKey", "of the partition"
	}
	if f.census == nil || f.census.Within < 2 || f.census.Read < f.census.Within-f.census.Within/20 {
		return
	}
	var low, high, bound *Comparison
	for _, c := range f.plan.Conjuncts {
		if k := keyBound(c.Expr); k == nil || k.Property != key || c.Role != SetsRange {
		} else if bound = k; k.Op == Gt || k.Op == Ge {
			low = k
		} else if k.Op != Eq {
			high = k
		}
	}
	out := f.census.Within - f.census.Read
	if low == nil && high == nil || low != nil && high != nil && (out > 0 || key == RowKey) {
		return
	}
	begins, lacks := "begins at or before the first "+thing, " and has no end"
	less := "an end"
	switch {
	case low != nil && high != nil:
		begins, lacks, less = "The range "+begins, " and ends at or after the last", "a shorter range"
	case low == nil:
		begins, lacks, less = shortText(bound)+" ends at or after the last "+thing, " and has no beginning", "a beginning"
	default:
		begins = shortText(bound) + " " + begins
	}
	n := Finding{Kind: NarrowsNothing, Severity: Advice, Span: bound.At, Message: begins + lacks + ": the query reads all " + thousands(f.census.Within) + " entities " + all + ". "}
	if out > 0 {
		n.Message = shortText(bound) + " leaves out only " + thousands(out) + " of the " + thousands(f.census.Within) + " entities " + all + ", and the query reads all others. "
	}
	if key == PartitionKey {
		less = "one PartitionKey or " + less
	}
	n.Message += strings.ToUpper(less[:1]) + less[1:] + " reads less."
	f.add(n)
}

// property says the same about a property alone, which asks for the Boolean true.
func (f *finder) property(e *BoolProperty) {
	p, ok := f.properties[e.Property]
	switch {
	case f.census == nil || fixedType(e.Property) != edm.NoType:
	case !ok:
		f.unknown(e, e.Property, e.At, nil)
	default:
		f.types(e, comparisonOf(e), p)
	}
}

// types compares the literal's type with the stored types. node is what stands in the filter, e what it means.
func (f *finder) types(node Expr, e *Comparison, p *PropertyCensus) {
	met, missed := 0, 0
	var other edm.Type // the most frequent type the literal is not compared with
	for _, t := range p.Types {
		switch {
		case compares(t.Type, e.Literal.Type()):
			met += t.Count
		case t.Count > 0:
			if missed == 0 {
				other = t.Type
			}
			missed += t.Count
		}
	}
	switch {
	case missed == 0:
	case met == 0:
		f.wrongType(node, e, p, other)
	case !f.full(MixedTypes):
		n := Finding{Kind: MixedTypes, Severity: Advice, Span: e.At}
		n.Message = fmt.Sprintf("In the table, %s of %s %s %s; your literal %s is %s, so this is never true of them.",
			valueCount(missed), quoteName(e.Property), oneMany(missed, "is", "are"), other, quoteName(e.Literal.Literal()), e.Literal.Type())
		switch v, ok := convert(e.Literal, other); {
		case !ok:
			if every := everyInt32(e); every != nil && other == edm.Int32 {
				n.Rewrites = f.instead("Match Int32 too", node, &Or{Operands: []Expr{e, every}, At: e.At}, false)
			}
		case e.Op == Eq:
			both := &Or{Operands: []Expr{e, e.withLiteral(v)}, At: e.At}
			n.Rewrites = f.instead("Match "+other.String()+" too", node, both, false)
		case e.Op != Ne && widens(p, e.Literal.Type(), v.Type()):
			n.Rewrites = f.instead("Match "+other.String()+" too", node, e.withLiteral(v), false)
		}
		f.add(n)
	}
}

// widens reports whether a literal of type to is compared with all stored values that one of type from is compared with.
func widens(p *PropertyCensus, from, to edm.Type) bool {
	for _, t := range p.Types {
		if compares(t.Type, from) && !compares(t.Type, to) {
			return false
		}
	}
	return true
}

// compares reports whether a stored value of one type is compared with a literal of another, widened or not.
func compares(stored, literal edm.Type) bool {
	switch {
	case stored == literal:
		return true
	case literal == edm.Int32:
		return stored == edm.Int64 || stored == edm.Double
	}
	return literal == edm.Int64 && stored == edm.Double
}

func (f *finder) wrongType(node Expr, e *Comparison, p *PropertyCensus, stored edm.Type) {
	if f.full(LiteralType) {
		return
	}
	n := Finding{Kind: LiteralType, Severity: Warning, Span: e.LiteralAt}
	name := quoteName(e.Property)
	if node == Expr(e) {
		n.Message = fmt.Sprintf("%s is stored as %s and %s is %s: they are never compared, so this is never true.",
			name, typesText(p), quoteName(e.Literal.Literal()), withArticle(e.Literal.Type()))
	} else {
		n.Span = e.At
		n.Message = fmt.Sprintf("%s is stored as %s: alone it holds only as the Boolean true, so this is never true.", name, typesText(p))
	}
	if with := meant(e, stored); with != nil {
		with = with.withLiteral(forAll(with.Literal, p))
		instead := Expr(with)
		if every := everyInt32(with); every != nil && !compares(edm.Int32, with.Literal.Type()) && slices.ContainsFunc(p.Types, func(t TypeCount) bool { return t.Type == edm.Int32 && t.Count > 0 }) {
			instead = &Or{Operands: []Expr{with, every}, At: e.At}
		}
		n.Message += " Write " + shortText(instead) + "."
		n.Rewrites = f.instead("Write "+shortText(instead), node, instead, false)
	}
	f.add(n)
}

// meant returns the comparison that says with a literal of the stored type what e says, nil for none.
func meant(e *Comparison, stored edm.Type) *Comparison {
	if v, ok := convert(e.Literal, stored); ok {
		return e.withLiteral(v)
	}
	var x float64
	switch e.Literal.Type() {
	case edm.Double:
		x = e.Literal.Float()
	case edm.Int32, edm.Int64:
		x = float64(e.Literal.Int())
	default:
		return nil
	}
	switch {
	case stored == edm.Boolean && (x == 0 || x == 1):
		return e.withLiteral(edm.NewBoolean(x == 1))
	case stored != edm.Int32 && stored != edm.Int64 || e.Op == Eq || e.Op == Ne:
		return nil
	case e.Op == Gt || e.Op == Le: // more than 1990.5 is more than 1990
		x = math.Floor(x)
	default:
		x = math.Ceil(x)
	}
	v, ok := convert(edm.NewDouble(x), stored)
	if !ok {
		return nil
	}
	return e.withLiteral(v)
}

// everyInt32 is what every Int32 meets, where every one meets a comparison with a number that is too large or too small for an Int32; nil for
// any other.
func everyInt32(e *Comparison) *Comparison {
	x := 0.0
	switch e.Literal.Type() {
	case edm.Int64:
		x = float64(e.Literal.Int())
	case edm.Double:
		x = e.Literal.Float()
	}
	every := *e
	switch {
	case x > math.MaxInt32 && (e.Op == Lt || e.Op == Le):
		every.Op, every.Literal = Le, edm.NewInt32(math.MaxInt32)
	case x < math.MinInt32 && (e.Op == Gt || e.Op == Ge):
		every.Op, every.Literal = Ge, edm.NewInt32(math.MinInt32)
	default:
		return nil
	}
	return &every
}

// forAll is a whole number as an Int32 where that is compared with more of the stored values.
func forAll(v edm.Value, p *PropertyCensus) edm.Value {
	var whole int64
	switch v.Type() {
	case edm.Int64:
		whole = v.Int()
	case edm.Double:
		if whole = int64(v.Float()); float64(whole) != v.Float() {
			return v
		}
	}
	misses := func(t TypeCount) bool { return compares(t.Type, edm.Int32) && !compares(t.Type, v.Type()) }
	if int64(int32(whole)) != whole || !number(v) || !slices.ContainsFunc(p.Types, misses) {
		return v
	}
	return edm.NewInt32(int32(whole))
}

// typesText lists the stored types: "Int32", "Int32 and String".
func typesText(p *PropertyCensus) string {
	var b strings.Builder
	for i, t := range p.Types {
		switch {
		case i > 0 && i == len(p.Types)-1:
			b.WriteString(" and ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(t.Type.String())
	}
	return b.String()
}

func valueCount(n int) string {
	if n == 1 {
		return "1 value"
	}
	return thousands(n) + " values"
}

func oneMany(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// unknown reports a property that no entity has, with the name that was probably meant.
func (f *finder) unknown(node Expr, name string, at Span, rename func(string) *Comparison) {
	if f.full(UnknownProperty) {
		return
	}
	n := Finding{Kind: UnknownProperty, Severity: Warning, Span: at,
		Message: "No entity has a property " + quoteName(name) + ", so this is never true."}
	if meant := f.nearest(name); meant != "" {
		f.didYouMean(&n, node, name, meant, rename)
	} else if rename == nil { // a word alone, as one types it to search
		value := edm.NewString(name)
		keys, looked := f.census.Keys[name]
		if !looked {
			keys = []string{RowKey, PartitionKey}
		}
		for _, key := range keys {
			n.Rewrites = append(n.Rewrites, f.instead("Write "+key+" eq "+quoteName(value.Literal()), node, &Comparison{Property: key, Literal: value}, false)...)
		}
		n.Message += " A value stands in quotes, after a property and an operator"
		if looked && len(keys) > 0 {
			n.Message += ": " + keys[0] + " eq " + quoteName(value.Literal())
		}
		n.Message += "."
	}
	f.add(n)
}

// misspelt reports, when nothing is known of the data, a name that is all but one of a key.
func (f *finder) misspelt(node Expr, name string, at Span, rename func(string) *Comparison) {
	for _, key := range [...]string{PartitionKey, RowKey, Timestamp} {
		near := strings.EqualFold(name, key) || len(name) <= len(key) && editDistance(name, key, 1) <= 1
		if !near || f.full(UnknownProperty) {
			continue
		}
		n := Finding{Kind: UnknownProperty, Severity: Warning, Span: at,
			Message: "Only entities with a property of the name " + name + " can match."}
		f.didYouMean(&n, node, name, key, rename)
		f.add(n)
		return
	}
}

func (f *finder) didYouMean(n *Finding, node Expr, name, meant string, rename func(string) *Comparison) {
	if strings.EqualFold(name, meant) {
		n.Message += " Names are case-sensitive: did you mean " + meant + "?"
	} else {
		n.Message += " Did you mean " + quoteName(meant) + "?"
	}
	with := Expr(&BoolProperty{Property: meant, At: node.Span()})
	switch {
	case rename != nil:
		with = rename(meant)
	case fixedType(meant) != edm.NoType:
		return
	}
	n.Rewrites = f.instead("Use "+quoteName(meant), node, with, false)
}

// nearest returns the name of a key or property that was probably meant; see Nearest. Of equals the keys win.
func (f *finder) nearest(name string) string {
	return Nearest(name, append([]string{PartitionKey, RowKey, Timestamp}, f.census.Names()...))
}

// Nearest returns the one of some names that was probably meant by another: the one that differs in case only, or else the one with the
// fewest edits, up to a third of the name's length; of equals the first. It returns "" when none is near.
func Nearest(name string, names []string) string {
	if len(name) > 255 {
		return ""
	}
	best, least := "", max(1, utf8.RuneCountInString(name)/3)+1
	for _, candidate := range names {
		if strings.EqualFold(candidate, name) {
			return candidate
		}
		if d := editDistance(name, candidate, least-1); d < least {
			best, least = candidate, d
		}
	}
	for _, candidate := range names {
		if best == "" && len(name) > 1 && strings.EqualFold(initials(candidate), name) {
			best = candidate
		}
	}
	return best
}

// editDistance counts the insertions, deletions, exchanges and transpositions of neighbours that turn a into b; beyond
// limit it may return any greater number.
func editDistance(a, b string, limit int) int {
	x, y := []rune(a), []rune(b)
	if len(x)-len(y) > limit || len(y)-len(x) > limit {
		return limit + 1
	}
	before2, before1, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range row {
		before1[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row[0] = i
		least := i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(before1[j]+1, row[j-1]+1, before1[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before2[j-2]+1)
			}
			least = min(least, row[j])
		}
		if least > limit {
			return limit + 1
		}
		before2, before1, row = before1, row, before2
	}
	return before1[len(y)]
}
