package feed

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"rangefinder/engine/tablerest"
	"rangefinder/filterlang"
	"rangefinder/server/budget"
)

// The operations that have a plan, as an observation names them.
const (
	queryEntities = "Query Entities"
	getEntity     = "Get Entity"
)

// Shape is what queries of a table have in common that differ in their literals only.
type Shape struct {
	Account  string `json:"account"`
	Table    string `json:"table"`
	Shape    string `json:"shape"` // "PartitionKey eq {String} and Rating gt {Int32}", "" without a filter
	Point    bool   `json:"point"` // entities read by their address
	Class    string `json:"class"` // the worst
	Count    int    `json:"count"`
	Errors   int    `json:"errors"` // of Count, those that were refused
	Examined int64  `json:"examined"`
	Returned int64  `json:"returned"`
	// ExaminedPerReturned is Examined by Returned, by 1 when nothing was returned.
	ExaminedPerReturned float64   `json:"examinedPerReturned"`
	RequestUnits        float64   `json:"requestUnits,omitempty"` // of all, where there are any
	MaxRequestUnits     float64   `json:"maxRequestUnits,omitempty"`
	Milliseconds        float64   `json:"ms"`    // of all
	MaxMilliseconds     float64   `json:"maxMs"` // of the slowest
	LastFilter          string    `json:"lastFilter"`
	LastTime            time.Time `json:"lastTime"`
	LastSeq             uint64    `json:"lastSeq"`
	Findings            []Finding `json:"findings,omitempty"` // of LastFilter

	class     filterlang.Class
	whole     bool  // one of the row ranges had no bound of the RowKey
	continued int   // of Count, further pages of a query
	bytes     int64 // of the bodies that were answered
	elapsed   time.Duration
	slowest   time.Duration
	cut       bool
	profile   filterlang.Profile
}

// maxShapes bounds how many shapes are counted. A new one beyond takes the place of the one that read least.
const maxShapes = 500

// The bounds of the memory of shapes by filter.
const (
	maxNamed      = 512
	maxNamedBytes = 256 << 10
)

type shapeKey struct {
	account, table, shape string
	point                 bool
}

// shapes counts. The zero shapes are empty.
type shapes struct {
	all   map[shapeKey]*Shape
	named map[string]string // filter -> shape: the pages of a query ask the same again and again
	bytes int               // of named
}

// add counts a request that has a plan and returns its shape.
func (s *shapes) add(r *Request, o *tablerest.Observation) string {
	point := o.Operation == getEntity
	if o.Plan == nil || !point && o.Operation != queryEntities {
		return ""
	}
	key := shapeKey{account: r.Account, table: strings.ToLower(r.Table), point: point}
	if point {
		key.shape = "(PartitionKey={String},RowKey={String})"
	} else {
		key.shape = s.shape(o.Filter, o.Plan)
	}
	found := s.all[key]
	if found == nil {
		found = &Shape{Account: key.account, Table: r.Table, Shape: key.shape, Point: point}
		if s.all == nil {
			s.all = map[shapeKey]*Shape{}
		}
		if len(s.all) >= maxShapes {
			s.drop()
		}
		s.all[key] = found
	}
	found.Count++
	if r.Code != "" {
		found.Errors++
	}
	if o.Continued {
		found.continued++
	}
	found.bytes += o.BytesOut
	found.class = max(found.class, o.Plan.Class)
	found.whole = found.whole || o.Plan.WholePartition
	found.Examined += int64(r.Examined)
	found.Returned += int64(r.Returned)
	found.RequestUnits += o.Charge
	found.MaxRequestUnits = max(found.MaxRequestUnits, o.Charge)
	found.profile = r.profile
	found.elapsed += o.Elapsed
	found.slowest = max(found.slowest, o.Elapsed)
	found.LastFilter, found.cut, found.LastTime, found.LastSeq = r.Filter, r.cut, r.Time, r.Seq
	return key.shape
}

// drop makes room for a shape.
func (s *shapes) drop() {
	var least shapeKey
	var found *Shape
	for key, shape := range s.all {
		if found == nil || cmp.Or(cmp.Compare(shape.Examined, found.Examined), cmp.Compare(shape.LastSeq, found.LastSeq)) < 0 {
			least, found = key, shape
		}
	}
	delete(s.all, least)
}

// shape returns the shape of a filter that has a plan.
func (s *shapes) shape(filter string, plan *filterlang.Plan) string {
	if shape, ok := s.named[filter]; ok {
		return shape
	}
	expr := plan.Filter
	if expr != nil && expr.Span().End > len(filter) { // what ran was narrowed to the keys of a signature
		parsed, err := filterlang.Parse(filter)
		if err != nil {
			return ""
		}
		expr = parsed
	}
	shape := cut(filterlang.ShapeOf(expr), maxFilter)
	if s.bytes += len(filter) + len(shape); s.named == nil || len(s.named) >= maxNamed || s.bytes > maxNamedBytes {
		s.named, s.bytes = map[string]string{}, len(filter)+len(shape)
	}
	s.named[filter] = shape
	return shape
}

// Caps returns what queries without an error came to, one cap for each table and shape whatever the account; point reads by their
// address, which cannot get worse, and filters too long to be kept have none.
func (f *Feed) Caps() []budget.Cap {
	f.lock.Lock()
	defer f.lock.Unlock()
	type query struct{ table, shape string }
	sums := map[query]*Shape{}
	for key, s := range f.shapes.all {
		if s.Point || s.cut || s.Errors == s.Count || len(s.Shape) >= maxFilter {
			continue
		}
		sum := sums[query{key.table, s.Shape}]
		if sum == nil {
			sum = &Shape{Table: s.Table, Shape: s.Shape}
			sums[query{key.table, s.Shape}] = sum
		}
		sum.class, sum.whole = max(sum.class, s.class), sum.whole || s.whole
		sum.Count, sum.continued, sum.bytes, sum.Examined = sum.Count+s.Count-s.Errors, sum.continued+s.continued, sum.bytes+s.bytes, sum.Examined+s.Examined
	}
	var list []budget.Cap
	for _, s := range sums {
		queries := float64(max(s.Count-s.continued, 1))
		list = budget.AppendCap(list, s.Table, s.Shape, budget.Cost{Class: s.capClass(), Examined: float64(s.Examined) / queries, RoundTrips: float64(s.Count) / queries, Bytes: float64(s.bytes) / queries})
	}
	return list
}

// capClass is the class of a cap: that of a log's calls tells a whole partition from a part of one.
func (s *Shape) capClass() string {
	if s.class == filterlang.RowRange && s.whole {
		return "whole-partition"
	}
	return s.class.Name()
}

// Shapes returns what was counted, the shapes that were charged most first, and where there are no charges those that made the server
// read most.
func (f *Feed) Shapes() []Shape {
	f.lock.Lock()
	out := make([]Shape, 0, len(f.shapes.all))
	for _, shape := range f.shapes.all {
		out = append(out, *shape)
	}
	f.lock.Unlock()
	e := explainer{}
	for i := range out {
		s := &out[i]
		s.Class = s.class.Name()
		s.Milliseconds, s.MaxMilliseconds = milliseconds(s.elapsed), milliseconds(s.slowest)
		s.ExaminedPerReturned = float64(s.Examined) / float64(max(s.Returned, 1))
		if !s.Point && !s.cut {
			s.Findings = e.findings(explained{s.LastFilter, s.profile})
		}
	}
	slices.SortFunc(out, func(a, b Shape) int {
		return cmp.Or(cmp.Compare(b.RequestUnits, a.RequestUnits), cmp.Compare(b.Examined, a.Examined), cmp.Compare(b.class, a.class), cmp.Compare(b.Count, a.Count),
			cmp.Compare(a.Account, b.Account), cmp.Compare(a.Table, b.Table), cmp.Compare(a.Shape, b.Shape))
	})
	return out
}
