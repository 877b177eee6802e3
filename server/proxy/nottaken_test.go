package proxy

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"rangefinder/engine/tablerest"
)

// Ensure that the page is told why a service refuses what signs for an account, in place of the same sentence for every reason; that any
// other refusal travels as it is; and that neither tells the signature.
func TestProxy_NotTaken(t *testing.T) {
	s := newService(t)
	sas := func(name, times string) func(*Config) {
		return func(c *Config) {
			c.Accounts = append(c.Accounts, entry(t, name, "TableEndpoint="+s.URL+"/acct;SharedAccessSignature=sv=2019-02-02&ss=t&srt=sco&sp=rl"+times+"&sig="+strings.Repeat("A", 43)+"%3D"))
		}
	}
	p, _ := open(t, s, func(c *Config) {
		sas("late", "&se=2024-01-02T03:04:05Z")(c)
		sas("early", "&st=2999-01-01T00:00Z&se=2999-02-01T00:00Z")(c)
		sas("changed", "&se=2999-01-01T00:00:00Z")(c)
	})
	answers := func(code, message string, padding int) {
		s.answer = func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", jsonMinimal)
			w.Header().Set("X-Ms-Request-Id", "42")
			w.WriteHeader(http.StatusForbidden)
			io.WriteString(w, `{"odata.error":{"code":"`+code+`","message":{"lang":"en-US","value":"`+message+strings.Repeat(" ", padding)+`\nRequestId:42"}}}`)
		}
	}
	for _, code := range []string{"AuthenticationFailed", "AuthorizationFailure"} {
		answers(code, "Server failed to authenticate the request. Make sure the value of the Authorization header is formed correctly including the signature.", 0)
		for name, want := range map[string]string{"late": "expired on 2024-01-02 03:04:05 UTC", "early": "not valid before 2999-01-01", "changed": "valid until 2999-01-01", "x": "refuses the key"} {
			w := ask(p, name, "GET", "/Tables", "")
			got, message := tablerest.ReadError(w.Body.String())
			if w.Code != 403 || got != code || !strings.Contains(message, want) || w.Header().Get("X-Ms-Request-Id") != "42" || strings.Contains(w.Body.String(), "AAAA") {
				t.Errorf("%s %s: %d %s %v", name, code, w.Code, w.Body, w.Header())
			}
		}
		_, err := p.Connect(t.Context(), Connection{Name: "new", String: "TableEndpoint=" + s.URL + "/acct;SharedAccessSignature=sv=2019-02-02&ss=t&srt=sco&sp=rl&se=2024-01-02&sig=" + strings.Repeat("A", 43) + "%3D"})
		if err == nil || !strings.Contains(err.Error(), "expired on 2024-01-02") {
			t.Errorf("connecting: %v", err)
		}
	}
	for _, padding := range []int{0, 3 * maxRefusal} {
		const text = "This request is not authorized to perform this operation."
		answers("AuthorizationFailure", text, padding)
		if w := ask(p, "late", "GET", "/Tables", ""); w.Code != 403 || !strings.Contains(w.Body.String(), text+strings.Repeat(" ", padding)+`\nRequestId:42"}}}`) {
			t.Errorf("a firewall's refusal: %d %s", w.Code, w.Body)
		}
	}
}
