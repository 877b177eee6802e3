package server

import (
	"bytes"
	"io"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"

	"rangefinder/server/tableauth"
)

// Ensure that neither log has a key, a signature or a token in it, at the lowest level and wherever a client has put one.
func TestLog_Secrets(t *testing.T) {
	const token, signature = "open-sesame-open-sesame", "c2lnbmF0dXJlLXNpZ25hdHVyZQ=="
	own := ownAccount(t)
	secrets := []string{token, signature[:12], tableauth.WellKnownKey[:12], strings.Repeat("c2Vjb25k", 2)}
	for _, format := range []func(io.Writer, *slog.HandlerOptions) slog.Handler{
		func(w io.Writer, o *slog.HandlerOptions) slog.Handler { return slog.NewTextHandler(w, o) },
		func(w io.Writer, o *slog.HandlerOptions) slog.Handler { return slog.NewJSONHandler(w, o) },
	} {
		var log, access bytes.Buffer
		c := TablesConfig{Debug: true, Access: &access, Log: slog.New(format(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))}
		tables := openTables(t, c)
		page := testHandler(t, func(config *Config) {
			config.Token, config.Tables, config.Log, config.Hosts = token, tables, c.Log, []string{}
		})
		base := "http://127.0.0.1:10002/" + own.Name
		nobody := tableauth.Account{}
		send(tables, own, "GET", base+"/Tables", "")
		send(tables, own, "GET", base+"/Movies()?$filter=Name%20eq%20'x'", "", "x-ms-client-request-id: sig="+signature)
		send(tables, nobody, "GET", base+"/Movies()?sv=2019-02-02&sig="+signature, "")
		send(tables, nobody, "GET", base+"/Movies()%3Fsv=2019-02-02&sig="+signature, "")
		send(tables, nobody, "GET", base+"/AccountKey="+tableauth.WellKnownKey[:40], "")
		send(tables, nobody, "GET", base+"/Tables", "", "Authorization: SharedKeyLite "+own.Name+":"+signature)
		send(tables, nobody, "GET", "http://127.0.0.1:10002/none/Tables?sig="+signature, "")
		for _, address := range []string{"/?token=" + token, "/?token=wrong", "http://foreign.example/?token=" + token} {
			r := httptest.NewRequest("GET", address, nil)
			r.Header.Set("Authorization", "Bearer "+token)
			page.ServeHTTP(httptest.NewRecorder(), r)
		}
		text := log.String() + access.String()
		for _, secret := range secrets {
			if strings.Contains(text, secret) {
				t.Errorf("a log has %s in it:\n%s", secret, text)
			}
		}
		if n := strings.Count(log.String(), "a request was answered"); n != 7 || strings.Count(access.String(), "\n") != n {
			t.Errorf("%d lines:\n%s", n, text)
		}
		if !strings.Contains(text, "foreign.example") || !strings.Contains(text, "sig=***") {
			t.Errorf("what happened is missing:\n%s", text)
		}
	}
}
