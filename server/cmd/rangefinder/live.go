package main

import (
	"bytes"
	"crypto/tls"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"

	"rangefinder/server"
	"rangefinder/server/connection"
	"rangefinder/server/entra"
	"rangefinder/server/proxy"
)

// liveOptions are the flags of serve that are about accounts on other services, and about who may reach them.
type liveOptions struct {
	accounts    texts // NAME=FILE and so on
	file        string
	allowWrites bool
	scheme      string

	tlsCert, tlsKey string
	plain           bool // http on addresses of other machines
}

func (o *liveOptions) register(flags *flag.FlagSet) {
	flags.Var(&o.accounts, "account", "live account `NAME=FILE`, a file readable by its owner only with a connection string in it; NAME=env:VARIABLE for one in an environment variable; NAME=https://… for an endpoint to sign in to with Entra ID; NAME:LABEL=… names the environment. A connection string itself is not taken, because everybody on this machine can read a command line. May be repeated; "+connection.Variable+" is an account too")
	flags.StringVar(&o.file, "connections", "", "`file` of live accounts, readable by its owner only, one NAME=CONNECTION STRING or NAME:LABEL=… a line")
	flags.BoolVar(&o.allowWrites, "allow-writes", false, "open the lock of every live account from the start; without it each is read-only until somebody opens its lock on the page")
	flags.StringVar(&o.scheme, "sign", connection.SharedKeyLite.String(), "how keys of live accounts sign: SharedKeyLite or SharedKey")
	flags.StringVar(&o.tlsCert, "tls-cert", "", "`file` of the certificate to serve the page with, by https; with --tls-key")
	flags.StringVar(&o.tlsKey, "tls-key", "", "`file` of the certificate's key")
	flags.BoolVar(&o.plain, "insecure-plain-http", false, "serve the page by http although --listen is not of this machine only; whoever is on the way reads token and tables, unless a proxy that speaks https stands in front")
}

// proxy returns the proxy of the accounts that the flags and the environment name. Its errors show no secret.
func (o *liveOptions) proxy(taken []string, log *slog.Logger) (*proxy.Proxy, error) {
	c := proxy.Config{Taken: taken, AllowWrites: o.allowWrites, Tokens: entra.Default(), Log: log}
	var err error
	if c.Scheme, err = connection.ParseScheme(o.scheme); err != nil {
		return nil, fmt.Errorf("--sign: %w", err)
	}
	e, ok, err := connection.FromEnvironment()
	if err != nil {
		return nil, err
	}
	if ok {
		e.Name = "" // its own, unless the Table endpoint here has an account of that name
		c.Accounts = append(c.Accounts, e)
	}
	if o.file != "" {
		entries, err := connection.ReadFile(o.file, c.Tokens)
		if err != nil {
			return nil, fmt.Errorf("--connections: %w", err)
		}
		c.Accounts = append(c.Accounts, entries...)
	}
	for _, text := range o.accounts {
		e, err := connection.ParseFlag(text, c.Tokens)
		if err != nil {
			return nil, fmt.Errorf("--account: %w", err)
		}
		c.Accounts = append(c.Accounts, e)
	}
	return proxy.New(c)
}

// certificate returns how to speak https, nil for http, which is for this machine only unless it was asked for.
func (o *liveOptions) certificate(listen string) (*tls.Config, error) {
	if (o.tlsCert == "") != (o.tlsKey == "") {
		return nil, errors.New("--tls-cert and --tls-key belong together")
	}
	if o.tlsCert == "" {
		_, _, err := net.SplitHostPort(listen)
		if err == nil && !server.IsLoopback(listen) && !o.plain { // else nothing can listen there
			return nil, fmt.Errorf("--listen: %s can be reached from other machines, and by http whoever is on the way reads everything: give --tls-cert and --tls-key, or --insecure-plain-http when a proxy that speaks https stands in front", listen)
		}
		return nil, nil
	}
	pair, err := tls.LoadX509KeyPair(o.tlsCert, o.tlsKey)
	if err != nil {
		return nil, fmt.Errorf("--tls-cert and --tls-key: %w", err)
	}
	return &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"}}, nil
}

// withoutAnswers is a log without what net/http prints of services that send what nobody asked for: it may be anything.
type withoutAnswers struct{ to io.Writer }

// Write implements io.Writer.
func (w withoutAnswers) Write(line []byte) (int, error) {
	if bytes.Contains(line, []byte("Unsolicited response")) {
		return len(line), nil
	}
	return w.to.Write(line)
}
