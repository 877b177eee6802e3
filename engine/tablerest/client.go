package tablerest

import (
	"context"
	"strconv"
	"strings"
	"time"

	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Doer sends one request and returns its whole answer. Its error is for a request that had no answer; a refusal is an answer.
// It may be called from several goroutines.
type Doer interface {
	Do(ctx context.Context, r Request) (*Response, error)
}

// Request is a request as a Doer sends it.
type Request struct {
	Method string
	URL    string // in percent-encoding; a Doer must not change it
	Header []Field
	Body   string

	// Only a Joiner gets a Body that is brief: each of its bytes 0, of which there are Times, stands for Repeats.
	Repeats string
	Times   int
}

// size is how many bytes the body has when it is not brief.
func (r *Request) size() int { return len(r.Body) + r.Times*(len(r.Repeats)-1) }

// whole returns the request with a body that is not brief.
func (r Request) whole() Request {
	if r.Times > 0 {
		r.Body, r.Repeats, r.Times = strings.ReplaceAll(r.Body, "\x00", r.Repeats), "", 0
	}
	return r
}

// Field is a header field.
type Field struct{ Name, Value string }

// Response is an answer as a Doer got it.
type Response struct {
	Status int
	Header []Field // names in any case
	Body   string

	// Attempts is how often the request was sent for this answer; a Doer that sends once may leave 0. With more than one, what
	// the answer is about may have been done by an attempt before.
	Attempts int
}

// Get returns the first field of that name in any case, "" when there is none.
func (r *Response) Get(name string) string {
	for i := range r.Header {
		if strings.EqualFold(r.Header[i].Name, name) {
			return r.Header[i].Value
		}
	}
	return ""
}

// Client is the engine.Service on the other side of a Doer: an account of the Azure Table service, of an emulator, or of a
// Handler. It asks once and does not sign: a Doer, or a proxy behind it, does; with a Retrier it asks again. A write that was
// sent more than once and is refused for what it may have done itself, as an insert of what is there, is checked against what
// the service holds, and is no error when that is as it was to be; a merge then answers no ETag. Its errors are *engine.Error
// with the code the service gave, those of the Doer, the context's, and *engine.UnknownOutcome around them for a write that may
// have been done. Of a service that is no Handler, Stats tells what came back only.
type Client struct {
	Doer Doer
	URL  string // of the account, without a slash at the end

	// Brief is for a Client whose requests end at a Joiner: what all inserts of a transaction begin with is then sent once.
	Brief bool
}

var _ engine.Service = (*Client)(nil)

// CreateTable implements engine.Service.
func (c *Client) CreateTable(ctx context.Context, table string) error {
	body := append(appendText([]byte(`{"TableName":`), table), '}')
	_, again, err := c.write(ctx, c.request("POST", "/Tables", string(body), Field{"Prefer", "return-no-content"}))
	if again && codeOf(err) == engine.TableAlreadyExists {
		return nil
	}
	return err
}

// DeleteTable implements engine.Service.
func (c *Client) DeleteTable(ctx context.Context, table string) error {
	_, again, err := c.write(ctx, c.request("DELETE", "/"+string(appendTablePath(nil, table)), ""))
	if code := codeOf(err); again && (code == engine.ResourceNotFound || code == engine.TableNotFound || code == engine.TableBeingDeleted) {
		return nil
	}
	return err
}

// Tables implements engine.Service.
func (c *Client) Tables(ctx context.Context, after string, top int) (engine.TablePage, error) {
	var options query
	if top != 0 {
		options.add("$top", strconv.Itoa(top))
	}
	if after != "" {
		options.add("NextTableName", sentToken(after))
	}
	r, err := c.send(ctx, "GET", "/Tables"+options.text(), "")
	if err != nil {
		return engine.TablePage{}, err
	}
	var page engine.TablePage
	failed := readList(r.Body, func(o *object) *engine.Error {
		for i := range o.members {
			if m := &o.members[i]; m.name == "TableName" {
				name, err := m.value()
				if err != nil {
					return err
				}
				page.Names = append(page.Names, strings.Clone(name.Text()))
			}
		}
		return nil
	})
	if failed != nil {
		return engine.TablePage{}, unreadable(failed)
	}
	page.Next = receivedToken(r.Get("x-ms-continuation-NextTableName"))
	return page, nil
}

// Get implements engine.Service.
func (c *Client) Get(ctx context.Context, table, partitionKey, rowKey string) (engine.Entity, error) {
	if !isTable(table) {
		return rules().Get(ctx, table, partitionKey, rowKey)
	}
	r, err := c.send(ctx, "GET", "/"+string(appendEntityPath(nil, table, partitionKey, rowKey)), "")
	if err != nil {
		return engine.Entity{}, err
	}
	var o object
	if err := readBodyObject(r.Body, &o); err != nil {
		return engine.Entity{}, unreadable(err)
	}
	return new(entityReader).entity(&o)
}

// Query implements engine.Service.
func (c *Client) Query(ctx context.Context, table string, q engine.Query) (*engine.Page, error) {
	start := time.Now()
	if !isTable(table) {
		return rules().Query(ctx, table, q)
	}
	request, err := c.QueryRequest(table, q)
	if err != nil {
		return nil, err
	}
	r, err := c.ask(ctx, request)
	if err != nil {
		return nil, err
	}
	page := &engine.Page{}
	var reader entityReader
	failed := readList(r.Body, func(o *object) *engine.Error {
		e, err := reader.entity(o)
		if err != nil {
			return unreadable(err)
		}
		page.Entities = append(page.Entities, e)
		page.Stats.Bytes += int64(e.Size())
		return nil
	})
	if failed != nil {
		return nil, unreadable(failed)
	}
	page.Next = engine.Token{}
	if pk := r.Get("x-ms-continuation-NextPartitionKey"); pk != "" {
		page.Next = engine.Token{PartitionKey: receivedToken(pk), Valid: true}
		if rk := r.Get("x-ms-continuation-NextRowKey"); rk != "" {
			page.Next.RowKey, page.Next.HasRow = receivedToken(rk), true
		}
	}
	if page.Plan, err = engine.CheckQuery(q); err != nil {
		page.Plan = filterlang.NewPlan(nil) // the service understands more than we do: take it for the worst
	}
	page.Stats.Returned, page.Stats.RoundTrips = len(page.Entities), 1
	page.Stats.Examined, page.Stats.Partitions = readPlanLine(r.Get("x-rangefinder-plan"))
	page.Stats.Elapsed = time.Since(start)
	return page, nil
}

// QueryRequest returns the request that Query sends. Nothing that signs it is in it.
func (c *Client) QueryRequest(table string, q engine.Query) (Request, error) {
	options, err := queryOptions(q)
	if err != nil {
		return Request{}, err
	}
	return c.request("GET", "/"+table+"()"+options.text(), ""), nil
}

// queryOptions returns the options of a query of entities. Keys and Timestamp are asked for with every projection: an entity
// needs them.
func queryOptions(q engine.Query) (query, error) {
	var options query
	if len(q.Select) > engine.MaxSelect {
		return options, engine.Errorf(engine.InvalidInput, "$select has %d names; at most %d are allowed.", len(q.Select), engine.MaxSelect)
	}
	if q.Filter != "" {
		options.add("$filter", q.Filter)
	}
	if q.Select != nil {
		names := []string{filterlang.PartitionKey, filterlang.RowKey, filterlang.Timestamp}
		seen := map[string]bool{"": true, names[0]: true, names[1]: true, names[2]: true}
		for _, name := range q.Select {
			if !seen[name] {
				seen[name] = true
				names = append(names, name)
			}
		}
		if len(names) <= engine.MaxSelect { // else everything comes, which the caller projects all the same
			options.add("$select", strings.Join(names, ","))
		}
	}
	switch q.Top {
	case 0:
	case engine.NoEntities:
		options.add("$top", "0")
	default:
		options.add("$top", strconv.Itoa(q.Top))
	}
	if q.From.Valid {
		options.add("NextPartitionKey", sentToken(q.From.PartitionKey))
		if q.From.HasRow {
			options.add("NextRowKey", sentToken(q.From.RowKey))
		}
	}
	return options, nil
}

// query is the query of a URL in the making.
type query struct{ b []byte }

func (q *query) add(name, value string) {
	if len(q.b) == 0 {
		q.b = append(q.b, '?')
	} else {
		q.b = append(q.b, '&')
	}
	q.b = append(append(q.b, name...), '=')
	q.b = appendEscaped(q.b, value)
}

func (q *query) text() string { return string(q.b) }

// foreignToken stands before a continuation of another service in a Token: it is sent back as it came. No key begins so.
const foreignToken = "\x00\x01"

// receivedToken returns the key in a continuation header.
func receivedToken(text string) string {
	if text == "" {
		return ""
	}
	if key, err := engine.DecodeTokenKey(text); err == nil && engine.EncodeTokenKey(key) == text {
		return key
	}
	return foreignToken + text
}

// TokenText returns what to show of a key in a continuation token: of a foreign one the text that came.
func TokenText(key string) string { return strings.TrimPrefix(key, foreignToken) }

// sentToken returns what to send for it.
func sentToken(key string) string {
	if text, ok := strings.CutPrefix(key, foreignToken); ok {
		return text
	}
	return engine.EncodeTokenKey(key)
}

// readPlanLine reads the header that a Handler tells the cost of a query with.
func readPlanLine(line string) (examined, partitions int) {
	for line != "" {
		var item string
		item, line, _ = strings.Cut(line, ";")
		name, value, _ := strings.Cut(strings.TrimSpace(item), "=")
		n, err := strconv.Atoi(value)
		switch {
		case err != nil:
		case name == "examined":
			examined = n
		case name == "partitions":
			partitions = n
		}
	}
	return examined, partitions
}

// entityReader makes entities of the objects of one answer.
type entityReader struct {
	maker      engine.EntityMaker
	properties []engine.Property
}

// entity returns the entity of an object.
func (r *entityReader) entity(o *object) (engine.Entity, error) {
	var pk, rk string
	var at edm.Ticks
	properties := r.properties[:0]
	for i := range o.members {
		m := &o.members[i]
		if m.name == filterlang.Timestamp {
			m.typ = edm.DateTime
		}
		v, err := m.value()
		if err != nil {
			return engine.Entity{}, unreadable(err)
		}
		switch m.name {
		case filterlang.PartitionKey:
			pk = v.Text()
		case filterlang.RowKey:
			rk = v.Text()
		case filterlang.Timestamp:
			at = v.Ticks()
		default:
			if !v.IsZero() {
				properties = append(properties, engine.Property{Name: m.name, Value: v})
			}
		}
	}
	r.properties = properties
	e, err := r.maker.New(pk, rk, at, properties)
	if err != nil {
		return e, unreadable(err)
	}
	if o.etag == "" || follows(o.etag, at) {
		return e, nil
	}
	etag, ok := unquote(o.etag, false)
	if !ok || o.etag[0] != '"' {
		return engine.Entity{}, unreadable(engine.Errorf(engine.InvalidInput, "an ETag is not a JSON string"))
	}
	return engine.WithETag(e, etag), nil
}

// follows reports whether the JSON text of an ETag is the one that goes with a Timestamp, as most are: "W/\"datetime'…'\"".
func follows(raw string, at edm.Ticks) bool {
	raw, ok := strings.CutPrefix(raw, `"W/\"datetime'`)
	if !ok {
		return false
	}
	for text := at.String(); text != ""; {
		part, rest, colon := strings.Cut(text, ":")
		if raw, ok = strings.CutPrefix(raw, part); !ok {
			return false
		}
		if colon {
			if raw, ok = strings.CutPrefix(raw, "%3A"); !ok {
				return false
			}
		}
		text = rest
	}
	return raw == `'\""`
}

// isTable reports whether a name can be that of a table. A service is not asked about others: an account without tables
// answers for it, as any account would.
func isTable(name string) bool { return engine.CheckTableName(name) == nil || isMetrics(name) }
