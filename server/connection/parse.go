package connection

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"rangefinder/server/tableauth"
)

// MaxString bounds the text of a connection, in bytes.
const MaxString = 8 << 10

// The well-known emulator.
const (
	emulatorHost = "127.0.0.1"
	emulatorPort = "10002"
)

// defaultSuffix ends the addresses of the public cloud.
const defaultSuffix = "core.windows.net"

// Parse reads a connection string, in any of these forms, names in any case:
//
//	DefaultEndpointsProtocol=https;AccountName=NAME;AccountKey=KEY;EndpointSuffix=core.windows.net
//	AccountName=NAME;AccountKey=KEY;TableEndpoint=https://…;TableSecondaryEndpoint=https://…
//	TableEndpoint=https://…;SharedAccessSignature=SIGNATURE
//	UseDevelopmentStorage=true;DevelopmentStorageProxyUri=http://HOST
//	https://NAME.table.core.windows.net/?SIGNATURE
//
// An endpoint of Cosmos DB for Table is one like the others. Errors tell which part is wrong and repeat no value.
func Parse(text string) (Account, error) {
	text, err := trimmed(text)
	if err != nil {
		return Account{}, err
	}
	if isAddress(text) {
		return parseSASAddress(text)
	}
	p, err := parsePairs(text)
	if err != nil {
		return Account{}, err
	}
	switch {
	case p.has[useDevelopmentStorage]:
		return p.emulator()
	case p.has[developmentProxy]:
		return Account{}, errors.New("DevelopmentStorageProxyUri belongs to UseDevelopmentStorage=true")
	case p.has[accountKey] && p.has[sharedAccessSignature]:
		return Account{}, errors.New("there is an AccountKey and a SharedAccessSignature: give one of the two")
	case p.has[sharedAccessSignature]:
		return p.withSAS()
	case p.has[accountKey]:
		return p.withKey()
	}
	return Account{}, errors.New("there is neither an AccountKey nor a SharedAccessSignature; without one of them choose to sign in with Entra ID")
}

// ParseEntra reads where an account is that the machine's own credentials sign in to: an address such as
// https://NAME.table.core.windows.net, or a connection string with AccountName or TableEndpoint and no secret. Tokens may be nil
// for an account that never signs. Errors are as those of Parse.
func ParseEntra(text string, tokens Tokens) (Account, error) {
	text, err := trimmed(text)
	if err != nil {
		return Account{}, err
	}
	var a Account
	if isAddress(text) {
		if a.Endpoint, err = parseEndpoint("the address", text); err != nil {
			return Account{}, err
		}
		if a.Name, err = nameIn(a.Endpoint); err != nil {
			return Account{}, err
		}
	} else {
		p, err := parsePairs(text)
		switch {
		case err != nil:
			return Account{}, err
		case p.has[accountKey] || p.has[sharedAccessSignature]:
			return Account{}, errors.New("there is a key or a signature: leave it out to sign in with Entra ID, or connect with it instead")
		case p.has[useDevelopmentStorage]:
			return Account{}, errors.New("an emulator has no Entra ID: connect with UseDevelopmentStorage=true and without signing in")
		}
		if a, err = p.place(); err != nil {
			return Account{}, err
		}
	}
	if a.Endpoint.Scheme != "https" && !a.IsLocal() {
		return Account{}, fmt.Errorf("a token would travel in the clear to %s: sign in with Entra ID to an https endpoint", a.Endpoint.Host)
	}
	a.Credential = newEntra(tokens, scopeOf(a.Endpoint))
	return a, nil
}

// trimmed refuses what cannot be one line of text.
func trimmed(text string) (string, error) {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return "", errors.New("the connection string is empty")
	case len(text) > MaxString:
		return "", fmt.Errorf("the connection string has %d bytes; at most %d are read", len(text), MaxString)
	case strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r >= 0x7f }):
		return "", errors.New("the connection string has a line break or another character that none has; it is one line of plain text")
	}
	return text, nil
}

// isAddress reports whether a text is an address and not pairs.
func isAddress(text string) bool {
	scheme, _, ok := strings.Cut(text, "://")
	return ok && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https"))
}

// parseSASAddress reads an address with a SAS for its query, as the portal shows it. That of a table may end in the table's name.
func parseSASAddress(text string) (Account, error) {
	address, query, ok := strings.Cut(text, "?")
	if !ok {
		return Account{}, errors.New("the address has no shared access signature behind a '?'; without one choose to sign in with Entra ID")
	}
	s, err := parseSAS(query)
	if err != nil {
		return Account{}, err
	}
	if s.table != "" {
		if i := strings.LastIndexByte(strings.TrimSuffix(address, "/"), '/'); i > 0 && strings.EqualFold(strings.TrimSuffix(address, "/")[i+1:], s.table) {
			address = address[:i]
		}
	}
	a := Account{Credential: newSAS(s)}
	if a.Endpoint, err = parseEndpoint("the address", address); err != nil {
		return Account{}, err
	}
	a.Name, err = nameIn(a.Endpoint)
	return a, err
}

func (p *pairs) withSAS() (Account, error) {
	s, err := parseSAS(strings.TrimPrefix(p.value[sharedAccessSignature], "?"))
	if err != nil {
		return Account{}, err
	}
	a, err := p.place()
	a.Credential = newSAS(s)
	return a, err
}

func (p *pairs) withKey() (Account, error) {
	if !p.has[accountName] {
		return Account{}, errors.New("AccountName is missing: a key signs for an account by its name")
	}
	key, err := tableauth.ParseKey(p.value[accountKey])
	if err != nil {
		return Account{}, fmt.Errorf("AccountKey: %w", err)
	}
	a, err := p.place()
	a.Credential = newKey(key, p.value[accountKey])
	return a, err
}

// emulator is the account of the emulators, at the usual address or behind DevelopmentStorageProxyUri.
func (p *pairs) emulator() (Account, error) {
	if !strings.EqualFold(p.value[useDevelopmentStorage], "true") {
		return Account{}, errors.New("UseDevelopmentStorage is true or not there")
	}
	for part := range partNames {
		if p.has[part] && part != useDevelopmentStorage && part != developmentProxy {
			return Account{}, fmt.Errorf("UseDevelopmentStorage=true says everything; leave out %s, or UseDevelopmentStorage", partNames[part])
		}
	}
	at := &url.URL{Scheme: "http", Host: emulatorHost + ":" + emulatorPort}
	if p.has[developmentProxy] {
		u, err := parseEndpoint("DevelopmentStorageProxyUri", p.value[developmentProxy])
		switch {
		case err != nil:
			return Account{}, err
		case u.Path != "":
			return Account{}, errors.New("DevelopmentStorageProxyUri has a path; it is http:// and the name of a host")
		}
		at.Scheme, at.Host = u.Scheme, hostOf(u.Hostname(), emulatorPort)
	}
	key, err := tableauth.ParseKey(tableauth.WellKnownKey)
	if err != nil {
		return Account{}, err
	}
	return Account{
		Name:       tableauth.WellKnownName,
		Endpoint:   &url.URL{Scheme: at.Scheme, Host: at.Host, Path: "/" + tableauth.WellKnownName},
		Secondary:  &url.URL{Scheme: at.Scheme, Host: at.Host, Path: "/" + tableauth.WellKnownName + secondarySuffix},
		Credential: newKey(key, tableauth.WellKnownKey),
	}, nil
}

// place returns name and endpoints of the account: those that are given, else those that follow from its name.
func (p *pairs) place() (a Account, err error) {
	if p.has[accountName] {
		if a.Name = strings.ToLower(p.value[accountName]); !validName(a.Name) {
			return a, errors.New("AccountName has to be 3 to 63 letters, digits and '-'")
		}
	}
	if p.has[tableEndpoint] {
		if a.Endpoint, err = parseEndpoint("TableEndpoint", p.value[tableEndpoint]); err != nil {
			return a, err
		}
		if a.Name == "" {
			if a.Name, err = nameIn(a.Endpoint); err != nil {
				return a, err
			}
		}
	} else if err = p.derive(&a); err != nil {
		return a, err
	}
	if p.has[tableSecondary] {
		if a.Secondary, err = parseEndpoint("TableSecondaryEndpoint", p.value[tableSecondary]); err != nil {
			return a, err
		}
	}
	return a, nil
}

// derive sets the endpoints of an account of that name.
func (p *pairs) derive(a *Account) error {
	scheme, suffix := "https", defaultSuffix
	if p.has[endpointsProtocol] {
		if scheme = strings.ToLower(p.value[endpointsProtocol]); scheme != "http" && scheme != "https" {
			return errors.New("DefaultEndpointsProtocol is http or https")
		}
	}
	if p.has[endpointSuffix] {
		suffix = strings.ToLower(strings.TrimPrefix(p.value[endpointSuffix], "."))
	}
	if a.Name == "" {
		return errors.New("there is neither an AccountName nor a TableEndpoint")
	}
	var err error
	if a.Endpoint, err = parseEndpoint("EndpointSuffix", scheme+"://"+a.Name+".table."+suffix); err != nil {
		return err
	}
	if a.Endpoint.Path != "" {
		return errors.New("EndpointSuffix is the end of a host name, such as core.windows.net")
	}
	a.Secondary, err = parseEndpoint("EndpointSuffix", scheme+"://"+a.Name+secondarySuffix+".table."+suffix)
	return err
}
