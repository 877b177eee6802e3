package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"syscall"
	"time"
)

// PortInUse is the error of Listen when another program has the port.
type PortInUse struct{ Address string }

func (e *PortInUse) Error() string { return e.Address + " is in use by another program" }

// Listen opens the address, host:port, for Serve or ServeTables: it bounds how many connections are open, and closes idle ones
// for new ones at the limit. Errors: a *PortInUse, and those of the system.
func Listen(address string) (net.Listener, error) {
	listener, err := net.Listen("tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, &PortInUse{address}
	}
	if err != nil {
		return nil, fmt.Errorf("cannot listen on %s: %w", address, err)
	}
	return newCrowd(listener, maxConnections), nil
}

// Serve answers requests for the page until the context ends, then lets the running ones finish for up to five seconds. It
// returns nil after such a stop. Connections of a listener that Listen opened are bounded in number and time.
func Serve(ctx context.Context, listener net.Listener, handler http.Handler) error {
	return serve(ctx, listener, &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
	})
}

// ServeTables is Serve for a Table endpoint.
func ServeTables(ctx context.Context, listener net.Listener, tables *Tables) error {
	return serve(ctx, listener, &http.Server{
		Handler:           tables,
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    96 << 10, // a URL has up to 64 KiB
		ErrorLog:          slog.NewLogLogger(tables.config.Log.Handler(), slog.LevelWarn),
	})
}

func serve(ctx context.Context, listener net.Listener, s *http.Server) error {
	watch(s)
	failed := make(chan error, 1)
	go func() { failed <- s.Serve(listener) }()

	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := s.Shutdown(stop); err != nil {
		return s.Close()
	}
	return nil
}
