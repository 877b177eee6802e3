package accounts

import (
	"cmp"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/words"
)

// Tone is the colour of a source, the same for the same account at every visit: a name for a style. What the person calls the
// environment counts more than where it is.
func Tone(a *port.Account) string {
	for i, text := range []string{a.Label, a.Name} {
		text = strings.ToLower(text)
		switch {
		case i == 1 && (!a.Live || a.Emulator):
			return "own"
		case strings.Contains(text, "prod") || strings.Contains(text, "live"):
			return "production"
		case strings.Contains(text, "test") || strings.Contains(text, "stag") || strings.Contains(text, "dev") || strings.Contains(text, "qa"):
			return "test"
		}
	}
	sum := uint(0)
	for _, c := range []byte(cmp.Or(a.Label, a.Name)) {
		sum = sum*31 + uint(c)
	}
	return []string{"blue", "violet", "teal"}[sum%3]
}

// Kind is what an account is, in words, and Mark its shape beside them.
func Kind(a *port.Account) string {
	switch {
	case !a.Live:
		return "own endpoint"
	case a.Emulator:
		return "emulator"
	}
	return "live account"
}

// Mark is the shape that goes with Kind.
func Mark(a *port.Account) string {
	switch {
	case !a.Live:
		return "▣"
	case a.Emulator:
		return "◇"
	}
	return "◆"
}

// ListText says in few words how the list of an account's tables stands.
func ListText(l *page.AccountTables) string {
	switch {
	case l.Listing:
		return "Reading the names of its tables."
	case l.Failed != nil:
		return "The tables could not be listed: " + l.Failed.Message
	case l.Listed && len(l.Tables) == 0:
		return "The account has no tables."
	case l.Listed:
		return words.Count(len(l.Tables), "table", "tables")
	}
	return ""
}

// Named is an account with its environment.
func Named(a *port.Account) string {
	if a.Label == "" {
		return a.Name
	}
	return a.Name + " · " + a.Label
}

// Address is where an account is, which tells two of the same name apart: "" for an endpoint of the server whose key is its own.
func Address(a *port.Account) string {
	_, address, _ := strings.Cut(a.Connection, "TableEndpoint=")
	address, _, _ = strings.Cut(address, ";")
	return cmp.Or(a.Endpoint, address)
}
