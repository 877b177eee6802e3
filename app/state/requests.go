package state

import (
	"encoding/json"
	"time"

	"rangefinder/filterlang"
)

// MaxRequests is how many requests, and how many shapes, are shown.
const MaxRequests = 200

// Requests is the dialog of what applications ask of the server's Table endpoint.
type Requests struct {
	List    []Request // newest first
	Waiting []Request // that came during a pause, newest first
	More    int       // that came during a pause, those included that are not kept
	Paused  bool
	Down    bool // the connection is lost
	Heard   bool // there was a connection
	Open    int  // ID of the request whose findings are shown, 0 for none
	Made    int  // the last ID

	Account bool       // the tab of exchanges with accounts
	Picked  int        // ID of the exchange whose details are shown, 0 for none
	Held    *Exchanges // the list of a pause

	ByShape bool // the tab, when Account is not
	Shapes  []Shape
	Asking  bool // for the shapes
	Again   bool // they have changed meanwhile
	Problem string
}

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

// What the server told and the person did.
type (
	// RequestsTold brings requests as JSON, the oldest first.
	RequestsTold struct{ Requests []string }
	// FeedConnected tells whether the stream stands.
	FeedConnected struct{ OK bool }
	// ShapesTold answers AskShapes.
	ShapesTold struct {
		Text  []byte
		Err   error
		Later bool // as asked
	}
	// RequestsForgotten answers ForgetRequests.
	RequestsForgotten struct{ Err error }

	RequestsPressed       struct{} // opens the panel, or closes it
	RequestsClosed        struct{}
	RequestsTabChosen     struct{ ByShape, Account bool }
	RequestsPaused        struct{ Paused bool }
	RequestsClearPressed  struct{}
	RequestFindingsPicked struct{ ID int }
	// RequestOpened shows a query to an account of the server's own in the query screen.
	RequestOpened struct{ Account, Table, Filter string }
)

// Effects on the page.
type (
	// ListenRequests opens or ends the stream. Answer: FeedConnected, RequestsTold.
	ListenRequests struct{ On bool }
	// AskShapes asks for the shapes, a moment later when Later is set. Answer: ShapesTold.
	AskShapes struct{ Later bool }
	// ForgetRequests has the server begin anew. Answer: RequestsForgotten.
	ForgetRequests struct{}
)

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
