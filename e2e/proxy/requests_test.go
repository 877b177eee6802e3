package proxy

import (
	"slices"
	"strings"
	"testing"

	"rangefinder/server/proxy"
)

// TestAttack_Requests is the attack list of what somebody may send to the server. HOST and SESSION stand for what they are. Every
// attack is refused with one of the statuses; when reaches is set the service may see one harmless request, whose first line that
// is, and else none.
func TestAttack_Requests(t *testing.T) {
	a := attacked(t, nil)
	const session = "X-Rangefinder-Session: SESSION\r\n"
	const page = "Host: HOST\r\nConnection: close\r\n" + session
	get := func(path string) string { return "GET " + path + " HTTP/1.1\r\n" + page + "\r\n" }
	with := func(headers string) string {
		return "GET /api/accounts/x/Tables HTTP/1.1\r\n" + page + headers + "\r\n\r\n"
	}
	post := func(path, headers, body string) string {
		return "POST " + path + " HTTP/1.1\r\n" + page + headers + "Content-Length: " + itoa(len(body)) + "\r\n\r\n" + body
	}
	const smuggled = "DELETE /api/accounts/x/Tables('Movies') HTTP/1.1\r\nHost: HOST\r\n\r\n"
	const tables = "GET /acct/Tables HTTP/1.1"
	gone := []int{400, 403, 404}
	attacks := []struct {
		name, raw string
		statuses  []int
		reaches   string
	}{
		{"no attack", get("/api/accounts/x/Tables"), []int{200}, tables},

		// paths
		{"dots", get("/api/accounts/x/../x/Tables"), gone, ""},
		{"dots at the end", get("/api/accounts/x/Tables/.."), gone, ""},
		{"dots out of the accounts", get("/api/accounts/../accounts/x/Tables"), gone, ""},
		{"dot", get("/api/accounts/x/./Tables"), gone, ""},
		{"encoded dots", get("/api/accounts/x/%2e%2e/Tables"), gone, ""},
		{"encoded dots, twice", get("/api/accounts/x/%252e%252e/Tables"), gone, ""},
		{"dots behind a parameter", get("/api/accounts/x/..;/Tables"), gone, ""},
		{"parameter", get("/api/accounts/x/Tables;a=b"), gone, ""},
		{"two slashes", get("/api/accounts/x//Tables"), gone, ""},
		{"two slashes before the name", get("/api/accounts//x/Tables"), gone, ""},
		{"two slashes at the root", get("//api/accounts/x/Tables"), []int{301, 307, 403, 404}, ""},
		{"host behind slashes", get("/api/accounts/x//evil.example/Tables"), gone, ""},
		{"encoded slash for the first", get("/api/accounts/x%2fTables"), gone, ""},
		{"encoded slash", get("/api/accounts/x/%2fTables"), gone, ""},
		{"encoded slash behind", get("/api/accounts/x/Movies%2f..%2fTables"), gone, ""},
		{"encoded backslash", get("/api/accounts/x/..%5cTables"), gone, ""},
		{"backslash", get(`/api/accounts/x\..\Tables`), gone, ""},
		{"NUL", get("/api/accounts/x/Tables%00"), gone, ""},
		{"line end", get("/api/accounts/x/Tables%0d%0aX-Evil:%201"), gone, ""},
		{"overlong slash", get("/api/accounts/x/%c0%afTables"), gone, ""},
		{"no percent-encoding", get("/api/accounts/x/Tables%zz"), []int{400}, ""},
		{"encoded name", get("/api/accounts/%78/Tables"), gone, ""},
		{"host for a name", get("/api/accounts/evil.example:80/Tables"), gone, ""},
		{"user for a name", get("/api/accounts/x@evil.example/Tables"), gone, ""},
		{"address for a name", get("/api/accounts/http:%2f%2fevil.example/Tables"), gone, ""},
		{"no name", get("/api/accounts//Tables"), gone, ""},
		{"slash in a key", get("/api/accounts/x/Movies(PartitionKey='a%2f..%2fb',RowKey='b')"), gone, ""},
		{"backslash in a key", get("/api/accounts/x/Movies(PartitionKey='..%5c',RowKey='b')"), gone, ""},
		{"line end in a key", get("/api/accounts/x/Movies(PartitionKey='a%0d%0aHost:%20evil',RowKey='b')"), gone, ""},
		{"query in a key", get("/api/accounts/x/Movies(PartitionKey='a%3fcomp=acl',RowKey='b')"), gone, ""},
		{"dots for keys", get("/api/accounts/x/Movies(PartitionKey='..',RowKey='.')"), []int{200}, "GET /acct/Movies(PartitionKey='..',RowKey='.') HTTP/1.1"},
		{"dots for keys, encoded twice", get("/api/accounts/x/Movies(PartitionKey='%252e%252e%252f',RowKey='')"), []int{200}, "GET /acct/Movies(PartitionKey='%252e%252e%252f',RowKey='') HTTP/1.1"},
		{"quote out of a key", get("/api/accounts/x/Movies(PartitionKey='a',RowKey='b'')/../../Tables('c')"), gone, ""},
		{"something behind the keys", get("/api/accounts/x/Movies(PartitionKey='a',RowKey='b')/$links"), gone, ""},
		{"metadata", get("/api/accounts/x/$metadata"), []int{501}, ""},
		{"fragment", get("/api/accounts/x/Tables#/../x"), gone, ""},

		// queries
		{"a signature of the page's", get("/api/accounts/x/Tables?sv=2019-02-02&sig=x"), gone, ""},
		{"another operation", get("/api/accounts/x/Tables?restype=account&comp=properties"), gone, ""},
		{"option twice", get("/api/accounts/x/Movies()?$top=1&%24top=1000"), gone, ""},
		{"two queries", get("/api/accounts/x/Tables?$top=1?comp=acl"), []int{400}, ""},
		{"ampersand in a value", get("/api/accounts/x/Movies()?$filter=a%26comp=acl"), []int{400}, ""},
		{"line end in a value", get("/api/accounts/x/Movies()?$filter=a%0d%0aHost:%20evil"), []int{400}, ""},
		{"semicolon in a query", get("/api/accounts/x/Movies()?$top=1;comp=acl"), []int{400}, ""},

		// targets
		{"absolute form", "GET http://HOST/api/accounts/x/Tables HTTP/1.1\r\n" + page + "\r\n", []int{403}, ""},
		{"absolute form, foreign", "GET http://evil.example/api/accounts/x/Tables HTTP/1.1\r\n" + page + "\r\n", []int{421}, ""},
		{"absolute form, service", "GET http://acct.table.core.windows.net/Tables HTTP/1.1\r\n" + page + "\r\n", []int{421}, ""},
		{"absolute form without a host", "GET http:///api/accounts/x/Tables HTTP/1.1\r\n" + page + "\r\n", []int{400, 403, 421}, ""},
		{"CONNECT", "CONNECT evil.example:443 HTTP/1.1\r\n" + page + "\r\n", []int{400, 403, 404, 405, 421}, ""},
		{"CONNECT to a path", "CONNECT /api/accounts/x/Tables HTTP/1.1\r\n" + page + "\r\n", []int{400, 403}, ""},
		{"asterisk", "OPTIONS * HTTP/1.1\r\n" + page + "\r\n", []int{200, 400, 403, 404, 405}, ""},
		{"no slash", "GET api/accounts/x/Tables HTTP/1.1\r\n" + page + "\r\n", []int{400}, ""},

		// methods
		{"OPTIONS", "OPTIONS /api/accounts/x/Tables HTTP/1.1\r\n" + page + "\r\n", []int{403}, ""},
		{"TRACE", "TRACE /api/accounts/x/Tables HTTP/1.1\r\n" + page + "\r\n", []int{403}, ""},
		{"unknown", "EVIL /api/accounts/x/Tables HTTP/1.1\r\n" + page + "\r\n", []int{403}, ""},
		{"lower case", "delete /api/accounts/x/Tables('Movies') HTTP/1.1\r\n" + page + "\r\n", []int{403}, ""},
		{"tunnelled delete", post("/api/accounts/x/Movies(PartitionKey='a',RowKey='b')", "X-HTTP-Method: DELETE\r\n", ""), []int{403}, ""},
		{"tunnelled delete of a read", with("X-HTTP-Method: DELETE"), []int{403}, ""},
		{"override", with("X-HTTP-Method-Override: DELETE"), []int{403}, ""},
		{"another override", with("X-Method-Override: DELETE"), []int{403}, ""},
		{"websocket", with("Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="), []int{403}, ""},
		{"h2c", with("Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA"), []int{403}, ""},

		// the lock
		{"write to a locked account", post("/api/accounts/locked/Movies", "Content-Type: application/json\r\n", "{}"), []int{403}, ""},
		{"batch to a locked account", post("/api/accounts/locked/$batch", "Content-Type: multipart/mixed; boundary=b\r\n", "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\nContent-Type: application/http\r\n\r\nPUT /Movies(PartitionKey='a',RowKey='b') HTTP/1.1\r\n\r\n{}\r\n--c--\r\n--b--\r\n"), []int{403}, ""},
		{"batch that hides a write behind a read", post("/api/accounts/locked/$batch", "Content-Type: multipart/mixed; boundary=b\r\n", "--b\r\nContent-Type: application/http\r\n\r\nGET /Movies(PartitionKey='a',RowKey='b') HTTP/1.1\r\n\r\n\r\n--b\r\nContent-Type: application/http\r\n\r\nDELETE /Movies(PartitionKey='a',RowKey='b') HTTP/1.1\r\n\r\n\r\n--b--\r\n"), []int{400, 403}, ""},
		{"request in a header of a batch", post("/api/accounts/locked/$batch", "Content-Type: multipart/mixed; boundary=b\r\n", "--b\r\nContent-Type: application/http\r\n\r\nGET /Movies(PartitionKey='a',RowKey='b') HTTP/1.1\r\nAccept: application/json;boundary=zzz;--zzz\r\nContent-Type: DELETE http://h/acct/Movies(PartitionKey='a',RowKey='b') HTTP/1.1\r\nIf-Match: *\r\n\r\n\r\n--b--\r\n"), []int{400, 403}, ""},
		{"boundary in a Content-ID", post("/api/accounts/x/$batch", "Content-Type: multipart/mixed; boundary=b\r\n", "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\nContent-Type: application/http\r\n\r\nPOST /Movies HTTP/1.1\r\nContent-ID: boundary=zzz;--zzz\r\n\r\n{}\r\n--c--\r\n--b--\r\n"), []int{400}, ""},
		{"request in a request id", with("X-Ms-Client-Request-Id: DELETE http://h/acct/Movies HTTP/1.1"), []int{400}, ""},
		{"request in a continuation token", get("/api/accounts/x/Movies()?NextPartitionKey=%0d%0aDELETE%20/acct/Movies%20HTTP/1.1"), []int{400}, ""},
		{"body that is not JSON", post("/api/accounts/x/Movies", "Content-Type: application/json\r\n", "--b\r\nDELETE /acct/Movies HTTP/1.1\r\n\r\n"), []int{400}, ""},
		{"body of another type", post("/api/accounts/x/Movies", "Content-Type: multipart/mixed; boundary=b\r\n", "{}"), []int{400}, ""},
		{"batch that tunnels", post("/api/accounts/x/$batch", "Content-Type: multipart/mixed; boundary=b\r\n", "--b\r\nContent-Type: application/http\r\n\r\nGET /Movies(PartitionKey='a',RowKey='b') HTTP/1.1\r\nX-HTTP-Method: DELETE\r\n\r\n\r\n--b--\r\n"), []int{400, 403, 501}, ""},
		{"batch to the properties", post("/api/accounts/x/$batch", "Content-Type: multipart/mixed; boundary=b\r\n", "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\nContent-Type: application/http\r\n\r\nPUT http://evil.example/?restype=service&comp=properties HTTP/1.1\r\n\r\n{}\r\n--c--\r\n--b--\r\n"), []int{400, 403, 501}, ""},

		// who sends it
		{"no session", "GET /api/accounts/x/Tables HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n", []int{403}, ""},
		{"wrong session", "GET /api/accounts/x/Tables HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\nX-Rangefinder-Session: AAAAAAAAAAAAAAAAAAAAAAAAAA\r\n\r\n", []int{403}, ""},
		{"session in the query", "GET /api/accounts/x/Tables?X-Rangefinder-Session=SESSION HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n", []int{403}, ""},
		{"session in a cookie", "GET /api/accounts/x/Tables HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\nCookie: X-Rangefinder-Session=SESSION\r\n\r\n", []int{403}, ""},
		{"session twice", with("X-Rangefinder-Session: AAAA"), []int{403}, ""},
		{"accounts without session", "GET /api/accounts HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n", []int{403}, ""},
		{"connecting without session", "POST /api/connections HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}", []int{403}, ""},
		{"session for a foreign page", "GET /api/session HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n\r\n", []int{403}, ""},
		{"session for a rebound name", "GET /api/session HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\nSec-Fetch-Site: same-origin\r\n\r\n", []int{421}, ""},
		{"foreign origin", with("Origin: https://evil.example"), []int{403}, ""},
		{"origin that begins like ours", with("Origin: http://HOST.evil.example"), []int{403}, ""},
		{"origin that ends like ours", with("Origin: http://evil.example#HOST"), []int{403}, ""},
		{"origin with a user", with("Origin: http://HOST@evil.example"), []int{403}, ""},
		{"origin of another port", with("Origin: http://127.0.0.1:1"), []int{403}, ""},
		{"no origin", with("Origin: null"), []int{403}, ""},
		{"two origins", with("Origin: http://HOST\r\nOrigin: https://evil.example"), []int{403}, ""},
		{"cross-site", with("Sec-Fetch-Site: cross-site"), []int{403}, ""},
		{"same site", with("Sec-Fetch-Site: same-site"), []int{403}, ""},
		{"navigation", with("Sec-Fetch-Site: none"), []int{403}, ""},
		{"same origin and cross-site", with("Sec-Fetch-Site: same-origin\r\nSec-Fetch-Site: cross-site"), []int{403}, ""},
		{"form", post("/api/accounts/x/Tables", "Origin: https://evil.example\r\nSec-Fetch-Site: cross-site\r\nContent-Type: text/plain\r\n", `{"TableName":"x","a=":"b"}`), []int{403}, ""},
		{"form, old browser", post("/api/accounts/x/Tables", "Origin: https://evil.example\r\nContent-Type: application/x-www-form-urlencoded\r\n", "TableName=x"), []int{403}, ""},
		{"form to the connections", strings.Replace(post("/api/connections", "Origin: https://evil.example\r\nContent-Type: text/plain\r\n", `{"connectionString":"UseDevelopmentStorage=true"}`), session, "", 1), []int{403}, ""},
		{"form of the page's to the connections", post("/api/connections", "Content-Type: text/plain\r\n", `{"connectionString":"UseDevelopmentStorage=true"}`), []int{400}, ""},
		{"form to the lock", strings.Replace(post("/api/connections/locked", "Origin: https://evil.example\r\nContent-Type: text/plain\r\n", `{"writes":true}`), session, "", 1), []int{403, 405}, ""},

		// hosts
		{"foreign host", strings.Replace(with(""), "HOST", "evil.example", 1), []int{421}, ""},
		{"the service's host", strings.Replace(with(""), "HOST", "acct.table.core.windows.net", 1), []int{421}, ""},
		{"host that begins like ours", strings.Replace(with(""), "HOST", "127.0.0.1.evil.example", 1), []int{421}, ""},
		{"host with a user", strings.Replace(with(""), "HOST", "127.0.0.1@evil.example", 1), []int{400, 421}, ""},
		{"host with a space", strings.Replace(with(""), "HOST", "127.0.0.1 evil.example", 1), []int{400, 421}, ""},
		{"no host", strings.Replace(with(""), "Host: HOST\r\n", "", 1), []int{400, 421}, ""},
		{"empty host", strings.Replace(with(""), "HOST", "", 1), []int{400, 421}, ""},
		{"two hosts", strings.Replace(with(""), "Host: HOST\r\n", "Host: HOST\r\nHost: evil.example\r\n", 1), []int{400}, ""},
		{"forwarded host", with("X-Forwarded-Host: evil.example\r\nForwarded: host=evil.example\r\nX-Original-URL: /api/accounts/y/Tables\r\nX-Rewrite-URL: /x"), []int{200}, tables},

		// framing
		{"length and chunks", "POST /api/accounts/x/Movies HTTP/1.1\r\n" + page + "Content-Type: application/json\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + smuggled, []int{400, 411}, ""},
		{"chunks", "POST /api/accounts/x/Movies HTTP/1.1\r\n" + page + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", []int{411}, ""},
		{"chunks of a read", with("Transfer-Encoding: chunked") + "0\r\n\r\n" + smuggled, []int{400, 411}, ""},
		{"unknown encoding", "POST /api/accounts/x/Movies HTTP/1.1\r\n" + page + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + smuggled, []int{400, 501}, ""},
		{"chunked twice", "POST /api/accounts/x/Movies HTTP/1.1\r\n" + page + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n" + smuggled, []int{400, 501}, ""},
		{"two lengths", "POST /api/accounts/x/Movies HTTP/1.1\r\n" + page + "Content-Length: 2\r\nContent-Length: 99\r\n\r\n{}" + smuggled, []int{400}, ""},
		{"two lengths in one", "POST /api/accounts/x/Movies HTTP/1.1\r\n" + page + "Content-Length: 2, 99\r\n\r\n{}" + smuggled, []int{400}, ""},
		{"negative length", "POST /api/accounts/x/Movies HTTP/1.1\r\n" + page + "Content-Length: -1\r\n\r\n" + smuggled, []int{400}, ""},
		{"length with a sign", "POST /api/accounts/x/Movies HTTP/1.1\r\n" + page + "Content-Length: +2\r\n\r\n{}" + smuggled, []int{400}, ""},
		{"length of a read", with("Content-Length: "+itoa(len(smuggled)-4+14)) + smuggled, []int{200}, tables},
		{"second request without the session", "GET /api/accounts/x/Tables HTTP/1.1\r\nHost: HOST\r\n" + session + "\r\n" + smuggled, []int{200}, tables},
		{"folded header", with("Accept: a\r\n X-HTTP-Method: DELETE"), []int{200, 400}, tables},
		{"blank before the colon", with("Transfer-Encoding : chunked"), []int{400}, ""},
		{"NUL in a header", with("Accept: a\x00b"), []int{400}, ""},
		{"bare CR in a header", with("Accept: a\rX-HTTP-Method: DELETE"), []int{400}, ""},
		{"name of a header with a space", with("X HTTP Method: DELETE"), []int{400}, ""},
		{"connection names a header", with("Connection: close, X-Rangefinder-Session, Host, Authorization"), []int{200}, tables},
		{"old version", "GET /api/accounts/x/Tables HTTP/0.9\r\n" + page + "\r\n", []int{400, 505}, ""},

		// the page's own secrets and what pretends to be ours
		{"headers of the service's", with("Authorization: SharedKey evil:AAAA\r\nX-Ms-Date: Fri, 20 Nov 2026 12:00:00 GMT\r\nCookie: a=b\r\nX-Ms-Copy-Source: http://evil\r\nUser-Agent: evil"), []int{200}, tables},
		{"header twice", with("If-Match: a\r\nIf-Match: b"), []int{400}, ""},
		{"bytes in a header", with("If-Match: \xff\xfe"), []int{400}, ""},

		// sizes
		{"large header", with("X-Large: " + strings.Repeat("x", 200<<10)), []int{431}, ""},
		{"many headers", with("X-M: " + strings.Repeat("x\r\nX-M: ", 20<<10) + "x"), []int{431}, ""},
		{"large header that travels", with("If-Match: " + strings.Repeat("x", 20<<10)), []int{400}, ""},
		{"long path", get("/api/accounts/x/" + strings.Repeat("a", 200<<10)), []int{414, 431}, ""},
		{"long name", get("/api/accounts/" + strings.Repeat("a", 30<<10) + "/Tables"), gone, ""},
		{"large body", "POST /api/accounts/x/Movies HTTP/1.1\r\n" + page + "Content-Length: 4194305\r\n\r\n", []int{413}, ""},
		{"endless body", "POST /api/accounts/x/Movies HTTP/1.1\r\n" + page + "Content-Length: 9223372036854775807\r\n\r\n", []int{413}, ""},
		{"length beyond numbers", "POST /api/accounts/x/Movies HTTP/1.1\r\n" + page + "Content-Length: 99999999999999999999\r\n\r\n", []int{400}, ""},
		{"large batch", "POST /api/accounts/x/$batch HTTP/1.1\r\n" + page + "Content-Type: multipart/mixed; boundary=b\r\nContent-Length: 4194305\r\n\r\n", []int{413}, ""},
		{"large connection", post("/api/connections", "Content-Type: application/json\r\n", `{"connectionString":"`+strings.Repeat("x", 64<<10)+`"}`), []int{400}, ""},

		// accounts that are none
		{"metadata of the cloud", post("/api/connections", "Content-Type: application/json\r\n", `{"connectionString":"AccountName=acct;AccountKey=KEY;TableEndpoint=http://169.254.169.254/latest"}`), []int{400}, ""},
		{"a file", post("/api/connections", "Content-Type: application/json\r\n", `{"connectionString":"AccountName=acct;AccountKey=KEY;TableEndpoint=file:///etc/passwd"}`), []int{400}, ""},
		{"a path", post("/api/connections", "Content-Type: application/json\r\n", `{"connectionString":"AccountName=acct;AccountKey=KEY;TableEndpoint=http://127.0.0.1:1/a/../../b?c"}`), []int{400}, ""},
		{"a script for a name", post("/api/connections", "Content-Type: application/json\r\n", `{"name":"<script>","connectionString":"UseDevelopmentStorage=true"}`), []int{400}, ""},
		{"a name that is taken", post("/api/connections", "Content-Type: application/json\r\n", `{"name":"x","connectionString":"UseDevelopmentStorage=true"}`), []int{409}, ""},
		{"forgetting an account of the server's", "DELETE /api/connections/x HTTP/1.1\r\n" + page + "\r\n", []int{403}, ""},
		{"a token sent in the clear", post("/api/connections", "Content-Type: application/json\r\n", `{"entra":true,"connectionString":"http://acct.table.core.windows.net"}`), []int{400}, ""},
	}
	seen := map[string]bool{}
	for _, attack := range attacks {
		if seen[attack.name] {
			t.Errorf("%s is there twice", attack.name)
		}
		seen[attack.name] = true
		raw := strings.NewReplacer("HOST", a.host, "SESSION", a.session, "KEY", key).Replace(attack.raw)
		r := a.raw(raw)
		requests, _ := a.service.taken()
		if !slices.Contains(attack.statuses, r.status) {
			t.Errorf("%s: status %d, want one of %v: %.300s", attack.name, r.status, attack.statuses, r.body)
		}
		switch {
		case attack.reaches == "" && len(requests) > 0:
			t.Errorf("%s reaches the service:\n%s", attack.name, requests)
		case attack.reaches != "" && r.status == 200 && len(requests) != 1:
			t.Errorf("%s: %d requests reach the service", attack.name, len(requests))
		}
		for _, request := range requests {
			checkRequest(t, attack.name, request, attack.reaches, a)
		}
		checkAnswer(t, attack.name, r)
		if attack.name != "no attack" && strings.Contains(r.body, a.session) {
			t.Errorf("%s: the answer holds the session", attack.name)
		}
	}
}

// checkRequest checks that a request that reached the service is none but the server's own.
func checkRequest(t *testing.T, name, request, want string, a *target) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(request, "\r\n"), "\r\n")
	if got := strings.ReplaceAll(lines[0], "%24", "$"); got != want {
		t.Errorf("%s: the service sees %q, want %q", name, got, want)
	}
	hosts, signed := 0, 0
	for _, line := range lines[1:] {
		field, value, _ := strings.Cut(line, ": ")
		switch strings.ToLower(field) {
		case "host":
			hosts++
			if "http://"+value+"/acct" != a.service.url() {
				t.Errorf("%s: the host is %s", name, value)
			}
		case "authorization":
			signed++
			if !strings.HasPrefix(value, "SharedKeyLite acct:") {
				t.Errorf("%s: signed as %s", name, value)
			}
		case "accept", "content-type", "content-length", "dataserviceversion", "maxdataserviceversion", "if-match", "if-none-match", "prefer", "x-ms-client-request-id", "x-ms-version", "x-ms-date", "user-agent":
			if strings.Contains(value, "evil") {
				t.Errorf("%s: %s travels", name, line)
			}
		default:
			t.Errorf("%s: %s travels", name, line)
		}
	}
	if hosts != 1 || signed != 1 {
		t.Errorf("%s: %d hosts, %d signatures:\n%s", name, hosts, signed, request)
	}
	if strings.Contains(request, a.session) {
		t.Errorf("%s: the session travels to the service", name)
	}
	noSecret(t, name+": the request", request)
}

// checkAnswer checks what holds for every answer: it is no document, it leaves nothing in the browser, it tells no secret.
func checkAnswer(t *testing.T, name string, r reply) {
	t.Helper()
	for _, header := range []string{"Set-Cookie", "Set-Cookie2", "Clear-Site-Data", "Access-Control-Allow-Origin", "Access-Control-Allow-Credentials", "Refresh", "Link",
		"WWW-Authenticate", "Strict-Transport-Security", "Service-Worker-Allowed", "Sourcemap", "Nel", "Report-To", "Alt-Svc", "Content-Disposition", "Content-Encoding",
		"Content-Security-Policy-Report-Only", "X-Frame-Options", "Server", "X-Powered-By", "Trailer", "Proxy-Authenticate", "X-Evil"} {
		if values := r.header[header]; len(values) > 0 {
			t.Errorf("%s: the answer has %s: %v", name, header, values)
		}
	}
	if r.header != nil && len(r.header["Content-Security-Policy"]) > 0 && (len(r.header["Content-Security-Policy"]) != 1 || !strings.HasPrefix(r.header.Get("Content-Security-Policy"), "default-src 'none'; ")) {
		t.Errorf("%s: the policy is %v", name, r.header["Content-Security-Policy"])
	}
	if strings.Contains(r.header.Get("Content-Type"), "html") && r.status/100 != 3 {
		t.Errorf("%s: the answer is a document: %s", name, r.body)
	}
	all := r.body
	for field, values := range r.header {
		all += "\n" + field + ": " + strings.Join(values, ", ")
	}
	noSecret(t, name+": the answer", all)
}

// Ensure that an account's lock is what stops writes, and that the page alone opens it.
func TestAttack_Lock(t *testing.T) {
	a := attacked(t, nil)
	write := func() int {
		return a.ask("POST", "/api/accounts/locked/Movies", "{}", "Content-Type", "application/json").status
	}
	if status := write(); status != 403 {
		t.Fatalf("a write to a locked account: %d", status)
	}
	if r := a.ask("PUT", "/api/connections/locked", `{"writes":true}`, "Content-Type", "application/json", "Origin", "https://evil.example"); r.status != 403 {
		t.Errorf("a foreign page opens the lock: %d", r.status)
	}
	if r := a.ask("PUT", "/api/connections/locked", `{}`, "Content-Type", "application/json"); r.status != 400 {
		t.Errorf("nothing said opens the lock: %d", r.status)
	}
	if status := write(); status != 403 {
		t.Fatalf("a write after foreign pages: %d", status)
	}
	if r := a.ask("PUT", "/api/connections/locked", `{"writes":true}`, "Content-Type", "application/json"); r.status != 200 || !strings.Contains(r.body, `"writes":true`) {
		t.Errorf("the page cannot open the lock: %d %s", r.status, r.body)
	}
	if status := write(); status != 200 {
		t.Errorf("a write to an unlocked account: %d", status)
	}
	if r := a.ask("PUT", "/api/connections/locked", `{"writes":false}`, "Content-Type", "application/json"); r.status != 200 {
		t.Errorf("the page cannot close the lock: %d", r.status)
	}
	if status := write(); status != 403 {
		t.Errorf("a write after the lock was closed: %d", status)
	}
}

// Ensure that there is an end to how many requests are passed on at a time.
func TestAttack_Flood(t *testing.T) {
	a := attacked(t, func(c *proxy.Config) { c.MaxRequests = 2 })
	release := make(chan struct{})
	arrived := make(chan struct{}, 2)
	a.service.hostile(holding(arrived, release))
	done := make(chan int, 2)
	for range 2 {
		go func() { done <- a.ask("GET", "/api/accounts/x/Tables", "").status }()
	}
	<-arrived
	<-arrived
	if r := a.ask("GET", "/api/accounts/x/Tables", ""); r.status != 503 || r.header.Get("Retry-After") == "" || !strings.Contains(r.body, "ServerBusy") {
		t.Errorf("one more: %d %s", r.status, r.body)
	}
	close(release)
	for range 2 {
		if status := <-done; status != 200 {
			t.Errorf("one that waited: %d", status)
		}
	}
}
