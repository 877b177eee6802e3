package main

import (
	"encoding/json"
	"io"
	"net"
	"os"
)

// takeFreePorts makes the ports that nobody gave any free ones.
func (o *serveOptions) takeFreePorts(given *settings) {
	for name, address := range map[string]*string{"listen": &o.listen, "tables": &o.tables.listen} {
		host, _, err := net.SplitHostPort(*address)
		if err == nil && given.rank(name) == byDefault {
			*address = net.JoinHostPort(host, "0")
		}
	}
	o.tables.wanted = o.tables.wanted || o.tables.listen != "off"
}

// started is the line that --ephemeral-port prints. Programs read it: a field may be added, and none changes.
type started struct {
	PID      int              `json:"pid"`
	Page     string           `json:"page"`            // address, with a slash at the end and without the token
	Token    string           `json:"token,omitempty"` // to be sent as "Authorization: Bearer"
	Accounts []startedAccount `json:"accounts"`
}

type startedAccount struct {
	Name             string `json:"name"`
	TableEndpoint    string `json:"tableEndpoint"`
	ConnectionString string `json:"connectionString,omitempty"` // of an account with the well-known key
}

// announceLine prints where everything is as one line of JSON.
func (o *serveOptions) announceLine(w io.Writer, page net.Addr, e *endpoint) {
	line := started{PID: os.Getpid(), Page: address(o.scheme(), page, ""), Token: o.token, Accounts: []startedAccount{}}
	if e.tables != nil {
		for _, name := range e.tables.Accounts() {
			a := startedAccount{name, address("http", e.listener.Addr(), "") + name, e.tables.Connection(name)}
			line.Accounts = append(line.Accounts, a)
		}
	}
	_ = json.NewEncoder(w).Encode(line) // whoever started the server is gone when this fails
}
