package main

import (
	"context"
	"crypto/tls"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"rangefinder/server"
)

// healthcheckOptions are what the flags of healthcheck say.
type healthcheckOptions struct{ timeout time.Duration }

func (o *healthcheckOptions) declare() *flag.FlagSet {
	flags := newFlags("healthcheck")
	flags.DurationVar(&o.timeout, "timeout", 2*time.Second, "how long to wait for the answer, as a `duration` such as 500ms")
	return flags
}

// healthcheck asks a server whether it is well. Exit status: 0 it is, 1 it is not or does not answer, 2 wrong usage.
func healthcheck(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	var o healthcheckOptions
	flags := o.declare()
	err := flags.Parse(args)
	if err == nil && flags.NArg() > 1 {
		err = fmt.Errorf("%d arguments, want one address at most", flags.NArg())
	}
	address := "http://127.0.0.1:8080"
	if flags.NArg() == 1 {
		address = flags.Arg(0)
	}
	var u *url.URL
	if err == nil {
		if u, err = url.Parse(address); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			err = fmt.Errorf("%.100q is not an address of a server: write http://127.0.0.1:8080", address)
		}
	}
	if err != nil {
		return misused(flags, err, stderr)
	}
	if strings.Trim(u.Path, "/") == "" {
		u.Path = "/healthz"
	}
	ctx, cancel := context.WithTimeout(context.Background(), o.timeout)
	defer cancel()
	if err := askHealth(ctx, u); err != nil {
		fmt.Fprintln(stderr, "rangefinder healthcheck:", err)
		return 1
	}
	fmt.Fprintln(stdout, "ok")
	return 0
}

func askHealth(ctx context.Context, u *url.URL) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return err
	}
	host := u.Host
	if u.Port() == "" {
		host = net.JoinHostPort(u.Hostname(), "0")
	}
	client := http.Client{
		// No proxy of the environment, and of this machine any certificate: it is of the name that others use.
		Transport:     &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: server.IsLoopback(host)}},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(response.Body, 500)) // of a body that is cut off, what came is told
		return fmt.Errorf("%s answers %s: %s", u, response.Status, printable(strings.TrimSpace(string(text))))
	}
	return nil
}
