package tableauth

import (
	"net/netip"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
)

// The versions at which signatures changed.
const (
	oldestTableSAS = "2013-08-15"
	resourceTable  = "2015-02-21" // the resource of a table begins with /table
	addressLines   = "2015-04-05" // there are lines for addresses and protocols, and SAS of accounts
	encryptionLine = "2020-12-06" // SAS of accounts have a line more
)

// sasParameters are the parameters of shared access signatures, decoded. What is absent is "", as it is in what is signed.
type sasParameters struct {
	sv, tn, sp, st, se, si, sip, spr string
	spk, srk, epk, erk               string
	ss, srt, ses, sig                string
	has                              bool // there is a sig, however empty
}

// field returns where the value of a parameter goes, nil when it is none of a signature.
func (p *sasParameters) field(name string) *string {
	switch name {
	case "sv":
		return &p.sv
	case "tn":
		return &p.tn
	case "sp":
		return &p.sp
	case "st":
		return &p.st
	case "se":
		return &p.se
	case "si":
		return &p.si
	case "sip":
		return &p.sip
	case "spr":
		return &p.spr
	case "spk":
		return &p.spk
	case "srk":
		return &p.srk
	case "epk":
		return &p.epk
	case "erk":
		return &p.erk
	case "ss":
		return &p.ss
	case "srt":
		return &p.srt
	case "ses":
		return &p.ses
	case "sig":
		return &p.sig
	}
	return nil
}

// parseSAS reads the parameters of a signature in a raw query. Errors: InvalidQueryParameterValue for one that cannot be
// decoded, AuthenticationFailed for one given twice: which of the two was signed?
func parseSAS(raw string) (sasParameters, *engine.Error) {
	var p sasParameters
	var seen [16]string
	n := 0
	for pair := range strings.SplitSeq(raw, "&") {
		rawName, rawValue, _ := strings.Cut(pair, "=")
		name, err := url.QueryUnescape(rawName)
		if err != nil || len(name) > 3 {
			continue // the protocol's own reader refuses what is malformed
		}
		to := p.field(name)
		if to == nil {
			continue
		}
		value, err := url.QueryUnescape(rawValue)
		if err != nil || !utf8.ValidString(value) {
			return p, tablerest.Errorf(tablerest.InvalidQueryParameterValue, "The parameter %s of the signature is not UTF-8 text in percent-encoding.", name)
		}
		for _, other := range seen[:n] {
			if other == name {
				return p, failed("The parameter %s of the signature is given twice.", name)
			}
		}
		seen[n] = name
		n++
		*to = value
		p.has = p.has || name == "sig"
	}
	// Base64 has no spaces: one that stands there was a "+" that nobody encoded.
	p.sig = strings.ReplaceAll(p.sig, " ", "+")
	return p, nil
}

// sasTimes are the forms in which a signature holds a time, UTC. Seconds may have a fraction.
var sasTimes = [...]string{"2006-01-02T15:04:05Z", "2006-01-02T15:04Z", "2006-01-02"}

func parseSASTime(text string) (time.Time, bool) {
	for _, layout := range sasTimes {
		if t, err := time.Parse(layout, text); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

func formatSASTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02T15:04:05Z")
}

// checkWindow refuses what is not valid yet or any more.
func checkWindow(now, start, expiry time.Time) *engine.Error {
	switch {
	case now.Before(start):
		return failed("The signature is valid from %s on; it is %s.", formatSASTime(start), formatSASTime(now))
	case !now.Before(expiry):
		return failed("The signature expired at %s; it is %s.", formatSASTime(expiry), formatSASTime(now))
	}
	return nil
}

// checkTransport refuses a protocol and an address that the signature is not for.
func (p *sasParameters) checkTransport(secure bool, remote netip.Addr) *engine.Error {
	switch p.spr {
	case "", "https,http":
	case "https":
		if !secure {
			return tablerest.Errorf(tablerest.AuthorizationProtocolMismatch, "The signature is for https only.")
		}
	default:
		return failed("spr is https or https,http.")
	}
	if p.sip == "" {
		return nil
	}
	low, high, ok := parseAddresses(p.sip)
	if !ok {
		return failed("sip is an address or two with a dash between.")
	}
	remote = remote.Unmap() // all of one family come before all of the other
	if !remote.IsValid() || remote.Less(low) || high.Less(remote) {
		return tablerest.Errorf(tablerest.AuthorizationSourceIPMismatch, "The signature is not for the address %s.", remote)
	}
	return nil
}

// parseAddresses reads an address, or a range of addresses, both ends inclusive.
func parseAddresses(text string) (low, high netip.Addr, ok bool) {
	first, last, isRange := strings.Cut(text, "-")
	low, err := netip.ParseAddr(first)
	if err != nil || low.Zone() != "" {
		return low, high, false
	}
	low = low.Unmap()
	high = low
	if isRange {
		if high, err = netip.ParseAddr(last); err != nil || high.Zone() != "" {
			return low, high, false
		}
		high = high.Unmap()
	}
	return low, high, low.Is4() == high.Is4() && !high.Less(low)
}

// validVersion reports whether text is a version of the service, not before the oldest.
func validVersion(text, oldest string) bool {
	if _, err := time.Parse(time.DateOnly, text); err != nil {
		return false
	}
	return text >= oldest
}

// isSubset reports whether text is letters of the set, each once; in the set's order when ordered.
func isSubset(text, set string, ordered bool) bool {
	last := -1
	for i := range len(text) {
		at := strings.IndexByte(set, text[i])
		if at < 0 || strings.IndexByte(text[:i], text[i]) >= 0 || ordered && at < last {
			return false
		}
		last = at
	}
	return true
}

// failed returns the error of a request whose sender is not known.
func failed(format string, args ...any) *engine.Error {
	return tablerest.Errorf(tablerest.AuthenticationFailed, format, args...)
}
