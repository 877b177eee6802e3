package requests

import (
	"bytes"
	"encoding/json"
	"time"

	"rangefinder/app/page"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// Request is one request as the server tells of it. All text in it is an application's.
type Request struct {
	ID        int       `json:"-"` // of this page: the numbers of a server begin anew when it does
	Time      time.Time `json:"time"`
	Account   string    `json:"account"`
	Method    string    `json:"method"`
	Path      string    `json:"path"`
	Operation string    `json:"operation"`
	Table     string    `json:"table"`
	Filter    string    `json:"filter"`
	Status    int       `json:"status"`
	Code      string    `json:"code"`
	Message   string    `json:"message"`
	MS        float64   `json:"ms"`
	Class     Class     `json:"class"`
	Examined  int       `json:"examined"`
	Returned  int       `json:"returned"`
	Units     float64   `json:"requestUnits"` // that it was charged, 0 where there are none
	Findings  []Finding `json:"findings"`
	Fault     string    `json:"fault"` // what was done to it on purpose, "" for nothing
}

// Query reports whether the request can be opened in the query screen.
func (r *Request) Query() bool { return r.Operation == "Query Entities" && r.Table != "" }

// Finding is something worth saying about the filter of a request.
type Finding struct {
	Severity string `json:"severity"`
	Title    string `json:"title"`
	Rewrites []struct {
		Title string `json:"title"`
	} `json:"rewrites"`
}

// Shape is what queries have in common that differ in their literals only.
type Shape struct {
	Account             string  `json:"account"`
	Table               string  `json:"table"`
	Shape               string  `json:"shape"`
	Point               bool    `json:"point"`
	Class               Class   `json:"class"` // the worst
	Count               int     `json:"count"`
	Errors              int     `json:"errors"`
	Examined            int64   `json:"examined"`
	Returned            int64   `json:"returned"`
	ExaminedPerReturned float64 `json:"examinedPerReturned"`
	Units               float64 `json:"requestUnits"` // of all, 0 where there are none
	MaxUnits            float64 `json:"maxRequestUnits"`
	LastFilter          string  `json:"lastFilter"`
}

// Class is a plan class by name; nil for none, or one that this page does not know.
type Class struct{ Plan *filterlang.Class }

// UnmarshalText never fails.
func (c *Class) UnmarshalText(name []byte) error {
	c.Plan = nil
	for class := filterlang.Empty; class <= filterlang.NoIndexHelp; class++ {
		if class.Name() == string(name) {
			c.Plan = &class
		}
	}
	return nil
}

// What the server told.
type (
	// Told brings requests as JSON, the oldest first.
	Told struct{ Requests []string }
	// Connected tells whether the stream stands.
	Connected struct{ OK bool }
	// ShapesTold answers AskShapes.
	ShapesTold struct {
		Text  []byte
		Err   error
		Later bool // as asked
	}
	// CapsTold answers AskCaps with a file.
	CapsTold struct {
		Text []byte
		Err  error
	}
	// Forgotten answers Forget.
	Forgotten struct{ Err error }
)

// Effects on the page.
type (
	// Hear opens or ends the stream. Answer: Connected, Told.
	Hear struct{ On bool }
	// AskShapes asks for the shapes, a moment later when Later is set. Answer: ShapesTold.
	AskShapes struct{ Later bool }
	// AskCaps asks for a file of caps. Answer: CapsTold.
	AskCaps struct{}
	// Forget has the server begin anew. Answer: Forgotten.
	Forget struct{}
)

// told takes in requests, which wait while the list stands still.
func (r Shown) told(texts []string) (Shown, []page.Cmd) {
	var list []Request
	list, r.Made = readRequests(texts, r.Made)
	if r.Paused {
		r.Waiting, r.More = newest(list, r.Waiting), r.More+len(list)
		return r, nil
	}
	r.List = newest(list, r.List)
	switch {
	case !r.ByShape:
	case r.Asking:
		r.Again = true
	default:
		r.Asking = true
		return r, []page.Cmd{AskShapes{Later: true}}
	}
	return r, nil
}

// newest puts requests in front of older ones and drops the oldest.
func newest(list, older []Request) []Request {
	out := append(list[:len(list):len(list)], older...)
	return out[:min(len(out), MaxRequests)]
}

// shapesTold takes in the shapes.
func (r Shown) shapesTold(msg ShapesTold) (Shown, []page.Cmd) {
	r.Asking, r.Problem = false, ""
	if msg.Later && r.Paused { // the list stands still
		return r, nil
	}
	var reply struct{ Shapes []Shape }
	err := msg.Err
	if err == nil {
		err = json.Unmarshal(msg.Text, &reply)
	}
	if err != nil {
		r.Problem = "The shapes could not be read: " + err.Error()
		return r, nil
	}
	r.Shapes = reply.Shapes[:min(len(reply.Shapes), MaxRequests)]
	if r.Again && r.ByShape && !r.Paused {
		r.Asking, r.Again = true, false
		return r, []page.Cmd{AskShapes{Later: true}}
	}
	return r, nil
}

// readRequests reads what the server sent; what cannot be read is left out.
func readRequests(texts []string, made int) (newestFirst []Request, last int) {
	for i := len(texts) - 1; i >= 0; i-- {
		r := Request{ID: made + i + 1}
		if json.Unmarshal([]byte(texts[i]), &r) == nil {
			newestFirst = append(newestFirst, r)
		}
	}
	return newestFirst, made + len(texts)
}

// capsTold saves a file of caps.
func capsTold(msg CapsTold) []page.Cmd {
	if msg.Err != nil {
		return []page.Cmd{page.Notify{Notice: page.Notice{Text: "The caps were not saved: " + msg.Err.Error() + ".", Bad: true}}}
	}
	caps := bytes.Count(msg.Text, []byte("\n")) - 1
	return []page.Cmd{
		page.Notify{Notice: page.Notice{Text: "Saved " + words.Count(caps, "cap", "caps") + ". Keep the file beside your code: rangefinder check LOG --caps FILE fails when a query costs more."}},
		page.Download{Name: "rangefinder.caps.ndjson", Mime: "application/x-ndjson", Data: msg.Text},
	}
}
