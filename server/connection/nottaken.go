package connection

import (
	"fmt"
	"strings"
	"time"
)

// IsNotTaken reports whether a service's refusal is about what signed the request, not about what the request asks for. Azurite says so
// with another code than the service.
func IsNotTaken(code, message string) bool {
	return code == "AuthenticationFailed" || code == "AuthorizationFailure" && strings.HasPrefix(message, "Server failed to authenticate")
}

// WhyNotTaken says why a service may refuse what signs for the account, as far as this machine can tell. Nothing of it is secret.
func (a *Account) WhyNotTaken(now time.Time) string {
	const form = "2006-01-02 15:04:05 UTC"
	from, until := a.Valid()
	clock := now.UTC().Format(form)
	switch auth := a.Auth(); {
	case auth == "SAS" && !until.IsZero() && now.After(until):
		return fmt.Sprintf("the shared access signature expired on %s, and it is %s now; ask for a new one", until.UTC().Format(form), clock)
	case auth == "SAS" && now.Before(from):
		return fmt.Sprintf("the shared access signature is not valid before %s, and this machine's clock says %s", from.UTC().Format(form), clock)
	case auth == "SAS" && !until.IsZero():
		return fmt.Sprintf("the account refuses the shared access signature although it is valid until %s: it was changed, cut off, or made with a key that has been renewed", until.UTC().Format(form))
	case auth == "SAS":
		return "the account refuses the shared access signature: its stored policy may have ended or been deleted, or it was changed or cut off"
	case auth == "Entra ID":
		return "the account refuses the token of Entra ID; it may be from another tenant"
	}
	return fmt.Sprintf("the account refuses the key: it may belong to another account than %s, or have been renewed, or this machine's clock, which says %s, is wrong", a.Name, clock)
}
