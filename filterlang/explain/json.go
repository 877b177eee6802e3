package explain

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"rangefinder/filterlang"
)

// accepted is the object of a filter that is planned.
type accepted struct {
	Filter         string         `json:"filter"`
	Profile        string         `json:"profile,omitempty"` // "emulator"; none is storage
	Class          string         `json:"class"`
	Range          *rangeObject   `json:"range"` // null when nothing is read
	WholePartition bool           `json:"wholePartition"`
	Ideal          []*rangeObject `json:"ideal"`
	IdealClass     string         `json:"idealClass"`
	IdealGaveUp    bool           `json:"idealGaveUp"`
	Conjuncts      []conjunct     `json:"conjuncts"`
	Residual       *string        `json:"residual"` // null when the range says it all
	Findings       []finding      `json:"findings"`
}

type rangeObject struct {
	Text      string         `json:"text"`
	Class     string         `json:"class"`
	Partition intervalObject `json:"partition"`
	Row       intervalObject `json:"row"`
}

// intervalObject has null for an end without a bound.
type intervalObject struct {
	Low  *boundObject `json:"low"`
	High *boundObject `json:"high"`
}

type boundObject struct {
	Value     string `json:"value"`
	Inclusive bool   `json:"inclusive"`
}

type conjunct struct {
	Text   string `json:"text"`
	Role   string `json:"role"` // "sets-range", "checked", "redundant" or "contradictory"
	Reason string `json:"reason"`
	place
}

// place is a part of the filter. Position and Length count characters (Unicode code points), Position from 0.
type place struct {
	Position int `json:"position"`
	Length   int `json:"length"`
	Line     int `json:"line"`
	Column   int `json:"column"`
}

type finding struct {
	Kind     string    `json:"kind"`
	Severity string    `json:"severity"`
	Message  string    `json:"message"`
	Text     string    `json:"text"`
	Rewrites []rewrite `json:"rewrites"`
	place
}

type rewrite struct {
	Title   string   `json:"title"`
	Filters []string `json:"filters"`
	Same    bool     `json:"same"`
}

// refused is the object of a filter that is not.
type refused struct {
	Filter string  `json:"filter"`
	Error  failure `json:"error"`
}

type failure struct {
	Code     string   `json:"code"`
	Message  string   `json:"message"` // as the service says it
	Detail   string   `json:"detail"`
	Text     string   `json:"text"`
	Expected []string `json:"expected"`
	Fix      *fix     `json:"fix"` // null when there is none
	place
}

type fix struct {
	Title  string `json:"title"`
	Filter string `json:"filter"` // the whole filter, mended
}

var roles = map[filterlang.Role]string{
	filterlang.Checked: "checked", filterlang.SetsRange: "sets-range", filterlang.Redundant: "redundant", filterlang.Contradictory: "contradictory",
	filterlang.Routes: "routes", filterlang.Indexed: "indexed", filterlang.Unindexed: "not-indexed",
}

// JSON returns what Text prints as one JSON object on one line: filter, class, range, ideal, conjuncts, residual and
// findings; or filter and error, when the filter is refused.
func JSON(filter string) (object []byte, isRefused bool) { return JSONFor(filterlang.Storage, filter) }

// JSONFor is JSON for the engine of a profile. Of Azure Cosmos DB, whose plans are no ranges, the object is another.
func JSONFor(profile filterlang.Profile, filter string) (object []byte, isRefused bool) {
	plan, err := planOf(profile, filter)
	if err != nil {
		return encode(refusalOf(filter, err)), true
	}
	if profile == filterlang.Cosmos {
		return encode(indexedOf(filter, plan)), false
	}
	a := accepted{
		Filter: filter, Class: plan.Class.Name(), WholePartition: plan.WholePartition,
		Ideal: []*rangeObject{}, IdealClass: plan.IdealClass.Name(), IdealGaveUp: plan.IdealGaveUp,
		Conjuncts: []conjunct{}, Findings: []finding{},
	}
	if profile != filterlang.Storage {
		a.Profile = profile.String()
	}
	if plan.Class != filterlang.Empty {
		a.Range = rangeOf(plan.Range)
	}
	for _, r := range plan.Ideal {
		a.Ideal = append(a.Ideal, rangeOf(r))
	}
	at := placer{filter: filter}
	for _, c := range plan.Conjuncts {
		a.Conjuncts = append(a.Conjuncts, conjunct{Text: c.Expr.String(), Role: roles[c.Role], Reason: c.Reason, place: at.place(c.Expr.Span())})
	}
	if plan.Residual != nil {
		text := plan.Residual.String()
		a.Residual = &text
	}
	for _, n := range filterlang.Findings(plan, nil) {
		a.Findings = append(a.Findings, findingOf(filter, n))
	}
	return encode(a), false
}

// indexed is the object of a filter that is planned for Azure Cosmos DB.
type indexed struct {
	Filter    string     `json:"filter"`
	Profile   string     `json:"profile"`
	Class     string     `json:"class"` // "point-read", "one-partition", "all-partitions", "no-index-help" or "empty"
	Asks      string     `json:"asks"`
	Partition *string    `json:"partition"` // the PartitionKey that is asked; null: all of them, or none
	Queries   []string   `json:"queries"`   // that ask one partition each instead
	Conjuncts []conjunct `json:"conjuncts"`
	Findings  []finding  `json:"findings"`
}

func indexedOf(filter string, plan *filterlang.Plan) indexed {
	o := indexed{Filter: filter, Profile: plan.Profile.String(), Class: plan.Class.Name(), Asks: plan.Asks(), Queries: []string{},
		Conjuncts: []conjunct{}, Findings: []finding{}}
	if v, single := plan.Range.Partition.Single(); single && plan.Class != filterlang.Empty {
		o.Partition = &v
	}
	for _, e := range plan.Parallel() {
		o.Queries = append(o.Queries, e.String())
	}
	at := placer{filter: filter}
	for _, c := range plan.Conjuncts {
		o.Conjuncts = append(o.Conjuncts, conjunct{Text: c.Expr.String(), Role: roles[c.Role], Reason: c.Reason, place: at.place(c.Expr.Span())})
	}
	for _, n := range filterlang.Findings(plan, nil) {
		o.Findings = append(o.Findings, findingOf(filter, n))
	}
	return o
}

func findingOf(filter string, n filterlang.Finding) finding {
	at := placer{filter: filter}
	f := finding{Kind: string(n.Kind), Severity: severities[n.Severity].word, Message: n.Message,
		Text: textAt(filter, n.Span), Rewrites: []rewrite{}, place: at.place(n.Span)}
	for _, w := range n.Rewrites {
		f.Rewrites = append(f.Rewrites, rewrite{Title: w.Title, Filters: w.Filters, Same: w.Same})
	}
	return f
}

func refusalOf(filter string, e *filterlang.SyntaxError) refused {
	at := placer{filter: filter}
	f := failure{Code: e.Code, Message: e.Message, Detail: e.Detail, Text: e.Text, Expected: e.Expected, place: at.place(e.Span)}
	if f.Expected == nil {
		f.Expected = []string{}
	}
	if e.Fix != nil {
		f.Fix = &fix{Title: e.Fix.Title, Filter: e.Fix.Apply(filter)}
	}
	return refused{Filter: filter, Error: f}
}

func rangeOf(r filterlang.KeyRange) *rangeObject {
	return &rangeObject{Text: r.String(), Class: r.Class().Name(), Partition: intervalOf(r.Partition), Row: intervalOf(r.Row)}
}

func intervalOf(i filterlang.Interval) intervalObject {
	return intervalObject{Low: boundOf(i.Low), High: boundOf(i.High)}
}

func boundOf(b filterlang.Bound) *boundObject {
	if b.Kind == filterlang.Unbounded {
		return nil
	}
	return &boundObject{Value: b.Value, Inclusive: b.Kind == filterlang.Inclusive}
}

func textAt(text string, s filterlang.Span) string {
	return text[max(0, min(s.Start, len(text))):max(0, min(s.End, len(text)))]
}

// placer turns spans in ascending order into places, reading the filter once.
type placer struct {
	filter string
	offset int // bytes read
	start  filterlang.Position
}

func (p *placer) place(s filterlang.Span) place {
	if p.start.Line == 0 || s.Start < p.offset {
		p.offset, p.start = 0, filterlang.Position{Line: 1, Column: 1}
	}
	read := textAt(p.filter, filterlang.Span{Start: p.offset, End: s.Start})
	next := filterlang.PositionAt(read, len(read))
	if next.Line == 1 {
		p.start.Column += next.Column - 1
	} else {
		p.start.Column = next.Column
	}
	p.start.Line += next.Line - 1
	p.start.Offset += next.Offset
	p.offset = min(s.Start, len(p.filter))
	length := len([]rune(textAt(p.filter, s)))
	return place{Position: p.start.Offset, Length: length, Line: p.start.Line, Column: p.start.Column}
}

// encode writes v on one line. What a terminal would obey is escaped, since the object may well be printed on one.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic("explain: " + err.Error()) // strings, numbers and booleans always encode
	}
	line := strings.TrimSuffix(b.String(), "\n")
	if strings.IndexFunc(line, hidden) < 0 {
		return []byte(line)
	}
	safe := make([]byte, 0, len(line)+64)
	for _, r := range line {
		if !hidden(r) {
			safe = utf8.AppendRune(safe, r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			safe = fmt.Appendf(safe, "\\u%04x", unit)
		}
	}
	return safe
}
