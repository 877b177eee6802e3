package feed

import (
	"time"

	"rangefinder/engine/tablerest"
	"rangefinder/filterlang"
)

// Request is one request and what it cost.
type Request struct {
	Seq       uint64    `json:"seq"` // ascending, from 1
	Time      time.Time `json:"time"`
	Account   string    `json:"account"`
	Method    string    `json:"method"`
	Path      string    `json:"path"` // below the account
	Operation string    `json:"operation,omitempty"`
	Table     string    `json:"table,omitempty"`
	Parts     int       `json:"parts,omitempty"` // operations of an entity group transaction

	Filter string   `json:"filter,omitempty"`
	Select []string `json:"select,omitempty"`
	Top    int      `json:"top,omitempty"`
	Shape  string   `json:"shape,omitempty"` // the filter without its literals

	Status  int    `json:"status"`
	Code    string `json:"code,omitempty"`
	Message string `json:"message,omitempty"`

	Milliseconds float64 `json:"ms"`
	BytesIn      int64   `json:"bytesIn"`
	BytesOut     int64   `json:"bytesOut"`

	Class      string `json:"class,omitempty"` // of a query and a point read
	Examined   int    `json:"examined"`
	Returned   int    `json:"returned"`
	Partitions int    `json:"partitions"`
	Mismatched int    `json:"mismatched,omitempty"` // examined entities, not returned, in which a comparison met another type

	Fault string `json:"fault,omitempty"` // what was done to it on purpose

	RequestUnits float64 `json:"requestUnits,omitempty"` // that it was charged, where there are any

	RequestID       string `json:"requestId"`
	ClientRequestID string `json:"clientRequestId,omitempty"`

	Findings []Finding `json:"findings,omitempty"` // of the filter, made when somebody looks

	cut     bool // Filter is not the whole filter
	profile filterlang.Profile
}

// Finding is something worth saying about a filter.
type Finding struct {
	Kind     string    `json:"kind"`
	Severity string    `json:"severity"` // "info", "advice" or "warning"
	Title    string    `json:"title"`
	Rewrites []Rewrite `json:"rewrites,omitempty"`
}

// Rewrite is another way to ask.
type Rewrite struct {
	Title   string   `json:"title"`
	Filters []string `json:"filters"` // one takes the filter's place; several are queries in parallel
	Same    bool     `json:"same"`    // returns the same entities on any data
}

func newRequest(account string, o *tablerest.Observation) Request {
	r := Request{
		Time: o.Start.UTC(), Account: account, Method: cut(o.Method, maxText), Path: cut(o.Path, maxPath), Operation: o.Operation, Table: cut(o.Table, maxText),
		Parts: o.Parts, Filter: cut(o.Filter, maxFilter), Top: o.Top, Status: o.Status, Code: string(o.Code), Message: cut(o.Message, maxText),
		Milliseconds: milliseconds(o.Elapsed), BytesIn: o.BytesIn, BytesOut: o.BytesOut,
		Examined: o.Stats.Examined, Returned: o.Stats.Returned, Partitions: o.Stats.Partitions, Mismatched: o.Stats.Mismatched,
		Fault: cut(o.Fault, maxText), RequestID: o.RequestID, ClientRequestID: cut(o.ClientRequestID, maxText), RequestUnits: o.Charge, cut: len(o.Filter) > maxFilter,
	}
	if o.Plan != nil {
		r.Class, r.profile = o.Plan.Class.Name(), o.Plan.Profile
	}
	for _, name := range o.Select[:min(len(o.Select), maxSelect)] {
		r.Select = append(r.Select, cut(name, maxText))
	}
	return r
}

// milliseconds is exact to a microsecond, as nobody wants to read more digits.
func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

var severities = [...]string{filterlang.Info: "info", filterlang.Advice: "advice", filterlang.Warning: "warning"}

// explainer makes the findings of filters, each once while it remembers.
type explainer map[explained][]Finding

type explained struct {
	filter  string
	profile filterlang.Profile
}

// maxExplained bounds how many filters an explainer remembers.
const maxExplained = 256

// explain adds the findings of a planned request's filter.
func (e explainer) explain(r *Request) {
	if r.Operation == queryEntities && r.Class != "" && !r.cut {
		r.Findings = e.findings(explained{r.Filter, r.profile})
	}
}

func (e explainer) findings(of explained) []Finding {
	if found, ok := e[of]; ok {
		return found
	}
	expr, err := filterlang.Parse(of.filter)
	if err != nil {
		return nil
	}
	var out []Finding
	for _, f := range filterlang.Findings(of.profile.Plan(expr), nil) {
		found := Finding{Kind: string(f.Kind), Severity: severities[f.Severity], Title: f.Message}
		for _, w := range f.Rewrites {
			found.Rewrites = append(found.Rewrites, Rewrite{Title: w.Title, Filters: w.Filters, Same: w.Same})
		}
		out = append(out, found)
	}
	if len(e) >= maxExplained {
		clear(e)
	}
	e[of] = out
	return out
}
