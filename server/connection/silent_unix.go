//go:build unix

package connection

import (
	"net"
	"syscall"
)

// canTell is set where silent can tell.
const canTell = true

// silent reports whether a connection that nobody reads is open and has nothing to read: the service neither closed it nor sent
// what nobody asked for. What there is to read is lost.
func silent(conn net.Conn) bool {
	s, ok := conn.(syscall.Conn)
	if !ok {
		return false
	}
	raw, err := s.SyscallConn()
	if err != nil {
		return false
	}
	quiet := false
	err = raw.Read(func(fd uintptr) bool {
		var b [1]byte
		_, err := syscall.Read(int(fd), b[:])
		quiet = err == syscall.EAGAIN || err == syscall.EWOULDBLOCK
		return true
	})
	return err == nil && quiet
}
