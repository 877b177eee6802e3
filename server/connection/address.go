package connection

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"syscall"
)

// addressRange is a range of addresses at which no account can be.
type addressRange struct {
	prefix netip.Prefix
	what   string
}

// noAccount are the ranges that no connection is made to. Loopback, private and shared addresses are not among them: emulators and
// private endpoints are there. 198.18.0.0/15, RFC 2544, is not either: programs that tunnel a machine's connections give it such
// addresses. Sources: the IANA special-purpose address registries for IPv4 and IPv6, with the RFC of each
// entry; IANA's list of multicast; and what clouds document as the addresses of their metadata services, which give a machine's
// credentials to whoever asks from that machine.
var noAccount = []addressRange{
	// IPv4
	{prefix("0.0.0.0/8"), "this network, RFC 791"},
	{prefix("100.100.100.200/32"), "metadata of Alibaba Cloud"},
	{prefix("168.63.129.16/32"), "the host of a virtual machine of Azure"},
	{prefix("169.254.0.0/16"), "link-local, RFC 3927; metadata of AWS, Azure, Google Cloud and others"},
	{prefix("192.0.0.0/24"), "protocol assignments, RFC 6890; metadata of Oracle Cloud at 192.0.0.192"},
	{prefix("192.0.2.0/24"), "documentation, RFC 5737"},
	{prefix("192.88.99.0/24"), "6to4 relays, RFC 7526"},
	{prefix("198.51.100.0/24"), "documentation, RFC 5737"},
	{prefix("203.0.113.0/24"), "documentation, RFC 5737"},
	{prefix("224.0.0.0/4"), "multicast, RFC 5771"},
	{prefix("240.0.0.0/4"), "reserved, RFC 1112; broadcast, RFC 919"},

	// IPv6
	{prefix("::/128"), "unspecified, RFC 4291"},
	{prefix("::ffff:0:0:0/96"), "translated IPv4, RFC 2765"},
	{prefix("64:ff9b:1::/48"), "local translation of IPv4, RFC 8215"},
	{prefix("100::/64"), "discarded, RFC 6666"},
	{prefix("100:0:0:1::/64"), "dummy, RFC 9780"},
	{prefix("2001::/23"), "protocol assignments, RFC 2928; Teredo, RFC 4380"},
	{prefix("2001:db8::/32"), "documentation, RFC 3849"},
	{prefix("2002::/16"), "6to4, RFC 3056"},
	{prefix("3fff::/20"), "documentation, RFC 9637"},
	{prefix("5f00::/16"), "segment routing, RFC 9602"},
	{prefix("fd00:42::42/128"), "metadata of Scaleway"},
	{prefix("fd00:a9fe:a9fe::1/128"), "metadata of Linode"},
	{prefix("fd00:c1::a9fe:a9fe/128"), "metadata of Oracle Cloud"},
	{prefix("fd00:ec2::/32"), "metadata and other services of AWS"},
	{prefix("fd20:ce::254/128"), "metadata of Google Cloud"},
	{prefix("fe80::/10"), "link-local, RFC 4291"},
	{prefix("fec0::/10"), "site-local, RFC 3879"},
	{prefix("ff00::/8"), "multicast, RFC 4291"},
}

func prefix(text string) netip.Prefix { return netip.MustParsePrefix(text) }

var (
	compatible = prefix("::/96")        // IPv4-compatible, RFC 4291
	translated = prefix("64:ff9b::/96") // IPv4 behind a translator, RFC 6052
)

// refusedAddress is the error of an address that is in one of the ranges.
type refusedAddress struct {
	ip   netip.Addr
	what string
}

func (e *refusedAddress) Error() string {
	return fmt.Sprintf("%s is not an address that an account can have (%s)", e.ip, e.what)
}

// judge says whether an account can be at an address, which is judged by the IPv4 address in it too where it has one. Error: a
// *refusedAddress.
func judge(ip netip.Addr) error {
	plain := ip.Unmap().WithZone("")
	for _, r := range noAccount {
		if r.prefix.Contains(plain) {
			return &refusedAddress{ip, r.what}
		}
	}
	if plain.Is4() || plain == netip.IPv6Loopback() {
		return nil
	}
	b := plain.As16()
	last, beforeLast := netip.AddrFrom4([4]byte(b[12:])), [4]byte(b[8:12])
	switch {
	case compatible.Contains(plain):
		return &refusedAddress{ip, "IPv4-compatible, RFC 4291"}
	case translated.Contains(plain) && (last.IsLoopback() || last.IsPrivate()):
		return &refusedAddress{ip, "a translator has public addresses only, RFC 6052"}
	case translated.Contains(plain), beforeLast == [4]byte{0, 0, 0x5e, 0xfe}, beforeLast == [4]byte{2, 0, 0x5e, 0xfe}: // the latter ISATAP, RFC 5214
		if judge(last) != nil {
			return &refusedAddress{ip, last.String() + " in another form"}
		}
	}
	return nil
}

// judgeDialled is the Control of a dialer: it judges the very address that is about to be dialled, after its name was resolved.
func judgeDialled(_, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	return judge(at.Addr())
}

// cloudSuffixes end the names of endpoints of the services themselves. Nobody but the services gives these names addresses.
var cloudSuffixes = []string{
	".core.windows.net", ".core.chinacloudapi.cn", ".core.usgovcloudapi.net", ".core.cloudapi.de", ".storage.azure.net",
	".cosmos.azure.com", ".cosmosdb.azure.com", ".cosmos.azure.cn", ".cosmos.azure.us",
}

// behindProxy returns the host:port that a proxy is asked to connect to, which resolves names where nobody here judges what
// they resolve to. It is the name for the endpoints of the services themselves, whose names nobody else can give an address;
// and for every other name an address that it was resolved to here, and judged. Errors: the name has no address, or one that no
// account can have.
func behindProxy(ctx context.Context, resolve func(ctx context.Context, network, host string) ([]netip.Addr, error), u *url.URL) (string, error) {
	host, port := u.Hostname(), u.Port()
	if port == "" {
		port = "443"
	}
	if slices.ContainsFunc(cloudSuffixes, func(suffix string) bool { return strings.HasSuffix(strings.TrimSuffix(host, "."), suffix) }) {
		return net.JoinHostPort(host, port), nil
	}
	addresses, err := resolve(ctx, "ip", host)
	switch {
	case err != nil:
		return "", err
	case len(addresses) == 0:
		return "", &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	for _, ip := range addresses {
		if err := judge(ip); err != nil {
			return "", err
		}
	}
	return net.JoinHostPort(addresses[0].Unmap().String(), port), nil
}
