package shell

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"rangefinder/app/page"
	"rangefinder/app/requests"
	"rangefinder/app/wire"
	"rangefinder/engine/tablerest"
)

func exchanged(n int) requests.ExchangesTold {
	return requests.ExchangesTold{Exchanged: []wire.Exchanged{{Source: "prod", Exchange: tablerest.Exchange{
		Attempt: n, Started: time.Date(2026, 11, 20, 9, 14, 2, 118e6, time.UTC), Duration: 1500 * time.Microsecond, Method: "POST", URL: "https://acct.example/Orders()?$filter=A%20eq%20'%26x'&sv=1&sig=S3CRET%3D&se=2#f",
		Sent: []tablerest.Field{{Name: "Content-Type", Value: "application/json"}, {Name: "authorization", Value: "SharedKeyLite S3CRET"}, {Name: "X-Rangefinder-Session", Value: "S3CRET"}, {Name: "Cookie", Value: "S3CRET"}},
		Body: `{"A":1}`, BodySize: 7, Status: 201, Received: []tablerest.Field{{Name: "Content-Type", Value: "application/json;odata=nometadata"}, {Name: "Set-Cookie", Value: "S3CRET"}, {Name: "Location", Value: "https://acct.example/?sig=S3CRET"}},
		Answer: `{"value":[]}`, AnswerSize: 12, RequestID: "id-1", ClientRequestID: "c-1", Entities: 0, Continues: true,
	}}}}
}

func TestExchanges_Bounded(t *testing.T) {
	m := ready(t)
	for i := range requests.MaxExchanges + 20 {
		m, _ = after(m, exchanged(i+1))
	}
	if e := m.Requests.Exchanges; len(e.List) != requests.MaxExchanges || e.List[0].Attempt != requests.MaxExchanges+20 || e.List[0].ID != requests.MaxExchanges+20 || e.List[requests.MaxExchanges-1].Attempt != 21 {
		t.Errorf("%d, newest %d", len(e.List), e.List[0].Attempt)
	}
}

// Ensure that many that are told together are kept as if one after the other, also more than are kept.
func TestExchanges_Together(t *testing.T) {
	var told []wire.Exchanged
	for i := range requests.MaxExchanges + 7 {
		told = append(told, exchanged(i+2).Exchanged...)
	}
	m, _ := after(ready(t), exchanged(1), requests.ExchangesTold{Exchanged: told[:3]})
	e := m.Requests.Exchanges
	if len(e.List) != 4 || e.Made != 4 || e.List[0].Attempt != 4 || e.List[0].ID != 4 || e.List[3].Attempt != 1 {
		t.Errorf("%+v", e.List[0])
	}
	m, _ = after(m, requests.ExchangesTold{Exchanged: told[3:]})
	if e = m.Requests.Exchanges; len(e.List) != requests.MaxExchanges || e.Made != requests.MaxExchanges+8 || e.List[0].Attempt != e.Made || e.List[0].ID != e.Made || e.List[len(e.List)-1].Attempt != 9 {
		t.Errorf("%d, made %d, newest %d, oldest %d", len(e.List), e.Made, e.List[0].Attempt, e.List[len(e.List)-1].Attempt)
	}
}

// Ensure that a body that was left out is told.
func TestExchange_BodyLeftOut(t *testing.T) {
	told := exchanged(1)
	told.Exchanged[0].Exchange.Body = ""
	m, _ := after(ready(t), told)
	x := m.Requests.Exchanges.List[0]
	if text := x.Request(); !strings.HasSuffix(text, "7 B, which were not kept: there were many requests at once.") {
		t.Error(text)
	}
	if text := x.Reply(); !strings.HasSuffix(text, `{"value":[]}`) {
		t.Error(text)
	}
}

// Ensure that an archive is HAR 1.2 with every field that it must have, in the order of time, and without what could open an
// account.
func TestHAR(t *testing.T) {
	m, _ := after(ready(t), exchanged(1), requests.ExchangesTold{Exchanged: []wire.Exchanged{{Source: "prod", Exchange: tablerest.Exchange{Attempt: 2, Method: "GET", URL: "https://acct.example/Tables", Failed: "no answer", Entities: -1}}}}, requests.Pressed{})
	m, cmds := after(m, requests.ExchangesSaved{})
	file, ok := find[page.Download](cmds)
	if !ok || file.Name != "rangefinder.har" || m.Notice == nil {
		t.Fatalf("%+v", cmds)
	}
	text := string(file.Data) + requests.Lines(m.Requests.Exchanges.List) + m.Requests.Exchanges.List[1].Request() + m.Requests.Exchanges.List[1].Reply()
	if strings.Contains(text, "S3CRET") {
		t.Errorf("a secret is in\n%s", text)
	}
	var har struct {
		Log struct {
			Version string
			Creator struct{ Name, Version *string }
			Entries []struct {
				StartedDateTime time.Time
				Time            float64
				Request         struct {
					Method, URL, HTTPVersion *string
					Cookies, Headers         []struct{ Name, Value string }
					QueryString              []struct{ Name, Value string }
					HeadersSize, BodySize    *int
					PostData                 *struct{ MimeType, Text string }
				}
				Response struct {
					Status                               *int
					StatusText, HTTPVersion, RedirectURL *string
					Cookies, Headers                     []struct{ Name, Value string }
					Content                              struct {
						Size     int
						MimeType string
						Text     string
					}
					HeadersSize, BodySize *int
				}
				Cache     *struct{}
				Timings   struct{ Send, Wait, Receive *float64 }
				Account   string `json:"_account"`
				Attempt   int    `json:"_attempt"`
				RequestID string `json:"_requestId"`
				Error     string `json:"_error"`
			}
		}
	}
	if err := json.Unmarshal(file.Data, &har); err != nil {
		t.Fatal(err)
	}
	e := har.Log.Entries
	if har.Log.Version != "1.2" || har.Log.Creator.Name == nil || len(e) != 2 {
		t.Fatalf("%s", file.Data)
	}
	first := e[0]
	if first.Attempt != 1 || first.RequestID != "id-1" || first.Account != "prod" || first.Time != 1.5 || first.StartedDateTime.Year() != 2026 || *first.Response.Status != 201 {
		t.Errorf("%+v", first)
	}
	if q := first.Request.QueryString; len(q) != 4 || q[0].Name != "$filter" || q[0].Value != "A eq '&x'" || q[2].Value != "REMOVED" {
		t.Errorf("%+v", q)
	}
	if p := first.Request.PostData; p == nil || p.MimeType != "application/json" || p.Text != `{"A":1}` || first.Response.Content.Text != `{"value":[]}` || first.Response.Content.Size != 12 {
		t.Errorf("%+v", first)
	}
	for i := range e {
		r, a := e[i].Request, e[i].Response
		if r.Method == nil || r.URL == nil || r.HTTPVersion == nil || r.Cookies == nil || r.Headers == nil || r.QueryString == nil || r.HeadersSize == nil || r.BodySize == nil ||
			a.Status == nil || a.StatusText == nil || a.HTTPVersion == nil || a.RedirectURL == nil || a.Cookies == nil || a.Headers == nil || a.HeadersSize == nil || a.BodySize == nil ||
			e[i].Cache == nil || e[i].Timings.Send == nil || e[i].Timings.Wait == nil || e[i].Timings.Receive == nil {
			t.Errorf("entry %d lacks a field", i)
		}
	}
	if e[1].Error != "no answer" || *e[1].Response.Status != 0 {
		t.Errorf("%+v", e[1])
	}
}

func TestExchanges_Dialog(t *testing.T) {
	m, cmds := after(ready(t), exchanged(1), requests.Pressed{})
	if _, listens := find[requests.Hear](cmds); listens || !m.Requests.Shown.Account {
		t.Errorf("%+v", cmds)
	}
	m, _ = after(m, requests.ExchangePicked{ID: 1})
	if m.Requests.Shown.Picked != 1 {
		t.Error("not shown")
	}
	m, _ = after(m, requests.Paused{Paused: true}, exchanged(2))
	if m.Requests.Shown.Held.Made != 1 || m.Requests.Exchanges.Made != 2 {
		t.Error("the list does not stand still")
	}
	m, _ = after(m, requests.ClearPressed{})
	if len(m.Requests.Exchanges.List) != 0 || m.Requests.Shown.Paused {
		t.Error("not cleared")
	}
	if _, cmds = after(m, requests.ExchangesSaved{}); len(cmds) != 1 {
		t.Errorf("%+v", cmds)
	}
}
