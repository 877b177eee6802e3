package port

// Port is one end of the pipe between the page and its worker. Messages arrive whole and in order.
type Port interface {
	// Send hands over a message; the bytes may be reused when it returns.
	Send(message []byte)
	// Listen sets the one receiver; messages that came before are kept for it. The receiver owns the bytes and must not block.
	Listen(receive func(message []byte)) (remove func())
	// Close ends the worker (from the page) or this end's listening (from the worker).
	Close()
}
