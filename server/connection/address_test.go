package connection

import (
	"errors"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"testing"
)

// Ensure that addresses of metadata and others that no account can have are refused in every form that an address has, and that
// those of accounts, emulators and private endpoints are not.
func TestJudge(t *testing.T) {
	refused := []string{
		"0.0.0.0", "0.1.2.3", "100.100.100.200", "168.63.129.16", "169.254.169.254", "169.254.170.2", "169.254.0.23", "192.0.0.192", "192.0.0.1", "192.0.2.1", "192.88.99.1", "198.51.100.1",
		"203.0.113.9", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255",
		"::", "::ffff:169.254.169.254", "::ffff:100.100.100.200", "::ffff:0.0.0.0", "::169.254.169.254", "::10.0.0.1", "::127.0.0.1", "::2", "::ffff:0:169.254.169.254", "64:ff9b::169.254.169.254", "64:ff9b::168.63.129.16",
		"64:ff9b::127.0.0.1", "64:ff9b::10.0.0.1", "64:ff9b:1::169.254.169.254", "64:ff9b:1:a9fe:a9:fe00::", "2002:a9fe:a9fe::1", "2002:a9fe:a9fe::", "2001:0:a9fe:a9fe::1", "2001::5601:5601",
		"2001:db8::1", "2001:2::1", "3fff::1", "5f00::1", "100::1", "100:0:0:1::1", "fd00:ec2::254", "fd00:ec2::23", "fd20:ce::254", "fd00:c1::a9fe:a9fe", "fd00:42::42", "fd00:a9fe:a9fe::1",
		"fe80::1", "fe80::a9fe:a9fe", "fe80::1%eth0", "febf::1", "fec0::1", "ff02::1", "2a00::5efe:169.254.169.254", "2a00::200:5efe:168.63.129.16",
	}
	for _, text := range refused {
		if err := judge(netip.MustParseAddr(text)); err == nil || !strings.Contains(err.Error(), "not an address that an account can have (") {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, text := range []string{
		"127.0.0.1", "127.8.9.10", "::1", "::ffff:127.0.0.1", "10.0.0.4", "172.16.5.6", "192.168.1.20", "::ffff:192.168.1.20", "100.64.0.1", "100.100.100.201", "198.18.0.1", "20.60.3.4",
		"168.63.129.17", "169.253.1.1", "192.0.1.1", "fd12:3456:789a::1", "fc00::1", "2603:1030:20e:3::1", "2a01:111::1", "2400::1", "64:ff9b::20.60.3.4", "2a00::5efe:10.0.0.1",
	} {
		if err := judge(netip.MustParseAddr(text)); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Ensure that the address that is dialled is judged, whatever text stands for it. Nothing is sent, also when this fails.
func TestTransport_RefusedAddress(t *testing.T) {
	errPassed := errors.New("would be dialled")
	for _, host := range []string{"169.254.169.254", "[fd00:ec2::254]", "100.100.100.200", "168.63.129.16", "192.0.0.192", "[::ffff:a9fe:a9fe]", "[64:ff9b::a9fe:a9fe]", "[2002:a9fe:a9fe::]", "[fe80::a9fe:a9fe]", "0.0.0.0", "[::]"} {
		for _, scheme := range []string{"http", "https"} {
			transport := NewTransport()
			judges := transport.dialer.Control
			transport.dialer.Control = func(network, address string, c syscall.RawConn) error {
				if err := judges(network, address, c); err != nil {
					return err
				}
				return errPassed
			}
			transport.proxyFor = func(*http.Request) (*url.URL, error) { return nil, nil }
			_, err := sendTo(transport, t.Context(), "GET", scheme+"://"+host+":1/x", "")
			if err == nil || !strings.Contains(err.Error(), "not an address that an account can have") && !strings.Contains(err.Error(), "not supported") { // a machine without IPv6
				t.Errorf("%s://%s: %v", scheme, host, err)
			}
		}
	}
}
