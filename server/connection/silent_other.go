//go:build !unix

package connection

import "net"

const canTell = false

// silent would report whether a connection that nobody reads is open.
func silent(net.Conn) bool { return false }
