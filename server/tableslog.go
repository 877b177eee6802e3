package server

import (
	"context"
	"io"
	"log/slog"
	"regexp"
	"strings"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
)

// newAccessLog returns a handler that writes a line of JSON for each request.
func newAccessLog(w io.Writer) slog.Handler {
	return slog.NewJSONHandler(w, &slog.HandlerOptions{ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
		if len(groups) == 0 && (a.Key == slog.LevelKey || a.Key == slog.MessageKey) {
			return slog.Attr{}
		}
		return a
	}})
}

// observe tells everybody who listens what happened with a request. An observation has neither headers nor the query string,
// so that no signature can come into a log.
func (t *Tables) observe(account string, o *tablerest.Observation) {
	if t.config.Feed != nil {
		t.config.Feed.Add(account, o)
	}
	t.config.Metrics.observe(account, o)
	if t.access != nil {
		line := slog.NewRecord(o.Start.UTC(), slog.LevelInfo, "", 0)
		line.AddAttrs(accessLine(account, o)...)
		_ = t.access.Handle(context.Background(), line) // a log that cannot be written is no reason to refuse requests
	}
	if ctx := context.Background(); t.config.Log.Enabled(ctx, slog.LevelDebug) {
		t.config.Log.LogAttrs(ctx, slog.LevelDebug, "a request was answered", accessLine(account, o)...)
	}
	switch {
	case o.Panic != nil:
		t.config.Log.Error("the service failed", "account", account, "request", o.RequestID, "operation", o.Operation, "panic", o.Panic, "stack", string(o.Stack))
	case o.Code == engine.StorageFailed && t.accounts[account] != nil && t.accounts[account].trouble() != "": // which is logged once
	case o.Code == engine.InternalError || o.Code == engine.StorageFailed || o.Code == engine.StorageDamaged:
		t.config.Log.Error("a request failed", "account", account, "request", o.RequestID, "operation", o.Operation, "code", o.Code, "detail", o.Detail)
	}
}

// longestLogged bounds, in bytes, a text in the access log.
const longestLogged = 2 << 10

// secretPattern finds a signature or a key in an address that came in the wrong place: "%3F" for the "?" of a SAS makes all of it a
// part of the path.
var secretPattern = regexp.MustCompile(`(?i)\b(sig|AccountKey|token)=[^&;\s'")]+`)

func withoutSecrets(text string) string {
	if !strings.Contains(text, "=") {
		return text
	}
	return secretPattern.ReplaceAllString(text, "$1=***")
}

func accessLine(account string, o *tablerest.Observation) []slog.Attr {
	line := make([]slog.Attr, 0, 20)
	text := func(name, value string) {
		if value != "" {
			line = append(line, slog.String(name, withoutSecrets(value[:min(len(value), longestLogged)])))
		}
	}
	number := func(name string, n int) {
		if n != 0 {
			line = append(line, slog.Int(name, n))
		}
	}
	text("account", account)
	text("method", o.Method)
	text("path", o.Path)
	text("filter", o.Filter)
	number("top", o.Top)
	line = append(line, slog.Int("status", o.Status), slog.Int64("bytes", o.BytesOut), slog.Float64("ms", float64(o.Elapsed.Microseconds())/1000))
	number("bytesIn", int(o.BytesIn))
	text("operation", o.Operation)
	number("parts", o.Parts)
	text("code", string(o.Code))
	if o.Plan != nil {
		line = append(line, slog.String("plan", o.Plan.Class.Name()), slog.Int("examined", o.Stats.Examined), slog.Int("returned", o.Stats.Returned))
	}
	text("fault", o.Fault)
	text("request", o.RequestID)
	text("clientRequest", o.ClientRequestID)
	return line
}
