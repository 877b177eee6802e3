package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"syscall"
	"time"
)

// PortInUse is the error of Listen when another program has the port.
type PortInUse struct{ Address string }

func (e *PortInUse) Error() string { return e.Address + " is in use by another program" }

// Listen opens the address, host:port. Errors: a *PortInUse, and those of the system.
func Listen(address string) (net.Listener, error) {
	listener, err := net.Listen("tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, &PortInUse{address}
	}
	if err != nil {
		return nil, fmt.Errorf("cannot listen on %s: %w", address, err)
	}
	return listener, nil
}

// Serve answers requests for the page until the context ends, then lets the running ones finish for up to five seconds. It
// returns nil after such a stop.
func Serve(ctx context.Context, listener net.Listener, handler http.Handler) error {
	return serve(ctx, listener, &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       time.Minute,
		WriteTimeout:      5 * time.Minute, // a slow line may take long over the program
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
	})
}

// ServeTables is Serve for a Table endpoint: bodies have 4 MiB at most, and so have answers, about.
func ServeTables(ctx context.Context, listener net.Listener, tables *Tables) error {
	return serve(ctx, &limitedListener{Listener: listener, open: make(chan struct{}, maxConnections)}, &http.Server{
		Handler:           tables,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       time.Minute,
		WriteTimeout:      2 * time.Minute,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    96 << 10, // a URL has up to 64 KiB
		ErrorLog:          slog.NewLogLogger(tables.config.Log.Handler(), slog.LevelWarn),
	})
}

func serve(ctx context.Context, listener net.Listener, s *http.Server) error {
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

// maxConnections bounds the connections to a Table endpoint, so that those that say nothing cannot take all memory. More wait
// to be accepted.
const maxConnections = 2048

// limitedListener accepts a connection when there is room for one.
type limitedListener struct {
	net.Listener
	open chan struct{}
}

func (l *limitedListener) Accept() (net.Conn, error) {
	l.open <- struct{}{}
	c, err := l.Listener.Accept()
	if err != nil {
		<-l.open
		return nil, err
	}
	return &limitedConn{Conn: c, open: l.open}, nil
}

type limitedConn struct {
	net.Conn
	open   chan struct{}
	closed sync.Once
}

func (c *limitedConn) Close() error {
	err := c.Conn.Close()
	c.closed.Do(func() { <-c.open })
	return err
}
