package workload

import (
	"cmp"
	"hash/maphash"
	"slices"
	"strings"
	"time"

	"rangefinder/engine/stable"
	"rangefinder/filterlang"
)

// Shape is what calls of one operation on one table have in common that differ in their literals only.
type Shape struct {
	Table     string // as the first call wrote it; tables are told apart in any case of their names
	Operation Operation
	Text      string // "PartitionKey eq {String}"; "" for a query without a filter and for operations without keys
	// Class is that of the plan as filterlang.Class.Name has it, the worst of the calls that were planned; "refused" for a filter
	// that the service refuses, "point" for a point read, and the operation's text for all others.
	Class          string
	WholePartition bool // a row range without a bound of the RowKey

	Line      int // of the log, where the first call is told; 0 if it is not known
	Calls     int
	Share     float64 // of all calls, 0 to 1
	PerHour   float64 // calls an hour over the time of the whole log, 0 if that is unknown or below a minute
	Busiest   int     // calls in the busiest minute, where a log is in the order of time; 0 if no time is known
	P50, P95  time.Duration
	Timed     int         // of Calls, those whose duration is known
	BytesIn   int64       // of all requests
	BytesOut  int64       // of all answers
	Status    map[int]int // calls by HTTP status, known ones only
	Retries   int         // calls that repeat one that had failed, by the client's request id
	Continued int         // calls that ask for a next page
	Selects   int         // calls with $select
	Tops      int         // calls with $top
	Top       int         // the largest $top, 0 if a call had none
	Measured  int         // calls of which Examined and Returned are known
	Examined  int64
	Returned  int64

	Example  string               // the filter of one call; "" if none can be shown
	Plan     *filterlang.Plan     `json:"-"` // of Example; nil without one, and for what is no query
	Findings []filterlang.Finding // of Plan
}

// The bounds of a Summary's memory.
const (
	maxShapes    = 2000     // further ones are counted together
	maxSkeletons = 4000     // remembered; then anew
	maxSkeletonB = 4 << 20  // bytes of them
	maxFailed    = 16 << 10 // calls whose retry is looked for
	firstPlanned = 8        // so many calls of a shape are planned, and then one of eachPlanned
	eachPlanned  = 64
)

// OtherShapes is the text of the shape that counts all beyond the first 2,000.
const OtherShapes = "(all further shapes)"

// Summary counts calls by shape. It may be used by one goroutine at a time. The zero Summary is empty.
type Summary struct {
	Since time.Time // calls before it are left out, with all whose time is unknown; zero: none are
	Table string    // only calls of this table are counted, in any case of its name; "": all

	shapes      map[shapeKey]*counted
	skeletons   map[string]reading
	skeletonLen int
	buffer      []byte
	seed        maphash.Seed
	failed      map[uint64]struct{}
	failedRing  []uint64
	failedAt    int
	calls       int
	first, last time.Time
	times       timeline
	present     map[string]*present // by name in lower case, where calls may be left out
}

type shapeKey struct {
	operation   Operation
	table, text string
}

// counted is a Shape while it grows.
type counted struct {
	Shape
	durations histogram
	level     int // of the class, to find the worst
	pace      pace
}

// reading is what is known of a skeleton.
type reading struct {
	text    string
	refused bool
}

// Calls returns how many calls were counted.
func (s *Summary) Calls() int { return s.calls }

// Span returns when the first and the last counted call began; zero if no time is known.
func (s *Summary) Span() (first, last time.Time) { return s.first, s.last }

// Add counts a call.
func (s *Summary) Add(c *Call) {
	if !s.Since.IsZero() || s.Table != "" {
		s.note(c)
	}
	if !s.Since.IsZero() && c.Time.Before(s.Since) || s.Table != "" && !strings.EqualFold(s.Table, c.Table) {
		return
	}
	s.calls++
	if !c.Time.IsZero() {
		if s.first.IsZero() || c.Time.Before(s.first) {
			s.first = c.Time
		}
		if c.Time.After(s.last) {
			s.last = c.Time
		}
	}
	f := s.shape(c)
	f.Calls++
	if c.Timed {
		f.Timed++
		f.durations.add(c.Duration)
	}
	f.BytesIn += c.BytesIn
	f.BytesOut += c.BytesOut
	if c.Status != 0 {
		f.Status[c.Status]++
	}
	f.Continued += btoi(c.Continued)
	f.Selects += btoi(c.Select)
	f.Tops += btoi(c.Top > 0)
	if c.Measured {
		f.Measured++
		f.Examined += c.Examined
		f.Returned += c.Returned
	}
	f.Retries += btoi(s.retry(c))
	f.Top = max(f.Top, c.Top)
	f.pace.add(c.Time)
	s.times.add(c, f.Class)
}

// shape returns where a call is counted.
func (s *Summary) shape(c *Call) *counted {
	if s.shapes == nil {
		s.shapes, s.failed, s.seed = map[shapeKey]*counted{}, map[uint64]struct{}{}, maphash.MakeSeed()
	}
	key := shapeKey{operation: c.Operation, table: strings.ToLower(c.Table)}
	refused := false
	switch {
	case c.Operation == Query && c.Cut:
		key.text = cutText
	case c.Operation == Query:
		r := s.read(c.Filter)
		key.text, refused = r.text, r.refused
	case c.Keys:
		key.text = byKeys
	}
	f := s.shapes[key]
	if f == nil {
		if len(s.shapes) >= maxShapes {
			key = shapeKey{text: OtherShapes}
			if f = s.shapes[key]; f != nil {
				return f
			}
			c = &Call{Line: c.Line}
		}
		f = &counted{Shape: Shape{Line: c.Line, Table: c.Table, Operation: key.operation, Text: key.text, Status: map[int]int{}}, level: -1}
		s.shapes[key] = f
	}
	switch {
	case key.text == OtherShapes:
		f.Class = "other"
	case c.Operation == PointRead:
		f.Class = filterlang.Point.Name()
	case c.Operation != Query:
		f.Class = string(c.Operation)
	case c.Cut:
		f.worst(c.Class)
	case refused:
		if f.Class = refusedClass; f.Example == "" && f.Calls < firstPlanned {
			f.take(c.Filter, nil)
		}
	case f.Calls < firstPlanned || f.Calls%eachPlanned == 0:
		f.replan(c.Filter)
	}
	return f
}

const (
	cutText      = "(a filter of which the log has the beginning only)"
	refusedClass = "refused"
	otherClass   = "other"
)

// read returns the shape of a filter, and parses it only when its tokens are new.
func (s *Summary) read(filter string) reading {
	if filter == "" {
		return reading{}
	}
	if len(filter) > maxFilter {
		return reading{text: longText, refused: true}
	}
	s.buffer = appendSkeleton(s.buffer[:0], filter)
	if s.skeletons == nil {
		s.skeletons = map[string]reading{}
	}
	if r, ok := s.skeletons[string(s.buffer)]; ok {
		return r
	}
	r := reading{refused: true}
	if e, err := filterlang.Parse(filter); err != nil {
		r.text = refusal(filter)
	} else {
		r = reading{text: filterlang.ShapeOf(e)}
	}
	if s.skeletonLen += len(s.buffer) + len(r.text); len(s.skeletons) >= maxSkeletons || s.skeletonLen > maxSkeletonB {
		clear(s.skeletons)
		s.skeletonLen = len(s.buffer) + len(r.text)
	}
	s.skeletons[string(s.buffer)] = r
	return r
}

// maxFilter bounds, in bytes, a filter that is read: more than the service takes.
const maxFilter = 32 << 10

const longText = "(a filter of more than 32 KiB)"

// refusal returns what stands for the shape of a filter that the service refuses: its words with a hole for each literal, or
// the code alone when it has stretches that are no words of the language, which may be anything.
func refusal(filter string) string {
	var b strings.Builder
	before := ""
	for _, token := range filterlang.Tokens(filter) {
		text := filter[token.Span.Start:token.Span.End]
		if b.Len() > 0 && before != "(" && text != ")" && text != "," && !(text == "(" && slices.Contains(foreignWords, before)) {
			b.WriteByte(' ')
		}
		before = text
		switch token.Kind {
		case filterlang.TokenString, filterlang.TokenNumber, filterlang.TokenTyped:
			b.WriteString([...]string{filterlang.TokenString: "{String}", filterlang.TokenNumber: "{Number}", filterlang.TokenTyped: "{Literal}"}[token.Kind])
		case filterlang.TokenError:
			if slices.Contains(foreignWords, text) {
				b.WriteString(text)
			} else {
				b.WriteString("{?}")
			}
		default:
			b.WriteString(text)
		}
		if b.Len() > 1<<10 {
			return "(a long filter that the service refuses)"
		}
	}
	if text := b.String(); presentable(filter) && presentable(text) {
		return text
	}
	return "(a filter that the service refuses)"
}

// foreignWords are what OData has beyond the language of the service, and so may be shown. Other words may be anything.
var foreignWords = []string{",", "/", "startswith", "endswith", "substringof", "contains", "tolower", "toupper", "trim", "length", "concat", "indexof", "substring",
	"year", "month", "day", "hour", "minute", "second", "null", "in", "add", "sub", "mul", "div", "mod", "any", "all", "==", "!=", "<", ">", "<=", ">=", "&&", "||"}

// levels order the classes, worst last.
var levels = map[string]int{"empty": 0, "point": 1, "row-range": 2, "partition-range": 4, "full-scan": 5}

func (f *counted) worst(class string) {
	if level, known := levels[class]; known && level > f.level {
		f.level, f.Class = level, class
	}
	if f.Class == "" {
		f.Class = otherClass
	}
}

// replan plans a filter of the shape: its literals may decide the class, as "PartitionKey ge ”" does.
func (f *counted) replan(filter string) {
	e, err := filterlang.Parse(filter)
	if err != nil { // of another form than its skeleton tells: a date that is none
		return
	}
	plan := filterlang.NewPlan(e)
	level := levels[plan.Class.Name()]
	if plan.WholePartition {
		level++
	}
	if level > f.level || f.Example == "" && level == f.level {
		f.level, f.Class, f.WholePartition = level, plan.Class.Name(), plan.WholePartition
		f.take(filter, plan)
	}
}

// take keeps a filter and its plan as the example, if it can stand as one: findings and rewrites hold its literals.
func (f *counted) take(filter string, plan *filterlang.Plan) {
	if f.Example, f.Plan = "", nil; presentable(filter) {
		f.Example, f.Plan = strings.Clone(filter), plan
	}
}

// retry reports whether the call repeats one that failed, and remembers it if it failed itself.
func (s *Summary) retry(c *Call) bool {
	if c.clientRequest == "" {
		return false
	}
	id := maphash.String(s.seed, c.clientRequest)
	_, again := s.failed[id]
	if c.Status < 500 && c.Status != 408 && c.Status != 429 {
		delete(s.failed, id)
		return again
	}
	if again {
		return true
	}
	if len(s.failedRing) < maxFailed {
		s.failedRing = append(s.failedRing, id)
	} else {
		delete(s.failed, s.failedRing[s.failedAt])
		s.failedRing[s.failedAt] = id
		s.failedAt = (s.failedAt + 1) % maxFailed
	}
	s.failed[id] = struct{}{}
	return false
}

// Shapes returns what was counted, ranked by what it makes the service read; see the package's comment.
func (s *Summary) Shapes() []Shape {
	out := make([]Shape, 0, len(s.shapes))
	levels := make(map[shapeKey]int, len(s.shapes))
	measured := true
	hours := s.last.Sub(s.first).Hours()
	for key, f := range s.shapes {
		shape := f.Shape
		shape.Share = float64(f.Calls) / float64(s.calls)
		if hours >= 1.0/60 {
			shape.PerHour = float64(f.Calls) / hours
		}
		shape.Busiest = f.pace.most
		if f.Tops < f.Calls {
			shape.Top = 0
		}
		shape.P50, shape.P95 = f.durations.quantile(0.5), f.durations.quantile(0.95)
		if f.Plan != nil {
			shape.Findings = filterlang.Findings(f.Plan, nil)
		}
		if f.Operation == Query && f.Measured < f.Calls {
			measured = false
		}
		levels[key] = f.rank()
		out = append(out, shape)
	}
	stable.Sort(out, func(a, b Shape) int {
		if measured {
			if order := cmp.Compare(b.Examined, a.Examined); order != 0 {
				return order
			}
		}
		return cmp.Or(cmp.Compare(levels[b.key()], levels[a.key()]), cmp.Compare(b.Calls, a.Calls),
			cmp.Compare(a.Table, b.Table), cmp.Compare(a.Operation, b.Operation), cmp.Compare(a.Text, b.Text))
	})
	return out
}

func (s *Shape) key() shapeKey {
	return shapeKey{operation: s.Operation, table: strings.ToLower(s.Table), text: s.Text}
}

// rank orders shapes by class: queries by theirs, point reads as point queries, then writes, which read what they change.
func (f *counted) rank() int {
	switch {
	case f.Operation == Query && f.Class == refusedClass:
		return 1
	case f.Operation == Query:
		return 10 + f.level
	case f.Operation == PointRead:
		return 10 + levels["point"]
	case f.Operation.Writes():
		return 5
	}
	return 0
}
