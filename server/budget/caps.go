package budget

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"rangefinder/engine/workload"
	"rangefinder/filterlang"
)

// Cap says how much a query may cost: at most a class, and the other numbers of one query with all its pages, on average. What is zero
// is not capped.
type Cap struct {
	Table      string  `json:"table,omitempty"` // "" for every table
	Query      string  `json:"query"`           // the shape, "Rating gt {Double}", or a filter of it; "" for no filter
	Class      string  `json:"class,omitempty"` // "empty", "point" or what a rule may deny
	Examined   float64 `json:"examined,omitempty"`
	RoundTrips float64 `json:"roundTrips,omitempty"`
	Bytes      float64 `json:"bytes,omitempty"`
}

// Caps are the caps of a file.
type Caps struct{ byQuery map[capKey]Cap }

type capKey struct{ table, shape string }

// Cost is what a query came to where it was measured: in a log, or on the entities of a workspace. What is negative is not known.
type Cost struct {
	Class      string // "" to plan the filter
	Examined   float64
	RoundTrips float64
	Bytes      float64
}

// capsHead is the first line of a file of caps.
const capsHead = `{"rangefinder.caps":1}`

// ReadCaps reads a file of caps: capsHead, and then one cap a line as JSON. Lines that are empty are passed over. Errors say what is
// wrong with which line.
func ReadCaps(r io.Reader) (*Caps, error) {
	in := bufio.NewScanner(r)
	in.Buffer(make([]byte, 64<<10), maxLine)
	out := &Caps{byQuery: map[capKey]Cap{}}
	for line := 1; in.Scan(); line++ {
		text := bytes.TrimSpace(in.Bytes())
		if line == 1 {
			var head struct {
				V int `json:"rangefinder.caps"`
			}
			if json.Unmarshal(bytes.TrimPrefix(text, []byte("\ufeff")), &head) != nil || head.V == 0 {
				return nil, fmt.Errorf("it is not a file of caps: its first line is not %s", capsHead)
			}
			if head.V > 1 {
				return nil, fmt.Errorf("its format is %d, and this version reads format 1", head.V)
			}
			continue
		}
		if len(text) == 0 {
			continue
		}
		var c Cap
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		if err := d.Decode(&c); err != nil {
			return nil, fmt.Errorf("line %d: %s", line, capAdvice(text, err))
		}
		if d.More() {
			return nil, fmt.Errorf("line %d: there is more on the line than one cap: give each a line of its own", line)
		}
		for _, n := range []struct {
			name string
			is   float64
		}{{"examined", c.Examined}, {"roundTrips", c.RoundTrips}, {"bytes", c.Bytes}} {
			if n.is < 0 {
				return nil, fmt.Errorf("line %d: %s is %s, and no query costs less than nothing: take a number above 0, or leave %s out for no cap", line, n.name, plain(n.is), n.name)
			}
		}
		if _, known := capLevels[c.Class]; c.Class != "" && !known {
			return nil, fmt.Errorf("line %d: %.40q is not a class: take point, row-range, whole-partition, partition-range or full-scan", line, c.Class)
		}
		key := capKey{strings.ToLower(c.Table), shapeOf(c.Query)}
		if _, twice := out.byQuery[key]; twice {
			return nil, fmt.Errorf("line %d: the query has a cap on a line before", line)
		}
		if len(out.byQuery) == maxFilters {
			return nil, fmt.Errorf("there are more than %d caps", maxFilters)
		}
		out.byQuery[key] = c
	}
	if errors.Is(in.Err(), bufio.ErrTooLong) {
		return nil, fmt.Errorf("a line has more than %d bytes", maxLine)
	}
	if in.Err() == nil && len(out.byQuery) == 0 {
		return nil, errors.New("it has no cap")
	}
	return out, in.Err()
}

// capMembers are the members of a line.
var capMembers = []string{"table", "query", "class", "examined", "roundTrips", "bytes"}

// capAdvice says what is wrong with a line that is no cap, and what to write instead.
func capAdvice(text []byte, err error) string {
	list := strings.Join(capMembers[:len(capMembers)-1], ", ") + " and " + capMembers[len(capMembers)-1]
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		if e.Field == "" {
			return "it is not a cap: write an object of JSON with " + list
		}
		if e.Type.Kind() == reflect.String {
			return fmt.Sprintf("%s has to be a text in quotes", e.Field)
		}
		return fmt.Sprintf("%s has to be a number without quotes", e.Field)
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(text, &members) != nil {
		return "it is not JSON: write one cap a line, as {\"query\":\"Rating gt {Int32}\",\"class\":\"row-range\"}"
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if slices.ContainsFunc(capMembers, func(known string) bool { return strings.EqualFold(known, name) }) {
			continue
		}
		if near := filterlang.Nearest(name, capMembers); near != "" {
			return fmt.Sprintf("a cap has no member %.40q: did you mean %s?", name, near)
		}
		return fmt.Sprintf("a cap has no member %.40q: take %s, or leave it out", name, list)
	}
	return err.Error()
}

// shapeOf is the shape of a filter; what cannot be read as one is a shape already.
func shapeOf(query string) string {
	if e, err := filterlang.Parse(query); err == nil {
		return filterlang.ShapeOf(e)
	}
	return strings.TrimSpace(query)
}

// Of returns the cap of a query, one for its table before one for all; ok is false when it has none.
func (c *Caps) Of(f Filter) (of Cap, ok bool) {
	if c == nil {
		return Cap{}, false
	}
	shape := f.Shape
	if shape == "" {
		shape = shapeOf(f.Text)
	}
	if of, ok = c.byQuery[capKey{strings.ToLower(f.Table), shape}]; !ok {
		of, ok = c.byQuery[capKey{"", shape}]
	}
	return of, ok
}

// capLevels are the classes of a cap.
var capLevels = map[string]level{"empty": empty, "point": point, "row-range": rowRange, "whole-partition": wholePartition, "partition-range": partitionRange, "full-scan": fullScan,
	"one-partition": onePartition, "all-partitions": allPartitions, "no-index-help": noIndexHelp}

// Exceeded says in what a filter costs more than its cap, nothing when it does not.
func (c *Cap) Exceeded(f Filter, profile filterlang.Profile) (how []string) {
	is, known := level(0), false
	if f.Cost != nil && f.Cost.Class != "" {
		is, known = capLevels[f.Cost.Class]
	} else if e, err := filterlang.Parse(f.Text); err == nil {
		is, known = levelOf(profile.Plan(e)), true
	}
	if most, ok := capLevels[c.Class]; ok && known && is > most {
		how = append(how, fmt.Sprintf("it is a %s, and at most a %s is allowed", is, most))
	}
	if f.Cost == nil {
		return how
	}
	for _, n := range []struct {
		is, most float64
		what     string
	}{{f.Cost.Examined, c.Examined, "examines %s entities"}, {f.Cost.RoundTrips, c.RoundTrips, "takes %s requests"}, {f.Cost.Bytes, c.Bytes, "answers %s bytes"}} {
		if n.most > 0 && n.is > n.most {
			how = append(how, fmt.Sprintf("it "+n.what+", and at most %s are allowed", plain(n.is), plain(n.most)))
		}
	}
	return how
}

// plain writes a number without a power of ten, to a tenth.
func plain(f float64) string { return strconv.FormatFloat(math.Round(f*10)/10, 'f', -1, 64) }

// CostOf is what a shape of a log came to, for one query with its pages.
func CostOf(s *workload.Shape) Cost {
	queries := float64(max(s.Calls-s.Continued, 1))
	c := Cost{Class: s.Class, Examined: -1, RoundTrips: float64(s.Calls) / queries, Bytes: float64(s.BytesOut) / queries}
	if s.WholePartition && s.Class == filterlang.RowRange.Name() {
		c.Class = "whole-partition"
	}
	if s.Measured == s.Calls {
		c.Examined = float64(s.Examined) / queries
	}
	return c
}

// CapsOf returns caps of the queries of a log as they are. What is refused, and a filter that the log cut off, has none.
func CapsOf(shapes []workload.Shape) []Cap {
	var list []Cap
	for i := range shapes {
		s := &shapes[i]
		if s.Operation == workload.Query && (s.Text == "" || s.Plan != nil) {
			list = AppendCap(list, s.Table, s.Text, CostOf(s))
		}
	}
	return list
}

// AppendCap adds a cap at what a query came to, rounded up to two digits so that a little more is no failure; a class that no cap can
// have adds none.
func AppendCap(list []Cap, table, query string, c Cost) []Cap {
	if _, known := capLevels[c.Class]; !known {
		return list
	}
	return append(list, Cap{table, query, c.Class, upTo(c.Examined), upTo(c.RoundTrips), upTo(c.Bytes)})
}

// WriteCaps writes caps in the order of tables and shapes: two files of one application differ where its queries do.
func WriteCaps(w io.Writer, list []Cap) error {
	slices.SortFunc(list, func(a, b Cap) int {
		if order := strings.Compare(strings.ToLower(a.Table), strings.ToLower(b.Table)); order != 0 {
			return order
		}
		return strings.Compare(a.Query, b.Query)
	})
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, capsHead)
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	for _, c := range list {
		if err := e.Encode(c); err != nil {
			return err
		}
	}
	return out.Flush()
}

// upTo rounds up to two digits; what is not known has no cap.
func upTo(f float64) float64 {
	if f <= 0 {
		return 0
	}
	unit := math.Pow(10, math.Floor(math.Log10(f))-1)
	if up := math.Ceil(f/unit-1e-9) * unit; unit >= 1 {
		return up
	}
	return math.Ceil(f*10-1e-9) / 10
}
