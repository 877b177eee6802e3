package requests

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine/tablerest"
)

// MaxExchanges is how many exchanges with accounts are remembered.
const MaxExchanges = 500

// Exchanges are the requests of this page to accounts behind the server, the newest first. They are immutable.
type Exchanges struct {
	List []*Exchange
	Made int // the last ID
}

// Exchange is one attempt at a request and its answer.
type Exchange struct {
	ID     int
	Source string
	tablerest.Exchange
}

// ExchangesTold brings what went over the wire, the oldest first.
type ExchangesTold struct{ Exchanged []wire.Exchanged }

// What the person did with the list of exchanges.
type (
	ExchangePicked struct{ ID int }
	ExchangesSaved struct{} // as a HAR file
)

// exchanged keeps what was sent to accounts. charging are the sources among them whose answers tell what they were charged.
func (m *Model) exchanged(msg ExchangesTold) (charging []string) {
	e := m.Exchanges
	list := make([]*Exchange, 0, min(len(msg.Exchanged)+len(e.List), MaxExchanges))
	for i, told := range slices.Backward(msg.Exchanged) {
		if len(list) == MaxExchanges {
			break
		}
		x := &Exchange{e.Made + 1 + i, told.Source, withoutSecrets(told.Exchange)}
		list = append(list, x)
		if _, ok := x.Charge(); ok && !slices.Contains(charging, x.Source) {
			charging = append(charging, x.Source)
		}
	}
	list = append(list, e.List[:min(len(e.List), MaxExchanges-len(list))]...)
	m.Exchanges = &Exchanges{list, e.Made + len(msg.Exchanged)}
	return charging
}

// save offers what was sent as a file.
func (m *Model) save() []page.Cmd {
	list := m.Exchanges.List
	if len(list) == 0 {
		return []page.Cmd{page.Announce{Text: "There are no requests to save."}}
	}
	return []page.Cmd{
		page.Notify{Notice: page.Notice{Text: "Saved " + words.Count(len(list), "request", "requests") + " as a HAR file. It has no keys or signatures; it does have what was read and written."}},
		page.Download{Name: "rangefinder.har", Mime: "application/json", Data: HAR(list)},
	}
}

// hiddenFields are header fields that are never shown or saved: what could open something, of which the page sends only the
// secret of its server and gets nothing, and what that server adds to an answer for the page.
var hiddenFields = []string{"authorization", "proxy-authorization", "cookie", "set-cookie", "x-rangefinder-session",
	"content-security-policy", "cross-origin-opener-policy", "cross-origin-resource-policy", "referrer-policy"}

// withoutSecrets takes out what could open something, should it ever get here: it is signed behind the page.
func withoutSecrets(x tablerest.Exchange) tablerest.Exchange {
	x.URL = withoutSignature(x.URL)
	x.Sent, x.Received = openFields(x.Sent), openFields(x.Received)
	return x
}

func openFields(fields []tablerest.Field) []tablerest.Field {
	var out []tablerest.Field
next:
	for _, f := range fields {
		for _, hidden := range hiddenFields {
			if strings.EqualFold(f.Name, hidden) {
				continue next
			}
		}
		out = append(out, tablerest.Field{Name: f.Name, Value: withoutSignature(f.Value)})
	}
	return out
}

// withoutSignature takes the signature out of an address.
func withoutSignature(text string) string {
	for _, mark := range []string{"?sig=", "&sig="} {
		before, after, ok := strings.Cut(text, mark)
		if !ok {
			continue
		}
		rest := ""
		if i := strings.IndexAny(after, "&# "); i >= 0 {
			rest = withoutSignature(after[i:])
		}
		text = before + mark + "REMOVED" + rest
	}
	return text
}

// Outcome is what became of an exchange, in few words: "200", "503 ServerBusy", "no answer".
func (x *Exchange) Outcome() string {
	if x.Status == 0 {
		return "no answer"
	}
	return strings.TrimSpace(fmt.Sprint(x.Status) + " " + x.Code)
}

// Charge is what the answer says that the request was charged, in request units; not ok when it says nothing.
func (x *Exchange) Charge() (units float64, ok bool) {
	for _, f := range x.Received {
		if strings.EqualFold(f.Name, tablerest.ChargeHeader) {
			units, err := strconv.ParseFloat(f.Value, 64)
			return units, err == nil
		}
	}
	return 0, false
}

// Line is an exchange as a line of text for a support case.
func (x *Exchange) Line() string {
	text := fmt.Sprintf("%s  %s  %s %s  %s  %.1f ms  attempt %d", x.Started.UTC().Format("2006-01-02T15:04:05.000Z"), x.Source, x.Method, x.URL, x.Outcome(), float64(x.Duration.Microseconds())/1000, x.Attempt)
	for _, part := range [][2]string{{"x-ms-request-id", x.RequestID}, {"x-ms-client-request-id", x.ClientRequestID}, {"error", x.Failed}} {
		if part[1] != "" {
			text += "  " + part[0] + " " + part[1]
		}
	}
	return text + "\n"
}

// Lines are exchanges as text, the oldest first.
func Lines(list []*Exchange) string {
	var b strings.Builder
	for i := len(list) - 1; i >= 0; i-- {
		b.WriteString(list[i].Line())
	}
	return b.String()
}

// path is the address without its host, which all requests of an account have in common and which would cut what was asked.
func (x *Exchange) path() string {
	_, rest, _ := strings.Cut(x.URL, "://")
	if i := strings.IndexByte(rest, '/'); i >= 0 {
		return rest[i:]
	}
	return x.URL
}

// Request and Reply are the two messages, as far as they were kept.
func (x *Exchange) Request() string { return message(x.Method+" "+x.URL, x.Sent, x.Body, x.BodySize) }
func (x *Exchange) Reply() string   { return message(x.Outcome(), x.Received, x.Answer, x.AnswerSize) }

func message(first string, fields []tablerest.Field, body string, size int) string {
	text := first + "\n"
	for _, f := range fields {
		text += f.Name + ": " + f.Value + "\n"
	}
	switch {
	case size > 0 && body == "": // the worker leaves it out when there are many
		return text + "\n" + words.Bytes(int64(size)) + ", which were not kept: there were many requests at once."
	case body != "":
		text += "\n" + body
	}
	if size > len(body) {
		text += "\n… " + words.Bytes(int64(size)) + " in all"
	}
	return text
}
