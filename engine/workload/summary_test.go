package workload

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"rangefinder/filterlang"
)

// Ensure that filters of one skeleton have one shape, whatever their literals: a shape is looked up by its skeleton.
func TestSkeleton_OneShape(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	literals := []string{"'a'", "'it''s'", "''", "5", "-5", "2147483647", "2147483648", "-2147483648", "-2147483649", "0000000000005", "9223372036854775807", "9223372036854775808", "5L", "5.5", "6E+23", "NaN", "INF", "-INF", "true", "False",
		"datetime'2020-01-01T00:00:00Z'", "datetime'2020-01-01T00:00:00.123Z'", "datetime'x'", "guid'dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2'", "guid'x'", "X'00FF'", "X'0'", "binary'00'", "X'zz'", "null", "''a", "A"}
	shapes := map[string]string{}
	for range 5000 {
		var clauses []string
		for range 1 + random.IntN(2) {
			clauses = append(clauses, "A "+[]string{"eq", "gt"}[random.IntN(2)]+" "+literals[random.IntN(len(literals))])
		}
		filter := strings.Join(clauses, " and ")
		e, err := filterlang.Parse(filter)
		shape := "refused"
		if err == nil {
			shape = filterlang.ShapeOf(e)
		}
		key := string(appendSkeleton(nil, filter))
		if other, known := shapes[key]; known && other != shape {
			t.Errorf("%s: %s, but another filter of %q is %s", filter, shape, key, other)
		}
		shapes[key] = shape
	}
	if len(shapes) < 100 {
		t.Errorf("%d skeletons", len(shapes))
	}
}

func TestHistogram_Quantile(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		var h histogram
		var all []time.Duration
		for range 1 + random.IntN(300) {
			d := time.Duration(math.Exp(random.Float64()*20)) * time.Microsecond
			all = append(all, d)
			h.add(d)
		}
		slices.Sort(all)
		for _, q := range []float64{0, 0.5, 0.95, 1} {
			want := all[int(q*float64(len(all)-1))]
			if got := h.quantile(q); math.Abs(float64(got-want)) > 0.032*float64(want) {
				t.Errorf("quantile %g of %d: %v, want %v", q, len(all), got, want)
			}
		}
	}
	var h histogram
	if h.add(1000 * time.Hour); h.quantile(0.5) < 24*time.Hour || len(h.buckets) > maxBuckets || (&histogram{}).quantile(0.5) != 0 {
		t.Errorf("%v in %d buckets", h.quantile(0.5), len(h.buckets))
	}
}

// start is when the generated logs begin.
var start = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

func query(table, filter string) *Call { return &Call{Operation: Query, Table: table, Filter: filter} }

func list(s *Summary) string {
	var b strings.Builder
	for _, shape := range s.Shapes() {
		fmt.Fprintf(&b, "%s|%s|%s|%s|%d|%s\n", shape.Table, shape.Operation, shape.Text, shape.Class, shape.Calls, shape.Example)
	}
	return b.String()
}

// Ensure that calls are counted by shape, with tables told apart in any case of their names, and ranked by class, then calls.
func TestSummary_Shapes(t *testing.T) {
	var s Summary
	for range 3 {
		s.Add(query("Movies", "PartitionKey eq 'a'"))
	}
	s.Add(query("movies", "PartitionKey eq 'b'"))
	s.Add(query("Movies", "Rating gt 4"))
	s.Add(query("Movies", "PartitionKey ge 'b'"))
	s.Add(query("Movies", "PartitionKey ge ''"))
	s.Add(query("Movies", "PartitionKey eq 'a' and RowKey ge 'b'"))
	s.Add(query("Movies", "startswith(A,'x')"))
	s.Add(query("Movies", "startswith(A,'y')"))
	s.Add(query("Movies", ""))
	s.Add(&Call{Operation: PointRead, Table: "Movies", Keys: true})
	s.Add(&Call{Operation: Insert, Table: "Movies"})
	s.Add(&Call{Operation: Query, Table: "Movies", Cut: true, Measured: true, Class: "partition-range", Filter: "A eq 'xxx"})
	s.Add(&Call{Operation: Tables})
	want := `Movies|query|PartitionKey ge {String}|full-scan|2|PartitionKey ge ''
Movies|query||full-scan|1|
Movies|query|Rating gt {Int32}|full-scan|1|Rating gt 4
Movies|query|(a filter of which the log has the beginning only)|partition-range|1|
Movies|query|PartitionKey eq {String}|row-range|4|PartitionKey eq 'a'
Movies|query|PartitionKey eq {String} and RowKey ge {String}|row-range|1|PartitionKey eq 'a' and RowKey ge 'b'
Movies|point read|(PartitionKey={String},RowKey={String})|point|1|
Movies|insert||insert|1|
Movies|query|startswith(A, {String})|refused|2|startswith(A,'x')
|tables||tables|1|
`
	if got := list(&s); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for _, shape := range s.Shapes() {
		if shape.Text == "Rating gt {Int32}" && len(shape.Findings) == 0 && shape.Plan == nil {
			t.Errorf("%+v has no plan", shape)
		}
	}
}

// Ensure that what was measured decides the rank, if all queries were.
func TestSummary_Measured(t *testing.T) {
	var s Summary
	add := func(filter, class string, examined int64) {
		s.Add(&Call{Operation: Query, Table: "Movies", Filter: filter, Measured: true, Class: class, Examined: examined, Returned: 1})
	}
	add("Rating gt 4", "full-scan", 5)
	add("PartitionKey eq 'a'", "row-range", 3000)
	add("PartitionKey eq 'b'", "row-range", 3000)
	if got := list(&s); !strings.HasPrefix(got, "Movies|query|PartitionKey eq {String}|row-range|2") || s.Shapes()[0].Examined != 6000 {
		t.Error(got)
	}
	s.Add(query("Movies", "Rating gt 4"))
	if got := list(&s); !strings.HasPrefix(got, "Movies|query|Rating gt {Int32}|full-scan|2") {
		t.Error(got)
	}
}

// Ensure that a call after a failed one with the same id is a retry, and the page after a good one is not.
func TestSummary_Retries(t *testing.T) {
	var s Summary
	for _, c := range []struct {
		id     string
		status int
	}{{"a", 503}, {"a", 503}, {"a", 200}, {"a", 200}, {"b", 200}, {"b", 200}, {"", 503}, {"", 200}, {"c", 404}, {"c", 200}, {"d", 429}, {"d", 200}} {
		s.Add(&Call{Operation: Insert, Table: "Movies", Status: c.status, clientRequest: c.id})
	}
	if shape := s.Shapes()[0]; shape.Retries != 3 || shape.Status[503] != 3 {
		t.Errorf("%+v", shape)
	}
	for i := range 3 * maxFailed {
		s.Add(&Call{Operation: Insert, Table: "Movies", Status: 500, clientRequest: fmt.Sprint("x", i)})
	}
	if len(s.failed) > maxFailed || len(s.failedRing) > maxFailed {
		t.Errorf("%d ids are remembered", len(s.failed))
	}
}

func TestSummary_Narrowed(t *testing.T) {
	at := func(hour int, table string) *Call {
		return &Call{Operation: Query, Table: table, Time: start.Add(time.Duration(hour) * time.Hour)}
	}
	s := Summary{Since: start.Add(2 * time.Hour), Table: "movies"}
	for hour := range 7 {
		s.Add(at(hour, "Movies"))
		s.Add(at(hour, "Log"))
	}
	s.Add(&Call{Operation: Query, Table: "Movies"}) // nobody knows when
	if shape := s.Shapes()[0]; s.Calls() != 5 || shape.PerHour != 1.25 || shape.Share != 1 {
		t.Errorf("%d calls, %+v", s.Calls(), shape)
	}
}

// Ensure that shapes beyond the limit are counted together, and that hostile filters take bounded memory and time.
func TestSummary_Bounded(t *testing.T) {
	var s Summary
	for i := range 2*maxSkeletons + 10 {
		s.Add(query("Movies", fmt.Sprintf("P%d", i)))
	}
	s.Add(query("Movies", strings.Repeat("(", maxFilter)))
	s.Add(query("Movies", strings.Repeat("(", maxFilter+1)))
	shapes := s.Shapes()
	if len(shapes) != maxShapes+1 || len(s.skeletons) > maxSkeletons {
		t.Errorf("%d shapes, %d skeletons", len(shapes), len(s.skeletons))
	}
	at := slices.IndexFunc(shapes, func(shape Shape) bool { return shape.Text == OtherShapes })
	if at < 0 || shapes[at].Calls != 2*maxSkeletons+12-maxShapes {
		t.Errorf("further shapes: %d", at)
	}
}

func TestPresentable(t *testing.T) {
	for filter, want := range map[string]bool{
		"PartitionKey eq 'Action' and Rating gt 4.5":       true,
		"At ge datetime'2026-11-20T09:30:00.123Z'":         true,
		"Id eq guid'dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2'": true,
		"Version eq '1.2.3'":                               true,
		"Caller eq '203.0.113.77'":                         false,
		"Caller eq '203.0.113.77:443'":                     false,
		"Caller eq 'x203.0.113.77.'":                       false,
		"Caller eq '2001:db8::77'":                         false,
		"Caller eq '[2001:DB8::77]:443'":                   false,
		"U eq 'https://a/x?sv=1&SIG=abc'":                  false,
		"U eq 'sig%3Dabc'":                                 false,
		"U eq 'SharedKey a:b'":                             false,
		strings.Repeat("x", maxExample+1):                  false,
	} {
		if presentable(filter) != want {
			t.Errorf("%.60s: %v", filter, !want)
		}
	}
}
