package server

import (
	"net/http"
)

// New makes the handler that serves everything. It fails when the page cannot be rendered, which is a fault of the
// build and not of a visitor.
func New(c Config) (http.Handler, error) {
	if err := c.validate(); err != nil {
		return nil, err
	}
	page, err := newPage(c)
	if err != nil {
		return nil, err
	}

	private := http.NewServeMux()
	private.Handle("/", page)

	public := http.NewServeMux()
	public.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		w.Write([]byte("ok\n"))
	})
	public.Handle("/", requireToken(c.Token, private))

	crossOrigin := http.NewCrossOriginProtection()
	return securityHeaders(checkHost(c, crossOrigin.Handler(public))), nil
}
