package requests

import (
	"encoding/json"
	"net/url"
	"strings"

	"rangefinder/engine/tablerest"
)

// HAR writes exchanges, the newest first, as an HTTP archive of version 1.2, the oldest first. What the format has no place
// for stands in fields that begin with "_", as it asks. Bodies are as long as they were kept.
func HAR(list []*Exchange) []byte {
	entries := []any{}
	for i := len(list) - 1; i >= 0; i-- {
		entries = append(entries, list[i].har())
	}
	b, err := json.MarshalIndent(object{"log": object{
		"version": "1.2",
		"creator": object{"name": "Rangefinder", "version": "1"},
		"entries": entries,
	}}, "", "  ")
	if err != nil {
		panic(err) // maps of texts and numbers can be written
	}
	return b
}

type object = map[string]any

func (x *Exchange) har() object {
	ms := float64(x.Duration.Microseconds()) / 1000
	request := object{
		"method": x.Method, "url": x.URL, "httpVersion": "HTTP/1.1", "cookies": []any{}, "headers": fieldsOf(x.Sent),
		"queryString": queryOf(x.URL), "headersSize": -1, "bodySize": x.BodySize,
	}
	if x.BodySize > 0 {
		request["postData"] = object{"mimeType": fieldNamed(x.Sent, "Content-Type"), "text": x.Body}
	}
	entry := object{
		"startedDateTime": x.Started.UTC().Format("2006-01-02T15:04:05.000Z"),
		"time":            ms,
		"request":         request,
		"response": object{
			"status": x.Status, "statusText": x.Code, "httpVersion": "HTTP/1.1", "cookies": []any{}, "headers": fieldsOf(x.Received),
			"content":     object{"size": x.AnswerSize, "mimeType": fieldNamed(x.Received, "Content-Type"), "text": x.Answer},
			"redirectURL": "", "headersSize": -1, "bodySize": x.AnswerSize,
		},
		"cache":    object{},
		"timings":  object{"send": 0, "wait": ms, "receive": 0},
		"_account": x.Source, "_attempt": x.Attempt, "_requestId": x.RequestID, "_clientRequestId": x.ClientRequestID, "_continues": x.Continues,
	}
	if x.Entities >= 0 {
		entry["_entities"] = x.Entities
	}
	if x.Failed != "" {
		entry["_error"] = x.Failed
	}
	return entry
}

func fieldsOf(fields []tablerest.Field) []any {
	out := []any{}
	for _, f := range fields {
		out = append(out, object{"name": f.Name, "value": f.Value})
	}
	return out
}

func fieldNamed(fields []tablerest.Field, name string) string {
	for _, f := range fields {
		if strings.EqualFold(f.Name, name) {
			return f.Value
		}
	}
	return ""
}

// queryOf lists the parameters of an address in their order.
func queryOf(address string) []any {
	out := []any{}
	_, query, _ := strings.Cut(address, "?")
	for pair := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(pair, "=")
		if name != "" {
			out = append(out, object{"name": unescaped(name), "value": unescaped(value)})
		}
	}
	return out
}

// unescaped reads percent-encoding; what is none stays as it is.
func unescaped(text string) string {
	if plain, err := url.QueryUnescape(text); err == nil {
		return plain
	}
	return text
}
