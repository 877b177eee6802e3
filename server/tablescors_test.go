package server

import (
	"net/http/httptest"
	"testing"

	"rangefinder/server/feed"
	"rangefinder/server/tableauth"
)

// Ensure that pages of other origins are let in as the rules say, and only then.
func TestTables_CORS(t *testing.T) {
	known := tableauth.WellKnownAccount()
	requests := feed.New(0)
	h := openTables(t, TablesConfig{Feed: requests})
	preflight := func(headers ...string) *httptest.ResponseRecorder {
		return send(h, tableauth.Account{}, "OPTIONS", wellKnownBase+"/Movies()", "", headers...)
	}
	if w := preflight("Origin: https://a.example", "Access-Control-Request-Method: GET"); w.Code != 403 || codeIn(w) != "CorsPreflightFailure" {
		t.Errorf("without rules: %d %s", w.Code, w.Body)
	}
	rule := func(origins, methods, allowed, exposed string) string {
		return "<CorsRule><AllowedOrigins>" + origins + "</AllowedOrigins><AllowedMethods>" + methods + "</AllowedMethods><AllowedHeaders>" + allowed + "</AllowedHeaders><ExposedHeaders>" + exposed + "</ExposedHeaders><MaxAgeInSeconds>60</MaxAgeInSeconds></CorsRule>"
	}
	body := "<StorageServiceProperties><Cors>" + rule("https://a.example,https://b.example", "GET,PUT", "x-ms-*,authorization", "ETag,x-ms-continuation-*") + rule("*", "GET", "accept", "*") + "</Cors></StorageServiceProperties>"
	if w := send(h, known, "PUT", wellKnownBase+"/?restype=service&comp=properties", body); w.Code != 202 {
		t.Fatal(w.Body)
	}
	for _, test := range []struct {
		name    string
		headers []string
		status  int
		origin  string
	}{
		{"named origin", []string{"Origin: https://a.example", "Access-Control-Request-Method: PUT", "Access-Control-Request-Headers: X-MS-Date, authorization"}, 200, "https://a.example"},
		{"second rule", []string{"Origin: https://c.example", "Access-Control-Request-Method: GET", "Access-Control-Request-Headers: accept"}, 200, "*"},
		{"second rule for a named origin", []string{"Origin: https://a.example", "Access-Control-Request-Method: GET", "Access-Control-Request-Headers: accept"}, 200, "*"},
		{"method", []string{"Origin: https://c.example", "Access-Control-Request-Method: PUT"}, 403, ""},
		{"header", []string{"Origin: https://a.example", "Access-Control-Request-Method: PUT", "Access-Control-Request-Headers: x-other"}, 403, ""},
		{"case of the origin", []string{"Origin: https://A.example", "Access-Control-Request-Method: PUT"}, 403, ""},
		{"no origin", []string{"Access-Control-Request-Method: PUT"}, 400, ""},
		{"no method", []string{"Origin: https://a.example"}, 400, ""},
	} {
		w := preflight(test.headers...)
		if w.Code != test.status || w.Header().Get("Access-Control-Allow-Origin") != test.origin {
			t.Errorf("%s: %d %v", test.name, w.Code, w.Header())
		}
		if w.Code == 200 && (w.Header().Get("Access-Control-Max-Age") != "60" || w.Header().Get("Access-Control-Allow-Methods") == "" || w.Header().Get("Access-Control-Allow-Headers") == "") {
			t.Errorf("%s: %v", test.name, w.Header())
		}
	}
	statuses := map[int]int{}
	all, _, _ := requests.Since(0, 100)
	for _, r := range all {
		if r.Method == "OPTIONS" {
			statuses[r.Status]++
		}
	}
	if statuses[200] != 3 || statuses[403] != 4 || statuses[400] != 2 {
		t.Errorf("the feed has preflights answered with %v", statuses)
	}
	w := send(h, known, "GET", wellKnownBase+"/Tables", "", "Origin: https://b.example")
	if got := w.Header(); w.Code != 200 || got.Get("Access-Control-Allow-Origin") != "https://b.example" || got.Get("Access-Control-Allow-Credentials") != "true" || got.Get("Vary") != "Origin" ||
		got.Get("Access-Control-Expose-Headers") != "ETag,x-ms-continuation-NextPartitionKey,x-ms-continuation-NextRowKey,x-ms-continuation-NextTableName" {
		t.Errorf("answer: %d %v", w.Code, got)
	}
	w = send(h, known, "POST", wellKnownBase+"/Tables", `{"TableName":"Movies"}`, "Origin: https://b.example")
	if w.Code != 201 || w.Header().Get("Access-Control-Allow-Origin") != "" || w.Header().Get("Vary") != "Origin" {
		t.Errorf("a method without a rule: %d %v", w.Code, w.Header())
	}
}
