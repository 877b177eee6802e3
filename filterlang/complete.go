package filterlang

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode"

	"rangefinder/filterlang/edm"
)

// CompletionKind says what a CompletionItem is.
type CompletionKind string

// The kinds of item.
const (
	CompleteKey      CompletionKind = "key"      // PartitionKey, RowKey
	CompleteProperty CompletionKind = "property" // any other property
	CompleteOperator CompletionKind = "operator" // eq … le
	CompleteKeyword  CompletionKind = "keyword"  // and, or, not, parentheses
	CompleteLiteral  CompletionKind = "literal"  // a literal of the property's type to write over
	CompletePrefix   CompletionKind = "prefix"   // a search by prefix, written as a range
)

// Completion is what could be typed at a place of a filter.
type Completion struct {
	From, To int // the text an item replaces, in bytes
	Items    []CompletionItem
	Property string // the property whose literal stands or belongs here, "" elsewhere: its values could be offered as well
	Whole    bool   // a clause ends here and nothing is typed of the next: Items are only for somebody who asks
}

// CompletionItem is one thing that could be typed.
type CompletionItem struct {
	Label  string
	Insert string // replaces the text From to To
	Select Span   // the part of Insert to select then, to be written over; empty: none
	Kind   CompletionKind
	Detail string // for a person: a type and how many entities have it, or what the item means
}

// Complete tells what could be typed at a byte offset of any text, also one that Parse refuses. The best items come first:
// those that start with the word at the offset, keys before other properties, frequent properties before rare ones. Inside
// a literal there are no items, only Property.
func Complete(text string, offset int, census Census) Completion {
	offset = max(0, min(offset, len(text)))
	tokens := scan(text)
	i := 0
	for i < len(tokens)-1 && tokens[i].end < offset {
		i++
	}
	c := completer{parser: parser{text: text, tokens: tokens}, census: census}
	under := tokens[i]
	c.Completion = Completion{From: offset, To: offset}
	switch kind := under.kind; {
	case under.start >= offset || kind == endToken: // between tokens
	case kind == openToken:
		i++
	case kind == closeToken:
		i++
		c.space = true
	case isWordToken(kind):
		c.From, c.To = under.start, under.end
		c.typed = text[under.start:offset]
	case offset == under.end && endsWithQuote(under):
		i++
		c.space = true
	default: // inside a literal
		c.From, c.To = under.start, under.end
		if c.placeAt(i) == beforeLiteral && i >= 2 {
			c.Property = c.word(i - 2)
		}
		return c.Completion
	}
	c.tokens = append(tokens[:i:i], token{kind: endToken, start: c.From, end: c.From})
	c.collect(i)
	return c.Completion
}

func isWordToken(kind tokenKind) bool {
	switch kind {
	case nameToken, andToken, orToken, notToken, opToken, boolToken, nullToken:
		return true
	}
	return false
}

func endsWithQuote(t token) bool {
	switch t.kind {
	case stringToken, datetimeToken, guidToken, binaryToken:
		return true
	}
	return false
}

type completer struct {
	Completion
	parser
	census Census
	typed  string // what is typed of the item already
	space  bool   // a space has to be inserted before a word
}

// collect offers what can stand as token i.
func (c *completer) collect(i int) {
	switch c.placeAt(i) {
	case beforeOperand:
		c.properties()
		c.keyword("not", "the opposite; true also for entities that lack the property")
		c.keyword("(", "group")
	case beforeProperty:
		c.properties()
	case afterProperty:
		c.operators(c.word(i - 1))
		if c.couldBeBoolean(c.word(i - 1)) {
			c.connectives(i)
		}
	case afterLiteral:
		if c.placeAt(i-1) != beforeOperand {
			return // what stands before the literal is no operator
		}
		c.operators("")
		if c.tokens[i-1].kind == boolToken {
			c.connectives(i)
		}
	case beforeLiteral:
		if i >= 2 && c.isName(i-2) {
			c.Property = c.word(i - 2)
		}
		c.literals()
	case afterClause:
		c.Whole = c.typed == ""
		c.prefixEnd(i)
		c.connectives(i)
	}
	c.rank()
}

func (c *completer) add(item CompletionItem) {
	if c.space {
		item.Insert = " " + item.Insert
		if item.Select != (Span{}) {
			item.Select.Start++
			item.Select.End++
		}
	}
	c.Items = append(c.Items, item)
}

func (c *completer) keyword(word, detail string) {
	c.add(CompletionItem{Label: word, Insert: word, Kind: CompleteKeyword, Detail: detail})
}

// rank keeps the items that the typed word begins, is a part of, abbreviates or means, in this order.
func (c *completer) rank() {
	if c.typed == "" {
		return
	}
	word := strings.ToLower(c.typed)
	var by [5][]CompletionItem
	worst := 4
	for _, item := range c.Items {
		n := item.rank(word)
		by[n] = append(by[n], item)
		if item.Label == c.typed {
			worst = 3 // what is typed means itself
		}
	}
	c.Items = slices.Concat(by[:worst]...)
}

// rank is how well the item fits a word in small letters: 0 best, 4 not at all.
func (it *CompletionItem) rank(word string) int {
	label := strings.ToLower(it.Label)
	switch {
	case strings.HasPrefix(label, word):
		return 0
	case strings.Contains(label, word):
		return 1
	case len(word) < 2 || it.Kind == CompletePrefix || it.Kind == CompleteLiteral:
	case strings.HasPrefix(initials(it.Label), word):
		return 2
	case it.Kind == CompleteOperator && len(word) > 2 && strings.Contains(it.Detail, word):
		return 3
	default:
		for _, m := range meanings {
			if strings.HasPrefix(m.word, word) && it.Kind != CompleteKeyword && strings.Contains(it.Detail, m.says) {
				return 3
			}
		}
	}
	return 4
}

// meanings are words for what a property is, and what its detail says then.
var meanings = []struct{ word, says string }{
	{"date", "DateTime"}, {"time", "DateTime"}, {"created", "DateTime"}, {"modified", "DateTime"}, {"updated", "DateTime"}, {"id", "key"}, {"id", "Guid"},
	{"guid", "Guid"}, {"uuid", "Guid"}, {"primary", "key"}, {"flag", "Boolean"},
}

// initials abbreviates a name: "pk" for PartitionKey, "ry" for release_year.
func initials(name string) string {
	var b strings.Builder
	last := '_'
	for _, r := range name {
		if unicode.IsLetter(r) && (unicode.IsUpper(r) && !unicode.IsUpper(last) || !unicode.IsLetter(last)) {
			b.WriteRune(unicode.ToLower(r))
		}
		last = r
	}
	return b.String()
}

func (c *completer) properties() {
	for _, key := range []string{PartitionKey, RowKey} {
		c.add(CompletionItem{Label: key, Insert: key, Kind: CompleteKey, Detail: "String, key"})
	}
	custom := append([]PropertyCensus(nil), c.census.Properties...)
	sort.SliceStable(custom, func(a, b int) bool { return custom[a].Count > custom[b].Count })
	for _, p := range custom {
		c.add(CompletionItem{Label: p.Name, Insert: p.Name, Kind: CompleteProperty, Detail: c.fill(p)})
	}
	c.add(CompletionItem{Label: Timestamp, Insert: Timestamp, Kind: CompleteProperty, Detail: "DateTime, set by the service, never indexed"})
	for _, name := range c.texts(custom) {
		c.add(prefixItem(name, name+" ", name+" starts with …"))
	}
}

// texts lists the keys and the properties that hold mostly Strings.
func (c *completer) texts(custom []PropertyCensus) []string {
	names := []string{PartitionKey, RowKey}
	for _, p := range custom {
		if len(p.Types) > 0 && p.Types[0].Type == edm.String {
			names = append(names, p.Name)
		}
	}
	return names
}

// prefixItem writes the range for a prefix to be replaced by the person; before is what stands in front of "ge".
func prefixItem(name, before, label string) CompletionItem {
	insert := before + strings.TrimPrefix(prefixRange(name, "A"), name+" ")
	at := strings.Index(insert, "'A'") + 1
	return CompletionItem{Label: label, Insert: insert, Select: Span{at, at + 1}, Kind: CompletePrefix,
		Detail: "a range, since the service has no startswith"}
}

// fill tells a property's types and how many entities have it: "String, Int32, 84 %".
func (c *completer) fill(p PropertyCensus) string {
	var parts []string
	for _, t := range p.Types {
		parts = append(parts, t.Type.String())
	}
	if c.census.Entities > 0 {
		percent := 100 * float64(p.Count) / float64(c.census.Entities)
		switch {
		case p.Count > 0 && percent < 1:
			parts = append(parts, "under 1 %")
		case p.Count < c.census.Entities && percent > 99:
			parts = append(parts, "over 99 %")
		default:
			parts = append(parts, fmt.Sprintf("%.0f %%", percent))
		}
	}
	return strings.Join(parts, ", ")
}

var operatorMeanings = [...]string{
	Eq: "equal", Ne: "not equal", Gt: "greater", Ge: "greater or equal", Lt: "less", Le: "less or equal",
}

func (c *completer) operators(property string) {
	for op, meaning := range operatorMeanings {
		name := Op(op).String()
		c.add(CompletionItem{Label: name, Insert: name, Kind: CompleteOperator, Detail: meaning})
	}
	for _, name := range c.texts(c.census.Properties) {
		if name == property {
			c.add(prefixItem(name, "", "starts with …"))
		}
	}
}

// connectives offers and, or and the parenthesis that is open before token i.
func (c *completer) connectives(i int) {
	c.keyword("and", "both must hold")
	c.keyword("or", "either may hold")
	if c.openAt(i) > 0 {
		c.Items = append(c.Items, CompletionItem{Label: ")", Insert: ")", Kind: CompleteKeyword, Detail: "end of the group"})
	}
}

// couldBeBoolean tells if a property may stand alone, as far as is known.
func (c *completer) couldBeBoolean(name string) bool {
	types := c.typesOf(name)
	for _, t := range types {
		if t == edm.Boolean {
			return true
		}
	}
	return len(types) == 0
}

// typesOf lists the types a property is known to have, most frequent first; nil for an unknown one.
func (c *completer) typesOf(name string) []edm.Type {
	switch name {
	case PartitionKey, RowKey:
		return []edm.Type{edm.String}
	case Timestamp:
		return []edm.Type{edm.DateTime}
	}
	var types []edm.Type
	for _, p := range c.census.Properties {
		if p.Name == name {
			for _, t := range p.Types {
				types = append(types, t.Type)
			}
		}
	}
	return types
}

// literals offers a literal of each type the property has, with the part to write over selected.
func (c *completer) literals() {
	types := c.typesOf(c.Property)
	if len(types) == 0 {
		types = edm.Types[:]
	}
	for _, t := range types {
		if t == edm.Boolean {
			for _, word := range []string{"true", "false"} {
				c.add(CompletionItem{Label: word, Insert: word, Kind: CompleteLiteral, Detail: t.String()})
			}
			continue
		}
		text := literalTemplates[t]
		c.add(CompletionItem{Label: text, Insert: text, Select: templateSelection(text), Kind: CompleteLiteral, Detail: t.String()})
	}
}

var literalTemplates = [...]string{
	edm.NoType: "", edm.Boolean: "true",
	edm.String: "'…'", edm.Int32: "123", edm.Int64: "123L", edm.Double: "1.5",
	edm.DateTime: "datetime'2026-11-20T00:00:00Z'", edm.Guid: "guid'…'", edm.Binary: "X'…'",
}

// templateSelection returns what is inside the quotes, or the number without its suffix.
func templateSelection(text string) Span {
	if i := strings.IndexByte(text, '\''); i >= 0 {
		return Span{i + 1, len(text) - 1}
	}
	return Span{0, len(strings.TrimSuffix(text, "L"))}
}

// prefixEnd offers the upper bound that makes "P ge 'Sh'" right before token i a search by prefix.
func (c *completer) prefixEnd(i int) {
	if i < 3 || !c.isName(i-3) || c.tokens[i-2].kind != opToken || c.word(i-2) != "ge" || c.tokens[i-1].kind != stringToken {
		return
	}
	name, prefix := c.word(i-3), unquote(c.word(i-1))
	end, ok := edm.PrefixEnd(prefix)
	if !ok {
		return
	}
	text := "and " + name + " lt " + edm.NewString(end).Literal()
	c.add(CompletionItem{Label: text, Insert: text, Kind: CompletePrefix, Detail: "only what starts with " + prefix})
}
