package server

import (
	"errors"
	"log/slog"
	"net"
	"strings"

	"rangefinder/server/feed"
	"rangefinder/server/proxy"
	"rangefinder/web"
)

// Config says what to serve and to whom. The zero value of every field but Bundle and Routes is usable.
type Config struct {
	// Bundle holds the files of the page.
	Bundle *web.Bundle

	// Routes registers the page's routes with go-app; it is called once for each handler made.
	Routes func()

	// Token, when set, is asked of every visitor: /?token=... once, a cookie from then on.
	Token string

	// Hosts are the host names, without port, that requests may be addressed to, beside those of the loopback
	// interface. A nil slice together with a Token accepts every name, because a page of a foreign name has no cookie.
	Hosts []string

	// Tables are the accounts that the page shows beside the browser's own tables. It may be nil.
	Tables *Tables

	// Live are the accounts on other services that the page shows, which it reads and writes through the server. It may be nil.
	Live *proxy.Proxy

	// Feed is what was asked of the Table endpoint, for the page and for scripts. It may be nil.
	Feed *feed.Feed

	// Metrics are answered at GET /metrics, to those who may see the page. Nil answers 404.
	Metrics *Metrics

	// Log receives what a person who runs the server should know. Nil discards it.
	Log *slog.Logger
}

func (c Config) log() *slog.Logger {
	if c.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return c.Log
}

func (c Config) validate() error {
	switch {
	case c.Bundle == nil:
		return errors.New("server: Config.Bundle is missing")
	case c.Routes == nil:
		return errors.New("server: Config.Routes is missing")
	}
	return nil
}

// IsLoopback reports whether an address to listen on, host:port, can be reached from this machine only. An empty host
// means all interfaces.
func IsLoopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return false
	}
	return isLoopbackHost(host)
}

// isLoopbackHost takes a host without port, an IPv6 address with or without brackets.
func isLoopbackHost(host string) bool {
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}
