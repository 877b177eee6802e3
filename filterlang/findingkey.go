package filterlang

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"rangefinder/filterlang/edm"
)

// conjuncts says what the top-level operands do, or fail to do, to the range.
func (f *finder) conjuncts() {
	if f.plan.Class == Empty {
		return
	}
	rowFound := false
	for i, c := range f.plan.Conjuncts {
		switch e := c.Expr.(type) {
		case *Or:
			switch {
			case keyIn(e) == nil:
			case alwaysTrue(e):
				f.removesNothing(e)
			default:
				f.add(Finding{Kind: OrOnKey, Severity: f.severity(), Span: e.At, Message: f.unused("or"), Rewrites: f.offer()})
			}
		case *Not:
			switch {
			case keyIn(e) == nil:
			case alwaysTrue(e):
				f.removesNothing(e)
			default:
				f.add(Finding{Kind: NotOnKey, Severity: f.severity(), Span: e.At, Message: f.unused("not"), Rewrites: f.offer()})
			}
		case *Comparison:
			switch {
			case e.Op == Ne && isKey(e.Property) && e.Literal.Type() == edm.String:
				f.add(Finding{Kind: NeOnKey, Severity: f.severity(), Span: e.At, Message: f.unused("ne"), Rewrites: f.offer()})
			case !rowFound && keyBound(e) != nil && e.Property == RowKey && c.Role == Checked:
				rowFound = true
				f.rowAlone(i)
			}
		}
	}
}

// removesNothing reports a top-level group that holds for every entity: "PartitionKey lt 'm' or PartitionKey ge 'm'".
func (f *finder) removesNothing(e Expr) {
	n := Finding{Kind: AlwaysTrue, Severity: Advice, Span: e.Span(), Message: shortText(e) + " holds for every entity: it removes nothing."}
	if e != f.plan.Filter {
		n.Rewrites = f.instead("Remove "+shortText(e), e, nil, true)
	}
	f.add(n)
}

// severity weighs a key condition the service does not use by what it reads instead.
func (f *finder) severity() Severity {
	switch {
	case !f.plan.MultiRange:
		return Info
	case f.plan.Class == FullScan:
		return Warning
	}
	return Advice
}

// keyIn returns a key comparison in e that could give a range, or nil.
func keyIn(e Expr) Expr {
	switch e := e.(type) {
	case *And:
		return firstKey(e.Operands)
	case *Or:
		return firstKey(e.Operands)
	case *Not:
		return keyIn(e.Operand)
	case *Comparison:
		if isKey(e.Property) && e.Literal.Type() == edm.String {
			return e
		}
	}
	return nil
}

func firstKey(operands []Expr) Expr {
	for _, o := range operands {
		if k := keyIn(o); k != nil {
			return k
		}
	}
	return nil
}

// unused explains what the service does with or, ne or not over a key, and what to do about it.
func (f *finder) unused(word string) string {
	read := f.plan.reads()
	said := map[string]string{
		"or":  "The service can't use `or` to narrow the keys: it reads " + read + " and checks this on each entity.",
		"ne":  "ne on a key leaves two ranges, but the service looks for one: it reads " + read + " and checks this on each entity.",
		"not": "The service does not look inside not: it reads " + read + " and checks this on each entity.",
	}[word]
	switch {
	case f.plan.FilterIsFalse:
		return said
	case f.plan.IdealGaveUp:
		return said + fmt.Sprintf(" It holds more than %d key ranges; split the filter into queries of one key range each.", maxIdealRanges)
	case len(f.parallel) > 1:
		return said + fmt.Sprintf(" %d queries, one for each range, read only %s.", len(f.parallel), rangesText(f.plan.Ideal))
	case len(f.parallel) == 1:
		return said + " Written as a range it reads only " + rangesText(f.plan.Ideal) + "."
	case f.plan.MultiRange:
		return said + " It names RowKey values but no single PartitionKey: one query for each PartitionKey would read less."
	case word == "or":
		return said + " A part of it has no key range of its own, so no other filter reads less."
	}
	return said
}

// rangesText lists at most three ranges.
func rangesText(rs []KeyRange) string {
	var b strings.Builder
	for i, r := range rs {
		switch {
		case i == 3 && len(rs) > 4:
			fmt.Fprintf(&b, " and %d more", len(rs)-3)
			return b.String()
		case i > 0 && i == len(rs)-1:
			b.WriteString(" and ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(quoteName(r.String()))
	}
	return b.String()
}

// reads says what the service reads, as the object of a sentence.
func (p *Plan) reads() string {
	if p.Class == FullScan {
		return "the whole table"
	}
	return quoteName(p.Range.String())
}

// readsEvery says of which entities every one is read.
func (p *Plan) readsEvery() string {
	if v, single := p.Range.Partition.Single(); single && p.WholePartition {
		return "every entity of partition " + quoteName(keyText(v))
	}
	return "every entity of " + quoteName(p.Range.String())
}

// rowAlone reports the RowKey bounds that start with conjunct i, for want of a single PartitionKey.
func (f *finder) rowAlone(i int) {
	span := f.plan.Conjuncts[i].Expr.Span()
	for _, c := range f.plan.Conjuncts[i+1:] {
		k := keyBound(c.Expr)
		if k == nil || k.Property != RowKey {
			break
		}
		span.End = max(span.End, k.At.End)
	}
	n := Finding{Kind: RowKeyAlone, Severity: Warning, Span: span}
	if f.plan.Class == FullScan {
		n.Message = "RowKey is the second half of the key: without PartitionKey it narrows nothing, and the whole table is read. " +
			"Add PartitionKey eq '…', or ask each partition by itself."
	} else {
		n.Severity = Advice
		n.Message = "RowKey narrows the range inside one PartitionKey only: " + f.plan.readsEvery() +
			" is read. Add PartitionKey eq '…', or ask each partition by itself."
	}
	f.holders(i, &n)
	f.add(n)
}

// RowAlone returns the RowKey that a plan asks for by eq without a single PartitionKey.
func (p *Plan) RowAlone() (rowKey string, ok bool) {
	if _, single := p.Range.Partition.Single(); single || p.FilterIsFalse {
		return "", false
	}
	for _, c := range p.Conjuncts {
		if k := keyBound(c.Expr); k != nil && k.Property == RowKey && k.Op == Eq {
			return k.Literal.Text(), true
		}
	}
	return "", false
}

// holders names the partitions that have the RowKey of conjunct i, each in a filter of its own, when the census tells which they are.
func (f *finder) holders(i int, n *Finding) {
	k := keyBound(f.plan.Conjuncts[i].Expr)
	if f.census == nil || len(f.census.Holders) == 0 || k.Op != Eq || k.Literal.Text() != f.census.Sought || f.nodes > maxRewritten {
		return
	}
	rw := Rewrite{Title: "Name the partition that has it", Now: true}
	if len(f.census.Holders) > 1 {
		rw.Title = "Ask each of the " + strconv.Itoa(len(f.census.Holders)) + " partitions that have it"
	}
	for _, key := range f.census.Holders {
		r := KeyRange{interval(cut{key, before}, cut{key, after}), interval(cut{f.census.Sought, before}, cut{f.census.Sought, after})}
		rw.Filters = append(rw.Filters, within(f.plan.Filter, r).String())
	}
	n.Rewrites = []Rewrite{rw}
}

// comparison says what concerns one comparison wherever it stands.
func (f *finder) comparison(e *Comparison, at place) {
	f.wildcard(e)
	switch want := fixedType(e.Property); {
	case want != edm.NoType && e.Literal.Type() != want:
		f.mistyped(e, want)
	case e.Property == Timestamp && f.plan.Profile == Cosmos: // indexed as everything is
	case e.Property == Timestamp:
		f.timestamp(e)
	case want == edm.NoType:
		f.custom(e)
	case e.Literal.Text() == "" && (e.Op == Ge || e.Op == Lt):
		f.emptyKey(e, at)
	default:
		f.keyForm(e)
	}
}

// wildcard reports "Title eq 'War*'": the service takes the sign as it is. One behind a digit may be meant so, as in '100%'.
func (f *finder) wildcard(e *Comparison) {
	if e.Op != Eq || e.Literal.Type() != edm.String || e.Property == Timestamp || f.full(Wildcard) {
		return
	}
	text := e.Literal.Text()
	inner := strings.Trim(text, "*%")
	if inner == "" || inner == text || strings.ContainsAny(inner, "*%") || text[len(text)-1] == '%' && inner[len(inner)-1] >= '0' && inner[len(inner)-1] <= '9' {
		return
	}
	n := Finding{Kind: Wildcard, Severity: Advice, Span: e.LiteralAt}
	if prefix := text[:len(text)-1]; prefix == inner {
		n.Message = "The service has no wildcards: " + quoteName(text[len(text)-1:]) + " is a character like any other. Texts that begin with " + quoteName(edm.NewString(prefix).Literal()) + " are a range."
		bounds := []Expr{&Comparison{Property: e.Property, Op: Ge, Literal: edm.NewString(prefix)}}
		if end, ok := edm.PrefixEnd(prefix); ok {
			bounds = append(bounds, &Comparison{Property: e.Property, Op: Lt, Literal: edm.NewString(end)})
		}
		with := bounds[0]
		if len(bounds) > 1 {
			with = &And{Operands: bounds}
		}
		n.Rewrites = f.instead("Search for the beginning", e, with, false)
	} else {
		n.Message = "The service has no wildcards, and finds nothing by the end or the middle of a text." + insideStep(e.Property, strings.ReplaceAll(text, "*", "%"))
	}
	f.add(n)
}

// mistyped reports a literal that a key or Timestamp is never compared with.
func (f *finder) mistyped(e *Comparison, want edm.Type) {
	if f.full(AlwaysFalse) {
		return
	}
	n := Finding{Kind: AlwaysFalse, Severity: Warning, Span: e.At,
		Message: fmt.Sprintf("%s is always a %s, and %s is %s, so this is never true.", e.Property, want, quoteName(e.Literal.Literal()), withArticle(e.Literal.Type()))}
	if v, ok := convert(e.Literal, want); ok {
		with := e.withLiteral(v)
		n.Message += " Write " + shortText(with) + "."
		n.Rewrites = f.instead("Write "+quoteName(v.Literal()), e, with, false)
	}
	f.add(n)
}

func (f *finder) timestamp(e *Comparison) {
	read := "the whole table"
	switch f.plan.Class {
	case Empty:
		return
	case FullScan:
	case Point:
		return
	default:
		read = f.plan.readsEvery()
	}
	n := Finding{Kind: TimestampFilter, Severity: Advice, Span: e.At,
		Message: "Timestamp is not indexed: " + read + " is read to check this. To ask by time, keep the time in a key, " +
			"for example as inverted ticks in RowKey."}
	if f.plan.Class == FullScan {
		n.Severity = Warning
	}
	f.add(n)
}

// emptyKey reports bounds at the empty string, below which there is nothing.
func (f *finder) emptyKey(e *Comparison, at place) {
	if e.Op == Lt {
		f.add(Finding{Kind: AlwaysFalse, Severity: Warning, Span: e.At,
			Message: "No " + e.Property + " sorts before the empty string, so this is never true."})
		return
	}
	n := Finding{Kind: AlwaysTrue, Severity: Advice, Span: e.At,
		Message: "Every " + e.Property + " is at or after the empty string, so this removes nothing."}
	if at.top && e != f.plan.Filter {
		n.Rewrites = f.instead("Remove "+shortText(e), e, nil, true)
	}
	f.add(n)
}

// maxKeyUnits is the longest key, in UTF-16 code units.
const maxKeyUnits = 512

// keyForm reports literals that no stored key can equal, and % for its history in point URLs.
func (f *finder) keyForm(e *Comparison) {
	if e.Op != Eq && e.Op != Ne || f.full(KeyOutOfForm) {
		return
	}
	n := Finding{Kind: KeyOutOfForm, Severity: Warning, Span: e.LiteralAt}
	result := "so this is never true."
	if e.Op == Ne {
		result = "so this removes nothing."
	}
	switch v := e.Literal.Text(); {
	case strings.IndexFunc(v, forbiddenInKey) >= 0:
		at := strings.IndexFunc(v, forbiddenInKey)
		r, _ := utf8.DecodeRuneInString(v[at:])
		n.Message = fmt.Sprintf("No key can hold %s, %s", characterName(r), result)
	case f.plan.Profile == Cosmos && e.Property == RowKey && len(v) > maxCosmosRowKey:
		n.Message = fmt.Sprintf("No RowKey there is longer than %d bytes, and this has %d, %s", maxCosmosRowKey, len(v), result)
	case utf16Length(v) > maxKeyUnits && f.plan.Profile != Cosmos:
		n.Message = fmt.Sprintf("No key is longer than %d characters, and this has %d, %s", maxKeyUnits, utf16Length(v), result)
	case strings.Contains(v, "%"):
		n.Severity = Info
		n.Message = "The key holds %. Filters take it as it is, but some clients decode a URL that names the entity twice."
	default:
		return
	}
	f.add(n)
}

func forbiddenInKey(r rune) bool {
	return r == '/' || r == '\\' || r == '#' || r == '?' || r < 0x20 || 0x7F <= r && r <= 0x9F
}

func characterName(r rune) string {
	if r < 0x20 || r >= 0x7F {
		return fmt.Sprintf("the control character U+%04X", r)
	}
	return "the character " + string(r)
}

func utf16Length(s string) int {
	n := 0
	for _, r := range s {
		if n++; r >= 0x10000 {
			n++
		}
	}
	return n
}
