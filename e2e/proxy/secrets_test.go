package proxy

import (
	"io"
	"net"
	"net/url"
	"strings"
	"testing"
	"time"

	"rangefinder/server/proxy"
)

// Ensure that a service that sends back what signs for the account cannot bring it to the page: neither in a header nor in a body,
// at once or in pieces.
func TestSecrets_Echo(t *testing.T) {
	a := attacked(t, nil)
	pieces := func(text string) func(net.Conn) {
		return func(conn net.Conn) {
			io.WriteString(conn, jsonHead+"Content-Length: "+itoa(len(text))+"\r\n\r\n")
			for len(text) > 0 {
				n := min(len(text), 100)
				if _, err := io.WriteString(conn, text[:n]); err != nil {
					return
				}
				text = text[n:]
				time.Sleep(time.Millisecond)
			}
		}
	}
	encoded := strings.NewReplacer("+", "%2B", "/", "%2F", "=", "%3D").Replace(signature)
	for account, secrets := range map[string][]string{"sas": {signature, encoded}, "roles": {token}} {
		for _, secret := range secrets {
			long := strings.Repeat("x", 40<<10)
			a.service.hostile(pieces(`{"value":"` + long + secret + long + `"}`))
			if r := a.ask("GET", "/api/accounts/"+account+"/Tables", ""); r.whole {
				t.Errorf("%s: an answer with the secret is passed on", account)
			} else {
				checkAnswer(t, account, r)
				if strings.Contains(r.body, secret[:len(secret)-1]) {
					t.Errorf("%s: all but the last byte comes", account)
				}
			}
			a.service.answers("HTTP/1.1 403 Forbidden\r\nContent-Type: application/json\r\nContent-Length: " + itoa(len(secret)) + "\r\n\r\n" + secret)
			checkAnswer(t, account, a.ask("GET", "/api/accounts/"+account+"/Tables", ""))
			a.service.answers(jsonHead + "ETag: " + secret + "\r\nx-ms-request-id: x" + secret + "\r\nContent-Length: 2\r\n\r\n{}")
			if r := a.ask("GET", "/api/accounts/"+account+"/Tables", ""); r.status != 200 || r.header.Get("Etag") != "" {
				t.Errorf("%s: %d %v", account, r.status, r.header)
			}
		}
		// What is none passes, to the last byte.
		harmless := `{"value":"` + strings.Repeat("y", 100<<10) + secrets[0][:10] + `"}`
		a.service.hostile(pieces(harmless))
		if r := a.ask("GET", "/api/accounts/"+account+"/Tables", ""); !r.whole || r.body != harmless {
			t.Errorf("%s: a harmless answer is not passed on: %d of %d bytes", account, len(r.body), len(harmless))
		}
	}
}

// Ensure that connecting tells no secret: not when the string is wrong, not when the service refuses or repeats it, and not in the
// list of accounts.
func TestSecrets_Connect(t *testing.T) {
	a := attacked(t, nil)
	connect := func(text string) reply {
		return a.ask("POST", "/api/connections", `{"connectionString":"`+text+`"}`, "Content-Type", "application/json")
	}
	withKey := "AccountName=typed;AccountKey=" + key + ";TableEndpoint=" + a.service.url()
	withSAS := "TableEndpoint=" + a.service.url() + ";SharedAccessSignature=sv=2019-02-02&ss=t&srt=sco&sp=rl&sig=" + signature
	refusal := func(text string) string {
		body := `{"odata.error":{"code":"AuthenticationFailed","message":{"lang":"en-US","value":"` + text + `\nRequestId:1"}}}`
		return "HTTP/1.1 403 Forbidden\r\nContent-Type: application/json\r\nContent-Length: " + itoa(len(body)) + "\r\n\r\n" + body
	}
	for _, test := range []struct {
		name, text, answer string
		status             int
		has                string
	}{
		{"half a key", "AccountName=typed;AccountKey=" + key[:59], friendly, 400, "AccountKey"},
		{"key in a wrong place", key, friendly, 400, "InvalidConnection"},
		{"unknown name", "Key" + key, friendly, 400, "InvalidConnection"},
		{"endpoint with the key", "AccountName=typed;AccountKey=" + key + ";TableEndpoint=http://u:" + strings.ReplaceAll(key, "/", "") + "@127.0.0.1", friendly, 400, "InvalidConnection"},
		{"refused", withKey, refusal("no"), 400, "AuthenticationFailed"},
		{"refused with the signature", withSAS, refusal("sig=" + signature), 400, "AuthenticationFailed"},
		{"a page", withSAS, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + signature, 400, "UpstreamRefused"},
		{"another protocol", withSAS, "SSH " + signature + "\r\n", 400, "UpstreamUnreachable"},
		{"a redirect", withKey, "HTTP/1.1 302 Found\r\nLocation: http://evil.example/" + signature + "\r\n\r\n", 400, "UpstreamRefused"},
		{"nobody there", "AccountName=typed;AccountKey=" + key + ";TableEndpoint=http://127.0.0.1:1/typed", friendly, 400, "UpstreamUnreachable"},
		{"good", withKey, friendly, 200, `"name":"typed"`},
		{"good again", withKey, friendly, 200, `"name":"typed-2"`},
		{"SAS of one table", "TableEndpoint=" + a.service.url() + ";SharedAccessSignature=sv=2019-02-02&tn=Movies&sp=r&sig=" + signature, friendly, 200, `"locked":true`},
	} {
		a.service.answers(test.answer)
		r := connect(test.text)
		if r.status != test.status || test.has != "-" && !strings.Contains(r.body, test.has) {
			t.Errorf("%s: %d %s", test.name, r.status, r.body)
		}
		checkAnswer(t, test.name, r)
	}
	if requests, _ := a.service.taken(); !strings.Contains(requests[len(requests)-1], "GET /acct/Movies()?") {
		t.Errorf("the signature of one table is tried with %s", requests[len(requests)-1])
	}
	list := a.ask("GET", "/api/accounts", "")
	checkAnswer(t, "the list", list)
	if !strings.Contains(list.body, `"name":"typed-2"`) || strings.Contains(list.body, "typed-4") {
		t.Errorf("the list is %s", list.body)
	}
	if r := a.ask("DELETE", "/api/connections/typed", ""); r.status != 204 {
		t.Errorf("forgetting: %d %s", r.status, r.body)
	}
	if r := a.ask("GET", "/api/accounts/typed/Tables", ""); r.status != 404 || !strings.Contains(r.body, "AccountNotFound") {
		t.Errorf("a forgotten account: %d %s", r.status, r.body)
	}
}

// Ensure that a typed account begins locked, whatever it is.
func TestSecrets_TypedIsLocked(t *testing.T) {
	a := attacked(t, func(c *proxy.Config) { c.AllowWrites = false })
	text := `{"name":"mine","label":"test","connectionString":"AccountName=typed;AccountKey=` + key + `;TableEndpoint=` + a.service.url() + `"}`
	if r := a.ask("POST", "/api/connections", text, "Content-Type", "application/json"); r.status != 200 || !strings.Contains(r.body, `"writes":false`) || !strings.Contains(r.body, `"label":"test"`) {
		t.Fatalf("%d %s", r.status, r.body)
	}
	if r := a.ask("POST", "/api/accounts/mine/Movies", "{}", "Content-Type", "application/json"); r.status != 403 || !strings.Contains(r.body, "AccountIsLocked") {
		t.Errorf("%d %s", r.status, r.body)
	}
}

// Ensure that a service that sends back what it got cannot bring the signature of a request to the page or into the log: not from
// a header, a body, in pieces or whole, encoded or not, nor from an answer that is none. In an error it is masked, and the rest of
// the error comes; a success with it is no answer.
func TestSecrets_EchoedSignature(t *testing.T) {
	a := attacked(t, nil)
	encodings := map[string]func(string) string{
		"plain":   func(s string) string { return s },
		"address": url.QueryEscape,
		"JSON":    strings.NewReplacer("/", `\/`, "+", `\u002b`, "=", `\u003d`).Replace,
		"Base64":  strings.NewReplacer("/", "_", "+", "-", "=", "").Replace,
	}
	signed := func(account string) string { // the last request's signature
		a.service.mutex.Lock()
		defer a.service.mutex.Unlock()
		request := a.service.requests[len(a.service.requests)-1]
		_, value, _ := strings.Cut(request, "Authorization: ")
		value, _, _ = strings.Cut(value, "\r\n")
		if account == "roles" {
			return strings.TrimPrefix(value, "Bearer ")
		}
		return strings.TrimPrefix(value, "SharedKeyLite acct:")
	}
	for _, account := range []string{"x", "roles"} {
		for name, encode := range encodings {
			for kind, answer := range map[string]func(secret string) string{
				"body": func(secret string) string {
					return jsonOf("200 OK", `{"value":"`+strings.Repeat("x", 32700)+secret+`"}`)
				},
				"error": func(secret string) string {
					return jsonOf("403 Forbidden", `{"odata.error":{"code":"AuthorizationPermissionMismatch","detail":"The signature `+secret+` is wrong."}}`)
				},
				"refusal": func(secret string) string { // its words are replaced by why the account may refuse
					return jsonOf("403 Forbidden", `{"odata.error":{"code":"AuthenticationFailed","message":{"value":"The signature `+secret+` is wrong."}}}`)
				},
				"header": func(secret string) string {
					return jsonHead + "ETag: " + secret + "\r\nx-ms-continuation-NextRowKey: 1!" + secret + "\r\nContent-Length: 2\r\n\r\n{}"
				},
				"type": func(secret string) string {
					return "HTTP/1.1 200 OK\r\nContent-Type: multipart/mixed; boundary=\"" + secret + "\"\r\nContent-Length: 2\r\n\r\n{}"
				},
				"status": func(secret string) string { return "HTTP/1.1 " + secret + "\r\n\r\n" },
				"chunks": func(secret string) string { return jsonHead + "Transfer-Encoding: chunked\r\n\r\n" + secret + "\r\n" },
			} {
				form := ""
				a.service.hostile(func(conn net.Conn) {
					form = encode(signed(account))
					text := answer(form)
					for half := len(text) - 30; len(text) > 0; { // in two pieces, cut inside of a body's secret
						n := min(max(half, 1), len(text))
						if _, err := io.WriteString(conn, text[:n]); err != nil {
							return
						}
						text, half = text[n:], len(text)
						time.Sleep(time.Millisecond)
					}
				})
				r := a.ask("GET", "/api/accounts/"+account+"/Tables", "")
				where := account + ", " + kind + ", " + name
				if len(form) < 40 {
					t.Fatalf("%s: the service got no signature", where)
				}
				all := r.body + a.log.String()
				for field, values := range r.header {
					all += "\n" + field + ": " + strings.Join(values, ", ")
				}
				for at := range len(form) - 12 {
					if strings.Contains(all, form[at:at+12]) {
						t.Errorf("%s: a part of the signature comes back, %q: %.300s", where, form[at:at+12], all)
						break
					}
				}
				checkAnswer(t, where, r)
				switch kind {
				case "error":
					if !r.whole || r.status != 403 || !strings.HasPrefix(r.body, `{"odata.error":{"code":"AuthorizationPermissionMismatch"`) || !strings.HasSuffix(r.body, ` is wrong."}}`) {
						t.Errorf("%s: the rest of the error does not come: %d %s", where, r.status, r.body)
					}
				case "refusal":
					if !r.whole || r.status != 403 || !strings.HasPrefix(r.body, `{"odata.error":{"code":"AuthenticationFailed"`) || !strings.Contains(r.body, "The account refuses") {
						t.Errorf("%s: a refusal does not say why: %d %s", where, r.status, r.body)
					}
				case "header":
					if r.status != 200 || r.header.Get("Etag") != "" {
						t.Errorf("%s: %d %v", where, r.status, r.header)
					}
				case "body":
					if r.whole && r.status == 200 {
						t.Errorf("%s: the answer is passed on", where)
					}
				}
			}
		}
	}
}

func jsonOf(status, body string) string {
	return "HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nContent-Length: " + itoa(len(body)) + "\r\n\r\n" + body
}
