package main

import (
	"context"
	"crypto/rand"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"rangefinder/app/ui"
	"rangefinder/server"
	"rangefinder/web"
)

// names collects a flag that may be given several times.
type names []string

func (n *names) String() string { return strings.Join(*n, ",") }

func (n *names) Set(value string) error {
	*n = append(*n, strings.ToLower(value))
	return nil
}

func serve(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	flags.SetOutput(stderr)
	listen := flags.String("listen", "127.0.0.1:8080", "`address` to listen on, host:port; port 0 takes any free one")
	token := flags.String("token", "", "`secret` that visitors must know; made up when the address is not of this machine only")
	var hosts names
	flags.Var(&hosts, "host", "further host `name` to answer to, without port; may be repeated")
	if status, done := parse(flags, args, 0, stderr); done {
		return status
	}
	if *token == "" && !server.IsLoopback(*listen) {
		*token = rand.Text()
	}

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := listenAndServe(ctx, *listen, *token, hosts, stdout, stderr); err != nil {
		fmt.Fprintln(stderr, "rangefinder:", err)
		return 1
	}
	return 0
}

func listenAndServe(ctx context.Context, listen, token string, hosts []string, stdout, stderr io.Writer) error {
	bundle, err := web.Embedded()
	if err != nil {
		return err
	}
	handler, err := server.New(server.Config{
		Bundle: bundle,
		Routes: ui.Routes,
		Token:  token,
		Hosts:  hosts,
		Log:    slog.New(slog.NewTextHandler(stderr, nil)),
	})
	if err != nil {
		return err
	}
	listener, err := server.Listen(listen)
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "Rangefinder is at %s (stop with Ctrl+C)\n", address(listener.Addr(), token))
	return server.Serve(ctx, listener, handler)
}

// address is what to open in a browser. An unspecified host is reachable as this machine's.
func address(addr net.Addr, token string) string {
	host, port, err := net.SplitHostPort(addr.String())
	if err != nil {
		return addr.String()
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "localhost"
		if name, err := os.Hostname(); err == nil {
			host = name
		}
	}
	u := url.URL{Scheme: "http", Host: net.JoinHostPort(host, port), Path: "/"}
	if token != "" {
		u.RawQuery = url.Values{"token": {token}}.Encode()
	}
	return u.String()
}

// parse reads the flags and demands exactly want further arguments. When done is true the command ends with the
// status: 0 after -h, 2 after a mistake that has been reported.
func parse(flags *flag.FlagSet, args []string, want int, stderr io.Writer) (status int, done bool) {
	switch err := flags.Parse(args); {
	case err == flag.ErrHelp:
		return 0, true
	case err != nil:
		return 2, true
	}
	if flags.NArg() != want {
		fmt.Fprintf(stderr, "rangefinder %s: %d arguments, want %d\n", flags.Name(), flags.NArg(), want)
		flags.Usage()
		return 2, true
	}
	return 0, false
}
