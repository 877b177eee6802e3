package connection

import (
	"strings"
	"testing"
	"time"
)

// Ensure that the reasons why a signature is refused are told apart, whichever of its codes a service has for them, and that nothing of
// the signature or the key is said.
func TestAccount_WhyNotTaken(t *testing.T) {
	const key = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
	now := time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)
	sas := func(times string) string {
		return "TableEndpoint=http://127.0.0.1:1/shop;SharedAccessSignature=sv=2019-02-02&ss=t&srt=sco&sp=rl&" + times + "&sig=9JFkWmofJOTunbm2UwmGQ/5hvaUicBS4o51INnA3cD0%3D"
	}
	for _, test := range []struct{ text, want string }{
		{sas("se=2026-11-24T03:04:05Z"), "expired on 2026-11-24 03:04:05 UTC, and it is 2026-11-26 12:00:00 UTC now"},
		{sas("se=2026-11-25"), "expired on 2026-11-25 00:00:00 UTC, and it is"},
		{sas("st=2026-11-26T13:30Z&se=2999-02-01T00:00Z"), "not valid before 2026-11-26 13:30:00 UTC, and this machine's clock says 2026-11-26 12:00:00 UTC"},
		{sas("se=2999-01-01T00:00:00Z"), "although it is valid until 2999-01-01 00:00:00 UTC: it was changed"},
		{sas("si=policy"), "its stored policy may have ended"},
		{"AccountName=shop;AccountKey=" + key + ";TableEndpoint=http://127.0.0.1:1/shop", "refuses the key: it may belong to another account than shop"},
	} {
		a, err := Parse(test.text)
		if err != nil {
			t.Fatal(err)
		}
		if got := a.WhyNotTaken(now); !strings.Contains(got, test.want) || strings.Contains(got, "9JFkWm") || strings.Contains(got, key[:8]) {
			t.Errorf("%s; want %s", got, test.want)
		}
	}
}

// Ensure that a refusal by a firewall, or of what a signature does not permit, is not taken for one of the signature.
func TestIsNotTaken(t *testing.T) {
	for _, test := range []struct {
		code, message string
		want          bool
	}{
		{"AuthenticationFailed", "Server failed to authenticate the request.", true},
		{"AuthorizationFailure", "Server failed to authenticate the request. Make sure …", true}, // Azurite
		{"AuthorizationFailure", "This request is not authorized to perform this operation.", false},
		{"AuthorizationPermissionMismatch", "This request is not authorized to perform this operation using this permission.", false},
	} {
		if got := IsNotTaken(test.code, test.message); got != test.want {
			t.Errorf("%s: %v", test.code, got)
		}
	}
}
