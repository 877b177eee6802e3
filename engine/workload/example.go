package workload

import (
	"net/netip"
	"strings"
)

// maxExample bounds, in bytes, a filter that is kept as an example.
const maxExample = 4 << 10

// presentable reports whether a filter can stand as an example: it holds nothing that looks like a caller's address or a
// signature. Its literals are shown, which are keys and values of the application: an example is for the one who reads the log.
func presentable(filter string) bool {
	if len(filter) > maxExample {
		return false
	}
	lower := strings.ToLower(filter)
	for _, secret := range [...]string{"sig=", "sig%3d", "sharedkey", "signature", "accountkey", "bearer "} {
		if strings.Contains(lower, secret) {
			return false
		}
	}
	isAddress := func(r rune) bool {
		return r >= '0' && r <= '9' || r >= 'a' && r <= 'f' || r == '.' || r == ':'
	}
	for word := range strings.FieldsFuncSeq(lower, func(r rune) bool { return !isAddress(r) }) {
		word = strings.Trim(word, ".")
		if _, err := netip.ParseAddr(word); err == nil {
			return false
		}
		if address, err := netip.ParseAddrPort(word); err == nil && address.IsValid() {
			return false
		}
		if host, _, found := strings.Cut(word, ":"); found {
			if _, err := netip.ParseAddr(host); err == nil {
				return false
			}
		}
	}
	return true
}
