package sdk

import (
	"flag"
	"math/rand/v2"
	"testing"
	"time"
)

var (
	seed  = flag.Uint64("seed", 0, "seed of the differential run; 0 takes the clock")
	steps = flag.Int("steps", 2000, "steps of the differential run")
)

// Ensure that random operations have the same answers from Azurite and from us and lead to the same tables, but for differences
// that are written down.
func TestDifferential(t *testing.T) {
	start := *seed
	if start == 0 {
		start = uint64(time.Now().UnixNano())
	}
	t.Logf("-seed %d", start)
	d := &duel{
		T: t, generator: generator{rand.New(rand.NewPCG(start, 0))}, urls: [2]string{ours.url, theirs(t)},
		etags: map[place][][2]string{}, answered: map[string]int{}, excused: map[string]int{},
	}
	known := map[string]bool{}
	for _, difference := range differences(t) {
		known[difference.name] = true
	}
	for _, e := range excuses {
		if !known[e.difference] {
			t.Errorf("no difference of the file is called %q", e.difference)
		}
	}
	for _, name := range tables {
		d.both(&message{method: "DELETE", path: "/Tables('" + name + "')"})
		d.both(&message{method: "POST", path: "/Tables", body: `{"TableName":"` + name + `"}`})
	}
	for step := range *steps {
		d.step()
		if step%500 == 499 {
			d.compareTables()
		}
		if t.Failed() {
			t.Fatalf("in step %d", step)
		}
	}
	d.compareTables()
	t.Logf("%d requests to each, answered %v; differences that are written down: %v", d.sent, d.answered, d.excused)
}

// tables are those of the differential run. Their names are written in any case.
var tables = []string{"RandomOne", "RandomTwo"}

// place is where an entity is.
type place struct{ table, partitionKey, rowKey string }

// duel sends the same to us and to Azurite.
type duel struct {
	*testing.T
	generator
	urls     [2]string
	sent     int
	etags    map[place][][2]string // what each answered, oldest first
	answered map[string]int        // how often, by status and code
	excused  map[string]int        // how often, by difference
}

// both sends a message to both and compares their answers. It returns them, and whether they are equal.
func (d *duel) both(m *message) (answers [2]reply, equal bool) {
	d.Helper()
	var outcomes [2]outcome
	d.sent++
	for i, url := range d.urls {
		sent := m.forService(i)
		answers[i] = sent.send(d.T, url)
		outcomes[i] = outcomeOf(d.T, m, &answers[i])
	}
	return answers, d.compare(m, outcomes)
}

// compare fails the test when the outcomes differ otherwise than is written down.
func (d *duel) compare(m *message, outcomes [2]outcome) (equal bool) {
	d.Helper()
	d.answered[outcomes[0].summary()]++
	if outcomes[0].equal(&outcomes[1]) {
		return true
	}
	for _, e := range excuses {
		if e.applies(m, &outcomes[0], &outcomes[1]) {
			d.excused[e.difference]++
			return false
		}
	}
	d.Errorf("%s\n\nours    %s\nAzurite %s", m, &outcomes[0], &outcomes[1])
	return false
}

// step does one thing to both.
func (d *duel) step() {
	switch n := d.IntN(100); {
	case n < 12:
		d.get()
	case n < 30:
		d.query()
	case n < 33:
		d.listTables()
	case n < 34 && d.IntN(4) == 0:
		d.renew()
	case n < 55:
		d.transaction()
	default:
		d.write()
	}
}

func (d *duel) get() {
	m := message{method: "GET", path: d.place().path(d.anyCase)}
	if d.IntN(4) == 0 {
		m.query = []string{"$select=" + d.names()}
	}
	d.both(&m)
}

// write does one operation on one entity.
func (d *duel) write() {
	at := d.place()
	m, existing := d.operation(at)
	d.spoil(&m, at)
	d.withETag(&m, at, existing)
	answers, equal := d.both(&m)
	if !equal {
		d.forget(at)
		return
	}
	d.learn(at, [2]string{answers[0].header.Get("ETag"), answers[1].header.Get("ETag")})
}

// transaction does up to eight operations on one partition.
func (d *duel) transaction() {
	first := d.place()
	m := message{method: "POST", path: "/$batch", batch: []message{}}
	var places []place
	for _, i := range d.Perm(len(rowKeys))[:1+d.IntN(8)] {
		at := place{first.table, first.partitionKey, rowKeys[i]}
		places = append(places, at)
		part, existing := d.operation(at)
		if d.IntN(3) > 0 { // otherwise most of them would fail
			part, existing = d.upsert(at), false
		}
		d.withETag(&part, at, existing)
		m.batch = append(m.batch, part)
	}
	answers, equal := d.both(&m)
	if !equal {
		d.forget(places...)
		return
	}
	if parts := answers[0].parts(); len(parts) == len(places) && parts[0].status < 400 {
		for i, at := range places {
			d.learn(at, [2]string{answers[0].parts()[i].etag, answers[1].parts()[i].etag})
		}
	}
}

// withETag makes an operation conditional: on any ETag, the present one, an old one, or one that never was.
func (d *duel) withETag(m *message, at place, existing bool) {
	if !existing {
		return
	}
	history := d.etags[at]
	switch n := d.IntN(10); {
	case n < 4 && len(history) > 0:
		m.etags = history[len(history)-1]
	case n < 6 && len(history) > 0:
		m.etags = history[d.IntN(len(history))]
	case n < 7:
		m.header = append(m.header, `If-Match: W/"datetime'2020-01-01T00%3A00%3A00Z'"`)
	default:
		m.header = append(m.header, "If-Match: *")
	}
}

// learn keeps the ETags that were answered.
func (d *duel) learn(at place, etags [2]string) {
	if etags[0] == "" || etags[1] == "" {
		return
	}
	history := append(d.etags[at], etags)
	d.etags[at] = history[max(0, len(history)-4):]
}

// forget deletes entities that only one of the two may have.
func (d *duel) forget(places ...place) {
	for _, at := range places {
		m := message{method: "DELETE", path: at.path(nil), header: []string{"If-Match: *"}}
		for _, url := range d.urls {
			m.send(d.T, url)
		}
		delete(d.etags, at)
	}
}

// renew deletes a table and makes it again.
func (d *duel) renew() {
	name := pick(d.generator, tables)
	d.both(&message{method: "DELETE", path: "/Tables('" + d.anyCase(name) + "')"})
	d.both(&message{method: "GET", path: "/" + name + "()"})
	d.both(&message{method: "POST", path: "/Tables", body: `{"TableName":"` + name + `"}`})
	d.both(&message{method: "POST", path: "/Tables", body: `{"TableName":"` + d.anyCase(name) + `"}`})
	for at := range d.etags {
		if at.table == name {
			delete(d.etags, at)
		}
	}
}

func (d *duel) listTables() {
	filters := []string{"TableName ge 'Random' and TableName lt 'Randon'", "TableName eq 'RandomOne'", "TableName eq 'Absent'"}
	d.both(&message{method: "GET", path: "/Tables", query: []string{"$filter=" + pick(d.generator, filters)}})
}

// query reads a query to its end, page by page, and compares each page.
func (d *duel) query() {
	m := message{method: "GET", path: "/" + d.anyCase(pick(d.generator, tables)) + "()"}
	if d.IntN(8) > 0 {
		m.query = append(m.query, "$filter="+d.filter(2))
	}
	if d.IntN(3) == 0 {
		m.query = append(m.query, "$select="+d.names())
	}
	if d.IntN(2) == 0 {
		m.query = append(m.query, "$top="+pick(d.generator, []string{"0", "1", "2", "7", "1000", "1001"}))
	}
	d.pages(&m)
}

// pages reads all pages of a query from both.
func (d *duel) pages(m *message) {
	d.Helper()
	var whole [2]outcome
	for i, url := range d.urls {
		next := *m
		for page := 0; ; page++ {
			d.sent += 1 - i
			answer := next.send(d.T, url)
			part := outcomeOf(d.T, m, &answer)
			whole[i].join(&part)
			partition, row := answer.header.Get("x-ms-continuation-NextPartitionKey"), answer.header.Get("x-ms-continuation-NextRowKey")
			if partition == "" || m.isTop("0") {
				break
			}
			if page > 300 {
				d.Fatalf("%s: the pages of %s have no end", m, url)
			}
			next.query = append(m.query[:len(m.query):len(m.query)], "NextPartitionKey="+partition)
			if row != "" {
				next.query = append(next.query, "NextRowKey="+row)
			}
		}
	}
	d.compare(m, whole)
}

// compareTables compares every entity of every table.
func (d *duel) compareTables() {
	d.Helper()
	for _, name := range tables {
		d.pages(&message{method: "GET", path: "/" + name + "()"})
	}
}
