package main

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
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
	"rangefinder/engine"
	"rangefinder/server"
	"rangefinder/server/connection"
	"rangefinder/server/feed"
	"rangefinder/server/proxy"
	"rangefinder/web"
)

// names collects a flag that may be given several times.
type names []string

func (n *names) String() string { return strings.Join(*n, ",") }

func (n *names) Set(value string) error {
	*n = append(*n, strings.ToLower(value))
	return nil
}

// serveOptions are the flags of serve.
type serveOptions struct {
	listen    string
	token     string
	tokenFile string
	hosts     names
	tables    tablesOptions
	live      liveOptions
	logs      logOptions
	metrics   bool
	ephemeral bool        // free ports, told on one line
	print     bool        // the settings only
	tls       *tls.Config // nil: http
}

// readToken sets the token to what --token-file names. Of the two the one that was given more strongly counts. Its errors do not
// show the token.
func (o *serveOptions) readToken(s *settings) error {
	if o.tokenFile == "" || s.rank("token") > s.rank("token-file") {
		return nil
	}
	if s.rank("token") == s.rank("token-file") {
		return errors.New("--token and --token-file are both given; give the token once")
	}
	text, err := connection.ReadPrivate(o.tokenFile)
	if err != nil {
		return fmt.Errorf("--token-file: %w", err)
	}
	o.token = strings.TrimSpace(text)
	if o.token == "" || strings.ContainsAny(o.token, "\r\n") {
		return fmt.Errorf("--token-file: %s has to hold the token in one line and nothing else", o.tokenFile)
	}
	return nil
}

// checkAddresses refuses what nothing can listen on, and host names that no request can have.
func (o *serveOptions) checkAddresses() error {
	for _, a := range []struct{ name, address, none string }{{"--listen", o.listen, ""}, {"--tables", o.tables.listen, ", or off for none"}} {
		if a.none != "" && a.address == "off" {
			continue
		}
		_, port, err := net.SplitHostPort(a.address)
		if err == nil {
			_, err = net.LookupPort("tcp", port)
		}
		if err != nil {
			return fmt.Errorf("%s: %.60q is not an address: give host:port, such as 127.0.0.1:8080; port 0 takes any free one%s", a.name, a.address, a.none)
		}
	}
	for _, host := range o.hosts {
		if net.ParseIP(host) == nil && strings.ContainsAny(host, ":/ \t") || host == "" {
			return fmt.Errorf("--host: %.60q is not a host name: give it without scheme and port, such as tables.example.org", host)
		}
	}
	return nil
}

func (o *serveOptions) declare() *flag.FlagSet {
	flags := newFlags("serve")
	flags.StringVar(&o.listen, "listen", "127.0.0.1:8080", "`address` of the page, host:port; port 0 takes any free one")
	flags.BoolVar(&o.ephemeral, "ephemeral-port", false, "take any free ports for the page and the Table endpoint, unless --listen or --tables says which, and print one line of JSON, when both answer, instead of anything else: for programs that start the server")
	flags.StringVar(&o.token, "token", "", "`secret` that visitors of the page must know. Everybody on this machine can read it in the list of processes: --token-file and "+variableOf("token")+" keep it private. Made up when none is given and the address is not of this machine only, or there are live accounts from the start")
	flags.StringVar(&o.tokenFile, "token-file", "", "`file`, readable by its owner only, that holds the secret of --token; or give it in "+variableOf("token"))
	flags.Var(&o.hosts, "host", "further host `name` to answer to, without port; may be repeated")
	flags.BoolVar(&o.metrics, "metrics", false, "answer GET /metrics on the page's port, to visitors who may see the page: requests to the Table endpoint, their latencies, and sizes, in the text form of OpenMetrics")
	o.tables.register(flags)
	o.live.register(flags)
	o.logs.register(flags)
	flags.String(configFlag, "", "`file` of settings, one name = value a line, named as the flags are; # begins a comment. A variable, RANGEFINDER_ and the flag's name as in RANGEFINDER_LOG_LEVEL, wins over the file, and a flag over both")
	flags.BoolVar(&o.print, printFlag, false, "print every setting, its value and where it comes from, and end")
	return flags
}

func serve(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	var o serveOptions
	flags := o.declare()
	given, err := readSettings(flags, args, os.LookupEnv)
	if err != nil {
		return misused(flags, err, stderr)
	}
	for _, line := range strays(flags, os.Environ()) {
		fmt.Fprintln(stderr, "rangefinder:", line)
	}
	if o.print {
		if err := given.print(stdout, os.LookupEnv, accountsVariable, connection.Variable); err != nil {
			fmt.Fprintln(stderr, "rangefinder:", err)
			return 1
		}
		return 0
	}
	if err := o.contain(flags); err != nil {
		return misused(flags, err, stderr)
	}
	if o.ephemeral {
		o.takeFreePorts(given)
	}
	flags.Visit(func(f *flag.Flag) { o.tables.wanted = o.tables.wanted || isTablesFlag(f.Name) })
	log := o.logs.open(stderr)
	err = o.checkAddresses()
	if err == nil {
		err = o.readToken(given)
	}
	var tables server.TablesConfig
	if err == nil {
		tables, err = o.tables.config(o.hosts)
	}
	if err == nil {
		o.tls, err = o.live.certificate(o.listen)
	}
	var live *proxy.Proxy
	if err == nil {
		live, err = o.live.proxy(taken(tables), log)
	}
	if err != nil {
		return misused(flags, errors.New(given.locate(err)), stderr)
	}
	// Others on this machine reach loopback too, and must not use what is signed for here.
	if o.token == "" && (!server.IsLoopback(o.listen) || len(live.Accounts()) > 0) {
		o.token = rand.Text()
	}

	signal.Ignore(syscall.SIGHUP) // of a terminal that closes, or of a tool that means to rotate logs
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := listenAndServe(ctx, o, tables, live, log, stdout, stderr); err != nil {
		fmt.Fprintln(stderr, "rangefinder:", given.locate(err))
		return 1
	}
	return 0
}

// endings are the signals after which a command finishes what it is doing and ends. The signal of a closed terminal is one of them,
// unless it was ignored from the start, as nohup has it.
func endings() []os.Signal {
	list := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		list = append(list, syscall.SIGHUP)
	}
	return list
}

// taken returns the names that accounts of the Table endpoint have.
func taken(c server.TablesConfig) (out []string) {
	for _, a := range c.Accounts {
		out = append(out, a.Name)
	}
	return out
}

func listenAndServe(ctx context.Context, o serveOptions, tables server.TablesConfig, live *proxy.Proxy, log *slog.Logger, stdout, stderr io.Writer) (failed error) {
	bundle, err := web.Embedded()
	if err != nil {
		return err
	}
	engine.LimitHeap(64<<20, 1600)
	go giveBack(ctx, quiet)
	requests := feed.New(0)
	context.AfterFunc(ctx, requests.Close) // its streams would not end by themselves

	listener, err := server.Listen(o.listen)
	if err != nil {
		return advise(err, "--listen")
	}
	defer listener.Close()
	if o.tls != nil {
		listener = tls.NewListener(listener, o.tls)
	}
	tables.Feed, tables.Log = requests, log
	if o.metrics {
		tables.Metrics = server.NewMetrics(commit)
	}
	endpoint, err := openEndpoint(ctx, o.tables, tables, stderr)
	if err != nil {
		return err
	}
	defer func() { failed = errors.Join(failed, endpoint.close()) }()

	handler, err := server.New(server.Config{
		Bundle:  bundle,
		Routes:  ui.Routes,
		Token:   o.token,
		Hosts:   o.hosts,
		Tables:  endpoint.tables,
		Live:    live,
		Feed:    requests,
		Metrics: tables.Metrics,
		Log:     log,
	})
	if err != nil {
		return err
	}
	if o.ephemeral {
		o.announceLine(stdout, listener.Addr(), endpoint)
	} else {
		fmt.Fprintf(stdout, "Rangefinder is at %s (stop with Ctrl+C)\n", address(o.scheme(), listener.Addr(), o.token))
		endpoint.announce(stdout)
		for _, a := range live.Accounts() {
			fmt.Fprintf(stdout, "Live account %s: %s (%s, %s)\n", a.Name, a.Endpoint, a.Auth, lock(a))
		}
	}

	// When one of the two ends, so does the other.
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, 2)
	running := 1
	go func() { ended <- server.Serve(ctx, listener, handler) }()
	if endpoint.listener != nil {
		running++
		go func() { ended <- server.ServeTables(ctx, endpoint.listener, endpoint.tables) }()
	}
	for range running {
		failed = errors.Join(failed, <-ended)
		stop()
	}
	return failed
}

// scheme is that of the page's address.
func (o *serveOptions) scheme() string {
	if o.tls != nil {
		return "https"
	}
	return "http"
}

// lock says in words whether an account may be written.
func lock(a proxy.Account) string {
	if a.Writes {
		return "writes allowed"
	}
	return "read-only"
}

// advise adds to the error of an address what to do about it.
func advise(err error, option string) error {
	if used, ok := errors.AsType[*server.PortInUse](err); ok {
		return fmt.Errorf("%w; choose another port, for example %s 127.0.0.1:0 for any free one", used, option)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", option, err)
	}
	return nil
}

// address is what to open in a browser. An unspecified host is reachable as this machine's; a container's, which has a name that
// nobody knows, as the host's that publishes its ports.
func address(scheme string, addr net.Addr, token string) string {
	host, port, err := net.SplitHostPort(addr.String())
	if err != nil {
		return addr.String()
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "localhost"
		if name, err := os.Hostname(); err == nil && !inContainer() {
			host = name
		}
	}
	u := url.URL{Scheme: scheme, Host: net.JoinHostPort(host, port), Path: "/"}
	if token != "" {
		u.RawQuery = url.Values{"token": {token}}.Encode()
	}
	return u.String()
}

// parse reads the flags and demands exactly want further arguments. When done is true the command ends with the
// status: 2 after a mistake that has been reported.
func parse(flags *flag.FlagSet, args []string, want int, stderr io.Writer) (status int, done bool) {
	err := flags.Parse(args)
	if err == nil && flags.NArg() != want {
		err = wrongNumber(flags.NArg(), want)
	}
	if err != nil {
		return misused(flags, err, stderr), true
	}
	return 0, false
}
